"""The first page: what runs, what waits, what is new."""

from collections.abc import Iterable, Mapping

from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from reviews.models import Artifact, Change, Item, Session
from reviews.models.outcome import ChangeStatus
from reviews.models.team import teams_of
from reviews.states import ENDED, State
from reviews.views.http import Request
from reviews.views.items.items import with_counts

A_FEW = 6


def to_review(teams: Iterable[int]) -> list[Mapping[str, object]]:
    """The newest sessions whose changes wait for a decision: id, title of the item, topic and how many."""
    proposed = Change.objects.filter(status=ChangeStatus.PROPOSED)
    newest = Session.objects.of(teams).in_use().for_list().filter(pk__in=proposed.values("session"))[:A_FEW]
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
    return list(Session.objects.of(teams).in_use().for_list().filter(state__in=states)[:A_FEW])


@require_safe
def show_dashboard(request: Request) -> HttpResponse:
    """What is running now, what waits for the reader, changes to review, recent sessions and items."""
    roles = teams_of(request.user)
    acting = {team for team, role in roles.items() if role.may_act}
    items = list(with_counts(Item.objects.filter(team_id__in=list(roles), archived=None)[:A_FEW]))
    context: dict[str, object] = {
        "nav": "dashboard",
        "running": sessions_in(roles, State.RUNNING, State.SYNTHESIZING),
        "waiting": sessions_in(roles, State.WAITING),
        "to_review": to_review(roles),
        "recent": sessions_in(roles, *ENDED),
        "items": items,
        "may_act": bool(acting),
    }
    if not (context["running"] or context["waiting"] or context["recent"]):
        # To be tried first: the newest with something to review.
        tried = (item for item in items if item.team_id in acting and item.artifact_count)  # type: ignore[attr-defined]
        first = context["first_step"] = next(tried, None)
        context["to_start"] = Artifact.objects.in_use().filter(item=first)
    return render(request, "reviews/items/dashboard.html", context)
