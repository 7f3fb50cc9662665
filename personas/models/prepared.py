"""Queries whose SQL is made once a process: Django makes it for each call, which takes most of what a query costs.

For the few queries that nearly every page or socket asks.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, QuerySet
from django.db.models.sql.compiler import SQLCompiler


class Given(Expression):
    """The place of a value that each call gives; `field` says how it is written for the database."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)

    def value(self, given: dict[str, Any], connection: BaseDatabaseWrapper) -> Any:
        """What the database is given. Raises KeyError when the call has no value of this name."""
        return self.output_field.get_db_prep_value(given[self.name], connection=connection)


@dataclass(frozen=True, slots=True)
class _Made[Row]:
    """What the first call has made for all others."""

    queryset: "QuerySet[Any, Row]"
    compiler: SQLCompiler
    sql: str
    places: tuple[Any, ...]
    converters: dict[int, Any]
    """How the values of each column are read; asking all columns takes a third of a small query."""


class PreparedQuery[Row]:
    """A query of one shape. Calls give its values by name and get its rows: objects, or values where it asks for them.

    build: makes it, with a `Given` in the place of each value. It is called at the first use, and must not depend on
    anything that changes.
    """

    def __init__(self, build: "Callable[[], QuerySet[Any, Row]]") -> None:
        self.build = build
        self._made: _Made[Row] | None = None

    def rows(self, **given: Any) -> list[Row]:
        """All rows, in the order of the query."""
        made = self._made or self._make()
        connection = connections[DEFAULT_DB_ALIAS]
        parameters = tuple(
            place.value(given, connection) if isinstance(place, Given) else place for place in made.places
        )
        # A copy: it holds what the SQL has selected, and the connection is the calling thread's own.
        compiler = copy(made.compiler)
        compiler.connection = connection
        vars(compiler).update(
            as_sql=lambda *args, **kwargs: (made.sql, parameters),
            get_converters=lambda expressions: made.converters,
        )
        found = made.queryset.all()
        vars(found.query)["get_compiler"] = lambda *args, **kwargs: compiler
        return list(found)

    def first(self, **given: Any) -> Row | None:
        """The first row, None when there is none."""
        return next(iter(self.rows(**given)), None)

    def get(self, **given: Any) -> Row:
        """The first row. Raises DoesNotExist of the query's model when there is none."""
        for row in self.rows(**given):
            return row
        raise self.build().model.DoesNotExist

    def _make(self) -> "_Made[Row]":
        queryset = self.build().using(DEFAULT_DB_ALIAS)
        compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, places = compiler.as_sql()
        selected = [expression for expression, *_ in compiler.select[: compiler.col_count]]
        self._made = _Made(queryset, compiler, sql, tuple(places), compiler.get_converters(selected))
        return self._made
