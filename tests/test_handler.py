"""Pages are served with one change of threads each, and otherwise as Django's own handler serves them."""

import asyncio
import threading

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponse

from elm_site.handler import OneHopHandler
from elm_site.settings import MIDDLEWARE

THREADS: list[int] = []


def note_thread(get_response):
    """A middleware that can only be synchronous, as most of ours."""

    def noted(request) -> HttpResponse:
        THREADS.append(threading.get_ident())
        return get_response(request)

    return noted


async def asked(handler: ASGIHandler, path: str, method: str = "GET") -> tuple[int, set[bytes]]:
    """The status and the names of the headers."""
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "http_version": "1.1"}
    page = ApplicationCommunicator(handler, scope | {"headers": [(b"host", b"localhost")]})
    await page.send_input({"type": "http.request", "body": b""})
    answer = await page.receive_output(5)
    await page.receive_output(5)
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
