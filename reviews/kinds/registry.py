"""The kinds of sessions there are, by name. A kind is loaded when it is first asked for."""

from collections.abc import Iterator
from functools import cache

from django.utils.module_loading import import_string

from reviews.errors import ElmError
from reviews.kinds.base import SessionKind
from reviews.language.wording import join_with_and
from reviews.log import payloads

_PATHS = {
    "interview": "reviews.kinds.interview.kind.Interview",
    "roundtable": "reviews.kinds.roundtable.kind.Roundtable",
    "angles": "reviews.kinds.angles.kind.Angles",
}
"""Where each kind lives, in the order in which people are offered them."""
_GONE = "reviews.pages.gone.GoneKind"
"""What stands for a kind that was taken out of the registry since."""


def register(name: str, path: str) -> None:
    """Add a kind whose class is at the dotted `path`."""
    _PATHS[name] = path
    session_kind.cache_clear()


def unregister(name: str) -> None:
    del _PATHS[name]
    session_kind.cache_clear()


def names() -> list[str]:
    return list(_PATHS)


def kinds() -> Iterator[SessionKind]:
    return map(session_kind, names())


def kind_to_start(name: str) -> SessionKind:
    """The kind with this name. Raises ElmError when there is none."""
    if name not in _PATHS:
        known = join_with_and([f"{kind.label.lower()}s" for kind in kinds()])
        raise ElmError(f"Only {known} can be started. Choose one of them.")
    return session_kind(name)


@cache
def session_kind(name: str) -> SessionKind:
    """The kind of a stored session. Of one that is not registered any more, what is stored can still be shown."""
    kind: SessionKind = import_string(_PATHS.get(name, _GONE))()
    payloads.register(name, kind.payloads)
    return kind
