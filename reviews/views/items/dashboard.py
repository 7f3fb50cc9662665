"""The first page: what waits, what runs, what is new, and how it goes."""

from collections.abc import Collection, Iterable, Mapping

from django.contrib.auth.models import User
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reviews.figures.scope import Scope
from reviews.figures.speakers import speaker_names
from reviews.figures.unknowns import unknowns_of
from reviews.figures.waiting import count_waiting
from reviews.forms.sessions import FiguresFilter
from reviews.models import Artifact, Change, Finding, Item, Session
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.models.team import Role, teams_of
from reviews.models.unindexed import in_teams
from reviews.offline.finding import TITLES
from reviews.states import ACTIVE, ENDED, State
from reviews.views.http import Request
from reviews.views.items.items import with_counts
from reviews.views.items.trends import Trends, chosen_period, read_trends
from reviews.views.review.discussion import page_of
from reviews.views.sessions.session_filter import chosen_sessions, scope_choices

A_FEW = 6
MOST_LIVE = 500
TEMPLATES = {"now": "reviews/items/dashboard_now.html", "trends": "reviews/items/trends.html#figures"}
"""The parts that the page asks for by themselves."""


def to_review(teams: Iterable[int]) -> list[Mapping[str, object]]:
    """The newest sessions whose changes wait for a decision: id, title of the item, topic and how many. The team is an
    expression: what waits is little, and by an index of the teams databases would look for it in all sessions."""
    proposed = Change.objects.filter(status=ChangeStatus.PROPOSED)
    rows = in_teams(Session.objects.in_use().for_list(), "team_id", teams)
    # Many may wait, and whole rows are dear to sort.
    newest = rows.filter(pk__in=proposed.values("session")).values_list("pk", flat=True)[:A_FEW]
    sessions = list(rows.filter(pk__in=list(newest)))
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


def live_sessions(teams: Iterable[int]) -> tuple[list[Session], list[Session]]:
    """The newest that run, and the newest that wait. Sorted here: asked for the newest, SQLite looks for them among all
    that have ended."""
    rows = Session.objects.of(teams).in_use().for_list().filter(state__in=ACTIVE).order_by()[:MOST_LIVE]
    live = sorted(rows, key=lambda one: one.created, reverse=True)
    waiting = [one for one in live if one.state == State.WAITING]
    return [one for one in live if one.state != State.WAITING][:A_FEW], waiting[:A_FEW]


def ended_sessions(teams: Collection[int]) -> list[Session]:
    """The newest that have ended. Told by what they are not: asked for three states, SQLite sorts all that ended."""
    rows = Session.objects.in_use().for_list().exclude(state__in=[one for one in State if one not in ENDED])
    return list(rows.newest(teams, A_FEW))


def findings_assigned_to(user: User, teams: Iterable[int]) -> list[Mapping[str, object]]:
    """The newest open findings that the reader is asked to decide, each with its title and its address."""
    rows = Finding.objects.filter(
        status=FindingStatus.OPEN,
        assignee=user,
        artifact__archived=None,
        artifact__item__archived=None,
        artifact__item__team_id__in=list(teams),
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
        form = FiguresFilter(request.GET)
        speakers = speaker_names(roles)
        context["trends"] = read_figures(request, form, list(roles), speakers)
        if not part:
            context |= scope_choices(form, roles, speakers)
    return render(request, TEMPLATES.get(part, "reviews/items/dashboard.html"), context)


def read_figures(
    request: Request, form: FiguresFilter, teams: Collection[int], speakers: Mapping[str, str]
) -> Trends:
    """The lower half: of the sessions that the form asks for, if it does."""
    persona = str(form.chosen.get("persona", ""))
    scope = Scope(teams, chosen_period(form, request.GET), chosen_sessions(form), persona)
    return read_trends(scope, form.chosen, speakers)


def read_now(request: Request, roles: Mapping[int, Role]) -> dict[str, object]:
    """The upper half: what waits, what runs, what has ended, and the items."""
    acting = {team for team, role in roles.items() if role.may_act}
    items = list(with_counts(Item.objects.filter(team_id__in=list(roles), archived=None)[:A_FEW]))
    running, waiting = live_sessions(roles)
    recent = ended_sessions(roles)
    context: dict[str, object] = {
        "counts": count_waiting(request.user, roles),
        "running": running,
        "waiting": waiting,
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
        context["to_start"] = Artifact.objects.in_use().filter(item=first)
    return context
