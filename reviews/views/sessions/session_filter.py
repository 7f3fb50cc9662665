"""What narrows the list of sessions: the same words as in the addresses that figures lead to."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from reviews.figures.trends import VERDICTS
from reviews.forms.sessions import ANY_VERDICT, GOING_ON, OTHER_END
from reviews.models import PinnedVersion, Session
from reviews.states import State

COLUMNS = {
    "state": "state",
    "kind": "kind",
    "person": "started_by",
    "item": "item__slug",
    "step": "step_id",
    "rounds": "rounds",
}
SPEAKS = ("seat", "angle")
HAS_VERDICT = Q(state=State.FINISHED, end_reason__in=VERDICTS)


def narrow_sessions(found: QuerySet[Session], chosen: Mapping[str, Any]) -> QuerySet[Session]:
    """Those that fit what was chosen in a `SessionFilter`."""
    exact = {COLUMNS[name]: chosen[name] for name in COLUMNS if chosen.get(name) not in (None, "")}
    found = found.filter(ends_with(chosen.get("verdict") or ""), **exact)
    if persona := chosen.get("persona"):
        pins = PinnedVersion.objects.filter(key=persona, what__in=SPEAKS)
        found = found.filter(pk__in=pins.values("session"))
    return made_between(found, chosen.get("since"), chosen.get("until"))


def ends_with(verdict: str) -> Q:
    """Which sessions have this end, "" for any. What failed on the way has no verdict, whatever it would have been."""
    groups = {
        "": Q(),
        ANY_VERDICT: HAS_VERDICT,
        OTHER_END: ~Q(end_reason="") & ~HAS_VERDICT,
        GOING_ON: Q(end_reason=""),
    }
    if verdict in VERDICTS:
        return Q(state=State.FINISHED, end_reason=verdict)
    return groups.get(verdict, Q(end_reason=verdict))


def made_between[Rows: QuerySet[Any]](found: Rows, since: date | None, until: date | None) -> Rows:
    """Rows that were made from one day to another, both included, None for no bound."""
    if since:
        found = found.filter(created__gte=datetime.combine(since, time(), UTC))
    if until and until < date.max:
        found = found.filter(created__lt=datetime.combine(until + timedelta(days=1), time(), UTC))
    return found


def people_of(teams: Iterable[int]) -> list[tuple[int, str]]:
    """Who may have started sessions of these teams: ids and names, by name."""
    people = User.objects.filter(memberships__team__in=list(teams)).distinct()
    return sorted(((one.pk, one.get_full_name() or one.username) for one in people), key=lambda one: one[1])
