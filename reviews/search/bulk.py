"""Filling a word index of SQLite in one go.

A trigger that enters a row into FTS5 makes it write what it holds after each statement, which for single rows takes
eight times as long as to make the whole index anew.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections


@contextmanager
def words_indexed_after(table: str, words: str, using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Meanwhile no trigger of a table runs; afterwards the word index `words` is built again, of all its rows. Other
    databases do as ever."""
    connection = connections[using]
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table]
        )
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        try:
            yield
        finally:
            for _, statement in triggers:
                cursor.execute(statement)
            cursor.execute(f"INSERT INTO {words}({words}) VALUES ('rebuild')")  # noqa: S608  names of our own
