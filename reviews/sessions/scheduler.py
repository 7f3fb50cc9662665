"""The scheduler: every running session is a task of the web process; the session row is the queue."""

import asyncio
import contextvars
import fcntl
import logging
import os
import time
from pathlib import Path
from typing import IO
from uuid import UUID

from django.db import OperationalError

from reviews.errors import ElmError
from reviews.log import wakeup
from reviews.sessions import idle_timeout, leases
from reviews.sessions.leases import Claim
from reviews.sessions.runner import Lease, run_session
from reviews.sessions.threads import Threads

logger = logging.getLogger(__name__)
MOST_SESSIONS = 400
LOOK_SECONDS = 1.0
RENEW_SECONDS = 5.0


class AlreadyServed(ElmError):
    """Another process serves this data directory."""


def lock_data_dir(data_dir: Path) -> IO[str]:
    """Hold the data directory for this process until the file is closed or the process ends, however it ends.

    Raises AlreadyServed when another process holds it.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
    file = os.fdopen(os.open(data_dir / "engine.lock", flags, 0o600), "a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "unknown"
        file.close()
        raise AlreadyServed(
            f"Another ELM server (process {holder}) already runs on the data directory {data_dir}. "
            "Stop it first, or give this one its own: ELM_DATA_DIR=/another/folder"
        ) from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


class Scheduler:
    """Serves sessions in the current event loop until it is stopped."""

    def __init__(self) -> None:
        self.owner = f"{os.getpid()}:{time.time_ns():x}"
        self.tasks: dict[UUID, asyncio.Task[None]] = {}
        self.woken = asyncio.Event()
        self.threads = Threads()
        self.lease = Lease()
        self.renewed = 0.0

    async def serve(self, stop: asyncio.Event) -> None:
        """Run every session that wants to be run until `stop` is set; what runs then goes on after a restart."""
        wakeup.listen(self.woken.set, self.cancel)
        try:
            await self.threads.run(leases.release_all)
            while not stop.is_set():
                await self.look()
                await self.rest(stop)
        finally:
            wakeup.silence()
            await self.stop_all()

    async def look(self) -> None:
        """Renew the lease if it is time, and take over what wants to be run."""
        self.woken.clear()
        try:
            await self.renew()
            await self.threads.run(idle_timeout.wake_idle)
            for claim in await self.threads.run(leases.take_next, self.owner, self.room()):
                self.begin(claim)
        except OperationalError as error:
            # A database that is full or restarting is no reason to end the server: the next look may succeed.
            logger.error("The engine can't reach the database, trying again: %s", error)

    def room(self) -> int:
        """How many more sessions may run here."""
        return max(0, MOST_SESSIONS - len(self.tasks))

    async def renew(self) -> None:
        """Keep what runs here, every few seconds."""
        now = time.monotonic()
        if now - self.renewed > RENEW_SECONDS:
            await self.threads.run(leases.renew, self.owner, list(self.tasks))
            self.lease.renew(now)
            self.renewed = now

    async def rest(self, stop: asyncio.Event) -> None:
        """Wait for a wakeup, the stop or the next look, whichever comes first."""
        waits = [asyncio.ensure_future(event.wait()) for event in (self.woken, stop)]
        await asyncio.wait(waits, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    def begin(self, claim: Claim) -> None:
        """Run a session in a task of its own, in a fresh context: a request's context would end with it."""
        task = asyncio.get_running_loop().create_task(
            run_session(claim, self.lease, self.threads),
            name=f"session {claim.session_id}",
            context=contextvars.Context(),
        )
        self.tasks[claim.session_id] = task
        task.add_done_callback(lambda done: self.ended(claim, done))

    def ended(self, claim: Claim, task: asyncio.Task[None]) -> None:
        """Forget a task that has ended, and make room."""
        if self.tasks.get(claim.session_id) is task:
            del self.tasks[claim.session_id]
        if not task.cancelled() and (error := task.exception()):
            logger.error("The run of session %s broke: %r", claim.session_id, error, exc_info=error)
        self.woken.set()

    def cancel(self, session_id: UUID) -> None:
        """End the run of a session that was stopped."""
        if task := self.tasks.pop(session_id, None):
            task.cancel()

    async def stop_all(self) -> None:
        """End all runs without a trace in the log: the next server goes on from the last event."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self.threads.close)
