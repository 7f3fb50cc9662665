"""Who runs a session: taking it over, keeping it, leaving it. Each is one guarded statement.

The session row is the queue: a session wants to be run while `wake_seq > served_seq`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet, UUIDField
from django.utils import timezone

from personas.models.prepared import Given, PreparedUpdate
from reviews.models import Session
from reviews.sessions import budget

LEASE_SECONDS = 30.0


@dataclass(frozen=True)
class Claim:
    """That this process runs the session, under the token `epoch`, to serve the wake-ups up to `wake_seq`."""

    session_id: UUID
    epoch: int
    wake_seq: int


def to_run() -> QuerySet[Session]:
    """The sessions that want to be run and that nobody runs now."""
    free = Q(owner="") | Q(lease_until=None) | Q(lease_until__lt=timezone.now())
    return Session.objects.filter(free, wake_seq__gt=F("served_seq"))


_wake = PreparedUpdate(
    lambda: (
        Session.objects.filter(pk=Given("session", UUIDField())).order_by(),
        {"wake_seq": F("wake_seq") + 1},
    )
)


def wake(session_id: UUID) -> None:
    """Make sure that the session gets run. Called in the caller's own transaction."""
    _wake.run(session=session_id)


def take(session_id: UUID, owner: str) -> Claim | None:
    """Take the session over, or None when somebody else was quicker."""
    with transaction.atomic():
        taken = to_run().filter(pk=session_id)
        if not taken.update(owner=owner, epoch=F("epoch") + 1, lease_until=lease_end()):
            return None
        budget.forget_reservations(session_id)
        epoch, wake_seq = Session.objects.values_list("epoch", "wake_seq").get(pk=session_id)
    return Claim(session_id, epoch, wake_seq)


def take_next(owner: str, most: int) -> list[Claim]:
    """Take over at most `most` sessions that want to be run, the longest waiting first."""
    waiting = to_run().order_by("created").values_list("pk", flat=True)[:most]
    return [claim for pk in waiting if (claim := take(pk, owner))]


def current_wake(claim: Claim) -> int:
    """The newest wake-up of the session. To be read before the log is."""
    return Session.objects.values_list("wake_seq", flat=True).get(pk=claim.session_id)


def leave(claim: Claim, served: int) -> bool:
    """Leave the session, all wake-ups up to `served` being served. False when another one came meanwhile."""
    mine = Session.objects.filter(pk=claim.session_id, epoch=claim.epoch)
    if mine.filter(wake_seq=served).update(owner="", served_seq=served, lease_until=None):
        return True
    return not mine.exists()


def renew(owner: str, session_ids: Collection[UUID]) -> None:
    """Keep these sessions for another lease. One whose run broke is not kept, so that it gets run again."""
    Session.objects.filter(owner=owner, pk__in=session_ids).update(lease_until=lease_end())


def release_all() -> None:
    """Let go of every session. Only for the holder of the data directory's lock, when it starts."""
    Session.objects.exclude(owner="").update(owner="", lease_until=None)


def lease_end() -> datetime:
    return timezone.now() + timedelta(seconds=LEASE_SECONDS)
