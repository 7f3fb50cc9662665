"""Where sockets go: only from our own pages, and only to sessions."""

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from django.urls import path, re_path

from reviews.live.consumers import Nowhere, SessionSocket
from reviews.live.origins import SameOrigin

websocket_application = SameOrigin(
    AuthMiddlewareStack(
        URLRouter(
            [
                path("ws/sessions/<uuid:pk>/", SessionSocket.as_asgi()),
                re_path("", Nowhere.as_asgi()),
            ]
        )
    )
)
