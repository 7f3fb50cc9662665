"""Who takes part in a session. Its seats are frozen when it is made and never change, so they are read once."""

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from uuid import UUID

from django.db.models import UUIDField

from personas.models.prepared import Given, PreparedQuery
from reviews.models.session import Participant

MOST_KEPT = 256
"""Sessions whose seats a process keeps: those that are looked at and run."""

_seats = PreparedQuery(
    lambda: Participant.objects.filter(session=Given("session", UUIDField())).select_related("version")
)


_kept: OrderedDict[UUID, tuple[Participant, ...]] = OrderedDict()
_guard = Lock()


def seats_of(session_id: UUID) -> tuple[Participant, ...]:
    """The personas of the session in their order, with their versions."""
    with _guard:
        if session_id in _kept:
            _kept.move_to_end(session_id)
            return _kept[session_id]
    return keep_seats(session_id, _seats.rows(session=session_id))


def keep_seats(session_id: UUID, seats: Iterable[Participant]) -> tuple[Participant, ...]:
    """Know the seats of a session that were read or stored, in their order and with their versions. Nobody is not kept:
    the session may be being made."""
    found = tuple(seats)
    if found:
        with _guard:
            _kept[session_id] = found
            if len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
    return found
