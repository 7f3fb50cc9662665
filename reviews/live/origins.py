"""Which pages may open a socket: our own, told by scheme, host and port."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import SplitResult, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

type Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
type Origin = tuple[str, str, int]

PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """Passes on sockets that a page of this site opens, and refuses all others with status 403.

    The site's own origin is what the request was sent to, or one that CSRF_TRUSTED_ORIGINS names: a proxy may
    have changed the Host header. A request without an Origin comes from no page and is refused too.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        is_secure = settings.SECURE_SSL_REDIRECT or scope.get("scheme") == "wss"
        ours = is_ours(headers.get(b"origin", ""), headers.get(b"host", ""), is_secure)
        await (self.application if ours else WebsocketDenier())(scope, receive, send)


def is_ours(origin: str, host: str, is_secure: bool) -> bool:
    """Whether a page of `origin` is one of the site that was reached as `host`, over TLS or not."""
    found = origin_of(origin)
    if found is None:
        return False
    if validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        here = origin_of(f"{'https' if is_secure else 'http'}://{host}")
        if found == here:
            return True
    return any(matches(found, trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS)


def origin_of(address: str) -> Origin | None:
    """Scheme, host and port of an origin; None for whatever is none, such as "null"."""
    try:
        parts = urlsplit(address.lower())
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname or not is_bare(parts):
        return None
    return parts.scheme, parts.hostname, port


def is_bare(parts: SplitResult) -> bool:
    """Whether an address has nothing but scheme, host and port."""
    return not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)


def matches(found: Origin, trusted: str) -> bool:
    """Whether `trusted` names this origin, or with `*.` all hosts below one."""
    any_below = "://*." in trusted
    named = origin_of(trusted.rstrip("/").replace("://*.", "://"))
    if named is None:
        return False
    scheme, host, port = named
    is_host = found[1].endswith(f".{host}") if any_below else found[1] == host
    return is_host and (found[0], found[2]) == (scheme, port)
