"""Rows on their way into the database by its quickest door: COPY on Postgres, one prepared statement elsewhere.

Nothing is told to anybody, and no index is kept beside the database's own: whoever fills has to see to both.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from enum import Enum
from itertools import count
from types import NoneType
from typing import Any
from uuid import UUID

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import AutoField, Max, Model

LARGE_CACHES = ("cache_size = -400000", "wal_autocheckpoint = 20000")
PLAIN = frozenset({str, int, float, bool, bytes, NoneType})
Pattern = Mapping[str, Any]
"""The values of a row as the database takes them, of which copies are made."""


@contextmanager
def written_quickly() -> Iterator[None]:
    """Meanwhile SQLite, which else writes the same pages again and again, and reads all JSON and every key that is
    referred to, keeps more in memory and takes what it gets. For a command, whose connection ends with it."""
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            yield
            return
        for pragma in (*LARGE_CACHES, "ignore_check_constraints = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        try:
            yield
        finally:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


class Table:
    """The rows of one model that wait to be written. Keys that the database would count are counted here."""

    def __init__(self, model: type[Model]) -> None:
        fields = model._meta.concrete_fields
        self.model, self.rows = model, list[tuple[Any, ...]]()
        self.key = model._meta.pk.attname
        self.names = [field.attname for field in fields]
        self.columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
        largest = 0
        if isinstance(model._meta.pk, AutoField):
            largest = model._default_manager.aggregate(Max("pk"))["pk__max"] or 0
        self.numbers = count(largest + 1)

    def pattern(self, row: Model) -> dict[str, Any]:
        """The values of a row."""
        return {name: stored(getattr(row, name)) for name in self.names}

    def add(self, pattern: Pattern, /, **differs: Any) -> Any:
        """A copy of a row, which differs in these columns and has its own key. Returns that."""
        row = {**pattern, self.key: None}
        for name, value in differs.items():
            row[name] = value if type(value) in PLAIN else stored(value)
        if row[self.key] is None:
            row[self.key] = next(self.numbers)
        self.rows.append(tuple(row.values()))
        return differs.get(self.key, row[self.key])

    def write(self) -> None:
        """Store what waits."""
        table, marks = (
            connection.ops.quote_name(self.model._meta.db_table),
            ", ".join(["%s"] * len(self.names)),
        )
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {table} ({self.columns}) FROM STDIN") as copy:
                    for row in self.rows:
                        copy.write_row(row)
            else:
                into = f"INSERT INTO {table} ({self.columns}) VALUES ({marks})"  # noqa: S608  names of our own
                cursor.executemany(into, self.rows)
        self.rows.clear()


def stored(value: Any) -> Any:
    """A value as the database takes it. Told by the value and not by its column, which takes ten times as long; JSON is
    text to both databases."""
    match value:
        case Enum():
            return value.value
        case UUID():
            return value if connection.features.has_native_uuid_field else value.hex
        case datetime():
            return connection.ops.adapt_datetimefield_value(value)
        case dict() | list():
            return json.dumps(value)
        case _:
            return value


class Tables:
    """All models that are filled. `order`: what refers to another comes after it, or else is checked at the end."""

    def __init__(self, *order: type[Model]) -> None:
        self.tables: dict[type[Model], Table] = {model: Table(model) for model in order}

    def __getitem__(self, model: type[Model]) -> Table:
        return self.tables[model]

    def write(self) -> None:
        """Store what waits, in one transaction."""
        with transaction.atomic():
            for table in self.tables.values():
                table.write()

    def finish(self) -> None:
        """Let the database count on from the keys that were counted here, and know what it holds."""
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(self.tables)):
                cursor.execute(statement)
            if connection.vendor == "postgresql":
                # Its own vacuuming would come to it within minutes.
                cursor.execute("VACUUM (ANALYZE)")
