"""Tells what works for a request when its client has left, so that it need not go on."""

import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from reviews.workers.lanes import client_left

type Scope = dict[str, Any]
type Message = Mapping[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
type Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class NoticeDeparture:
    """An ASGI application around another one, which listens for the client's end of the connection as Django's does."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        left = threading.Event()

        async def receive_noticing() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                left.set()
            return message

        set_before = client_left.set(left)
        try:
            await self.application(scope, receive_noticing, send)
        finally:
            client_left.reset(set_before)
