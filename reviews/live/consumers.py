"""The sockets: they gate, subscribe and pass on. They never decide and never work.

A refusal accepts first and closes with a code of its own: a socket closed before it is accepted looks like a
lost connection, and browsers would try again for ever.
"""

import json
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import PermissionDenied
from django.http import Http404

from reviews.live import hub, rows
from reviews.live.codes import FORBIDDEN, LOGGED_OUT, NONSENSE, NOT_FOUND
from reviews.live.viewer import Login, Viewer
from reviews.templatetags.elm import person

LONGEST_MESSAGE = 100


class Socket(AsyncWebsocketConsumer):
    """As Channels', which would change threads at each message to close connections to the database: these ask the
    database in the hub's threads only."""

    # The hub reaches it directly: a layer would cost a thread hop for each frame.
    channel_layer_alias = "none"

    async def dispatch(self, message: dict[str, Any]) -> None:
        await getattr(self, get_handler_name(message))(message)


class Nowhere(Socket):
    """An address that is no session's."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_FOUND)


class SessionSocket(Socket):
    """A page that watches a session: with `?after=N` it gets what comes after N at once, else after a resume."""

    viewer: Viewer | None = None

    async def connect(self) -> None:
        """Let a member of the team in, or close with a code that says why not."""
        await self.accept()
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.close(LOGGED_OUT)
            return
        self.session_id: UUID = self.scope["url_route"]["kwargs"]["pk"]
        try:
            gate = hub.current().threads.run(rows.check_access, user, self.session_id)
            team_id, may_act = await gate
            after = asked_for(self.scope["query_string"])
        except (Http404, PermissionDenied, ValueError) as refusal:
            await self.close(code_of(refusal))
            return
        login = Login(self.scope["session"].session_key, user.password)
        self.viewer = Viewer(
            user_id=user.pk, name=person(user), may_act=may_act, send=self.send, close=self.close, login=login
        )
        if hub.current().admit(self.viewer, self.session_id, team_id) and after is not None:
            hub.current().resume(self.viewer, after, self.scope.get("known_since"))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The one thing that a page says: {"t": "resume", "after": n}."""
        if self.viewer is None:
            return
        try:
            hub.current().resume(self.viewer, resumed_from(text_data or ""))
        except ValueError:
            self.viewer.drop(NONSENSE)

    async def disconnect(self, code: int) -> None:
        if self.viewer:
            self.viewer.leave()
            hub.current().leave(self.viewer, self.session_id)


def code_of(refusal: Exception) -> int:
    if isinstance(refusal, Http404):
        return NOT_FOUND
    return FORBIDDEN if isinstance(refusal, PermissionDenied) else NONSENSE


def asked_for(query: bytes) -> int | None:
    """N of `?after=N`, or None when it is not there. Raises ValueError for anything but a number."""
    found = parse_qs(query.decode("ascii", "replace")).get("after")
    return event_number(found[0]) if found else None


def resumed_from(text: str) -> int:
    """n of a resume message. Raises ValueError for anything else."""
    # A long one is none, and one that nests deeply would take the reader of JSON to its end.
    if len(text) > LONGEST_MESSAGE:
        raise ValueError("too long for a resume")
    message = json.loads(text)
    if not isinstance(message, dict) or message.get("t") != "resume":
        raise ValueError("not a resume")
    return event_number(message.get("after"))


def event_number(value: Any) -> int:
    """`value` as the number of an event. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("not a number")
    number = int(value)
    if not 0 <= number < 2**31:
        raise ValueError("not the number of an event")
    return number
