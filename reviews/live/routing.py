"""Where sockets go: only from our own pages, and only to sessions."""

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.urls import path, re_path

from reviews.live.consumers import Nowhere, SessionSocket

websocket_application = AllowedHostsOriginValidator(
    AuthMiddlewareStack(
        URLRouter(
            [
                path("ws/sessions/<uuid:pk>/", SessionSocket.as_asgi()),
                re_path("", Nowhere.as_asgi()),
            ]
        )
    )
)
