"""Django's compilers of SQL for SQLite; the one of new rows makes each statement once.

To write an INSERT takes Django longer than SQLite takes to run it, and it is the same for every row of a table.
"""

from typing import Any

from django.db.models import Field
from django.db.models.sql import compiler

SQLCompiler = compiler.SQLCompiler
SQLDeleteCompiler = compiler.SQLDeleteCompiler
SQLUpdateCompiler = compiler.SQLUpdateCompiler
SQLAggregateCompiler = compiler.SQLAggregateCompiler

MOST_ROWS = 8
"""Statements for more rows at once are made each time."""

type Statement = tuple[str, tuple[Any, ...]]
type Key = tuple[str, tuple[str, ...], tuple[str, ...], int]

_kept: dict[Key, Statement] = {}
"""By table, columns, columns to return and number of rows: the statement, and the parameters of what it returns. There
are as many as there are tables and numbers of rows."""


class SQLInsertCompiler(compiler.SQLInsertCompiler):
    def as_sql(self) -> list[Statement]:  # type: ignore[override]
        """As Django's; the values of each column are read and checked in the same way."""
        query: Any = self.query
        if query.raw or query.on_conflict or len(query.objs) > MOST_ROWS:
            return list(super().as_sql())
        fields, rows = query.fields, query.objs
        returned = tuple(field.column for field in self.returning_fields or ())
        key = (query.get_meta().db_table, tuple(field.column for field in fields), returned, len(rows))
        if key not in _kept:
            return self._first(key, len(fields) * len(rows))
        sql, self.returning_params = _kept[key]
        values = []
        for row in rows:
            for field in fields:
                value = field.pre_save(row, add=True)
                if hasattr(value, "resolve_expression"):
                    return list(super().as_sql())
                values.append(field.get_db_prep_save(value, connection=self.connection))
        return [(sql, (*values, *self.returning_params))]

    def _first(self, key: Key, places: int) -> list[Statement]:
        """What Django makes, which is kept unless a value has a place of its own shape in it."""
        [(sql, values)] = made = list(super().as_sql())
        returned = tuple(self.returning_params) if self.returning_fields else ()
        is_same = all(map(is_plain, self.query.fields))
        if is_same and sql.count("%s") == places == len(values) - len(returned):
            _kept[key] = sql, returned
        return made


def is_plain(field: "Field[Any, Any]") -> bool:
    """Whether each value of the column is one parameter, whatever it is."""
    return not field.has_db_default() and not hasattr(field, "get_placeholder_sql")
