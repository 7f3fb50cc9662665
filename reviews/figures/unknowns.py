"""What sessions ended without: things that nobody in them could say, as their verdicts list them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import F

from reviews.models import Event, Session
from reviews.states import EventKind

NEAR_THE_END = 20
"""How many events before the end of a log a verdict is looked for: only what is written up comes after it."""


class Unknown(NamedTuple):
    """Something to find out, and the session that asked."""

    text: str
    session: Session


def unknowns_of(sessions: Sequence[Session], most: int) -> list[Unknown]:
    """What these sessions left unknown, at most so many: a session after the other, as they come. One query."""
    near = Event.objects.filter(
        session__in=sessions,
        kind=EventKind.VERDICT,
        number__gt=F("session__last_number") - NEAR_THE_END,
    )
    lists = {session: data.get("unknowns") or () for session, data in near.values_list("session", "data")}
    found = [Unknown(str(text), one) for one in sessions for text in lists.get(one.pk, ())]
    return found[:most]
