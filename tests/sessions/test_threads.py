"""The engine's threads keep their connections, and get over one that breaks."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, connection

from reviews.models import Team
from reviews.sessions.threads import THREADS, Threads

pytestmark = pytest.mark.django_db(transaction=True)
ON_POSTGRES = connection.vendor == "postgresql"


def look() -> object:
    """The connection under Django's, after a query."""
    Team.objects.count()
    return connection.connection


def break_off(broken: list[object]) -> None:
    """Close the connection under Django's, and notice only at the next query."""
    broken.append(look())
    connection.connection.close()
    Team.objects.count()


@pytest.fixture
def threads():
    pool = Threads()
    yield pool
    pool.close()


async def test_a_thread_keeps_its_connection_from_job_to_job(threads):
    seen = [await threads.run(look) for _ in range(10 * THREADS)]
    assert len({id(one) for one in seen}) <= THREADS


async def test_requests_go_on_without_kept_connections(threads):
    await threads.run(look)
    assert connection.settings_dict["CONN_MAX_AGE"] == 0


async def test_a_connection_that_broke_is_replaced_at_the_next_job(threads):
    broken: list[object] = []
    with pytest.raises(DatabaseError):
        await threads.run(break_off, broken)
    seen = [await threads.run(look) for _ in range(2 * THREADS)]
    assert broken
    assert broken[0] not in seen


@pytest.mark.skipif(not ON_POSTGRES, reason="only a database server can be restarted")
async def test_a_server_that_was_restarted_between_two_jobs_is_not_noticed(threads):
    before = await threads.run(look)
    pid = before.info.backend_pid

    def end_it() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])

    await sync_to_async(end_it)()
    seen = [await threads.run(look) for _ in range(2 * THREADS)]
    assert before not in seen


async def test_every_connection_is_closed_when_the_threads_have_ended():
    pool = Threads()
    seen = await asyncio.gather(*(pool.run(look) for _ in range(2 * THREADS)))
    await asyncio.to_thread(pool.close)
    for one in seen:
        with pytest.raises(connection.Database.Error, match="closed"):
            one.execute("SELECT 1")
