"""The first page: what runs, what waits, what is new."""

from collections.abc import Mapping

from django.db.models import Count, F, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reviews.models import Artifact, Change, Item, Session
from reviews.models.outcome import ChangeStatus
from reviews.models.team import AnyUser
from reviews.states import ENDED, State
from reviews.views.items import acting_teams, with_counts

A_FEW = 6


def to_review(user: AnyUser) -> list[Mapping[str, object]]:
    """The sessions whose changes wait for a decision: id, title of the item and how many, newest first."""
    waiting = Change.objects.visible_to(user).filter(status=ChangeStatus.PROPOSED)
    grouped = waiting.order_by().values("session", title=F("session__item__title"))
    return list(grouped.annotate(count=Count("pk"), newest=Max("created")).order_by("-newest")[:A_FEW])


def sessions_in(user: AnyUser, *states: State) -> list[Session]:
    """The newest sessions of the user's teams in these states."""
    return list(Session.objects.visible_to(user).for_list().filter(state__in=states)[:A_FEW])


def first_step(items: list[Item], teams: set[int]) -> Item | None:
    """The item to try first: the newest one with something to review in a team where the reader may act."""
    mine = [item for item in items if item.team_id in teams]
    return next((item for item in mine if item.artifact_count), None)  # type: ignore[attr-defined]


@require_safe
def dashboard(request: HttpRequest) -> HttpResponse:
    """What is running now, what waits for the reader, changes to review, recent sessions and items."""
    user = request.user
    teams = acting_teams(user)
    items = list(with_counts(Item.objects.visible_to(user))[:A_FEW])
    context: dict[str, object] = {
        "running": sessions_in(user, State.RUNNING, State.SYNTHESIZING),
        "waiting": sessions_in(user, State.WAITING),
        "to_review": to_review(user),
        "recent": sessions_in(user, *ENDED),
        "items": items,
        "may_act": bool(teams),
    }
    if not (context["running"] or context["waiting"] or context["recent"]):
        first = context["first_step"] = first_step(items, teams)
        context["to_start"] = Artifact.objects.filter(item=first)
    return render(request, "reviews/dashboard.html", context)
