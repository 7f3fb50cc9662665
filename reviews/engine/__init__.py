"""What decides in a session (pure machines) and what obeys (one runner).

The machines can be imported without Django; the actions below load it on first use.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reviews.engine.actions import create_session, deeper, resume, say, start, stop, wake, withdraw
    from reviews.engine.bell import is_heard as is_serving
    from reviews.engine.casting import folded
    from reviews.engine.menus import end, menu
    from reviews.engine.tables import AlreadyLive

__all__ = [
    "AlreadyLive",
    "create_session",
    "deeper",
    "end",
    "folded",
    "is_serving",
    "menu",
    "resume",
    "say",
    "start",
    "stop",
    "wake",
    "withdraw",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from reviews.engine import actions, bell, casting, menus, tables

    found = {
        "AlreadyLive": tables.AlreadyLive,
        "end": menus.end,
        "folded": casting.folded,
        "is_serving": bell.is_heard,
        "menu": menus.menu,
    }
    return found[name] if name in found else getattr(actions, name)
