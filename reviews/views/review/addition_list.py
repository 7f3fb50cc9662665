"""All additions of the reader's teams, decided ones too: the rows that figures count."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reviews.changes.persona_outcomes import DISMISSED_CHANGES
from reviews.figures.scope import made_by
from reviews.figures.speakers import speaker_names
from reviews.figures.trends import newest_additions
from reviews.forms.filters import AdditionFilter
from reviews.forms.sessions import SessionScope
from reviews.models import Change
from reviews.models.outcome import ChangeStatus
from reviews.models.team import teams_of
from reviews.views.http import Request, number_in
from reviews.views.items.items import kept_in_address
from reviews.views.items.trends import RAISED_TOGETHER
from reviews.views.review.discussion import page_of
from reviews.views.review.finding_list import LAST_PAGE, ON_A_PAGE
from reviews.views.sessions.session_filter import chosen_sessions, made_between, scope_choices

STATUSES = {
    "open": Q(status=ChangeStatus.PROPOSED),
    "accepted": Q(status=ChangeStatus.APPLIED, put_in_by_elm=False),
    "at_once": Q(status=ChangeStatus.APPLIED, put_in_by_elm=True),
    "dismissed": Q(status__in=DISMISSED_CHANGES),
}


def narrow_additions(found: QuerySet[Change], chosen: Mapping[str, Any]) -> QuerySet[Change]:
    """Those that fit what was chosen in an `AdditionFilter`. by: a name as attributions have it, alone or among others
    between slashes."""
    found = found.filter(STATUSES.get(chosen.get("status") or "", Q()))
    if by := chosen.get("by"):
        among = Q(attribution__startswith=f"{by}/") | Q(attribution__endswith=f"/{by}")
        alone = Q(attribution=by)
        found = found.filter(
            alone if chosen.get("unique") else alone | among | Q(attribution__contains=f"/{by}/")
        )
    if words := chosen.get("q"):
        found = found.filter(Q(decision_reason__icontains=words) | Q(inserted__icontains=words))
    return made_between(found, chosen.get("since"), chosen.get("until"))


@require_safe
def list_additions(request: Request) -> HttpResponse:
    """The additions to artifacts of the reader's teams, newest first, a page of them."""
    form = AdditionFilter(request.GET)
    form.is_valid()
    teams = list(teams_of(request.user))
    scope = SessionScope(request.GET)
    added = newest_additions(teams).filter(made_by(chosen_sessions(scope), teams))
    rows = narrow_additions(added, form.cleaned_data)
    page = min(number_in(request.GET.get("page")) or 1, LAST_PAGE)
    start = (page - 1) * ON_A_PAGE
    ordered = rows.select_related("artifact", "session__item", "decided_by").order_by("-created", "-pk")
    found = list(ordered[start : start + ON_A_PAGE + 1])
    context = {
        "nav": "to-review",
        "form": form,
        **scope_choices(scope, teams, speaker_names(teams)),
        "filter": kept_in_address(request, [*form.fields, *scope.fields]),
        "additions": [(one, page_of(one), raised_by(one)) for one in found[:ON_A_PAGE]],
        "page": page,
        "has_more": len(found) > ON_A_PAGE and page < LAST_PAGE,
    }
    return render(request, "reviews/review/addition_list.html", context)


def raised_by(change: Change) -> str:
    """Who raised it, as pages say it."""
    return ", ".join(RAISED_TOGETHER.get(name, name) for name in change.attribution.split("/"))
