"""One open page: a bounded queue and a writer of its own, so that a stalled reader delays nobody else."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from reviews.live.codes import TRY_AGAIN_LATER

MOST_WAITING = 64
CLOSING_SECONDS = 30

type Send = Callable[[str], Awaitable[Any]]
type Close = Callable[[int], Awaitable[Any]]


@dataclass
class Login:
    """The log-in that a socket was opened with: its key, the person's stored password at that time (a hash), and when
    it expires, as far as that is known."""

    key: str
    password: str = field(repr=False)
    until: datetime | None = None


class Viewer:
    """A socket that watches a session. `may_act` is what its user may do there."""

    def __init__(
        self, *, user_id: int, name: str, may_act: bool, send: Send, close: Close, login: Login | None = None
    ) -> None:
        self.user_id, self.name, self.may_act, self.login = user_id, name, may_act, login
        self.send, self.close = send, close
        self.after = 0
        self.is_gone = False
        self.waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self.writer = asyncio.create_task(self.write())
        self.entering: asyncio.Task[None] | None = None
        self.closing: asyncio.Task[None] | None = None

    async def write(self) -> None:
        """Send what waits, one frame after the other, until the socket is gone."""
        try:
            while True:
                await self.send(await self.waiting.get())
        except OSError:  # the client is gone; its disconnect comes by the other way
            self.is_gone = True

    def offer(self, frame: str) -> None:
        """Queue a frame. A viewer that can't keep up is closed and comes back by resume."""
        if self.is_gone:
            return
        try:
            self.waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self.drop(TRY_AGAIN_LATER)

    async def put(self, frame: str) -> None:
        """Queue a frame, waiting for room: for catching up, which only the viewer itself waits for."""
        if not self.is_gone:
            await self.waiting.put(frame)

    def drop(self, code: int) -> None:
        """Close the socket with `code` without waiting for it."""
        if not self.is_gone:
            self.is_gone = True
            self.writer.cancel()
            self.closing = asyncio.create_task(self.say_goodbye(code))

    async def say_goodbye(self, code: int) -> None:
        """The close frame may have to wait behind what a stalled client has not read."""
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.close(code)
        except (OSError, TimeoutError):
            pass

    def leave(self) -> None:
        self.is_gone = True
        self.writer.cancel()
