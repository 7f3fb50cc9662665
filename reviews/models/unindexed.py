"""A column by which SQLite looks up no index."""

from typing import Any

from django.db.models import Func


class Unindexed(Func):
    """The value of a column, for conditions that SQLite is not to begin with: of two indexes it takes the one of the
    team, and reads all that the team ever made. Postgres, which knows how many rows each has, gets the column as it is.
    """

    template = "%(expressions)s"
    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, template="+%(expressions)s", **extra)
