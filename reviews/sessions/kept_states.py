"""The folded states of the sessions that were looked at last, so that a page reads only what came since.

A log only grows and a state never changes: one that was folded up to event n is right for ever, and goes on from n.
"""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any
from uuid import UUID

from reviews.kinds.folding import Folded
from reviews.kinds.notes import Note
from reviews.log.values import Event

type Key = tuple[UUID, str]
"""A session and its configuration, in words: its machine reads both."""

MOST_SESSIONS, MOST_EVENTS, MOST_CHARACTERS = 128, 100_000, 40_000_000
"""How many sessions are kept at most, and how many events and characters they may have together."""


@dataclass(frozen=True)
class KeptState:
    """A state, and about how many characters there are in it."""

    state: Folded[Any]
    size: int = 0


class KeptStates:
    """States by session, those that were used last. Any thread may ask."""

    def __init__(
        self,
        most_sessions: int = MOST_SESSIONS,
        most_events: int = MOST_EVENTS,
        most_characters: int = MOST_CHARACTERS,
    ) -> None:
        self.most_sessions, self.most_events = most_sessions, most_events
        self.most_characters = most_characters
        self.states: OrderedDict[Key, KeptState] = OrderedDict()
        self.events = self.characters = 0
        self.lock = Lock()

    def get(self, key: Key) -> KeptState | None:
        """The newest state of the session that is kept, None when there is none."""
        with self.lock:
            kept = self.states.get(key)
            if kept is not None:
                self.states.move_to_end(key)
            return kept

    def keep(self, key: Key, kept: KeptState) -> None:
        """Keep the state, unless one of a longer log is kept."""
        with self.lock:
            known = self.states.get(key)
            if known is not None and known.state.last_number >= kept.state.last_number:
                return
            if known is not None:
                self._count(known, -1)
            self._count(kept, 1)
            self.states[key] = kept
            self.states.move_to_end(key)
            while self.states and self._are_too_many():
                _, left = self.states.popitem(last=False)
                self._count(left, -1)

    def _count(self, kept: KeptState, times: int) -> None:
        self.events += times * kept.state.last_number
        self.characters += times * kept.size

    def _are_too_many(self) -> bool:
        return (
            len(self.states) > self.most_sessions
            or self.events > self.most_events
            or self.characters > self.most_characters
        )


def size_of_notes(notes: Iterable[Note]) -> int:
    """The characters that a state has of the texts under review: the texts, and once more the parts that they are cut
    into."""
    return sum(2 * len(note.text) for note in notes)


def size_of_event(event: Event) -> int:
    """The characters that a state may have of an event: what it says and the texts in its data."""
    return len(event.text) + characters_in(event.data)


def characters_in(value: object) -> int:
    """The characters of all texts in a plain value."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(map(characters_in, value.values()))
    if isinstance(value, list | tuple):
        return sum(map(characters_in, value))
    return 0


kept_states = KeptStates()
"""Those of this process."""
