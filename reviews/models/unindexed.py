"""A column by which SQLite looks up no index."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Func, QuerySet


class Unindexed(Func):
    """The value of a column, for conditions that SQLite is not to begin with: of two indexes it takes the one of the
    team, and reads all that the team ever made. Postgres, which knows how many rows each has, gets the column as it is.
    """

    template = "%(expressions)s"
    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, template="+%(expressions)s", **extra)


def in_teams(rows: QuerySet[Any, Any], column: str, teams: Iterable[int]) -> QuerySet[Any, Any]:
    """Those of `rows` that belong to these teams, to be found by what else is asked of them.

    column: the path to the id of the team, such as "session__team_id".
    """
    return rows.alias(in_team=Unindexed(column)).filter(in_team__in=list(teams))
