"""The lists of items and sessions as files, with the same filters as on their pages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_safe

from reviews.accounts import audit
from reviews.exports.lists import ITEM_COLUMNS, SESSION_COLUMNS, as_csv, as_json, item_rows, session_rows
from reviews.forms.lists import ItemFilter, filter_items
from reviews.forms.sessions import SessionFilter
from reviews.models import Item, Session, Team
from reviews.models.audit import Happening
from reviews.models.team import teams_of
from reviews.views.http import Request, as_download
from reviews.views.items.items import annotate_counts
from reviews.views.sessions.session_filter import filter_sessions
from reviews.views.streaming import stream_response


@require_safe
def items_file(request: Request, form: str) -> HttpResponseBase:
    """The items of the reader's teams that fit the filter, newest first."""
    found = filter_items(Item.objects.filter(team__in=list(teams_of(request.user))), ItemFilter(request.GET))
    note_list(request, found, f"list of items, {form}")
    return as_file(request, "items", form, ITEM_COLUMNS, item_rows(annotate_counts(found)))


@require_safe
def sessions_file(request: Request, form: str) -> HttpResponseBase:
    """The sessions of the reader's teams that fit the filter, newest first."""
    found = filter_sessions(Session.objects.of(teams_of(request.user)), SessionFilter(request.GET))
    note_list(request, found, f"list of sessions, {form}")
    return as_file(request, "sessions", form, SESSION_COLUMNS, session_rows(found))


def note_list(request: Request, rows: QuerySet[Any], detail: str) -> None:
    """Have the audit log of each team of which there are rows tell that they were taken away."""
    if request.method == "GET":
        teams = Team.objects.filter(pk__in=rows.order_by().values("team"))
        with transaction.atomic():
            audit.note_in_each(Happening.EXPORTED, teams, who=request.user, detail=detail)


def as_file(
    request: Request, name: str, form: str, columns: Sequence[str], rows: Iterator[Mapping[str, Any]]
) -> StreamingHttpResponse:
    """The rows as a download; form: "csv" or "json"."""
    if form == "csv":
        response = stream_response(request, as_csv(columns, rows), "text/csv; charset=utf-8")
    else:
        response = stream_response(request, as_json(name, rows), "application/json")
    return as_download(response, f"{name}.{form}")
