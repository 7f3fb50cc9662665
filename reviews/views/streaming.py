"""Answers that are made while they are sent: only a chunk of them is ever in memory."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse


def stream_response(
    request: HttpRequest, chunks: Iterator[bytes], content_type: str
) -> StreamingHttpResponse:
    """The chunks as they come; none of them may be empty. An asynchronous server asks for each in the request's own
    thread, where the database is, and would else collect them all first."""
    if isinstance(request, ASGIRequest):
        return StreamingHttpResponse(in_a_thread(chunks), content_type=content_type)
    return StreamingHttpResponse(chunks, content_type=content_type)


async def in_a_thread(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The same chunks, each made in a thread."""
    next_chunk = sync_to_async(lambda: next(chunks, b""))
    while chunk := await next_chunk():
        yield chunk
