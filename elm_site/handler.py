"""Django's handler for ASGI with one change of threads for a request, not two for each middleware.

All pages are synchronous. Django would run each middleware in the event loop and what it does in a thread: about twenty
changes, of which each costs CPU and waits for its turn behind every stream of words. Here everything from the first
middleware that must run in the loop (static files) inwards is one synchronous call, in a thread that has served others
before.
"""

from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from asgiref.sync import iscoroutinefunction as is_marked_async
from django.core.handlers.asgi import ASGIHandler

from elm_site.request_threads import RequestTurn, places_for, request_threads


class OneHopHandler(ASGIHandler):
    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As Django's, in a thread that keeps its connections. Raises ValueError for anything but HTTP."""
        if scope["type"] != "http":
            raise ValueError(f"Pages are served over HTTP, not over {scope['type']}.")
        address, _ = scope.get("client") or ("", 0)
        turn, is_free = RequestTurn(request_threads, places_for(address)), False

        async def receive_whole() -> Any:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body"):
                # Whoever sends slowly takes no place meanwhile.
                await turn.begin()
            return message

        async def send_after(message: Any) -> None:
            # The answer is made. Whoever reads it slowly keeps no place and no connection.
            turn.end()
            await send(message)

        try:
            async with ThreadSensitiveContext(executor=turn):
                await self.handle(scope, receive_whole, send_after)
            is_free = True
        finally:
            turn.end(is_free=is_free)

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain as for a synchronous server, and make it one that can be awaited."""
        super().load_middleware(is_async=False)
        chain: Callable[..., Any] = vars(self)["_middleware_chain"]
        if not (iscoroutinefunction(chain) or is_marked_async(chain)):
            self._middleware_chain = sync_to_async(chain, thread_sensitive=True)

    def adapt_method_mode(
        self, is_async: bool, method: Any, method_is_async: bool | None = None, *args: Any, **kwargs: Any
    ) -> Any:
        """As Django's, but a chain that ends in the loop stays there: it is awaited."""
        if method_is_async and not is_async and "name" not in kwargs:
            return method
        return super().adapt_method_mode(is_async, method, method_is_async, *args, **kwargs)


def make_application() -> OneHopHandler:
    """The application that serves pages; loads the apps."""
    django.setup(set_prefix=False)
    return OneHopHandler()
