"""Work that outlives a request (fetches, pushes): a backend of `django.tasks` with threads of this process.

What a job does must stand in rows: nothing else tells how far it is, and it dies with the process. So a job asks its
`Watch` where it can be stopped, which gives its row a heartbeat.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from threading import Event
from typing import Any

from django.db import OperationalError, close_old_connections, connections
from django.db.models import QuerySet
from django.tasks.backends.base import BaseTaskBackend
from django.tasks.base import Task, TaskResult, TaskResultStatus
from django.utils import timezone
from django.utils.crypto import get_random_string

logger = logging.getLogger(__name__)
THREADS = 3
END_SECONDS = 8.0

stopping = Event()
"""Set when the server shuts down."""
under_way: set[Future[None]] = set()
"""The jobs of this process that are not done yet."""


class Watch:
    """Asked whether a job is to stop, it looks at the job's row, but only so often, and gives it a heartbeat.

    rows: the row of the job, as long as nobody has ended it.
    """

    def __init__(self, rows: QuerySet[Any], look_seconds: float) -> None:
        self.rows, self.look_seconds = rows, look_seconds
        self.looked_at = time.monotonic()
        self.asked = False

    def __call__(self) -> bool:
        """Whether somebody wants it to stop, the server ends, or the row is gone."""
        if stopping.is_set():
            return True
        now = time.monotonic()
        if now - self.looked_at >= self.look_seconds:
            self.looked_at = now
            self.asked = self.look(now)
        return self.asked

    def look(self, now: float) -> bool:
        """Give the row a heartbeat; whether somebody has ended the job."""
        return not self.rows.update(beat=timezone.now())


class JobThreads(BaseTaskBackend):
    """Runs tasks one after the other in a few threads; keeps no results. Arguments are not serialised."""

    def __init__(self, alias: str, params: dict[str, Any]) -> None:
        super().__init__(alias, params)
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="job")

    def enqueue(self, task: Task, args: Any, kwargs: Any) -> TaskResult:
        """Let a thread do it. To be called behind the commit of the row that asks for it."""
        self.validate_task(task)
        job = self.pool.submit(self.work, task, args, kwargs)
        under_way.add(job)
        job.add_done_callback(log_failure)
        return TaskResult(
            task=task,
            id=get_random_string(32),
            status=TaskResultStatus.READY,
            enqueued_at=None,
            started_at=None,
            last_attempted_at=None,
            finished_at=None,
            args=args,
            kwargs=kwargs,
            backend=self.alias,
            errors=[],
            worker_ids=[],
        )

    def work(self, task: Task, args: Any, kwargs: Any) -> None:
        """One job, with connections of its own."""
        if stopping.is_set():
            return
        close_old_connections()
        try:
            task.call(*args, **kwargs)
        finally:
            close_old_connections()


async def repeat_until(stop: asyncio.Event, look: Callable[[], None], seconds: float) -> None:
    """Look so often what is to be done again, until `stop` is set."""
    while not stop.is_set():
        try:
            await asyncio.to_thread(with_own_connections, look)
        except OperationalError as error:
            # A database that is full or restarting is no reason to end: the next look may succeed.
            logger.error("The looking for jobs can't reach the database, trying again: %s", error)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), seconds)


def with_own_connections(look: Callable[[], None]) -> None:
    """Do it with connections of its own: this thread may never be used again."""
    close_old_connections()
    try:
        look()
    finally:
        connections.close_all()


def end_all() -> None:
    """Asks every job to stop, and gives them the time to end their git and to say so in their rows."""
    stopping.set()
    wait(list(under_way), timeout=END_SECONDS)


def log_failure(job: Future[None]) -> None:
    """A job that broke is told in the log: nobody waits for what it returns."""
    under_way.discard(job)
    if error := job.exception():
        logger.error("A job broke: %r", error, exc_info=error)
