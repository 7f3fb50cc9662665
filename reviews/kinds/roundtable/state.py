"""What a roundtable's log adds up to, as values. Pure.

A turn is the framing, a persona's contribution, a person's message or the summary of a disagreement (C1, C2); every
other line of the lead is a template that costs nothing. The counter is computed from the log and never exceeds the
limit: a person's message that comes when no turn is left is kept for the synthesis and not counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar

from reviews.kinds.folding import Folded, Message
from reviews.kinds.notes import Note
from reviews.log.values import Event, Speaker
from reviews.states import EndReason, EventKind

DEFAULT_TURNS, FEWEST_TURNS = 10, 3
"""The turn limit unless another one is chosen, and the smallest (FR-007, VR-ELAB-003)."""
MOST_LOOKS = 2
"""How often a model's summary is compared with what was said: again when code does not find all of it."""
SILENT_ROUNDS = 3
"""How many rounds the personas may go on without anybody else before the lead asks (FR-003, C6)."""
WARN_BEFORE = 2
"""How many turns before the limit the lead warns (FR-007)."""


@dataclass(frozen=True)
class Seat:
    """A persona at the table. `short` is its title in the participants line, `keywords` pull it in."""

    key: str
    name: str
    role: str
    lens: str = ""
    short: str = ""
    keywords: tuple[str, ...] = ()

    @property
    def first_name(self) -> str:
        return self.name.split()[0]

    @property
    def speaker(self) -> Speaker:
        return Speaker(self.key, self.name, self.role)

    @property
    def prefix(self) -> str:
        """What stands before every contribution (FR-002): "Maya Chen (Business Analyst):"."""
        return f"{self.name} ({self.role}):"


@dataclass(frozen=True)
class Earlier:
    """A roundtable that was held before (FR-009); `topic` is its typed one, "" for a step's."""

    step_id: str
    summary: str
    topic: str = ""


@dataclass(frozen=True)
class StepOutput:
    """A file that the step is about, and the sections in it."""

    file: str
    sections: tuple[str, ...] = ()


@dataclass(frozen=True)
class OtherStep:
    """A step that a subject may belong to instead."""

    step_id: str
    title: str
    phase: str


@dataclass(frozen=True)
class RoundtableSetup:
    """What is known before the first event.

    cast: in rotation, the lead first (C8); step_id "" and no `phase` for a typed topic; boundary: "step", "phase" or
    "" for which menu follows; next_step: its id, "" after the last; missing: outputs that the item does not have;
    at_once: whether additions are put in without a review; looks_again: whether a summary gets a second look;
    starter: who started it; people: who takes part, as far as that is known from the start; names: what needs no
    source when it is named; no_lead: the key of a phase that has no lead (ERR-ELAB-002); said_before, told_before:
    what personas or rules, and what people, have said about the item in earlier sessions, each text on one line;
    idle_minutes: after how long silence counts as nobody saying anything.
    """

    notes: tuple[Note, ...]
    item: str
    topic: str
    cast: tuple[Seat, ...]
    max_turns: int
    provider: str
    step_id: str = ""
    phase: str = ""
    phase_title: str = ""
    next_phase_title: str = ""
    outputs: tuple[StepOutput, ...] = ()
    questions: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    said_before: tuple[str, ...] = ()
    told_before: tuple[str, ...] = ()
    steps: tuple[OtherStep, ...] = ()
    feedback: tuple[str, ...] = ()
    boundary: str = ""
    next_step: str = ""
    first_takes: bool = False
    at_once: bool = False
    looks_again: bool = False
    starter: str = ""
    people: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    no_lead: str = ""
    idle_minutes: int | None = None

    @property
    def lead(self) -> Seat:
        return self.cast[0]

    def seat(self, key: str) -> Seat | None:
        """The persona with this key, None for anybody else."""
        return next((seat for seat in self.cast if seat.key == key), None)

    def named(self, first_name: str) -> Seat | None:
        """The persona with this first name, in any case."""
        wanted = first_name.strip().casefold()
        return next((s for s in self.cast if wanted in (s.first_name.casefold(), s.name.casefold())), None)


@dataclass(frozen=True)
class RoundtableMessage(Message):
    """What a person said, or that they want the personas to go on (`goes_on`, no text).

    turn: the counter after it, 0 for a message that was no turn. for_app: it steered the session (an exit word, an
    answer to "end or continue?") and says nothing on the topic.
    """

    goes_on: bool = False
    may_end: bool = False
    turn: int = 0
    for_app: bool = False


