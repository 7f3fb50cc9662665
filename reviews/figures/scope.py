"""What figures are about: whose sessions, of which time, and which of them."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from reviews.figures.periods import Period
from reviews.models import Session
from reviews.models.session import SessionQuerySet

MANY = 2_000
"""So many sessions that to list them takes longer than to look up the session of each row of a quarter of a year."""


@dataclass(frozen=True)
class Scope:
    """What these teams did in a time, and of that only what came of the `chosen` sessions, None for everything.
    persona: the key of the only one whose calls count, "" for all."""

    teams: Collection[int]
    period: Period
    chosen: SessionQuerySet | None = None
    persona: str = ""

    def sessions(self) -> SessionQuerySet:
        """Those that were started in this time."""
        found = Session.objects.all() if self.chosen is None else self.chosen
        return found.of(self.teams).filter(**self.period.within("created")).order_by()

    def narrow[Rows: QuerySet[Any, Any]](self, rows: Rows) -> Rows:
        """Of rows that sessions made only those of the chosen sessions."""
        return rows.filter(self._made_by_chosen)

    @cached_property
    def _made_by_chosen(self) -> Q:
        return made_by(self.chosen, self.teams)


def made_by(chosen: SessionQuerySet | None, teams: Collection[int]) -> Q:
    """What a query asks of rows to give those that the chosen sessions of these teams made, nothing where none are
    chosen. Few sessions are listed first; where they are many, each row is asked for its session."""
    if chosen is None:
        return Q()
    found = chosen.of(teams).order_by()
    if found[:MANY].count() < MANY:
        return Q(session__in=found.values("pk"))
    return Q(Exists(found.filter(pk=OuterRef("session"))))
