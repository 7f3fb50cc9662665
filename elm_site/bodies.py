"""Bodies of requests are bounded before they are read: how large they are, and how slowly they may come.

Django keeps a whole body, in memory or on the disk, before it knows who sends it. Here it is counted as it comes, so
that a stranger can send a form to log in with and nothing more.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.http import parse_header_parameters

from reviews.views.headers import FIXED

type Scope = dict[str, Any]
type Message = Mapping[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
type Application = Callable[[Scope, Receive, Send], Awaitable[None]]

BYTES_PER_SECOND = 16_384
"""What a body must bring on average after the first ELM_REQUEST_SECONDS."""
LINGER_SECONDS, LINGER_BYTES = 2.0, 2_097_152
"""How much is still taken from whoever is refused: a browser that is cut off while it sends never reads why."""
TITLES = {
    HTTPStatus.BAD_REQUEST: "This request could not be read",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "This is too much at once",
    HTTPStatus.REQUEST_TIMEOUT: "This came too slowly",
}
LOGIN_FIRST = "Whoever is not logged in can send {most} KB. Log in, then send it again. Nothing was stored."
TOO_LARGE = (
    "All files and texts of a form together may have {most} MB. Nothing was stored. Send fewer at once."
)
TOO_SLOW = "The connection was too slow, so nothing was stored. Go back, then send it again."
NO_TYPE = "Its content is not UTF-8, or is of a type that can't be read. Nothing was stored."
NO_LENGTH = "It does not say how long it is in a way that can be read. Nothing was stored."


class Refusal(Exception):
    """The body is not taken: the status and the sentence that say why."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class BoundedBodies:
    """ASGI middleware around an HTTP application. Who sends too much gets 413, who sends too slowly 408, each with a
    sentence, and the application sees a client that has left."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = Body(scope, receive)
        try:
            check_content_type(scope)
            await body.check(declared_length(scope))
        except Refusal as refusal:
            await refuse(refusal, scope, receive, send)
            return
        await self.application(scope, body.receive, send)
        if body.refusal:
            await refuse(body.refusal, scope, receive, send)


class Body:
    """One body on its way in. `refusal` says why it was not taken, None as long as it is."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.scope, self._receive = scope, receive
        self.most = int(settings.ELM_ANONYMOUS_BODY_BYTES)
        self.is_known = self.is_complete = False
        self.bytes = 0
        self.began = time.monotonic()
        self.refusal: Refusal | None = None

    async def receive(self) -> Message:
        """The next message, "http.disconnect" once the body is refused."""
        if self.is_complete:
            return await self._receive()
        try:
            return await self.next_part()
        except Refusal as refusal:
            self.refusal, self.is_complete = refusal, True
            return {"type": "http.disconnect"}

    async def next_part(self) -> Message:
        """The next part of the body. Raises Refusal when it is too much or too late."""
        try:
            async with asyncio.timeout(self.seconds_left()):
                message = await self._receive()
        except TimeoutError:
            raise Refusal(HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW) from None
        self.bytes += len(message.get("body", b""))
        self.is_complete = message["type"] != "http.request" or not message.get("more_body", False)
        await self.check(self.bytes)
        return message

    def seconds_left(self) -> float:
        """How long the next part may take: what has come already has earned its time."""
        earned = settings.ELM_REQUEST_SECONDS + self.bytes / BYTES_PER_SECOND
        return max(0.0, self.began + earned - time.monotonic())

    async def check(self, length: int) -> None:
        """Raise Refusal when so many bytes are more than the sender may send."""
        if length > self.most and not self.is_known and await is_logged_in(self.scope):
            self.is_known, self.most = True, settings.ELM_MAX_BODY_MB * 1_048_576
        if length > self.most:
            told = (
                TOO_LARGE.format(most=settings.ELM_MAX_BODY_MB)
                if self.is_known
                else LOGIN_FIRST.format(most=self.most // 1024)
            )
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, told)


def check_content_type(scope: Scope) -> None:
    """Raise Refusal for a Content-Type that Django can't read, or with a charset that is not UTF-8: it would meet the
    same trouble again in the page that says so."""
    for name, value in scope["headers"]:
        if name == b"content-type":
            try:
                charset = parse_header_parameters(value.decode("latin-1"))[1].get("charset", "utf-8")
            except ValueError:
                charset = ""
            if charset.lower() != "utf-8":
                raise Refusal(HTTPStatus.BAD_REQUEST, NO_TYPE)


def declared_length(scope: Scope) -> int:
    """What Content-Length says, 0 without one. Raises Refusal for nonsense, and for several that differ."""
    told = {value for name, value in scope["headers"] if name == b"content-length"}
    if not told:
        return 0
    text = told.pop()
    if told or not text.isdigit() or len(text) > 18:
        raise Refusal(HTTPStatus.BAD_REQUEST, NO_LENGTH)
    return int(text)


def session_key(scope: Scope) -> str:
    """The key of the login session in the cookie, "" without one."""
    cookies = SimpleCookie()
    try:
        for name, value in scope["headers"]:
            if name == b"cookie":
                cookies.load(value.decode("latin-1"))
    except CookieError:
        return ""
    found = cookies.get(settings.SESSION_COOKIE_NAME)
    return found.value if found else ""


async def is_logged_in(scope: Scope) -> bool:
    """Whether the request comes from somebody who is logged in, as Django will see it."""
    key = session_key(scope)
    return bool(key) and await database_sync_to_async(is_key_of_user)(key)


def is_key_of_user(key: str) -> bool:
    """Whether the login session `key` is one of an active account."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return bool(get_user(request).is_authenticated)


@cache
def page_of(status: HTTPStatus, sentence: str, *, whole: bool) -> bytes:
    """What says why something was refused: a page that knows nobody, or what htmx puts into the page that is open."""
    context = {"title": TITLES[status], "sentence": sentence}
    return render_to_string("refused.html" if whole else "problem.html#told", context).encode()


async def refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the sentence, take a little more of what is sent, and end the connection."""
    page = page_of(refusal.status, refusal.sentence, whole=(b"hx-request", b"true") not in scope["headers"])
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(page)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        (b"content-security-policy", b"default-src 'none'; style-src 'self'; img-src 'self'"),
        *((name.lower().encode(), value.encode()) for name, value in FIXED.items()),
        (b"x-content-type-options", b"nosniff"),
        (b"x-problem", refusal.sentence.encode()),
        (b"hx-reswap", b"none"),
    ]
    await send({"type": "http.response.start", "status": int(refusal.status), "headers": headers})
    await send({"type": "http.response.body", "body": page, "more_body": True})
    await linger(receive)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def linger(receive: Receive) -> None:
    """Drop what still comes, for a moment."""
    taken = 0
    try:
        async with asyncio.timeout(LINGER_SECONDS):
            while taken < LINGER_BYTES:
                message = await receive()
                taken += len(message.get("body", b""))
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return
    except TimeoutError:
        return
