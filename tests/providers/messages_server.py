"""A scripted server of the Messages API on loopback, over real HTTP.

    with MessagesServer([say("Hello", {"stance": "asking"}), fail(529)]) as server:
        ClaudeProvider("key", server.url, MODELS)

A script is a list, used in order with its last entry repeated, or a function of the request. Every request
is kept in `server.requests`. What an answer looks like on the wire (plain text, a JSON envelope, a tool call,
one JSON document) follows from what the request asks for, as with the real one.
"""

import asyncio
import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from tests.providers import wire

KNOWN_MODELS = frozenset({"claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"})


@dataclass(frozen=True)
class Received:
    """A request as it came in; `number` counts from 0."""

    number: int
    method: str
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """What to stream. Counts are in tokens (words with the space before them), times in seconds.

    data: the structured result, in the shape that the request asks for. prose: ignore that shape.
    tokens: made when they are sent, instead of `text`, so that they can carry the time of their sending.
    rate: tokens a second, 0 for all at once. split: bytes per network chunk, 0 for one event a chunk.
    after: what happens once `after_tokens` were sent: "cut", "stall", "error" (an event with `error_type`),
    "junk" (an event that is not JSON), "shapeless" (one that lacks its text), "odd" (some of unknown kinds).
    """

    text: str = ""
    data: Mapping[str, Any] | None = None
    prose: bool = False
    tokens: Callable[[], Iterable[str]] | None = None
    rate: float = 0.0
    first_delay: float = 0.0
    split: int = 0
    after: str = ""
    after_tokens: int = 0
    error_type: str = "overloaded_error"
    stop_reason: str = "end_turn"
    usage: Mapping[str, int] = field(default_factory=lambda: {"input_tokens": 100})
    output_tokens: int | None = None


@dataclass(frozen=True)
class Failure:
    """An answer with another status than 200."""

    status: int
    error_type: str
    message: str
    headers: Mapping[str, str] = field(default_factory=dict)


Reply = Answer | Failure
Script = Sequence[Reply] | Callable[[Received], Reply]
TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}


def say(text: str, data: Mapping[str, Any] | None = None, **more: Any) -> Answer:
    """A normal answer."""
    return Answer(text, data, **more)


def fail(status: int, message: str = "No.", **headers: str) -> Failure:
    """An error; `retry_after="1"` becomes a header."""
    return Failure(status, TYPES[status], message, {k.replace("_", "-"): v for k, v in headers.items()})


class MessagesServer:
    """Runs in a thread of its own. `key` and `models`, when given, are what it accepts."""

    def __init__(self, script: Script = (), key: str = "", models: frozenset[str] = KNOWN_MODELS) -> None:
        self.requests: list[Received] = []
        self.url = ""
        self._script = script
        self._key = key
        self._models = models
        self._hang_ups = threading.Semaphore(0)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    def start(self) -> Self:
        """Returns once it listens; `url` is then set."""
        self._thread.start()
        self._ready.wait(10)
        return self

    def stop(self) -> None:
        """Cut what is still running, and wait for the thread's end."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopped.set)
            self._thread.join(10)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def wait_for_hang_up(self, timeout: float = 5.0) -> bool:
        """Whether a client hangs up on an answer within `timeout` seconds; each hang-up is told once."""
        return self._hang_ups.acquire(timeout=timeout)

    async def _serve(self) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        self._talks: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0, backlog=1000)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._stopped.wait()
        server.close()
        for talk in self._talks:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.current_task()
        assert talk
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)
        try:
            while request := await self._received(reader):
                if not await self._answer(request, reader, writer):
                    break
        except ConnectionError:
            self._hang_ups.release()
        finally:
            writer.close()

    async def _received(self, reader: asyncio.StreamReader) -> Received | None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.IncompleteReadError:
            return None
        first, *lines = head.split("\r\n")
        headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines) if k}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        method, path, _ = first.split(" ")
        received = Received(len(self.requests), method, path, headers, json.loads(body or b"{}"))
        self.requests.append(received)
        return received

    async def _answer(
        self, request: Received, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Answer one request. Returns whether the connection can be used again."""
        reply = self._reply(request)
        request_id = f"req_{request.number:04}"
        if isinstance(reply, Failure):
            body = wire.error_body(reply.error_type, reply.message, request_id)
            writer.write(wire.head(reply.status, request_id, len(body), reply.headers) + body)
        elif not request.body.get("stream"):
            body = json.dumps(wire.message(request.body, reply)).encode()
            writer.write(wire.head(200, request_id, len(body), {}) + body)
        else:
            return await Streaming(request, reply, reader, writer).run(request_id)
        await writer.drain()
        return True

    def _reply(self, request: Received) -> Reply:
        model = request.body.get("model", "")
        if request.path.partition("?")[0] != "/v1/messages":
            return fail(404, "Not Found")
        if self._key and self._key not in request.headers.get("authorization", ""):
            return fail(401, "invalid x-api-key")
        if self._models and model not in self._models:
            return fail(404, f"model: {model}")
        if callable(self._script):
            return self._script(request)
        return self._script[min(request.number, len(self._script) - 1)]


@dataclass
class Streaming:
    """One answer on its way out."""

    request: Received
    answer: Answer
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    due: float = 0.0

    async def run(self, request_id: str) -> bool:
        """Returns whether the stream ended as it should."""
        self.writer.write(wire.stream_head(request_id))
        await asyncio.sleep(self.answer.first_delay)
        for event in wire.events(self.request.body, self.answer):
            if event.stall:
                await self.reader.read()
                raise ConnectionError
            await self._send(event.data)
            if event.cut:
                return False
            if event.is_token:
                await self._pace()
        self.writer.write(b"0\r\n\r\n")
        await self.writer.drain()
        return True

    async def _pace(self) -> None:
        """Wait until the next token is due. Only then is it made: it may carry the time of its sending."""
        now = asyncio.get_running_loop().time()
        if self.answer.rate:
            self.due = (self.due or now) + 1 / self.answer.rate
            await asyncio.sleep(self.due - now)
        if self.reader.at_eof():
            raise ConnectionError

    async def _send(self, data: bytes) -> None:
        size = self.answer.split or len(data) or 1
        for start in range(0, len(data), size):
            part = data[start : start + size]
            self.writer.write(b"%x\r\n%b\r\n" % (len(part), part))
            await self.writer.drain()
