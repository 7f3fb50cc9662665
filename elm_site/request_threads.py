"""Threads that serve one request after the other and keep their connections to the database.

asgiref makes a thread for each request and throws it away, and with it the connection: to open one costs more than
what most pages ask of it.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from django.conf import settings
from django.db import connection, connections

from reviews.accounts.networks import network_of
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


class RequestTurn(Executor):
    """What one request has of the threads: one at a time, from when something has to run until the answer is made.

    places: of each it needs one, in this order; none where any number of requests may be worked on at the same time.
    """

    def __init__(self, threads: RequestThreads, places: Sequence[asyncio.Semaphore] = ()) -> None:
        self.threads, self.places = threads, places
        self._thread: ThreadPoolExecutor | None = None
        self._held: list[asyncio.Semaphore] = []

    async def begin(self) -> None:
        """Wait for a place."""
        for places in self.places[len(self._held) :]:
            await places.acquire()
            self._held.append(places)

    def submit[Result](self, work: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Run `work` in the request's thread."""
        if self._thread is None:
            self._thread = self.threads.take()
        return self._thread.submit(work, *args, **kwargs)

    def end(self, *, is_free: bool = True) -> None:
        """Let others have the thread and the place. is_free: whether nothing runs in the thread any more."""
        thread, self._thread = self._thread, None
        if thread and is_free:
            self.threads.give_back(thread)
        elif thread:
            thread.submit(self.threads.give_back, thread)
        while self._held:
            self._held.pop().release()


class Places:
    """How many requests an event loop works on at the same time: so many in all, and half as many of one address, so
    that nobody takes every place. Whoever has more waits behind their own."""

    def __init__(self, most: int) -> None:
        self.all = asyncio.Semaphore(most)
        self._most_of_one = (most + 1) // 2
        # Those of an address go with its last request.
        self._of_one: WeakValueDictionary[str | None, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, address: str) -> Sequence[asyncio.Semaphore]:
        """What a request from this address needs one place of each of. Its own first: who waits there takes nobody
        else's."""
        one = network_of(address)
        own = self._of_one.get(one)
        if own is None:
            own = self._of_one[one] = asyncio.Semaphore(self._most_of_one)
        return own, self.all


_places: WeakKeyDictionary[asyncio.AbstractEventLoop, Places] = WeakKeyDictionary()


def places_for(address: str) -> Sequence[asyncio.Semaphore]:
    """The places for requests from this address in the running loop; none with SQLite, which takes any number of
    connections."""
    if connection.vendor == "sqlite":
        return ()
    loop = asyncio.get_running_loop()
    if loop not in _places:
        _places[loop] = Places(settings.ELM_REQUESTS_AT_ONCE)
    return _places[loop].of(address)


request_threads = RequestThreads()
"""Those of this process."""
