"""The server's lifespan: until it shuts down sessions are run, repositories fetched again, deletions gone on with."""

import asyncio
import contextvars
import gc
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import IO, Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError, connection

from elm_site.private_files import warn_of_open_files
from elm_site.request_threads import request_threads
from reviews.code_designer import switch
from reviews.keeping import deletions
from reviews.live import hub
from reviews.providers import registry
from reviews.repositories import fetching, jobs
from reviews.sessions.scheduler import AlreadyServed, Scheduler, lock_data_dir
from reviews.workers import lanes

logger = logging.getLogger(__name__)

RARELY = (20_000, 20, 20)
"""How many objects more than went away have the collector look, and every how many looks at older ones, too: pages
make and drop many at once, none in circles, and thousands that are loaded for good were looked at over and over."""

type Receive = Callable[[], Awaitable[dict[str, Any]]]
type Send = Callable[[dict[str, Any]], Awaitable[None]]


def collect_rarely(rarely: tuple[int, int, int] = RARELY) -> None:
    """Have the collector look at nothing that is there now, and seldom at what comes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*rarely)


async def end_runtime_switch() -> str:
    """Forget how Code Designer was switched before this start; the sentence that says why it can't be, else ""."""
    try:
        await database_sync_to_async(switch.forget_runtime_switch)()
    except DatabaseError as error:
        return f"The database can't be written ({error}). Look whether it runs, then run manage.py migrate."
    return ""


def private_files() -> list[Path]:
    """The key and the database, if it is a file."""
    database = connection.settings_dict
    files = [database["NAME"]] if connection.vendor == "sqlite" else []
    return [settings.ELM_DATA_DIR / "secret_key", *map(Path, files)]


def work_until(stop: asyncio.Event) -> list[Coroutine[Any, Any, None]]:
    """What this process does beside serving pages, until `stop` is set."""
    return [
        Scheduler().serve(stop),
        jobs.repeat_until(stop, fetching.begin_due, fetching.REFETCH_SECONDS),
        jobs.repeat_until(stop, deletions.begin_due, deletions.LOOK_SECONDS),
    ]


class Lifespan:
    """An ASGI application for the lifespan protocol. `ELM_NO_ENGINE=1` serves pages only."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await receive()
        try:
            held = None if os.environ.get("ELM_NO_ENGINE") else lock_data_dir(settings.ELM_DATA_DIR)
        except AlreadyServed as refused:
            await send({"type": "lifespan.startup.failed", "message": str(refused)})
            return
        if held is not None and (problem := await end_runtime_switch()):
            held.close()
            await send({"type": "lifespan.startup.failed", "message": problem})
            return
        await database_sync_to_async(switch.log_mode)()
        await self.serve(held, receive, send)

    async def serve(self, held: IO[str] | None, receive: Receive, send: Send) -> None:
        """Run sessions and fetch repositories again, if the lock is held, until the server shuts down."""
        for warning in warn_of_open_files(settings.ELM_DATA_DIR, private_files()):
            logger.warning(warning)
        stop = asyncio.Event()
        jobs.stopping.clear()
        work = work_until(stop) if held is not None else []
        tasks = [asyncio.create_task(one, context=contextvars.Context()) for one in work]
        collect_rarely()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        stop.set()
        await asyncio.to_thread(jobs.end_all)
        await asyncio.gather(*tasks)
        await asyncio.to_thread(lanes.end_workers)
        await hub.stop()
        await registry.close_all()
        request_threads.close()
        if held is not None:
            held.close()
        await send({"type": "lifespan.shutdown.complete"})
