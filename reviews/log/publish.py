"""What the engine tells the open pages. Callable from any thread; without a page it only remembers the turn.

Nothing here is the truth: the text of an open turn is disposable, and numbers are hints to look at the rows.
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
        """What was said so far."""
        return "".join(self.deltas)


class Board:
    """The open turns of this process, and who wants to hear that something changed."""

    def __init__(self) -> None:
        self.turns: dict[UUID, OpenTurn] = {}
        self.listener: Listener | None = None

    def changed(self, session_id: UUID, *, events: bool = False) -> None:
        """Wake the session's open pages, if this process has any. events: there may be new ones."""
        if self.listener:
            self.listener.on_change(session_id, events)


@dataclass(frozen=True)
class Listener:
    """What a hub wants to be told. Each is called from whatever thread something happens in."""

    on_change: Callable[[UUID, bool], None]
    on_notice: Callable[[UUID, str], None]
    on_membership: Callable[[int], None]


_board = Board()


def listen(listener: Listener | None) -> None:
    """Tell `listener` from now on, and nobody else; None tells nobody."""
    _board.listener = listener


def turn_opened(session_id: UUID, number: int, speaker: dict[str, str]) -> None:
    """Somebody begins to speak. speaker: "key", "name" and "role"."""
    _board.turns[session_id] = OpenTurn(number, dict(speaker))
    _board.changed(session_id)


def said(session_id: UUID, text: str) -> None:
    """The open turn goes on with `text`. Does nothing when no turn is open."""
    turn = _board.turns.get(session_id)
    if turn and text:
        turn.deltas.append(text)
        _board.changed(session_id)


def turn_closed(session_id: UUID) -> None:
    """The turn is over: its event is stored, or it failed."""
    if _board.turns.pop(session_id, None):
        _board.changed(session_id)


def open_turn(session_id: UUID) -> OpenTurn | None:
    """The turn being spoken in this process, or None."""
    return _board.turns.get(session_id)


def happened(session_id: UUID, number: int) -> None:
    """Events up to `number` are committed."""
    _board.changed(session_id, events=True)


def notice(session_id: UUID, text: str) -> None:
    """Show a passing sentence on the session's open pages, such as that saving is being tried again."""
    if _board.listener:
        _board.listener.on_notice(session_id, text)


def membership_changed(team_id: int) -> None:
    """Somebody's role in the team changed or ended: open pages are checked again."""
    if _board.listener:
        _board.listener.on_membership(team_id)
