"""Sockets that benches watch with: one that behaves as the page's script does, and many that only receive."""

import asyncio
import json
import re
import time
from dataclasses import dataclass, field

import websockets

from tests.bench.measuring import stamps

LIVE = re.compile(r'data-turn="(\d+)" data-units="(\d+)"')
EVENT = re.compile(r'data-number="(\d+)"')
LIVE_PLACE, SEAM = 'hx-target="#live"', "<hx-partial "


@dataclass
class Listener:
    """A plain socket. `arrived`: when each token came first, both as times in nanoseconds."""

    port: int
    path: str
    arrived: dict[int, int] = field(default_factory=dict)

    async def watch(self) -> None:
        """Until the server closes, or this is cancelled."""
        url = f"ws://127.0.0.1:{self.port}{self.path}"
        async with websockets.connect(url, max_size=None, compression=None) as socket:
            async for message in socket:
                self.note(str(message))

    def note(self, text: str) -> None:
        now = time.time_ns()
        for stamp in stamps(text):
            self.arrived.setdefault(stamp, now)


class Watcher(Listener):
    """A session's page. `late`: tokens that only the turn's event brought; `stored`: those that events brought."""

    def __init__(self, port: int, pk: str, cookie: str) -> None:
        super().__init__(port, f"/ws/sessions/{pk}/?after=0")
        self.cookie = cookie
        self.late: set[int] = set()
        self.stored: set[int] = set()
        self.resumes = self.last = self.turn = self.units = 0
        self.resuming = False

    async def watch(self) -> None:
        """Until this is cancelled; raises when the server closes."""
        headers, origin = {"Cookie": f"sessionid={self.cookie}"}, f"http://127.0.0.1:{self.port}"
        url = f"ws://127.0.0.1:{self.port}{self.path}"
        options = {"additional_headers": headers, "origin": origin, "max_size": None, "compression": None}
        async with websockets.connect(url, **options) as socket:
            while True:
                frame = json.loads(await socket.recv())
                gap = self.hear(frame["d"]) if "d" in frame else self.see(frame.get("content", ""))
                if gap and not self.resuming:
                    self.resumes, self.resuming = self.resumes + 1, True
                    await socket.send(json.dumps({"t": "resume", "after": self.last}))

    def hear(self, delta: dict) -> bool:
        """Some words of the open turn. Returns whether some are missing before them."""
        if delta["n"] != self.turn:
            return delta["n"] > max(self.last, self.turn)
        if delta["o"] > self.units:
            return True
        self.units = max(self.units, delta["o"] + len(delta["s"]))
        self.note(delta["s"])
        return False

    def see(self, html: str) -> bool:
        """Partials. Returns whether an event is missing before those in them."""
        for partial in html.split(SEAM):
            if partial.startswith(LIVE_PLACE):
                shown = LIVE.search(partial)
                self.turn, self.units = (int(shown[1]), int(shown[2])) if shown else (0, 0)
                self.note(partial)
            else:
                self.see_events(partial)
        numbers = [int(number) for number in EVENT.findall(html)]
        if not numbers:
            return False
        gap = min(numbers) > self.last + 1
        self.last = self.last if gap else max(self.last, *numbers)
        self.resuming = self.resuming and gap
        return gap

    def see_events(self, partial: str) -> None:
        """The tokens of turns that are over."""
        found = set(stamps(partial))
        self.late |= found - self.arrived.keys()
        self.stored |= found
        self.note(partial)


class Drain(asyncio.Protocol):
    """A socket that throws away what it gets. It says nothing after its first words, pongs included."""

    def __init__(self, crowd: "Crowd") -> None:
        self.crowd = crowd

    def connection_made(self, transport: asyncio.Transport) -> None:
        transport.write(self.crowd.request)

    def data_received(self, data: bytes) -> None:
        self.crowd.let_in += data.startswith(b"HTTP/1.1 101")

    def connection_lost(self, problem: Exception | None) -> None:
        self.crowd.closed += not self.crowd.is_going


class Crowd:
    """`count` sockets that only receive, as cheaply as possible: the bench must not measure itself."""

    def __init__(self, port: int, path: str, count: int, cookie: str = "") -> None:
        self.port, self.count = port, count
        self.let_in = self.closed = 0
        self.is_going = False
        self.transports: list[asyncio.Transport] = []
        host = f"127.0.0.1:{port}"
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            f"Cookie: sessionid={cookie}",
        ]
        self.request = ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def come(self) -> None:
        """Connect all; returns when all were let in."""
        loop = asyncio.get_running_loop()
        for _ in range(self.count):
            transport, _protocol = await loop.create_connection(lambda: Drain(self), "127.0.0.1", self.port)
            self.transports.append(transport)
        async with asyncio.timeout(120):
            while self.let_in < self.count:
                await asyncio.sleep(0.05)

    def go(self) -> None:
        """Disconnect all."""
        self.is_going = True
        for transport in self.transports:
            transport.abort()
