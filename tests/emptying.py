"""After a test that stored rows for good, its rows are deleted.

Django does so too, and then makes all permissions and types of content anew, which takes longer than most such tests.
Nothing changes these, so they stay.
"""

from functools import cache

from django.core.management.color import no_style
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
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
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = sorted(set(names) - STAY)
    if connection.vendor == "postgresql":
        # To truncate makes a new file for each table and index, for twenty times as long as to delete few rows. As on a
        # replica nothing else happens then: no trigger refuses, and all rows that belong together go.
        deletions = "; ".join(f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables)
        return ["SET LOCAL session_replication_role = replica", deletions]
    kept = triggers(connection)
    flush = connection.ops.sql_flush(no_style(), tables)
    return [*(f"DROP TRIGGER {name}" for name in kept), *flush, *kept.values()]


def triggers(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """What refuses to delete entries of the audit log, with the statement that makes it again: a test's go all the
    same."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE name = 'reviews_audit_no_delete'")
        return dict(cursor.fetchall())


def register() -> None:
    """Empty the tables this way from now on."""
    TransactionTestCase._fixture_teardown = empty_tables
