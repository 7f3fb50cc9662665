"""The real server in a thread, on a free port of loopback."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client, override_settings

from elm_site.request_threads import request_threads
from elm_site.settings import MIDDLEWARE
from reviews.live import hub


@dataclass(frozen=True)
class Server:
    """Where it listens."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


@contextmanager
def running(*, engine: bool = False) -> Iterator[Server]:
    """Serves pages and sockets, and the engine if asked to, until the block ends."""
    # Browsers want static files; `conftest.py` spares every other test the look for them.
    with override_settings(MIDDLEWARE=MIDDLEWARE, SERVESTATIC_USE_FINDERS=True):
        from elm_site.asgi import application

    # Each request has a thread of its own here: a connection that outlives it would be left open.
    connections.settings["default"]["CONN_MAX_AGE"] = 0
    listening = socket.create_server(("127.0.0.1", 0), backlog=128)
    config = uvicorn.Config(
        application,
        lifespan="on" if engine else "off",
        log_level="error",
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)

    async def serve() -> None:
        await server.serve(sockets=[listening])
        await hub.stop()
        request_threads.close()
        await asyncio.get_running_loop().run_in_executor(None, connections.close_all)

    thread = threading.Thread(target=asyncio.run, args=(serve(),), name="server")
    thread.start()
    try:
        # The socket listens already: whoever connects before the server accepts waits in its queue.
        yield Server(listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(timeout=30)
        listening.close()


def cookie_of(user: User) -> str:
    """The cookie of a browser in which `user` is logged in."""
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
