"""All findings of the reader's teams, decided ones too: the rows that figures count."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reviews.figures.scope import made_by
from reviews.figures.speakers import speaker_names
from reviews.figures.trends import findings_of
from reviews.forms.filters import FindingFilter
from reviews.forms.sessions import SessionScope
from reviews.models import Finding
from reviews.models.team import teams_of
from reviews.offline.finding import TITLES
from reviews.views.http import Request, number_in
from reviews.views.items.items import kept_in_address
from reviews.views.items.trends import NO_PERSONA
from reviews.views.review.discussion import page_of
from reviews.views.sessions.session_filter import chosen_sessions, made_between, scope_choices

ON_A_PAGE = 30
LAST_PAGE = 300
"""What lies deeper is reached by a narrower filter: each page skips what comes before it."""


def narrow_findings(found: QuerySet[Finding], chosen: Mapping[str, Any]) -> QuerySet[Finding]:
    """Those that fit what was chosen in a `FindingFilter`."""
    names = ("status", "severity", "claim", "by")
    found = found.filter(**{name: chosen[name] for name in names if chosen.get(name)})
    if chosen.get("unique"):
        found = found.filter(pass_number__gt=0, agreed=[])
    if words := chosen.get("q"):
        found = found.filter(
            Q(decision_reason__icontains=words) | Q(quote__icontains=words) | Q(description__icontains=words)
        )
    return made_between(found, chosen.get("since"), chosen.get("until"))


@require_safe
def list_findings(request: Request) -> HttpResponse:
    """The findings of the reader's teams, newest first, a page of them."""
    form = FindingFilter(request.GET)
    form.is_valid()
    teams = list(teams_of(request.user))
    scope = SessionScope(request.GET)
    found_in_teams = (
        findings_of(teams).filter(made_by(chosen_sessions(scope), teams)).order_by("-created", "-pk")
    )
    rows = narrow_findings(found_in_teams, form.cleaned_data).select_related(
        "artifact", "decided_by", "assignee"
    )
    page = min(number_in(request.GET.get("page")) or 1, LAST_PAGE)
    start = (page - 1) * ON_A_PAGE
    found = list(rows.defer("artifact__item")[start : start + ON_A_PAGE + 1])
    speakers = speaker_names(teams)
    names = NO_PERSONA | speakers
    context = {
        "nav": "to-review",
        "form": form,
        **scope_choices(scope, teams, speakers),
        "filter": kept_in_address(request, [*form.fields, *scope.fields]),
        "findings": [
            {
                "finding": one,
                "title": TITLES.get(one.claim, one.claim),
                "by": names.get(one.by, one.by),
                "url": page_of(one),
            }
            for one in found[:ON_A_PAGE]
        ],
        "speakers": [(key, name) for key, name in names.items() if key],
        "page": page,
        "has_more": len(found) > ON_A_PAGE and page < LAST_PAGE,
    }
    return render(request, "reviews/review/finding_list.html", context)
