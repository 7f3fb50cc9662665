"""The server's HTTP protocol, with a time-out for headers that never end: uvicorn waits for them for ever."""

import asyncio
from http import HTTPStatus
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from elm_site.slow_readers import EndSlowReaders

MOST_HEADER_BYTES = 65_536
SENTENCES = {
    HTTPStatus.REQUEST_TIMEOUT: "The request came too slowly. Send it again.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "The request's headers are too long. Delete this site's cookies.",
}


class PunctualProtocol(EndSlowReaders, HttpToolsProtocol):
    """One connection. Its first request, and each that has begun, must have all its headers in ELM_REQUEST_SECONDS
    (408) and in 64 KB (431). So much may stand between the parts of a body and after it, too: what names a chunk, and
    headers that come last, which uvicorn would keep without end."""

    _deadline: asyncio.TimerHandle | None = None
    _header_bytes = 0
    _has_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._headers_are_here()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._has_body = False
        super().data_received(data)
        if self._has_body:
            self._header_bytes = 0
            return
        self._header_bytes += len(data)
        if self._header_bytes > MOST_HEADER_BYTES:
            self._end_with(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_body(self, body: bytes) -> None:
        self._has_body = True
        super().on_body(body)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._deadline is None:
            self._expect_headers()

    def on_headers_complete(self) -> None:
        self._headers_are_here()
        super().on_headers_complete()

    def _expect_headers(self) -> None:
        self._header_bytes = 0
        self._deadline = self.loop.call_later(
            settings.ELM_REQUEST_SECONDS, self._end_with, HTTPStatus.REQUEST_TIMEOUT
        )

    def _headers_are_here(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end_with(self, status: HTTPStatus) -> None:
        """Say why, and end the connection. Nothing is said to a browser that has connected ahead of time and asked for
        nothing, which would take it for the answer to its next request, nor in the middle of another answer."""
        self._headers_are_here()
        if self.transport.is_closing():
            return
        if self._header_bytes and (self.cycle is None or self.cycle.response_complete):
            self.transport.write(answer_of(status))
        self.transport.close()


def answer_of(status: HTTPStatus) -> bytes:
    """A whole answer of one sentence."""
    sentence = f"{SENTENCES[status]}\n".encode()
    headers: dict[str, Any] = {
        "content-type": "text/plain; charset=utf-8",
        "content-length": len(sentence),
        "connection": "close",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[status] + lines.encode() + b"\r\n" + sentence
