"""A limit of time for work on foreign text, which a signal ends wherever it is, also inside a regular expression.

Signals reach the main thread only, and Windows has none that fit: there the work has its limit of size alone.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from reviews.errors import ElmError

_AGAIN = 1.0
"""After so many seconds the signal comes again, should somebody have swallowed the first one."""


class TooSlow(ElmError):
    """The work took longer than it may."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End what stands inside after so many seconds. Raises TooSlow then."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise_too_slow)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _raise_too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow("It took too long.")
