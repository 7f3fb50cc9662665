"""Queries whose SQL is made once a process: Django makes it for each call, which takes most of what a query costs.

For the few queries that nearly every page or socket asks.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, QuerySet
from django.db.models.sql import UpdateQuery
from django.db.models.sql.compiler import SQLCompiler


class Given(Expression):
    """The place of a value that each call gives; `field` says how it is written for the database."""

    def __init__(self, name: str, field: Any) -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)

    def value(self, given: dict[str, Any], connection: BaseDatabaseWrapper) -> Any:
        """What the database is given. Raises KeyError when the call has no value of this name."""
        return self.output_field.get_db_prep_value(given[self.name], connection=connection)


class _Asked:
    """One call and its rows, as Django's makers of objects know them: a queryset, its query and the query's compiler.
    To make these three anew for each call takes longer than what the database does."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: ClassVar[dict[Any, Any]] = {}

    def __init__(self, made: "_Made[Any]", rows: Sequence[Any]) -> None:
        compiler, self.rows = made.compiler, rows
        self.query, self._fetch_mode = self, made.fetch_mode
        self.select, self.klass_info = compiler.select, compiler.klass_info
        self.annotation_col_map = compiler.annotation_col_map

    def get_compiler(self, using: str) -> Self:
        return self

    def execute_sql(self, **how: Any) -> Sequence[Any]:
        return self.rows

    def results_iter(
        self, results: Any = None, tuple_expected: bool = False, **how: Any
    ) -> Iterable[Sequence[Any]]:
        return map(tuple, self.rows) if tuple_expected else self.rows


@dataclass(frozen=True, slots=True)
class _Made[Row]:
    """What the first call has made for all others."""

    iterable: "Callable[[_Asked], Iterable[Row]]"
    """Makes objects of rows, or values where the query asks for them."""
    fetch_mode: Any
    compiler: Any
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
        found = _read_all(connection, made.sql, _parameters(made.places, given, connection))
        if found and made.converters:
            found = _read(found, made.converters, connection)
        return list(made.iterable(_Asked(made, found))) if found else []

    def first(self, **given: Any) -> Row | None:
        """The first row, None when there is none."""
        return next(iter(self.rows(**given)), None)

    def get(self, **given: Any) -> Row:
        """The first row. Raises DoesNotExist of the query's model when there is none."""
        for row in self.rows(**given):
            return row
        raise self.build().model.DoesNotExist

    def _make(self) -> "_Made[Row]":
        queryset: Any = self.build().using(DEFAULT_DB_ALIAS)
        compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, places = compiler.as_sql()
        selected = [expression for expression, *_ in compiler.select[: compiler.col_count]]
        self._made = _Made(
            queryset._iterable_class,
            queryset._fetch_mode,
            compiler,
            sql,
            tuple(places),
            compiler.get_converters(selected),
        )
        return self._made


class PreparedUpdate:
    """An update of one shape, of which the same holds.

    build: gives the rows, and the columns with their new values.
    """

    def __init__(self, build: "Callable[[], tuple[QuerySet[Any, Any], dict[str, Any]]]") -> None:
        self.build = build
        self._made: tuple[str, tuple[Any, ...]] | None = None

    def run(self, **given: Any) -> int:
        """How many rows were changed."""
        sql, places = self._made or self._make()
        connection = connections[DEFAULT_DB_ALIAS]
        with transaction.mark_for_rollback_on_error(using=DEFAULT_DB_ALIAS), connection.cursor() as cursor:
            cursor.execute(sql, _parameters(places, given, connection))
            return int(cursor.rowcount)

    def _make(self) -> tuple[str, tuple[Any, ...]]:
        rows, columns = self.build()
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(columns)
        sql, places = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
        self._made = sql, tuple(places)
        return self._made


def _read_all(connection: BaseDatabaseWrapper, sql: str, parameters: Sequence[Any]) -> Sequence[Any]:
    """The rows of a query, read to the end; by the connection itself where it has a shorter way."""
    read_all: Callable[[str, Sequence[Any]], Sequence[Any]] | None = getattr(connection, "read_all", None)
    if read_all:
        return read_all(sql, parameters)
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall()


def _parameters(
    places: Sequence[Any], given: dict[str, Any], connection: BaseDatabaseWrapper
) -> tuple[Any, ...]:
    """What the database is given for a statement, in the order of its places."""
    return tuple(place.value(given, connection) if isinstance(place, Given) else place for place in places)


def _read(
    rows: Sequence[Sequence[Any]], converters: dict[int, Any], connection: BaseDatabaseWrapper
) -> list[tuple[Any, ...]]:
    """The rows with their values as Python has them. Read by columns: most have nothing to convert, and of a long log
    each row would cost more than the values that have."""
    columns: list[Sequence[Any]] = list(zip(*rows, strict=True))
    for place, (convert_each, expression) in converters.items():
        for convert in convert_each:
            columns[place] = [convert(value, expression, connection) for value in columns[place]]
    return list(zip(*columns, strict=True))
