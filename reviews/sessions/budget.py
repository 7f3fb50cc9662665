"""Money: every call reserves its worst case before it is made and settles afterwards.

Reserving is one guarded update per limit, so that concurrent calls can never exceed one. Amounts are in millionths
of a US dollar.
"""

import math
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from reviews.models import Session, Team


def to_micros(usd: float) -> int:
    """US dollars as millionths, rounded up: never less than it costs."""
    return math.ceil(round(usd * 1_000_000, 3))


def limit_allows(amount: int) -> Q:
    """The rows whose limit allows `amount` more."""
    return Q(budget_micros=None) | Q(budget_micros__gte=F("spent_micros") + F("reserved_micros") + amount)


def team_of(session_id: UUID) -> int:
    """The primary key of the team whose limit the session counts against."""
    return Session.objects.values_list("team_id", flat=True).get(pk=session_id)


def reserve(session_id: UUID, epoch: int, amount: int) -> bool:
    """Set `amount` aside in the session's and the team's limit. False when either does not allow it: then
    nothing is reserved."""
    more = {"reserved_micros": F("reserved_micros") + amount}
    with transaction.atomic():
        if not Session.objects.filter(limit_allows(amount), pk=session_id, epoch=epoch).update(**more):
            return False
        if not Team.objects.filter(limit_allows(amount), pk=team_of(session_id)).update(**more):
            transaction.set_rollback(True)
            return False
    return True


def settle(session_id: UUID, reserved: int, spent: int) -> None:
    """Give back what was reserved and book what was spent; of a session that was deleted meanwhile, all of which was
    given back then, nothing."""
    amounts = {
        "reserved_micros": F("reserved_micros") - reserved,
        "spent_micros": F("spent_micros") + spent,
    }
    with transaction.atomic():
        if not Session.objects.filter(pk=session_id).update(**amounts):
            return
        Team.objects.filter(pk=team_of(session_id)).update(**amounts)


def forget_reservations(session_id: UUID) -> None:
    """Give back what a crashed run had reserved. Called in the transaction that takes the session over."""
    left = Session.objects.values_list("reserved_micros", flat=True).get(pk=session_id)
    if left:
        settle(session_id, left, 0)
