"""Where sockets go: only from our own pages, and only to sessions."""

from typing import Any

from channels.auth import AuthMiddleware, get_user
from channels.routing import URLRouter
from channels.sessions import SessionMiddlewareStack
from django.urls import path, re_path

from reviews.live import hub
from reviews.live.consumers import Nowhere, SessionSocket
from reviews.live.origins import SameOrigin


class KnownVisitor(AuthMiddleware):
    """Whose log-in it is, as Channels reads it, in threads that keep their connections to the database."""

    async def resolve_scope(self, scope: dict[str, Any]) -> None:
        """Put the account into the scope, or somebody anonymous, and since when it is known."""
        scope["known_since"] = hub.current().rechecks
        scope["user"]._wrapped = await hub.current().threads.run(get_user.func, scope)


websocket_application = SameOrigin(
    SessionMiddlewareStack(
        KnownVisitor(
            URLRouter(
                [
                    path("ws/sessions/<uuid:pk>/", SessionSocket.as_asgi()),
                    re_path("", Nowhere.as_asgi()),
                ]
            )
        )
    )
)
