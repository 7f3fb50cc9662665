"""Money: every call reserves its worst case before it is made and settles afterwards.

Reserving is one guarded update per limit, so that concurrent calls can never exceed one. Amounts are in millionths
of a US dollar.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Greatest
from django.utils import timezone

from reviews.models import Session, Team
from reviews.money import MICROS


def to_micros(usd: float) -> int:
    """US dollars as millionths, rounded up: never less than it costs."""
    return math.ceil(round(usd * MICROS, 3))


def limit_allows(amount: int) -> Q:
    """The rows whose limit allows `amount` more."""
    return Q(budget_micros=None) | Q(budget_micros__gte=F("spent_micros") + F("reserved_micros") + amount)


def this_month() -> str:
    """The calendar month on the server, such as "2026-11"."""
    return f"{timezone.localdate():%Y-%m}"


def month_allows(amount: int, month: str) -> Q:
    """The teams whose limit for `month` allows `amount` more. In a month in which nothing was spent yet only what is
    reserved counts."""
    held = F("reserved_micros") + amount
    begun = Q(month__gte=month, month_budget_micros__gte=F("month_spent_micros") + held)
    return Q(month_budget_micros=None) | begun | Q(month__lt=month, month_budget_micros__gte=held)


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
        allowing = Team.objects.filter(limit_allows(amount), month_allows(amount, this_month()))
        if not allowing.filter(pk=team_of(session_id)).update(**more):
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
        Team.objects.filter(pk=team_of(session_id)).update(**amounts, **spent_in(this_month(), spent))


def spent_in(month: str, spent: int) -> dict[str, object]:
    """The columns of a team that has spent so much in `month`. A clock that is late begins no old month anew."""
    before = Case(When(month__gte=month, then=F("month_spent_micros")), default=Value(0))
    return {"month": Greatest(F("month"), Value(month)), "month_spent_micros": before + spent}


def forget_reservations(session_id: UUID) -> None:
    """Give back what a crashed run had reserved. Called in the transaction that takes the session over."""
    left = Session.objects.values_list("reserved_micros", flat=True).get(pk=session_id)
    if left:
        settle(session_id, left, 0)


@dataclass(frozen=True)
class Limit:
    """A limit, what it is called in a sentence, and how far it is used up. Amounts are in millionths of a dollar;
    `most` is None for no limit."""

    name: str
    most: int | None
    spent: int
    reserved: int

    @property
    def left(self) -> int:
        """What may still be set aside; 0 at least."""
        return max(0, (self.most or 0) - self.spent - self.reserved)

    @property
    def percent(self) -> int:
        """How much is used or set aside, from 0 to 100."""
        return 100 if not self.most else min(100, 100 * (self.spent + self.reserved) // self.most)

    @property
    def is_nearly_used(self) -> bool:
        return self.most is not None and self.percent >= 90


def limits_of(team: Team) -> list[Limit]:
    """The limits of a team, as the row says: that of the month, then that of all time."""
    month, today = this_month(), timezone.localdate()
    spent = team.month_spent_micros if team.month >= month else 0
    return [
        Limit(f"the team’s budget for {today:%B %Y}", team.month_budget_micros, spent, team.reserved_micros),
        Limit("the team’s budget for all time", team.budget_micros, team.spent_micros, team.reserved_micros),
    ]


def limits_on(session_id: UUID) -> Iterator[Limit]:
    """All limits that a session has: its own, and those of its team."""
    session = Session.objects.select_related("team").get(pk=session_id)
    own = Limit(
        "the session’s own budget", session.budget_micros, session.spent_micros, session.reserved_micros
    )
    yield from (limit for limit in (own, *limits_of(session.team)) if limit.most is not None)


def tightest_limit(session_id: UUID) -> Limit | None:
    """The limit of which least is left: the one that has refused a call, if one has. None for no limit."""
    return min(limits_on(session_id), key=lambda limit: limit.left, default=None)
