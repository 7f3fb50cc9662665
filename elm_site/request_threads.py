"""Threads that serve one request after the other and keep their connections to the database.

asgiref makes a thread for each request and throws it away, and with it the connection: to open one costs more than
what most pages ask of it.
"""

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connections

from reviews.sessions.threads import keep_connections

MOST_IDLE = 8
"""How many threads wait for the next request; there are as many as there are requests at the same time."""


class RequestThreads:
    """Executors of one thread each, as `ThreadSensitiveContext` wants them. Any thread may call."""

    def __init__(self, most_idle: int = MOST_IDLE) -> None:
        self.most_idle = most_idle
        self.idle: list[ThreadPoolExecutor] = []
        self._guard = threading.Lock()

    def take(self) -> ThreadPoolExecutor:
        """One for the caller alone, who gives it back: the one that was used last, else a new one."""
        with self._guard:
            if self.idle:
                return self.idle.pop()
        return ThreadPoolExecutor(1, thread_name_prefix="request", initializer=keep_connections)

    def give_back(self, thread: ThreadPoolExecutor) -> None:
        """Let the next request have it. One too many ends."""
        with self._guard:
            is_kept = len(self.idle) < self.most_idle
            if is_kept:
                self.idle.append(thread)
        if not is_kept:
            end(thread, wait=False)

    def close(self) -> None:
        """End those that wait for a request."""
        while self.idle:
            end(self.idle.pop(), wait=True)


def end(thread: ThreadPoolExecutor, *, wait: bool) -> None:
    """Have it close its connections and stop. wait: until it has."""
    thread.submit(connections.close_all)
    thread.shutdown(wait=wait)


request_threads = RequestThreads()
"""Those of this process."""
