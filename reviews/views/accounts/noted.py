"""Each browser in which somebody is logged in is noted now and then, so that they see it under "Your teams"."""

import logging
import time
from collections.abc import Callable
from typing import cast

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponseBase

from reviews.accounts import devices
from reviews.views.http import Request

logger = logging.getLogger(__name__)
QUIET_SECONDS = 60
"""How long nothing is noted after the database could not: who only reads waits for it once, not at each page."""

BY_ITSELF = "X-By-Itself"
"""The header of what a page asks while nobody does anything, such as what waits by now."""


def is_by_itself(request: HttpRequest) -> bool:
    return BY_ITSELF in request.headers


class NoteDevice:
    """Stands inside of the middleware for log-ins. A request costs no query but at a log-in, when the login session has
    a new key, and every few minutes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.quiet_until = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        key = request.session.session_key
        response = self.get_response(request)
        session = request.session
        # What a page asks by itself is no sign of somebody.
        is_known = session.accessed and request.user.is_authenticated and not is_by_itself(request)
        if is_known and (session.session_key != key or devices.is_to_be_noted(session)):
            self.note(cast(Request, request))
        return response

    def note(self, request: Request) -> None:
        """Note it, unless the database can't: a page that can be shown is shown."""
        if time.monotonic() < self.quiet_until:
            return
        agent, address = request.headers.get("User-Agent", ""), request.META.get("REMOTE_ADDR", "")
        try:
            devices.note(request.user, request.session, agent, address)
        except DatabaseError as trouble:
            self.quiet_until = time.monotonic() + QUIET_SECONDS
            logger.warning("a browser is not noted: %s", trouble)
