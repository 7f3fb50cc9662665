"""Pages are served with one change of threads each, and otherwise as Django's own handler serves them."""

import asyncio
import threading

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished, request_started
from django.db import connection, transaction
from django.http import HttpResponse, StreamingHttpResponse

from elm_site.handler import OneHopHandler
from elm_site.request_threads import Places, RequestThreads, RequestTurn, request_threads
from elm_site.settings import MIDDLEWARE
from reviews.models import Team

THREADS: list[int] = []
CONNECTIONS: list[object] = []


def note_thread(get_response):
    """A middleware that can only be synchronous, as most of ours."""

    def noted(request) -> HttpResponse:
        THREADS.append(threading.get_ident())
        return get_response(request)

    return noted


def note_connection(get_response):
    """A middleware that notes the connection under Django's."""

    def noted(request) -> HttpResponse:
        answer = get_response(request)
        CONNECTIONS.append(connection.connection)
        return answer

    return noted


async def asked(handler: ASGIHandler, path: str, method: str = "GET") -> tuple[int, set[bytes]]:
    """The status and the names of the headers."""
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "http_version": "1.1"}
    page = ApplicationCommunicator(handler, scope | {"headers": [(b"host", b"localhost")]})
    await page.send_input({"type": "http.request", "body": b""})
    answer = await page.receive_output(5)
    await page.receive_output(5)
    await page.wait(5)
    return answer["status"], {name for name, _ in answer["headers"]}


@pytest.mark.parametrize("with_static_files", [True, False])
def test_every_answer_is_that_of_djangos_own_handler(with_static_files, settings):
    settings.MIDDLEWARE = MIDDLEWARE if with_static_files else settings.MIDDLEWARE

    async def both() -> None:
        for path, method in [("/healthz", "GET"), ("/sessions/", "GET"), ("/accounts/login/", "POST")]:
            assert await asked(OneHopHandler(), path, method) == await asked(ASGIHandler(), path, method)

    asyncio.run(both())


def test_all_middleware_of_a_request_runs_in_one_thread_beside_the_loop(settings):
    here = f"{__name__}.note_thread"
    settings.MIDDLEWARE = [here, *settings.MIDDLEWARE, here]
    THREADS.clear()
    assert asyncio.run(asked(OneHopHandler(), "/healthz"))[0] == 200
    first, last = THREADS
    assert first == last != threading.get_ident()


@pytest.mark.parametrize("with_static_files", [True, False])
def test_a_page_asks_for_one_change_of_threads_and_all_is_told_in_that_thread(
    with_static_files, settings, monkeypatch
):
    settings.MIDDLEWARE = MIDDLEWARE if with_static_files else settings.MIDDLEWARE
    told, changes, submit = [], [], RequestTurn.submit

    def note_start(**signal) -> None:
        told.append(("began", threading.get_ident()))

    def note_end(**signal) -> None:
        told.append(("ended", threading.get_ident()))

    def count(turn, work, *args, **kwargs):
        changes.append(work)
        return submit(turn, work, *args, **kwargs)

    monkeypatch.setattr(RequestTurn, "submit", count)
    request_started.connect(note_start)
    request_finished.connect(note_end)
    try:
        assert asyncio.run(asked(OneHopHandler(), "/healthz"))[0] == 200
    finally:
        request_started.disconnect(note_start)
        request_finished.disconnect(note_end)
    assert len(changes) == 1
    (began, here), (ended, there) = told
    assert (began, ended) == ("began", "ended")
    assert here == there != threading.get_ident()


async def sent_in_parts(handler: ASGIHandler) -> list[bytes]:
    """The parts of an answer that is made while it is sent."""
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1"}
    page = ApplicationCommunicator(handler, scope | {"headers": [(b"host", b"localhost")]})
    await page.send_input({"type": "http.request", "body": b""})
    assert (await page.receive_output(5))["status"] == 200
    parts = []
    while (part := await page.receive_output(5)).get("more_body"):
        parts.append(part["body"])
        assert STREAMED == []
    await page.wait(5)
    return parts


STREAMED: list[str] = []


def stream_instead(get_response):
    """A middleware that answers in parts, and notes when the answer is closed."""

    def streamed(request) -> StreamingHttpResponse:
        answer = StreamingHttpResponse(iter([b"one", b"two"]))
        answer._resource_closers.append(lambda: STREAMED.append("closed"))
        return answer

    return streamed


def test_an_answer_that_is_made_while_it_is_sent_is_closed_when_it_is_sent(settings):
    settings.MIDDLEWARE = [f"{__name__}.stream_instead"]
    STREAMED.clear()
    with pytest.warns(Warning, match="synchronous iterators"):
        assert asyncio.run(sent_in_parts(OneHopHandler())) == [b"one", b"two"]
    assert STREAMED == ["closed"]


@pytest.mark.django_db(transaction=True)
def test_whoever_leaves_before_the_answer_ends_nothing_of_others(no_threads_wait, settings):
    """The view goes on to its end, and its thread serves the next one only then."""
    entered, may_go_on = threading.Event(), threading.Event()
    WAITING[:] = [entered, may_go_on]
    settings.MIDDLEWARE = [f"{__name__}.wait_for_word", *settings.MIDDLEWARE]

    async def leave() -> None:
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/healthz",
            "query_string": b"",
            "http_version": "1.1",
        }
        page = ApplicationCommunicator(OneHopHandler(), scope | {"headers": [(b"host", b"localhost")]})
        await page.send_input({"type": "http.request", "body": b""})
        await asyncio.to_thread(entered.wait, 5)
        await page.send_input({"type": "http.disconnect"})
        await asyncio.sleep(0)
        assert request_threads.idle == []
        may_go_on.set()
        await page.wait(5)
        assert await page.receive_nothing()

    asyncio.run(leave())
    assert len(request_threads.idle) == 1


