"""What a run tells the open pages of its process, from any thread. Without a page only the turn is kept.

Nothing here is the truth: the text of an open turn is disposable, and numbers are hints to read the rows.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID


@dataclass(eq=False)
class OpenTurn:
    """The turn being spoken.

    `number` is the last event's number + 1 when it was opened; the turn's own event may get a later one, when
    somebody said something meanwhile.
    """

    number: int
    speaker: dict[str, str]
    deltas: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.deltas)


@dataclass(frozen=True)
class Listener:
    """The callbacks of a hub. Each is called in the thread in which something happens."""

    on_change: Callable[[UUID, bool], None]
    on_notice: Callable[[UUID, str], None]
    on_membership: Callable[[int], None]
    on_access: Callable[[], None]


_turns: dict[UUID, OpenTurn] = {}
_listeners: list[Listener] = []
"""The one to call when something changes, if there is one."""


def listen(listener: Listener | None) -> None:
    """Call `listener` from now on instead of the one before; None: call nobody."""
    _listeners[:] = [listener] if listener else []


def _changed(session_id: UUID, *, events: bool = False) -> None:
    """Wake the session's open pages, if this process has any. events: there may be new ones."""
    for listener in _listeners:
        listener.on_change(session_id, events)


def turn_opened(session_id: UUID, number: int, speaker: dict[str, str]) -> None:
    """Open the turn of a speaker with the keys "key", "name" and "role"."""
    _turns[session_id] = OpenTurn(number, dict(speaker))
    _changed(session_id)


def said(session_id: UUID, text: str) -> None:
    """Add `text` to the open turn. Does nothing when no turn is open."""
    turn = _turns.get(session_id)
    if turn and text:
        turn.deltas.append(text)
        _changed(session_id)


def turn_closed(session_id: UUID) -> None:
    """Close the open turn, whose event is stored or which failed."""
    if _turns.pop(session_id, None):
        _changed(session_id)


def open_turn(session_id: UUID) -> OpenTurn | None:
    """The turn being spoken in this process, or None."""
    return _turns.get(session_id)


def happened(session_id: UUID, number: int) -> None:
    """Have open pages read the events up to `number`, which are committed."""
    _changed(session_id, events=True)


def notice(session_id: UUID, text: str) -> None:
    """Show a passing sentence on the session's open pages, such as that saving is being tried again."""
    for listener in _listeners:
        listener.on_notice(session_id, text)


def membership_changed(team_id: int) -> None:
    """Have the open pages of the team checked again: somebody's role changed or ended."""
    for listener in _listeners:
        listener.on_membership(team_id)


def access_changed() -> None:
    """Have all open pages checked again: an account or a log-in changed or ended."""
    for listener in _listeners:
        listener.on_access()
