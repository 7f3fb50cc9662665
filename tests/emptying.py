"""After a test that stored rows for good, its rows are deleted.

Django does so too, and then makes all permissions and types of content anew, which takes longer than most such tests.
Nothing changes these, so they stay.
"""

from functools import cache

from django.core.management.color import no_style
from django.db import connections
from django.test import TransactionTestCase

STAY = {"django_content_type", "auth_permission"}


def empty_tables(case: TransactionTestCase) -> None:
    """Delete all rows but those of the tables that STAY, from each database that the test may use."""
    for name in case._databases_names(include_mirrors=False):
        connections[name].ops.execute_sql_flush(statements(name))


@cache
def statements(name: str) -> list[str]:
    """What empties the tables of a database."""
    connection = connections[name]
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return connection.ops.sql_flush(no_style(), sorted(set(tables) - STAY))


def register() -> None:
    """Empty the tables this way from now on."""
    TransactionTestCase._fixture_teardown = empty_tables
