"""The folded states of the sessions that were looked at last, so that a page reads only what came since.

A log only grows and a state never changes: one that was folded up to event n is right for ever, and goes on from n.
"""

from collections import OrderedDict
from threading import Lock
from typing import Any
from uuid import UUID

from reviews.kinds.folding import Folded

type Key = tuple[UUID, str]
"""A session and its configuration, in words: its machine reads both."""

MOST_SESSIONS, MOST_EVENTS = 128, 100_000
"""How many sessions are kept at most, and how many events they may have together."""


class KeptStates:
    """States by session, those that were used last. Any thread may ask."""

    def __init__(self, most_sessions: int = MOST_SESSIONS, most_events: int = MOST_EVENTS) -> None:
        self.most_sessions, self.most_events = most_sessions, most_events
        self.states: OrderedDict[Key, Folded[Any]] = OrderedDict()
        self.events = 0
        self.lock = Lock()

    def get(self, key: Key) -> Folded[Any] | None:
        """The newest state of the session that is kept, None when there is none."""
        with self.lock:
            state = self.states.get(key)
            if state is not None:
                self.states.move_to_end(key)
            return state

    def keep(self, key: Key, state: Folded[Any]) -> None:
        """Keep the state, unless one of a longer log is kept."""
        with self.lock:
            known = self.states.get(key)
            if known is not None and known.last_number >= state.last_number:
                return
            self.events += state.last_number - (known.last_number if known is not None else 0)
            self.states[key] = state
            self.states.move_to_end(key)
            while self.states and (len(self.states) > self.most_sessions or self.events > self.most_events):
                _, left = self.states.popitem(last=False)
                self.events -= left.last_number


kept_states = KeptStates()
"""Those of this process."""
