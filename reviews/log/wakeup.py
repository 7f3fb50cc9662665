"""Wakes the scheduler of the same process at once, and ends a run that was stopped.

Only a shortcut: without it the scheduler finds the row at its next look.
"""

import asyncio
from collections.abc import Callable
from uuid import UUID


class WakeupListener:
    """What the scheduler's loop listens to. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.on_wakeup: Callable[[], None] = lambda: None
        self.on_cancel: Callable[[UUID], None] = lambda session_id: None

    def listen(self, on_wakeup: Callable[[], None], on_cancel: Callable[[UUID], None]) -> None:
        """Call these in the current event loop from now on."""
        self.loop, self.on_wakeup, self.on_cancel = asyncio.get_running_loop(), on_wakeup, on_cancel

    def silence(self) -> None:
        self.loop = None

    @property
    def is_heard(self) -> bool:
        return self.loop is not None and not self.loop.is_closed()


_listener = WakeupListener()
listen, silence = _listener.listen, _listener.silence


def wake_scheduler() -> None:
    """Have the scheduler look for sessions that want to run."""
    if _listener.is_heard and _listener.loop:
        _listener.loop.call_soon_threadsafe(_listener.on_wakeup)


def cancel(session_id: UUID) -> None:
    """End the run of a session that was stopped, if this process runs it."""
    if _listener.is_heard and _listener.loop:
        _listener.loop.call_soon_threadsafe(_listener.on_cancel, session_id)


def is_heard() -> bool:
    """Whether a scheduler of this process listens."""
    return _listener.is_heard
