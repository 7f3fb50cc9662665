"""The network under the SDK's HTTP client, read the less often the more answers stream at once.

A model sends a word every few milliseconds, and handing on what one read has brought, through the HTTP client, costs
more than all that is done with a word. With many answers at once each of them is therefore read every few hundredths
of a second, as often as pages are told of new words, and what came meanwhile is read in one go.

Importing this takes a while, as it imports the HTTP client.
"""
# ruff: noqa: ASYNC109  the interface of httpcore has time-outs as parameters

import asyncio
import socket
import ssl
from collections.abc import Iterable
from typing import Any, cast

import httpcore2
import httpx2

READS_PER_SECOND = 1000
"""How many reads of all answers together there are in a second, while no pause would be too long for that."""
LONGEST_PAUSE = 0.05
MOST_WAITING = 1_000_000
"""Bytes of one answer that may wait to be read; then its sender has to wait."""
SECONDS_EACH = 0.5
"""How long one of several addresses of a host is tried; the last one has all the time that is left."""

type SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


def use_paced_network(client: httpx2.AsyncClient) -> "PacedNetwork":
    """Have `client` read from a paced network, whatever proxies it goes through; everything else stays as it is."""
    network = PacedNetwork()
    for transport in (client._transport, *client._mounts.values()):
        if isinstance(transport, httpx2.AsyncHTTPTransport):
            transport._pool._network_backend = network
    return network


class PacedNetwork(httpcore2.AsyncNetworkBackend):
    """Connects. `readers`: how many connections are being read, those that pause included."""

    def __init__(self) -> None:
        self.readers = 0

    @property
    def pause(self) -> float:
        """Seconds from one read of a connection to its next."""
        return min(LONGEST_PAUSE, self.readers / READS_PER_SECOND)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """A connection to one of the host's addresses. Raises ConnectTimeout or ConnectError."""
        try:
            async with asyncio.timeout(timeout):
                stream = await self._connect(host, port, local_address)
        except TimeoutError as error:
            raise httpcore2.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpcore2.ConnectError(str(error)) from error
        for option in socket_options or ():
            stream.get_extra_info("socket").setsockopt(*option)
        return stream

    async def _connect(self, host: str, port: int, local_address: str | None) -> "PacedStream":
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        *others, last = dict.fromkeys(str(address[0]) for *_, address in found)
        for address in others:
            try:
                async with asyncio.timeout(SECONDS_EACH):
                    return await self._open(address, port, local_address)
            except OSError:  # a TimeoutError is one
                continue
        return await self._open(last, port, local_address)

    async def _open(self, address: str, port: int, local_address: str | None) -> "PacedStream":
        loop, local = asyncio.get_running_loop(), (local_address, 0) if local_address else None
        return (await loop.create_connection(lambda: PacedStream(self), address, port, local_addr=local))[1]

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class PacedStream(httpcore2.AsyncNetworkStream, asyncio.Protocol):
    """One connection. What comes is kept until it is read."""

    def __init__(self, network: PacedNetwork) -> None:
        self._network = network
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._came: list[bytes] = []
        self._waiting = 0
        self._read_at = 0.0
        self._news: asyncio.Future[None] | None = None
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._is_full = self._is_over = False
        self._lost: Exception | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._came.append(data)
        self._waiting += len(data)
        if self._waiting > MOST_WAITING and not self._is_full:
            self._is_full = True
            self._transport.pause_reading()
        self._tell_reader()

    def eof_received(self) -> None:
        self._is_over = True
        self._tell_reader()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_over, self._lost = True, exc
        self._has_room.set()
        self._tell_reader()

    def pause_writing(self) -> None:
        self._has_room.clear()

    def resume_writing(self) -> None:
        self._has_room.set()

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """What has come since the last read, at most `max_bytes`; b"" at the end. Raises ReadTimeout when nothing
        comes for `timeout` seconds, and ReadError for a connection that broke."""
        self._network.readers += 1
        try:
            pause = self._read_at - self._loop.time()
            if pause > 0:
                await asyncio.sleep(pause)
            if not self._came and not self._is_over:
                await self._wait_for_news(timeout)
            self._read_at = self._loop.time() + self._network.pause
        finally:
            self._network.readers -= 1
        if self._lost and not self._came:
            raise httpcore2.ReadError(str(self._lost)) from self._lost
        return self._take(max_bytes)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send `buffer`. Raises WriteTimeout when there is no room for more within `timeout` seconds, and WriteError
        for a connection that has ended."""
        if self._is_over:
            raise httpcore2.WriteError("The connection has ended.") from self._lost
        self._read_at = 0.0  # an answer's first bytes are read at once
        self._transport.write(buffer)
        try:
            async with asyncio.timeout(timeout):
                await self._has_room.wait()
        except TimeoutError as error:
            raise httpcore2.WriteTimeout(str(error)) from error

    def hang_up(self) -> None:
        """End the connection; who reads gets what has come, and then an error."""
        self._transport.abort()

    async def aclose(self) -> None:
        """Hang up at once."""
        self.hang_up()
        await asyncio.sleep(0)  # the loop closes the socket when its turn comes

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        """The same connection, encrypted from now on. Raises ConnectTimeout, and ConnectError for a certificate that
        can't be trusted; the connection is closed then."""
        plain = self._transport
        try:
            async with asyncio.timeout(timeout):
                encrypted = await self._loop.start_tls(
                    plain, self, ssl_context, server_hostname=server_hostname
                )
            if encrypted is None:
                raise ConnectionError("The connection ended while it was being encrypted.")
            self._transport = encrypted
        except TimeoutError as error:
            raise httpcore2.ConnectTimeout(str(error)) from error
        except OSError as error:  # an SSLError is one
            raise httpcore2.ConnectError(str(error)) from error
        finally:
            if self._transport is plain:
                plain.abort()
        return self

    def get_extra_info(self, info: str) -> Any:
        """What httpcore asks of a connection."""
        if info == "is_readable":
            return self._is_over or bool(self._came)
        names = {"client_addr": "sockname", "server_addr": "peername"}
        return self._transport.get_extra_info(names.get(info, info))

    def _tell_reader(self) -> None:
        if self._news and not self._news.done():
            self._news.set_result(None)

    async def _wait_for_news(self, seconds: float | None) -> None:
        self._news = self._loop.create_future()
        try:
            async with asyncio.timeout(seconds):
                await self._news
        except TimeoutError as error:
            raise httpcore2.ReadTimeout(str(error)) from error
        finally:
            self._news = None

    def _take(self, most: int) -> bytes:
        data = b"".join(self._came)
        self._came = [data[most:]] if len(data) > most else []
        self._waiting = max(0, len(data) - most)
        if self._is_full and self._waiting <= MOST_WAITING and not self._is_over:
            self._is_full = False
            self._transport.resume_reading()
        return data[:most]
