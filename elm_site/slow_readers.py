"""What a client does not read is not kept for ever: uvicorn waits for it without end, with the answer in memory, also
when the connection is closed already."""

import asyncio
from typing import Any

from django.conf import settings

LEAST_BYTES_PER_SECOND = 1024


class EndSlowReaders:
    """For a protocol of uvicorn, before it in the bases: of more than 64 KB that wait to be sent, the other end takes
    1 KB a second in each ELM_REQUEST_SECONDS, or the connection is cut."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _look: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._look_later()

    def resume_writing(self) -> None:
        self._look_no_more()
        super().resume_writing()  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> Any:
        self._look_no_more()
        return super().connection_lost(exc)  # type: ignore[misc]

    def _look_later(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        self._look = self.loop.call_later(settings.ELM_REQUEST_SECONDS, self._cut_if_unread, waiting)

    def _look_no_more(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _cut_if_unread(self, before: int) -> None:
        taken = before - self.transport.get_write_buffer_size()
        if taken < settings.ELM_REQUEST_SECONDS * LEAST_BYTES_PER_SECOND:
            self.transport.abort()
        else:
            self._look_later()
