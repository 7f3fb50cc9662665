"""Who takes part in a session. Its seats are frozen when it is made and never change, so they are read once."""

from functools import lru_cache
from uuid import UUID

from django.db.models import UUIDField

from personas.models.prepared import Given, PreparedQuery
from reviews.models.session import Participant

MOST_KEPT = 256
"""Sessions whose seats a process keeps: those that are looked at and run."""

_seats = PreparedQuery(
    lambda: Participant.objects.filter(session=Given("session", UUIDField())).select_related("version")
)


class _NobodyYet(Exception):
    """Nobody sits there, which is not kept: the session may be being made."""


def seats_of(session_id: UUID) -> tuple[Participant, ...]:
    """The personas of the session in their order, with their versions."""
    try:
        return _kept_seats(session_id)
    except _NobodyYet:
        return ()


@lru_cache(maxsize=MOST_KEPT)
def _kept_seats(session_id: UUID) -> tuple[Participant, ...]:
    found = tuple(_seats.rows(session=session_id))
    if not found:
        raise _NobodyYet
    return found
