"""Silence: a session that has waited long enough goes on as if somebody had said "let them continue" (C6)."""

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from reviews.errors import IllegalMove
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Session
from reviews.sessions import leases
from reviews.states import EventKind, State

AT_ONCE = 20


def wake_idle() -> None:
    """Let sessions go on whose time to wait is over, a few at a time."""
    for session_id in list(due_sessions().values_list("pk", flat=True)[:AT_ONCE]):
        end_waiting(session_id)


def due_sessions() -> QuerySet[Session]:
    """The sessions that have waited long enough, the longest first."""
    return Session.objects.filter(wakes_at__lte=timezone.now(), state=State.WAITING).order_by("wakes_at")


def end_waiting(session_id: UUID) -> None:
    """Nobody has said anything. Does nothing when somebody was quicker."""
    event = NewEvent(EventKind.USER_MESSAGE, "", None, {"goes_on": True, "idle": True})
    try:
        with transaction.atomic():
            store.move(session_id, State.RUNNING, allowed=(State.WAITING,))
            store.append(session_id, [event])
            leases.wake(session_id)
    except IllegalMove:
        return
