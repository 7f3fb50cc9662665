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
    """A pool for database work. How long a thread keeps its connection is the settings' `CONN_MAX_AGE`."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="engine")

    async def run[T](self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Do `work(*args, **kwargs)` in a thread and return what it returns."""

        def job() -> T:
            close_old_connections()
            return work(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self.pool, job)

    def close(self) -> None:
        """Wait for the work in flight and close every thread's connection."""
        together = Barrier(THREADS)

        def say_goodbye() -> None:
            together.wait(timeout=30)
            connections.close_all()

        for _ in range(THREADS):
            self.pool.submit(say_goodbye)
        self.pool.shutdown(wait=True)
