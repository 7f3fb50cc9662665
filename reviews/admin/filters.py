"""Filters of big lists: none of them reads the whole table to say what it offers."""

import datetime
from collections.abc import Iterator
from typing import Any
from weakref import WeakKeyDictionary

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from reviews.accounts.staff import visible_rows
from reviews.models import Team

MOST_TEAMS = 200
NEWEST = 10_000
MONTHS = 12
"""How many months back a list can be narrowed to one; for older ones there are words and ids."""


def team_filter(path: str) -> type[admin.SimpleListFilter]:
    """By team; `path` leads to it from the rows. Staff are offered their own teams."""

    class TeamFilter(admin.SimpleListFilter):
        title = "team"
        parameter_name = "of_team"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            teams = visible_rows(Team.objects.order_by("name"), request.user)[:MOST_TEAMS]
            return [(str(team.pk), team.name) for team in teams.only("name")]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            value = self.value() or ""
            return (
                queryset.filter(**{path: int(value)}) if value.isdecimal() and len(value) < 19 else queryset
            )

    return TeamFilter


def age_column(model_admin: Any, request: HttpRequest) -> str:
    """The column by which the newest rows of a list come first."""
    return str(model_admin.get_ordering(request)[0]).removeprefix("-")


def newest_rows[Rows: QuerySet[Any]](found: Rows, column: str, most: int = NEWEST) -> Rows:
    """The newest so many of these rows, by the column that has them in order. Those that are no older than the last of
    them: a list of keys would be looked up one by one."""
    last = found.order_by(f"-{column}").values_list(column, flat=True)[most - 1 : most].first()
    return found if last is None else found.filter(**{f"{column}__gte": last})


def newest_values(*columns: str) -> list[type[admin.SimpleListFilter]]:
    """By the values that these columns have in the newest rows, a filter for each. They are looked up together."""
    looked_up: WeakKeyDictionary[HttpRequest, list[tuple[str, ...]]] = WeakKeyDictionary()

    def values_in(request: HttpRequest, model_admin: Any) -> list[tuple[str, ...]]:
        if request not in looked_up:
            found = model_admin.get_queryset(request)
            newest = newest_rows(found, age_column(model_admin, request)).order_by()
            looked_up[request] = list(newest.values_list(*columns).distinct())
        return looked_up[request]

    def filter_by(place: int, column: str) -> type[admin.SimpleListFilter]:
        class NewestValues(admin.SimpleListFilter):
            title = column
            parameter_name = f"with_{column}"

            def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
                found = {values[place] for values in values_in(request, model_admin)}
                return [(value, value.replace("_", " ")) for value in sorted(found) if value]

            def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
                return queryset.filter(**{column: self.value()}) if self.value() else queryset

        return NewestValues

    return [filter_by(place, column) for place, column in enumerate(columns)]


class StepFilter(admin.AllValuesFieldListFilter):
    """By step; what was on a topic has none."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or "A topic"}


def month_filter(column: str) -> type[admin.SimpleListFilter]:
    """By month, the newest first. Django's own hierarchy of dates looks at each row of the table."""

    class MonthFilter(admin.SimpleListFilter):
        title = "month"
        parameter_name = "month"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            return [(f"{month:%Y-%m}", f"{month:%B %Y}") for month in newest_months(MONTHS)]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            months = [month for month in newest_months(MONTHS) if f"{month:%Y-%m}" == self.value()]
            if not months:
                return queryset
            begin, end = start_of(months[0]), start_of(following_month(months[0]))
            return queryset.filter(**{f"{column}__gte": begin, f"{column}__lt": end})

    return MonthFilter


def newest_months(count: int) -> list[datetime.date]:
    """The first days of this month and of those before it."""
    months = [timezone.localdate().replace(day=1)]
    while len(months) < count:
        months.append((months[-1] - datetime.timedelta(days=1)).replace(day=1))
    return months


def following_month(first: datetime.date) -> datetime.date:
    """The first day of the month after the one that begins on `first`."""
    return (first + datetime.timedelta(days=31)).replace(day=1)


def start_of(day: datetime.date) -> datetime.datetime:
    """The first moment of a day on the server."""
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))
