"""A limit of time for work on foreign text, which a signal ends wherever it is, also inside a regular expression.

Signals reach the main thread only, and Windows has none that fit: there the work has its limit of size alone.
"""

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from reviews.errors import ElmError

_AGAIN = 0.25
"""After so many seconds the signal comes again: Python drops what is raised while it collects garbage."""


class TooSlow(ElmError):
    """The work took longer than it may."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End what stands inside after so many seconds. Raises TooSlow then, also when it just got done."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    is_over = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal is_over
        is_over = True
        if not _is_dropped(frame):
            raise TooSlow("It took too long.")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if is_over:
        raise TooSlow("It took too long.")


def _is_dropped(frame: FrameType | None) -> bool:
    """Whether what is raised in this frame reaches nobody: in a finalizer, or in what hears of garbage collection."""
    hearing = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code in hearing:
            return True
        frame = frame.f_back
    return False
