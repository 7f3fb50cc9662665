"""Weeks: the stretch of time that figures are about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any

from django.db.models import CharField, Expression, IntegerField
from django.db.models.expressions import Func
from django.db.models.functions import Cast, Left

WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Period:
    """Whole weeks, the last of them the one that `today` is in. Weeks begin on Monday, in UTC. is_past: what happened
    after them does not count."""

    weeks: int
    today: date
    is_past: bool = False

    @property
    def first(self) -> date:
        return monday(self.today) - (self.weeks - 1) * WEEK

    @property
    def began(self) -> datetime:
        return datetime.combine(self.first, time(), UTC)

    @property
    def last(self) -> date:
        return monday(self.today) + WEEK - timedelta(days=1)

    def within(self, column: str) -> dict[str, datetime]:
        """What a query asks of a column with moments."""
        ended = {f"{column}__lt": self.began + self.weeks * WEEK} if self.is_past else {}
        return {f"{column}__gte": self.began, **ended}

    @property
    def asked(self) -> dict[str, date]:
        """The same as the filters of lists have it."""
        return {"since": self.first, **({"until": self.last} if self.is_past else {})}

    @property
    def mondays(self) -> Sequence[date]:
        return [self.first + number * WEEK for number in range(self.weeks)]


def monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


@lru_cache(maxsize=1_000)
def week_of(day: str) -> date:
    """The Monday of the week of a day such as "2026-11-23". Figures ask for the same days again and again."""
    return monday(date.fromisoformat(day))


def day_of(column: str) -> Expression:
    """The day of a moment as text: what SQLite can cut out by itself, without calling Python for each row."""
    return Left(Cast(column, CharField()), 10)


class SecondsBetween(Func):
    """The seconds from the first moment to the second, by the database alone."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        template = "CAST((julianday(%(later)s) - julianday(%(earlier)s)) * 86400 + 0.5 AS integer)"
        return self.as_template(compiler, template)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_template(compiler, "CAST(EXTRACT(EPOCH FROM %(later)s - %(earlier)s) AS integer)")

    def as_template(self, compiler: Any, template: str) -> Any:
        (earlier, first), (later, second) = (compiler.compile(one) for one in self.get_source_expressions())
        return template % {"earlier": earlier, "later": later}, (*second, *first)
