"""What a machine sees and what it may order. Pure values, standard library only.

A machine is three pure functions: `fold(events, setup) -> state`, `decide(state) -> command` and
`hear(state, ask, heard) -> new events`. The runner obeys the command, appends what came of it and asks again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from reviews.states import EndReason, EventKind, State

USER, EVERYBODY = "User", "All"
"""What stands in an attribution for people, and for all personas together."""
ANGLE = "angle:"
"""What stands before the key of an angle where it speaks."""


@dataclass(frozen=True)
class Speaker:
    """Who says something, as shown: `key` is a persona's key, "angle:<key>" or "user:<id>"."""

    key: str
    name: str
    role: str = ""


@dataclass(frozen=True)
class Event:
    """A row of the log. `data` is the kind's typed payload as plain values (see `payloads.py`), `day` the one on which
    a person's message was stored, None where that is not known."""

    number: int
    kind: EventKind
    text: str = ""
    speaker: Speaker | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    day: date | None = None


@dataclass(frozen=True)
class NewEvent:
    """An event that is not in the log yet: it has no number."""

    kind: EventKind
    text: str = ""
    speaker: Speaker | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Heard:
    """What a provider answered, as plain values. `data` is the checked structured result or None; `at` the time
    at which it was complete (ISO, milliseconds, "Z"): machines have no clock. `unread` names the parts of the
    structured result that could not be read. `tokens` (in and out together), `ms` and `micros` (millionths of a US
    dollar) are what the answer took, `model` is whose it was."""

    text: str
    data: Mapping[str, Any] | None = None
    stop_reason: str = "end_turn"
    at: str = ""
    unread: tuple[str, ...] = ()
    tokens: int = 0
    ms: int = 0
    micros: int = 0
    model: str = ""


@dataclass(frozen=True)
class Failed:
    """A call that brought no answer: `text` says why, in words for people. `permanent`: asking again is in vain.
    `problem` names the kind of failure (see `errors.ProviderError`), `at` is as in Heard."""

    text: str
    permanent: bool = False
    problem: str = ""
    at: str = ""


@dataclass(frozen=True)
class Ask:
    """Ask a provider to let `speaker` speak. `context` is what the prompt needs beyond the state. `part` tells asks of
    one purpose and speaker apart, such as the unit that each is about."""

    purpose: str
    speaker: str
    context: Mapping[str, Any] = field(default_factory=dict)
    part: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What its answer is known by: an event's kind tells the purpose, its speaker is the ask's, its data the
        part."""
        return self.purpose, self.speaker, self.part


@dataclass(frozen=True)
class AskMany:
    """Independent questions, launched in this order, `at_once` of them at a time (None: the kind's own number).

    Answers come in any order, each is appended when it is there. They are told apart by the asks' keys, so no two
    asks may have the same one.
    """

    asks: tuple[Ask, ...]
    at_once: int | None = None

    def __post_init__(self) -> None:
        if len({ask.key for ask in self.asks}) < len(self.asks):
            raise ValueError("Two asks of the same purpose, speaker and part can't be told apart.")
        if self.at_once is not None and self.at_once < 1:
            raise ValueError("At least one ask must be launched at a time.")


@dataclass(frozen=True)
class Say:
    """Append events whose words are written by code."""

    events: tuple[NewEvent, ...]


@dataclass(frozen=True)
class RunTool:
    """Let the kind run one of its tools, whose call is event `call` of the log. No shell, and nothing is written: a
    tool reads what the session is pinned to."""

    tool: str
    arguments: Mapping[str, Any]
    call: int


@dataclass(frozen=True)
class Ran:
    """What a tool brought: its result as plain values, or in `error` why there is none; `ms` is how long it took."""

    result: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    ms: int = 0
    at: str = ""


@dataclass(frozen=True)
class ProposedChange:
    """Replace `removed`, which stands at character `position` of the base text, by `inserted`. `support` says how far
    its sources carry it (see `kinds/support.py`)."""

    artifact: str
    position: int
    removed: str
    inserted: str
    section: str = ""
    attribution: str = ""
    reason: str = ""
    events: tuple[int, ...] = ()
    heading: str = ""
    marker: str = ""
    support: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Propose:
    """Store changes for people to accept or reject. Leaves a `change` event behind, even for none."""

    changes: tuple[ProposedChange, ...]


@dataclass(frozen=True)
class Apply:
    """Store additions and, when `at_once`, put them into their artifacts; say for each artifact what became of
    them, then `announce` the rest. One step: a `change` event is left behind, even for none."""

    changes: tuple[ProposedChange, ...]
    at_once: bool
    announce: tuple[NewEvent, ...] = ()


@dataclass(frozen=True)
class FoundIssue:
    """A problem of an artifact as a session found it, to become a row that people decide on. `quote` stands verbatim in
    the pinned text, at `line` and `column` (from 1, in characters); of an absence, which has no words, quote is "" and
    `section` names the unit. `agreed`: the other angles that found it too."""

    artifact: str
    claim: str
    fingerprint: str
    severity: str
    quote: str
    line: int
    column: int
    section: str
    description: str
    fix: str = ""
    confidence: float = 0.7
    angle: str = ""
    pass_number: int = 0
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True)
class KeepFindings:
    """Store what was found as rows for people to decide on. Leaves an announcement behind, even for none."""

    found: tuple[FoundIssue, ...]


@dataclass(frozen=True)
class Record:
    """Store what the session came to, in a line (FR-009). `people` are the personas' keys."""

    turn_count: int
    summary: str
    outcome: str
    people: tuple[str, ...]
    step_id: str = ""
    topic: str = ""


@dataclass(frozen=True)
class WaitForUser:
    """Nothing to do until somebody says something, or until `minutes` have gone by (None: for ever)."""

    why: str
    minutes: int | None = None


@dataclass(frozen=True)
class Move:
    """Go to `state`; an ending carries its reason."""

    state: State
    reason: EndReason | None = None
    text: str = ""


Command = Ask | AskMany | RunTool | Say | Propose | Apply | KeepFindings | Record | WaitForUser | Move


class Machine[Setup, Folded](Protocol):
    """The shape of a machine module."""

    def fold(self, events: Sequence[Event], setup: Setup) -> Folded: ...
    def advance(self, state: Folded, event: Event) -> Folded: ...
    def decide(self, state: Folded) -> Command: ...
    def hear(self, state: Folded, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]: ...
    def broke(self, state: Folded) -> tuple[tuple[ProposedChange, ...], NewEvent]: ...
    def speaker(self, setup: Setup, key: str) -> Speaker: ...