@dataclass(frozen=True)
class Turn:
    """Something that was said in the discussion: the event, and the counter after it (0: it did not count). `said_on`:
    the day of a person's message."""

    number: int
    kind: str
    key: str
    name: str
    text: str
    turn: int
    what: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    said_on: date | None = None

    @property
    def is_person(self) -> bool:
        return self.key.startswith("user:")

    @property
    def refers_to(self) -> tuple[int, ...]:
        """The numbers of the turns that it takes up."""
        return tuple(self.data.get("refers_to") or ())

    @property
    def disagreement(self) -> Mapping[str, Any]:
        """What it sees differently: `other`, a persona's key, and the sides `mine` and `theirs`."""
        return self.data.get("disagreement") or {}

    @property
    def differing(self) -> frozenset[str]:
        """The keys of the two who see something differently in it; none for most turns."""
        found = self.disagreement
        return frozenset({self.key, str(found["other"])}) if found else frozenset()

    @property
    def changed_mind(self) -> str:
        """What the discussion changed in the first take of who speaks, "" for nothing."""
        return str(self.data.get("changed_mind") or "")

    @property
    def flat(self) -> str:
        """The text on one line, as quotes are shown."""
        return " ".join(self.text.split())

    @property
    def first_name(self) -> str:
        return self.name.split()[0] if self.name else ""


@dataclass(frozen=True)
class WaitingSpeaker:
    """A persona that is to speak: because a person named it, or only if it has something distinct to add. `about`
    are the numbers of the messages that it answers."""

    key: str
    addressed: bool = False
    optional: bool = False
    about: tuple[int, ...] = ()


@dataclass(frozen=True)
class RoundtableState(Folded[RoundtableMessage]):
    """Everything that the log says. `queue` is who speaks next, in order.

    takes: the first takes by key, in the order of the table whatever the order in which they came; last_take: the
    number of the newest; retried_takes: whose first take came cut off or empty, so that it is asked for once more,
    each with which; redirects: the lines by which the lead led back to the topic, which are no turns; silent:
    rounds that went by without anybody but the personas; asked: whether the lead has asked the silent people;
    unclear: the number of a message that has to be asked back (C14), asked_back: of the one that was, 0 for none;
    refused: numbers of exit words of people who may not end it, still to be answered; ending: why the discussion is
    over, None while it goes on; closed: whether the line that says so was said; unsettled: numbers of contributions
    whose disagreement was not put to people yet; draft: the summary that waits for a second look, {} for none;
    too_long: the purpose of the last call that the model had no room for, "" while everything fits (ERR-ELAB-014).
    """

    growing: ClassVar = ("messages", "turns")

    setup: RoundtableSetup
    introduced: bool = False
    takes: Mapping[str, str] = field(default_factory=dict)
    last_take: int = 0
    retried_takes: Mapping[str, str] = field(default_factory=dict)
    framing: Event | None = None
    turns: tuple[Turn, ...] = ()
    redirects: tuple[Turn, ...] = ()
    turn_count: int = 0
    queue: tuple[WaitingSpeaker, ...] = ()
    spoken: Mapping[str, int] = field(default_factory=dict)
    warned: bool = False
    silent: int = 0
    in_silence: bool = False
    asked: bool = False
    unclear: int = 0
    asked_back: int = 0
    refused: tuple[int, ...] = ()
    unsettled: tuple[int, ...] = ()
    ending: EndReason | None = None
    closed: bool = False
    uncited: tuple[int, ...] = ()
    few_voices: bool = False
    draft: Mapping[str, Any] = field(default_factory=dict)
    synthesis: Event | None = None
    proposed: bool = False
    recorded: bool = False
    menu: bool = False
    too_long: str = ""

    @property
    def focus(self) -> str:
        """The question that the discussion is about, "" before the framing."""
        return str(self.framing.data.get("focus") or "") if self.framing else ""

    @property
    def left(self) -> int:
        """How many turns are left, never less than 0 (NFR-006)."""
        return max(0, self.setup.max_turns - self.turn_count)

    @property
    def contributions(self) -> tuple[Turn, ...]:
        """What the personas have said after the framing."""
        return tuple(turn for turn in self.turns if turn.kind == "contribution")

    @property
    def late(self) -> tuple[RoundtableMessage, ...]:
        """What people said on the topic that was no turn, because none was left."""
        return tuple(
            m for m in self.messages if m.text and not (m.turn or m.goes_on or m.withdrawn or m.for_app)
        )

    @property
    def late_turns(self) -> tuple[Turn, ...]:
        """What of it was taken up, as turns that did not count."""
        kind = EventKind.USER_MESSAGE
        used = [message for message in self.late if message.used]
        return tuple(
            Turn(m.number, kind, m.speaker.key, m.speaker.name, m.text, 0, said_on=m.said_on) for m in used
        )
