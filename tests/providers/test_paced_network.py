"""The network under the SDK's HTTP client, over real sockets."""

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import httpcore2
import httpx2
import pytest

from reviews.providers.claude import ClaudeProvider
from reviews.providers.paced_network import LONGEST_PAUSE, MOST_WAITING, PacedNetwork, use_paced_network
from tests.providers.conftest import KEY, MODELS, hear, prompt
from tests.providers.messages_server import say
from tests.providers.test_claude_errors import failed

MANY = 1000
"""As many answers as make every pause the longest."""
WORDS = [f"word {number}, " for number in range(40)]

type Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def connected(serve: Serve, readers: int = 0) -> AsyncIterator[httpcore2.AsyncNetworkStream]:
    """A connection to a server that does `serve`, while `readers` others are being read."""

    async def serve_and_close(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(ConnectionError):  # the client hangs up at once when it has enough
                await serve(reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(serve_and_close, "127.0.0.1", 0)
    network = PacedNetwork()
    network.readers = readers
    stream = await network.connect_tcp("127.0.0.1", server.sockets[0].getsockname()[1], timeout=5)
    try:
        yield stream
    finally:
        await stream.aclose()
        server.close()
        await server.wait_closed()


async def send_words(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    for word in WORDS:
        writer.write(word.encode())
        await writer.drain()
        await asyncio.sleep(0)
    writer.close()


async def read_all(stream: httpcore2.AsyncNetworkStream) -> list[bytes]:
    """What each read brought, up to the end."""
    pieces = []
    while piece := await stream.read(100_000, timeout=5):
        pieces.append(piece)
    return pieces


async def test_with_many_answers_the_words_of_one_are_read_together():
    async with connected(send_words, MANY) as stream:
        pieces = await read_all(stream)
    assert b"".join(pieces) == "".join(WORDS).encode()
    assert len(pieces) < len(WORDS) / 4


def test_the_pause_grows_with_the_answers_and_has_an_end():
    network = PacedNetwork()
    pauses = []
    for network.readers in (1, 10, 50, MANY):
        pauses.append(network.pause)
    assert pauses == [0.001, 0.01, LONGEST_PAUSE, LONGEST_PAUSE]


async def test_an_answer_that_is_asked_for_is_not_paused_for():
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(100):
            writer.write(said)

    async with connected(echo, MANY) as stream:
        began = asyncio.get_running_loop().time()
        for _ in range(20):
            await stream.write(b"Hello", timeout=5)
            assert await stream.read(100, timeout=5) == b"Hello"
        assert asyncio.get_running_loop().time() - began < 10 * LONGEST_PAUSE


async def test_a_sender_that_is_not_read_has_to_wait():
    many = 20 * MOST_WAITING

    async def flood(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"x" * many)
        writer.close()

    async with connected(flood) as stream:
        for _ in range(1000):
            await asyncio.sleep(0)
        assert stream._waiting < 2 * MOST_WAITING
        assert sum(map(len, await read_all(stream))) == many


async def test_a_read_takes_no_more_than_it_may():
    async with connected(send_words, MANY) as stream:
        piece, rest = await stream.read(3, timeout=5), await read_all(stream)
    assert piece == b"wor"
    assert b"".join([piece, *rest]) == "".join(WORDS).encode()


async def test_nothing_can_be_sent_after_the_end():
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with connected(hang_up) as stream:
        assert await stream.read(100, timeout=5) == b""
        assert stream.get_extra_info("is_readable")
        with pytest.raises(httpcore2.WriteError):
            await stream.write(b"Hello", timeout=5)


async def test_a_cancelled_read_leaves_no_reader_behind():
    async def say_nothing(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        await reader.read()

    async with connected(say_nothing) as stream:
        reading = asyncio.create_task(stream.read(100, timeout=5))
        await asyncio.sleep(0)
        assert stream._network.readers == 1
        reading.cancel()
        await asyncio.wait([reading])
        assert stream._network.readers == 0


async def test_a_host_of_several_addresses_is_reached_at_the_one_that_listens(serve):
    server = serve([say("Hello")])
    provider = ClaudeProvider(KEY, server.url.replace("127.0.0.1", "localhost"), MODELS, max_retries=0)
    _, done = await hear(provider, prompt())
    await provider.aclose()
    assert done.text == "Hello"


async def test_proxies_of_the_environment_are_gone_through(serve, monkeypatch):
    proxy = serve([say("Hello")])
    for name in ("no_proxy", "NO_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    provider = ClaudeProvider(KEY, "http://claude.invalid", MODELS, max_retries=0)
    await failed(provider)  # the scripted server is a proxy that leads nowhere
    await provider.aclose()
    assert [request.path for request in proxy.requests] == ["http://claude.invalid/v1/messages"]


async def send_encrypted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """An HTTP answer of many words, each in a record of its own."""
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len("".join(WORDS)))
    await send_words(reader, writer)


@pytest.fixture
def certificate(tmp_path) -> tuple[str, str]:
    """A certificate for localhost that nobody has signed, and its key."""
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    made = (str(tmp_path / "certificate.pem"), str(tmp_path / "key.pem"))
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
    )
    names = ["-addext", "subjectAltName=DNS:localhost", "-out", made[0], "-keyout", made[1]]
    subprocess.run([*command.split(), *names], check=True, capture_output=True)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("trusted", [True, False])
async def test_encrypted_answers_come_whole_and_only_from_whom_is_trusted(certificate, trusted):
    ours = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    ours.load_cert_chain(*certificate)
    theirs = ssl.create_default_context(cafile=certificate[0] if trusted else None)
    server = await asyncio.start_server(send_encrypted, "127.0.0.1", 0, ssl=ours)
    url = f"https://localhost:{server.sockets[0].getsockname()[1]}/"
    async with httpx2.AsyncClient(verify=theirs) as client:
        use_paced_network(client).readers = MANY
        if trusted:
            reads = []
            async with client.stream("GET", url) as response:
                reads += [piece async for piece in response.aiter_bytes()]
            assert b"".join(reads) == "".join(WORDS).encode()
            assert len(reads) < len(WORDS) / 4
        else:
            with pytest.raises(httpx2.ConnectError, match="certificate"):
                await client.get(url)
    server.close()
