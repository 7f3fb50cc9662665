"""The server's lifespan: the engine is served from start-up to shutdown."""

import asyncio
import contextvars
import os
from collections.abc import Awaitable, Callable
from typing import IO, Any

from django.conf import settings

from reviews.live import hub
from reviews.providers import registry
from reviews.repositories import jobs
from reviews.sessions.scheduler import AlreadyServed, Embedded, lock

type Receive = Callable[[], Awaitable[dict[str, Any]]]
type Send = Callable[[dict[str, Any]], Awaitable[None]]


class Lifespan:
    """An ASGI application for the lifespan protocol. `ELM_NO_ENGINE=1` serves pages only."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await receive()
        try:
            held = None if os.environ.get("ELM_NO_ENGINE") else lock(settings.ELM_DATA_DIR)
        except AlreadyServed as refused:
            await send({"type": "lifespan.startup.failed", "message": str(refused)})
            return
        await self.serve(held, receive, send)

    async def serve(self, held: IO[str] | None, receive: Receive, send: Send) -> None:
        """Serve the engine, if the lock is held, until the server shuts down."""
        stop = asyncio.Event()
        jobs.stopping.clear()
        task = (
            asyncio.create_task(Embedded().serve(stop), context=contextvars.Context())
            if held is not None
            else None
        )
        await send({"type": "lifespan.startup.complete"})
        await receive()
        stop.set()
        await asyncio.to_thread(jobs.end_all)
        if task:
            await task
        await hub.stop()
        await registry.close_all()
        if held is not None:
            held.close()
        await send({"type": "lifespan.shutdown.complete"})
