"""Django's handler for ASGI with one change of threads for a request, not two for each middleware.

All pages are synchronous. Django would run each middleware in the event loop and what it does in a thread: about twenty
changes, of which each costs CPU and waits for its turn behind every stream of words. Here everything from the first
middleware that must run in the loop (static files) inwards, and what is told before and after each request, is one
synchronous call, in a thread that has served others before.
"""

import asyncio
from collections.abc import Callable
from contextlib import closing
from inspect import iscoroutinefunction
from typing import Any, cast

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from asgiref.sync import iscoroutinefunction as is_marked_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_finished, request_started
from django.urls import set_script_prefix

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

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """As Django's, but the signals of a request are sent by `answer`."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            set_script_prefix(get_script_prefix(scope))
            request, response = cast(tuple[Any, Any], self.create_request(scope, body))
            try:
                async with asyncio.TaskGroup() as tasks:
                    departure = tasks.create_task(self.listen_for_disconnect(receive))
                    response = response or await self.run_get_response(request)
                    await self.send_response(response, send)
                    departure.cancel()
            except* RequestAborted:
                pass
            if response is None:
                # Its view may be at work still, in the thread in which this waits for its turn.
                await request_finished.asend(sender=type(self))
            elif not response.closed:
                await sync_to_async(response.close)()

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain as for a synchronous server, and make it one that can be awaited."""
        super().load_middleware(is_async=False)
        chain: Callable[..., Any] = vars(self)["_middleware_chain"]
        if not (iscoroutinefunction(chain) or is_marked_async(chain)):
            self._middleware_chain = self.in_thread(chain)

    def adapt_method_mode(
        self, is_async: bool, method: Any, method_is_async: bool | None = None, *args: Any, **kwargs: Any
    ) -> Any:
        """As Django's, but a chain that ends in the loop stays there: it is awaited."""
        if "name" in kwargs and is_async and not method_is_async:
            return self.in_thread(method)
        if method_is_async and not is_async and "name" not in kwargs:
            return method
        return super().adapt_method_mode(is_async, method, method_is_async, *args, **kwargs)

    def in_thread(self, chain: Callable[..., Any]) -> Callable[..., Any]:
        """The synchronous part of the chain as something to await, with what Django tells of each request."""

        def answer(request: ASGIRequest) -> Any:
            request_started.send(sender=type(self), scope=request.scope)
            response = chain(request)
            if not response.streaming:
                response._handler_class = type(self)
                response._resource_closers.append(request.close)
                response.close()
            return response

        return sync_to_async(answer, thread_sensitive=True)


def make_application() -> OneHopHandler:
    """The application that serves pages; loads the apps."""
    django.setup(set_prefix=False)
    return OneHopHandler()
