"""Rings in the same process: wakes the engine's loop at once, and ends a run that was stopped.

Only a shortcut: a process that does not hear the bell finds the row at its next look.
"""

import asyncio
from collections.abc import Callable
from uuid import UUID


class Bell:
    """What the serving loop listens to. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.on_ring: Callable[[], None] = lambda: None
        self.on_cancel: Callable[[UUID], None] = lambda session_id: None

    def listen(self, on_ring: Callable[[], None], on_cancel: Callable[[UUID], None]) -> None:
        """Call these in the current event loop from now on."""
        self.loop, self.on_ring, self.on_cancel = asyncio.get_running_loop(), on_ring, on_cancel

    def silence(self) -> None:
        self.loop = None

    @property
    def is_heard(self) -> bool:
        return self.loop is not None and not self.loop.is_closed()


_bell = Bell()
listen, silence = _bell.listen, _bell.silence


def ring() -> None:
    """Something wants to be run."""
    if _bell.is_heard and _bell.loop:
        _bell.loop.call_soon_threadsafe(_bell.on_ring)


def cancel(session_id: UUID) -> None:
    """The session was stopped: end its run, if it runs here."""
    if _bell.is_heard and _bell.loop:
        _bell.loop.call_soon_threadsafe(_bell.on_cancel, session_id)


def is_heard() -> bool:
    """Whether this process serves sessions now."""
    return _bell.is_heard
