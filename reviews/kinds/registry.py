"""The kinds of sessions there are, by name. A kind is loaded when it is first asked for."""

from collections.abc import Iterator
from functools import cache

from django.utils.module_loading import import_string

from reviews.errors import ElmError
from reviews.kinds.base import SessionKind
from reviews.language.wording import listed
from reviews.log import payloads

_PATHS = {
    "interview": "reviews.kinds.interview.kind.Interview",
    "roundtable": "reviews.kinds.roundtable.kind.Roundtable",
}
"""Where each kind lives, in the order in which people are offered them."""


def register(name: str, path: str) -> None:
    """Add a kind whose class is at the dotted `path`."""
    _PATHS[name] = path
    _loaded.cache_clear()


def unregister(name: str) -> None:
    """Take a kind away again."""
    del _PATHS[name]
    _loaded.cache_clear()


def names() -> list[str]:
    """The names of all kinds."""
    return list(_PATHS)


def kinds() -> Iterator[SessionKind]:
    """All kinds, loaded."""
    return map(session_kind, names())


def session_kind(name: str) -> SessionKind:
    """The kind with this name. Raises ElmError when there is none."""
    if name not in _PATHS:
        known = listed([f"{kind.label.lower()}s" for kind in kinds()])
        raise ElmError(f"Only {known} can be started. Choose one of them.")
    return _loaded(name)


@cache
def _loaded(name: str) -> SessionKind:
    kind: SessionKind = import_string(_PATHS[name])()
    payloads.register(name, kind.payloads)
    return kind
