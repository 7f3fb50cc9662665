"""The first page: what waits, what runs, what is new, and how it goes."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from reviews.figures.periods import Period
from reviews.figures.unknowns import unknowns_of
from reviews.figures.waiting import count_waiting
from reviews.models import Artifact, Change, Finding, Item, Session
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.models.team import Role, teams_of
from reviews.offline.finding import TITLES
from reviews.states import ENDED, State
from reviews.views.http import Request
from reviews.views.items.items import with_counts
from reviews.views.items.trends import chosen_weeks, read_trends
from reviews.views.review.discussion import page_of

A_FEW = 6
TEMPLATES = {"now": "reviews/items/dashboard_now.html", "trends": "reviews/items/trends.html"}
"""The parts that the page asks for by themselves."""


def to_review(teams: Iterable[int]) -> list[Mapping[str, object]]:
    """The newest sessions whose changes wait for a decision: id, title of the item, topic and how many."""
    proposed = Change.objects.filter(status=ChangeStatus.PROPOSED)
    newest = Session.objects.of(teams).for_list().filter(pk__in=proposed.values("session"))[:A_FEW]
    sessions = list(newest)
    waiting = proposed.filter(session__in=sessions).order_by().values_list("session")
    counts = dict(waiting.annotate(count=Count("pk")))
    return [
        {
            "session": one.pk,
            "title": one.item.title,
            "topic": one.about,
            "count": counts[one.pk],
            "newest": one.ended or one.created,
        }
        for one in sessions
    ]


def sessions_in(teams: Iterable[int], *states: State) -> list[Session]:
    return list(Session.objects.of(teams).for_list().filter(state__in=states)[:A_FEW])


def findings_assigned_to(user: User, teams: Iterable[int]) -> list[Mapping[str, object]]:
    """The newest open findings that the reader is asked to decide, each with its title and its address."""
    rows = Finding.objects.filter(
        status=FindingStatus.OPEN, assignee=user, artifact__item__team_id__in=list(teams)
    )
    newest = rows.select_related("artifact").order_by("-created")[:A_FEW]
    return [
        {"finding": one, "title": TITLES.get(one.claim, one.claim), "url": page_of(one)} for one in newest
    ]


@require_safe
def show_dashboard(request: Request) -> HttpResponse:
    """What waits for the reader, what runs, recent results and items, and how it goes from week to week.

    The page asks for its parts again when they have changed: `?part=now` is the upper half, `?part=trends` the lower.
    """
    roles = teams_of(request.user)
    part = request.GET.get("part", "")
    context: dict[str, object] = {"nav": "dashboard", "may_act": any(role.may_act for role in roles.values())}
    if part != "trends":
        context |= read_now(request, roles)
    if part == "trends" or (not part and any(context[name] for name in ("running", "waiting", "recent"))):
        period = Period(chosen_weeks(request.GET), timezone.now().date())
        context["trends"] = read_trends(list(roles), period)
    return render(request, TEMPLATES.get(part, "reviews/items/dashboard.html"), context)


def read_now(request: Request, roles: Mapping[int, Role]) -> dict[str, object]:
    """The upper half: what waits, what runs, what has ended, and the items."""
    acting = {team for team, role in roles.items() if role.may_act}
    items = list(with_counts(Item.objects.filter(team_id__in=list(roles))[:A_FEW]))
    recent = sessions_in(roles, *ENDED)
    context: dict[str, object] = {
        "counts": count_waiting(request.user, roles),
        "running": sessions_in(roles, State.RUNNING, State.SYNTHESIZING),
        "waiting": sessions_in(roles, State.WAITING),
        "to_review": to_review(roles),
        "assigned": findings_assigned_to(request.user, roles),
        "recent": recent,
        "unknowns": unknowns_of(recent, A_FEW),
        "items": items,
    }
    if not (context["running"] or context["waiting"] or context["recent"]):
        # To be tried first: the newest with something to review.
        tried = (item for item in items if item.team_id in acting and item.artifact_count)  # type: ignore[attr-defined]
        first = context["first_step"] = next(tried, None)
        context["to_start"] = Artifact.objects.filter(item=first)
    return context
