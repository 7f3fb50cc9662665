"""Money: every call reserves its worst case before it is made and settles afterwards.

Reserving is one guarded update per limit, so that concurrent calls can never exceed one. Amounts are in millionths
of a US dollar.
"""

import math
from uuid import UUID

from django.db import models, transaction
from django.db.models import F, Q

from reviews.models import Session, Team


def micros(usd: float) -> int:
    """US dollars as millionths, rounded up: never less than it costs."""
    return math.ceil(round(usd * 1_000_000, 3))


def fits(amount: int) -> Q:
    """The rows whose limit allows `amount` more."""
    return Q(budget_micros=None) | Q(budget_micros__gte=F("spent_micros") + F("reserved_micros") + amount)


def reserve(session_id: UUID, epoch: int, amount: int) -> bool:
    """Set `amount` aside in the session's and the team's limit. False when either does not allow it: then
    nothing is reserved."""
    team = Team.objects.filter(items__sessions=session_id)
    with transaction.atomic():
        mine = Session.objects.filter(fits(amount), pk=session_id, epoch=epoch)
        if not mine.update(reserved_micros=F("reserved_micros") + amount):
            return False
        if not add_to(team.filter(fits(amount)), reserved_micros=amount):
            transaction.set_rollback(True)
            return False
    return True


def settle(session_id: UUID, reserved: int, spent: int) -> None:
    """Give back what was reserved and book what was spent."""
    with transaction.atomic():
        add_to(Session.objects.filter(pk=session_id), reserved_micros=-reserved, spent_micros=spent)
        team = Team.objects.filter(items__sessions=session_id)
        add_to(team, reserved_micros=-reserved, spent_micros=spent)


def forget_reservations(session_id: UUID) -> None:
    """Give back what a crashed run had reserved. Called in the transaction that takes the session over."""
    left = Session.objects.values_list("reserved_micros", flat=True).get(pk=session_id)
    if left:
        settle(session_id, left, 0)


def add_to[M: models.Model](rows: models.QuerySet[M], **amounts: int) -> int:
    """Add to columns of `rows`, which may be joined; returns how many rows there were."""
    keys = list(rows.values_list("pk", flat=True))
    return rows.model._default_manager.filter(pk__in=keys).update(
        **{name: F(name) + amount for name, amount in amounts.items()}
    )
