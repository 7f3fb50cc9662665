"""Reads the rows for all sockets of the process at once: every so often, and right away when something changed.

Hints get lost and other processes give none, so nothing depends on them but how soon it is noticed.
"""

import asyncio
import logging
from collections.abc import Callable

from django.db import Error
from django.utils import timezone

from reviews.live import rows
from reviews.live.codes import TRY_AGAIN_LATER
from reviews.live.open_sockets import OpenSockets
from reviews.live.viewer import Viewer
from reviews.sessions.threads import Threads

logger = logging.getLogger(__name__)
LOOK_SECONDS = 1.0
LEAST_SECONDS = 0.05
BLIND_SECONDS = 10.0


class Lookout:
    """Looks after all sockets with one query. A thread of its own: no look waits for what pages are brought.

    close: ends a socket with a code. on_seen: is told of what was read.
    """

    def __init__(
        self,
        sockets: OpenSockets,
        close: Callable[[Viewer, int], None],
        on_seen: Callable[[rows.Seen], None],
    ) -> None:
        self.sockets, self.close, self.on_seen = sockets, close, on_seen
        self.thread = Threads(1)
        self.due = asyncio.Event()
        self.waiting: list[asyncio.Future[None]] = []

    async def run(self) -> None:
        """Look for ever. When the rows can't be read for long, everybody is let go, to come back when they can."""
        loop = asyncio.get_running_loop()
        last = loop.time()
        while True:
            await self.wait()
            try:
                if self.sockets.places:
                    await self.look()
                last = loop.time()
            except Error:
                logger.warning("could not check who may watch; trying again", exc_info=True)
                if loop.time() - last > BLIND_SECONDS:
                    self.close_all(TRY_AGAIN_LATER)
            await asyncio.sleep(LEAST_SECONDS)

    async def wait(self) -> None:
        """Until the next look is due."""
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self.due.wait()
        except TimeoutError:
            pass
        self.due.clear()

    async def look(self) -> None:
        """Read the rows, close the sockets of those who may not watch any more, and pass on what was read."""
        waiting, asked = len(self.waiting), list(self.sockets.places)
        places = [self.sockets.places[viewer] for viewer in asked]
        seen = await self.thread.run(
            rows.look,
            {place.session_id for place in places},
            {viewer.user_id for viewer in asked},
            {viewer.login.key for viewer in asked if viewer.login},
        )
        for viewer, code in self.sockets.to_close(asked, seen, timezone.now()):
            self.close(viewer, code)
        self.on_seen(seen)
        served, self.waiting = self.waiting[:waiting], self.waiting[waiting:]
        for future in served:
            if not future.done():
                future.set_result(None)

    async def next_look(self) -> None:
        """Return when the rows have been read after this call; however many wait, they are read once."""
        future = asyncio.get_running_loop().create_future()
        self.waiting.append(future)
        self.due.set()
        await future

    def close_all(self, code: int) -> None:
        """End every socket with `code`."""
        for viewer in list(self.sockets.places):
            self.close(viewer, code)
