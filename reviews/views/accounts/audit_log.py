"""The audit log of a team, for its admins: pages, narrowed by who, what and when, and the same as files."""

import json

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from reviews.access import team_for
from reviews.accounts import audit
from reviews.exports.tables import csv_text
from reviews.forms.audit import AuditFilter
from reviews.models import AuditEntry, Team
from reviews.models.audit import Happening
from reviews.models.team import Role
from reviews.views.accounts.audit_rows import COLUMNS, AuditRow, rows_with_subjects
from reviews.views.http import Request, as_download, number_in

ON_A_PAGE = 50
MOST_IN_A_FILE = 50_000
"""Entries; a file of them has about 10 MB. Who wants more asks for some days at a time."""
TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


@never_cache
@require_safe
def show_audit(request: Request) -> HttpResponse:
    """The log of the team of ?team=, or of the first that the reader belongs to; ?before= is the number of the last
    entry of the page before."""
    team = team_for(request.user, request.GET.get("team", ""), manage=True)
    form, found = filtered(request, team)
    before = number_in(request.GET.get("before"), digits=18)
    page = found.filter(pk__lt=before) if before else found
    entries = list(page.select_related("who")[: ON_A_PAGE + 1])
    shown = rows_with_subjects(entries[:ON_A_PAGE], team.pk)
    kept = QueryDict(mutable=True)
    kept["team"] = team.slug
    kept.update({name: request.GET[name] for name in form.fields if request.GET.get(name)})
    context = {
        "nav": "team",
        "team": team,
        "teams": Team.objects.filter(memberships__user=request.user, memberships__role=Role.ADMIN),
        "form": form,
        "rows": shown,
        "last": entries[ON_A_PAGE - 1].pk if len(entries) > ON_A_PAGE else None,
        "before": before,
        "query": kept.urlencode(),
        "is_narrowed": len(kept) > 1,
        "most": MOST_IN_A_FILE,
    }
    return render(request, "reviews/accounts/audit.html", context)


def filtered(request: Request, team: Team) -> tuple[AuditFilter, QuerySet[AuditEntry]]:
    """The filter of the address, and the team's entries that fit, the newest first."""
    form = AuditFilter(request.GET, team=team)
    return form, form.narrow(AuditEntry.objects.shown_to(team))


@never_cache
@require_safe
def export_audit(request: Request, form: str) -> HttpResponse:
    """The same entries as a file, "csv" or "json"; that they were taken away is an entry too, and not among them."""
    team = team_for(request.user, request.GET.get("team", ""), manage=True)
    rows = [AuditRow(entry) for entry in filtered(request, team)[1][:MOST_IN_A_FILE]]
    response = HttpResponse(as_csv(rows) if form == "csv" else as_json(rows), content_type=TYPES[form])
    if request.method == "GET":
        with transaction.atomic():
            audit.note(Happening.EXPORTED, who=request.user, team=team, detail=f"audit log, {form}")
    return as_download(response, f"audit-{team.slug}-{timezone.localdate():%Y-%m-%d}.{form}")


def as_csv(rows: list[AuditRow]) -> str:
    return csv_text([COLUMNS, *(row.values().values() for row in rows)])


def as_json(rows: list[AuditRow]) -> str:
    return json.dumps([row.values() for row in rows], ensure_ascii=False, indent=1)
