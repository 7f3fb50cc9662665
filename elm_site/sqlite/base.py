"""Django's SQLite, with a fair queue of the process's writers before SQLite's own lock.

SQLite knows no queue: whoever waits looks now and then whether the file is free. In a burst some never find it free
within their time. Here only one connection of the process asks at a time, and the others wait in line.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any
from weakref import WeakSet

from django.db import OperationalError
from django.db.backends.sqlite3 import base, operations
from django.utils.asyncio import async_unsafe

from elm_site.private_files import make_private_file
from elm_site.sqlite.turns import Turns

PATIENCE = 60.0
"""Seconds in line. The line moves, so this is longer than SQLite may be locked by another process."""
LITTLE_PATIENCE = 1.0
"""Seconds that a connection waits for another process after it has waited in vain: the next statement of the same
request would only double the wait."""
LONGEST_KEPT = 10_000
"""Characters of the statements that are kept as SQLite wants them."""
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")

_turns: dict[str, Turns] = {}


def turns_of(name: str) -> Turns:
    """The queue of the writers to the file `name`."""
    return _turns.setdefault(name, Turns())


@lru_cache(maxsize=1024)
def with_question_marks(query: str) -> str:
    """A statement in SQLite's own style of parameters, written once."""
    return str(base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%"))


class Cursor(base.SQLiteCursorWrapper):
    """Django's, which would write the same statements again and again."""

    def convert_query(self, query: str, *, param_names: Any = None) -> str:
        if param_names is None and len(query) <= LONGEST_KEPT:
            return with_question_marks(query)
        return str(super().convert_query(query, param_names=param_names))


class DatabaseOperations(operations.DatabaseOperations):
    """Django's, with compilers of our own."""

    compiler_module = "elm_site.sqlite.compiler"


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds the turn from the start of a transaction to its end, or for one statement outside."""

    ops_class = DatabaseOperations

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._holds_turn = self._waited_in_vain = False
        self._busy_seconds = self._usual_seconds
        self._cursors: WeakSet[Any] = WeakSet()
        self.execute_wrappers.append(self._execute_in_turn)

    def get_new_connection(self, conn_params: Any) -> Any:
        """A connection to a file that only its owner can read. SQLite says itself when there can be none."""
        name = str(conn_params["database"])
        if not name.startswith(("file:", ":memory:")):
            with suppress(OSError):
                make_private_file(name)
        return super().get_new_connection(conn_params)

    def is_usable(self) -> bool:
        """Whether it may be kept. Django takes every connection to SQLite for a good one, whatever went wrong in it."""
        return not self.errors_occurred

    def create_cursor(self, name: str | None = None) -> Any:
        """A cursor that ends at the latest with the request or the job that it was made for."""
        cursor = self.connection.cursor(factory=Cursor)
        self._cursors.add(cursor)
        return cursor

    def close_if_unusable_or_obsolete(self) -> None:
        """As Django's, between two requests. A cursor that nobody has read to its end would have the next one see the
        rows as they were then."""
        for cursor in list(self._cursors):
            with suppress(sqlite3.ProgrammingError):  # its connection was closed
                cursor.close()
        super().close_if_unusable_or_obsolete()

    @async_unsafe
    def read_all(self, sql: str, params: Sequence[Any]) -> list[Any]:
        """All rows of a query that writes nothing, as a cursor gives them: to make a cursor and to hand the query
        through all that may want to see it takes several times as long as the query of a page."""
        self.close_if_health_check_failed()
        if self.connection is None or self.queries_logged or len(self.execute_wrappers) > 1:
            with self.cursor() as cursor:
                cursor.execute(sql, params)
                return list(cursor.fetchall())
        self.validate_thread_sharing()
        self.validate_no_broken_transaction()
        with self.wrap_database_errors:
            return list(self.connection.execute(with_question_marks(sql), params).fetchall())

    @property
    def _turns(self) -> Turns:
        return turns_of(str(self.settings_dict["NAME"]))

    @property
    def _usual_seconds(self) -> float:
        return float(self.settings_dict["OPTIONS"].get("timeout", 5))

    def _execute_in_turn(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        if self._holds_turn or self.in_atomic_block or not sql.lstrip()[:7].upper().startswith(WRITES):
            return execute(sql, params, many, context)
        with self._turn(short=True):
            try:
                return execute(sql, params, many, context)
            finally:
                self._end_turn()

    def _start_transaction_under_autocommit(self) -> None:
        with self._turn(short=False):
            super()._start_transaction_under_autocommit()  # type: ignore[misc]

    @contextmanager
    def _turn(self, *, short: bool) -> Iterator[None]:
        """Take the turn for what begins here; give it back when that fails. Raises OperationalError."""
        if self._holds_turn:
            yield
            return
        waited = self._turns.take(PATIENCE, short=short)
        if waited is None:
            raise OperationalError("database is locked")
        self._holds_turn = True
        began, has_begun = time.monotonic(), False
        try:
            self._wait_at_most(self._seconds_left(waited))
            yield
            has_begun = True
        finally:
            self._waited_in_vain = not has_begun and time.monotonic() - began > LITTLE_PATIENCE / 2
            if not has_begun:
                self._end_turn()

    def _seconds_left(self, waited: float) -> float:
        """How long SQLite's own lock may be waited for. Who was in line behind a writer that waited in vain has waited
        for the same lock."""
        if self._waited_in_vain:
            return LITTLE_PATIENCE
        return max(LITTLE_PATIENCE, self._usual_seconds - round(waited))

    def _wait_at_most(self, seconds: float) -> None:
        """Have SQLite wait so long for its lock."""
        if self.connection is not None and seconds != self._busy_seconds:
            self.connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")
            self._busy_seconds = seconds

    def _end_turn(self) -> None:
        if self._holds_turn:
            self._holds_turn = False
            self._turns.give_back()

    def _commit(self) -> Any:
        result = super()._commit()  # type: ignore[misc]
        self._end_turn()
        return result

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> Any:
        self._busy_seconds, self._waited_in_vain = self._usual_seconds, False
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()
