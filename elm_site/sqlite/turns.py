"""Who writes to a SQLite file next: the writers of a process queue up, where SQLite lets the lucky one go first."""

import threading
import time
from collections import deque

SHORT_IN_A_ROW = 16
"""How many single statements go before a transaction that waits: they take a millisecond, but there may be many."""


class Turns:
    """One writer at a time, first come, first served; single statements go before whole transactions."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._in_a_row = 0
        self._short: deque[threading.Event] = deque()
        self._long: deque[threading.Event] = deque()

    def take(self, seconds: float, *, short: bool = False) -> float | None:
        """Wait for the turn, at most so many seconds. The seconds that it took, None when there was no turn."""
        began, called = time.monotonic(), threading.Event()
        with self._guard:
            if not self._taken:
                self._taken = True
                return 0.0
            waiting = self._short if short else self._long
            waiting.append(called)
        if not called.wait(seconds):
            with self._guard:
                # Being called and giving up may fall together: then the turn was given, and is taken.
                if not called.is_set():
                    waiting.remove(called)
                    return None
        return time.monotonic() - began

    def give_back(self) -> None:
        """Let the next one write."""
        with self._guard:
            patient = self._long and self._in_a_row >= SHORT_IN_A_ROW
            if self._short and not patient:
                self._in_a_row += 1
                self._short.popleft().set()
            elif self._long:
                self._in_a_row = 0
                self._long.popleft().set()
            else:
                self._in_a_row, self._taken = 0, False
