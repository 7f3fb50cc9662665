"""The engine's own few threads for database work: there are no async transactions, and Django's shared thread
would make every session wait for every page."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import close_old_connections, connections

THREADS = 4


class Threads:
    """A pool for database work. Its threads keep their connections, whatever the settings say for requests."""

    def __init__(self, count: int = THREADS) -> None:
        self.count = count
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="engine", initializer=keep_connections)
        # The pool miscounts its idle threads under load and then starts no more, but `close` needs every one.
        together = Barrier(count)
        for _ in range(count):
            self.pool.submit(together.wait)

    async def run[T](self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Do `work(*args, **kwargs)` in a thread and return what it returns."""

        def job() -> T:
            drop_broken_connections()
            return work(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self.pool, job)

    def close(self) -> None:
        """Wait for the work in flight and close every thread's connection."""
        together = Barrier(self.count)

        def say_goodbye() -> None:
            together.wait(timeout=30)
            connections.close_all()

        for _ in range(self.count):
            self.pool.submit(say_goodbye)
        self.pool.shutdown(wait=True)


def keep_connections() -> None:
    """Keep this thread's connections until they break: opening one for each job costs more than most jobs."""
    for connection in connections.all():
        # A copy of the thread's own: the settings are shared with the threads of requests, which end with them.
        kept = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
        connection.settings_dict = connection.settings_dict | kept


def drop_broken_connections() -> None:
    """Close connections in which something went wrong, so that the next query opens a new one.

    A server that was restarted in between is noticed by the health check, which this makes due again.
    """
    for connection in connections.all(initialized_only=True):
        # Django would keep it on SQLite, where it takes every connection for a good one.
        if connection.errors_occurred:
            connection.close()
    close_old_connections()
