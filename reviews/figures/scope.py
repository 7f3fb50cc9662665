"""What figures are about: whose sessions, of which time, and which of them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from reviews.figures.periods import Period
from reviews.models import Session
from reviews.models.session import SessionQuerySet


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
        return made_by(self.chosen, rows, self.teams)


def made_by[Rows: QuerySet[Any, Any]](
    chosen: SessionQuerySet | None, rows: Rows, teams: Collection[int]
) -> Rows:
    """Of rows that sessions made those of the chosen sessions of these teams; all, where none are chosen."""
    return rows if chosen is None else rows.filter(session__in=chosen.of(teams).order_by().values("pk"))
