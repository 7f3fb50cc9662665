"""The server's three protocols: HTTP (Django), websockets (Channels) and lifespan (the scheduler)."""

import os

from elm_site.handler import make_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "elm_site.settings")
django_application = make_application()

from channels.routing import ProtocolTypeRouter  # noqa: E402  the apps must be loaded first

from elm_site.bodies import BoundedBodies  # noqa: E402
from elm_site.departure import NoticeDeparture  # noqa: E402
from elm_site.lifespan import Lifespan  # noqa: E402
from reviews.live.routing import websocket_application  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": BoundedBodies(NoticeDeparture(django_application)),
        "websocket": websocket_application,
        "lifespan": Lifespan(),
    }
)
