"""The server's websocket protocol, with a limit of what a client may say: pages say a few words a minute, and each
frame costs the loop that serves everybody, an empty one and a ping as much as any."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from elm_site.slow_readers import EndSlowReaders

MOST_BYTES = 131_072
BYTES_PER_SECOND = 1024


class QuietSocket(EndSlowReaders, WebSocketsSansIOProtocol):
    """One socket. Whoever sends more than 128 KB at once, or 1 KB a second for long, is cut off."""

    _left = float(MOST_BYTES)
    _at = 0.0

    def data_received(self, data: bytes) -> None:
        now = self.loop.time()
        self._left = min(MOST_BYTES, self._left + (now - self._at) * BYTES_PER_SECOND) - len(data)
        self._at = now
        if self._left < 0:
            self.transport.abort()
        else:
            super().data_received(data)
