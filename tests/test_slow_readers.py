"""Answers that nobody reads, over a real connection."""

import asyncio
import socket

import pytest

from elm_site.slow_readers import EndSlowReaders

SECONDS = 0.05
ANSWER = b"x" * 8_000_000


class Sends(EndSlowReaders, asyncio.Protocol):
    """Sends an answer to whoever connects, and says when the connection is over."""

    def __init__(self, over: asyncio.Future[None]) -> None:
        self.loop, self.over = asyncio.get_running_loop(), over

    def connection_made(self, transport) -> None:
        self.transport = transport
        transport.write(ANSWER)
        transport.close()

    def connection_lost(self, exc) -> None:
        super().connection_lost(exc)
        self.over.set_result(None)


@pytest.fixture
async def reader(settings):
    """A client of such a server, and what is done when the server has no more to do with it."""
    settings.ELM_REQUEST_SECONDS = SECONDS
    loop = asyncio.get_running_loop()
    over: asyncio.Future[None] = loop.create_future()
    server = await loop.create_server(lambda: Sends(over), "127.0.0.1", 0)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.setblocking(False)
        await loop.sock_connect(client, server.sockets[0].getsockname())
        yield client, over
    server.close()


async def read_all(client: socket.socket) -> int:
    """How many bytes come until the connection ends."""
    loop, count = asyncio.get_running_loop(), 0
    try:
        while part := await loop.sock_recv(client, 262_144):
            count += len(part)
    except ConnectionResetError:
        pass
    return count


async def test_an_answer_that_nobody_reads_is_dropped_also_behind_a_closed_door(reader):
    client, over = reader
    await asyncio.wait_for(over, 5)
    assert await read_all(client) < len(ANSWER)


async def test_who_reads_gets_all_of_it(reader):
    client, _ = reader
    assert await read_all(client) == len(ANSWER)
