"""The scheduler: it serves what is woken, ends what is stopped, and nobody shares its data directory."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from reviews.log import wakeup
from reviews.models import Session
from reviews.sessions import actions
from reviews.sessions.scheduler import AlreadyServed, Scheduler, lock_data_dir
from reviews.states import ENDED

pytestmark = pytest.mark.django_db(transaction=True)


async def until(condition) -> None:
    """Look again and again, for at most ten seconds, whether something has become true."""
    async with asyncio.timeout(10):
        while not await sync_to_async(condition)():
            await asyncio.sleep(0.01)


async def serving(work) -> None:
    """Do `work` while an engine serves in the same loop."""
    stop = asyncio.Event()
    server = asyncio.create_task(Scheduler().serve(stop))
    try:
        await work()
    finally:
        stop.set()
        await server


def state_of(session: Session) -> str:
    return Session.objects.values_list("state", flat=True).get(pk=session.pk)


async def test_a_session_that_is_started_runs_to_its_end(start):
    async def work():
        session = await sync_to_async(start)()
        await until(lambda: state_of(session) in ENDED)
        assert await sync_to_async(state_of)(session) == "finished"

    await serving(work)


async def test_a_session_that_was_running_when_the_server_went_down_goes_on(start):
    session = await sync_to_async(start)()
    await sync_to_async(Session.objects.filter(pk=session.pk).update)(owner="a server that is gone")

    async def work():
        await until(lambda: state_of(session) == "finished")

    await serving(work)
    assert await sync_to_async(state_of)(session) == "finished"


async def test_stop_ends_a_turn_that_is_being_spoken(start, script, ana):
    script({"interview.question": [{"text": "word " * 500, "delay": 0.05}]})

    async def work():
        from reviews.log import publish

        session = await sync_to_async(start)()
        await until(lambda: bool((turn := publish.open_turn(session.pk)) and turn.text))
        await sync_to_async(actions.stop)(session, by=ana)
        await until(lambda: publish.open_turn(session.pk) is None)
        await until(lambda: session.model_calls.filter(outcome="cancelled").exists())
        last = await sync_to_async(lambda: session.events.last())()
        assert last.data["partial"].startswith("word ")

    await serving(work)


def test_two_servers_on_one_data_directory_are_refused_with_a_sentence(tmp_path):
    with lock_data_dir(tmp_path), pytest.raises(AlreadyServed, match="already runs on the data directory"):
        lock_data_dir(tmp_path)
    lock_data_dir(tmp_path).close()


def test_nobody_serves_unless_an_engine_runs():
    assert wakeup.is_heard() is False