WAITING: list[threading.Event] = []


def wait_for_word(get_response):
    """A middleware that takes as long as the test wants."""

    def waited(request) -> HttpResponse:
        entered, may_go_on = WAITING
        entered.set()
        assert may_go_on.wait(5)
        return get_response(request)

    return waited


@pytest.fixture
def no_threads_wait():
    request_threads.close()
    yield
    request_threads.close()


@pytest.mark.django_db(transaction=True)
def test_the_next_request_goes_on_with_the_connection_of_the_one_before(no_threads_wait, settings):
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.note_connection"]
    CONNECTIONS.clear()

    async def one_after_the_other() -> None:
        for _ in range(3):
            await asked(OneHopHandler(), "/readyz")

    asyncio.run(one_after_the_other())
    first, second, third = CONNECTIONS
    assert first is second is third is not None
    assert len(request_threads.idle) == 1


def test_requests_at_the_same_time_have_a_thread_each_and_some_of_them_stay():
    threads = RequestThreads(most_idle=2)
    taken = [threads.take() for _ in range(4)]
    assert len({thread.submit(threading.get_ident).result() for thread in taken}) == 4
    for thread in taken:
        threads.give_back(thread)
    assert threads.idle == taken[:2]
    assert threads.take() is taken[1]
    with pytest.raises(RuntimeError):
        taken[3].submit(threading.get_ident)
    taken[1].shutdown()
    threads.close()
    assert threads.idle == []


def leave_transaction_open(get_response):
    """A middleware as nobody should write one."""

    def left_open(request) -> HttpResponse:
        transaction.set_autocommit(False)
        Team.objects.create(name="Never kept", slug="never-kept")
        return get_response(request)

    return left_open


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_a_request_leaves_open_ends_before_the_next_one(no_threads_wait, settings):
    usual = list(settings.MIDDLEWARE)
    settings.MIDDLEWARE = [*usual, f"{__name__}.leave_transaction_open"]
    assert asyncio.run(asked(OneHopHandler(), "/healthz"))[0] == 200
    settings.MIDDLEWARE = usual
    asyncio.run(asked(OneHopHandler(), "/healthz"))
    [thread] = request_threads.idle
    assert thread.submit(transaction.get_autocommit).result()
    assert not Team.objects.filter(slug="never-kept").exists()


def test_requests_wait_for_a_place_and_whoever_has_left_his_keeps_none():
    threads, answered = RequestThreads(most_idle=2), []

    async def take_turns() -> None:
        places = asyncio.Semaphore(1)
        first, second = RequestTurn(threads, [places]), RequestTurn(threads, [places])
        await first.begin()
        waiting = asyncio.create_task(second.begin())
        await asyncio.wrap_future(first.submit(answered.append, "first"))
        assert not waiting.done()
        first.end()
        await waiting
        await asyncio.wrap_future(second.submit(answered.append, "second"))
        # What is left to be done when the answer is on its way needs no place.
        await asyncio.wrap_future(first.submit(answered.append, "first again"))
        first.end()
        second.end()
        assert not places.locked()

    asyncio.run(take_turns())
    assert answered == ["first", "second", "first again"]
    assert len(threads.idle) == 2
    threads.close()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="other databases tell by themselves")
@pytest.mark.django_db(transaction=True)
def test_rows_that_nobody_read_to_the_end_do_not_keep_the_next_request_in_the_past(no_threads_wait):
    """A statement of SQLite that has not ended sees the rows as they were when it began, and so do all after it."""
    Team.objects.bulk_create(Team(name="old", slug=str(number)) for number in range(300))
    thread, half_read = request_threads.take(), []

    def read_one() -> None:
        half_read.append(connection.cursor())
        half_read[0].execute("SELECT name FROM reviews_team")
        half_read[0].fetchone()

    def names() -> set[str]:
        connection.close_if_unusable_or_obsolete()
        return set(Team.objects.values_list("name", flat=True))

    thread.submit(read_one).result()
    Team.objects.update(name="new")
    assert thread.submit(names).result() == {"new"}
    request_threads.give_back(thread)


def test_one_address_leaves_places_to_the_others_and_waits_for_its_own():
    threads = RequestThreads()

    async def take_turns() -> None:
        places = Places(4)

        def come(address: str) -> tuple[RequestTurn, asyncio.Task[None]]:
            turn = RequestTurn(threads, places.of(address))
            return turn, asyncio.create_task(turn.begin())

        bens = [come("2001:db8::1"), come("2001:db8::2"), come("2001:db8::3")]
        await asyncio.wait([bens[0][1], bens[1][1]])
        ana, has_begun = come("192.0.2.7")
        await has_begun
        assert not bens[2][1].done()
        bens[0][0].end()
        await bens[2][1]
        for turn in (ana, *(turn for turn, _ in bens)):
            turn.end()
        assert not places.all.locked()

    asyncio.run(take_turns())
