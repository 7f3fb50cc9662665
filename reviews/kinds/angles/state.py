"""What the machine of an angle review knows: the units of the texts, each with its passes, and what was found. Pure
values (P005)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from reviews.kinds.angles.config import Units
from reviews.kinds.folding import Folded, Message
from reviews.kinds.notes import Note
from reviews.language.line_index import count_line_ends
from reviews.log.values import ANGLE, Speaker
from reviews.states import EndReason, Severity, Tier

SUPERVISOR, WORKER = "supervisor", "worker"
ATTEMPTS = 3
"""How often a call is made at most before its unit counts as not read by its angle (D13)."""


class UnitStatus(StrEnum):
    """Where a unit is (P005, D2). Any but COMPLETE may go to ERROR (D3)."""

    INITIALIZING = "initializing"
    PROCESSING = "processing"
    CONVERGED = "converged"
    MAX_ITERATIONS = "max_iterations"
    ERROR = "error"
    COMPLETE = "complete"


class Outcome(StrEnum):
    """What became of a unit: the way from "error" to "complete" is no success (D2)."""

    NONE = ""
    CONVERGED = "converged"
    MAX_PASSES = "max_passes"
    EARLY_EXIT = "early_exit"
    ERROR = "error"
    SKIPPED = "skipped"
    ROLLED_BACK = "rolled_back"


class AnswerStatus(StrEnum):
    """How a worker's response ended (P004, D7)."""

    SUCCESS = "success"
    PARTIAL = "partial"
    ERROR = "error"
    NEEDS_INPUT = "needs_input"


@dataclass(frozen=True)
class AngleSpec:
    """An angle as it was pinned. `weight` is its share of the chosen ones' weights, 0 to 1 (D10). `model`: a model id
    that is asked for it, "" for that of the worker or of the tier."""

    id: str
    name: str
    weight: float
    prompt: str = ""
    criteria: tuple[str, ...] = ()
    tier: Tier = Tier.EXECUTION
    model: str = ""
    temperature: float | None = None

    @property
    def percent(self) -> int:
        """Its share of the weights as people read it."""
        return round(100 * self.weight)

    @property
    def speaker(self) -> Speaker:
        return Speaker(ANGLE + self.id, self.name, "Angle")


@dataclass(frozen=True)
class Limits:
    """What a session may use until it is saved and stopped (P013): (soft, hard) each. Tokens and calls are of models,
    `seconds` is time in which it worked, `micros` are millionths of a US dollar. The hard ones of passes and angles
    hold from the start (`config.py`)."""

    calls: tuple[int, int] = (500, 1000)
    tokens: tuple[int, int] = (500_000, 1_000_000)
    seconds: tuple[int, int] = (1800, 3600)
    micros: tuple[int, int] = (1_000_000, 5_000_000)
    passes: tuple[int, int] = (6, 8)
    angles: tuple[int, int] = (4, 8)


@dataclass(frozen=True)
class AnglesSetup:
    """What does not change while it runs. `previews` are the first lines of each tool's document (P002); `by_rules`: no
    model takes part; `before`: of each artifact, the contents (by unit) that an earlier session has read to the end;
    `together`: the words for all angles in one call (P009), "" when each has a call of its own."""

    session: str
    notes: tuple[Note, ...]
    angles: tuple[AngleSpec, ...]
    supervisor: Speaker
    worker: Speaker
    by_rules: bool
    designer: bool = False
    max_passes: int = 8
    units: Units = "auto"
    strategy: str = "exhaustive"
    sample_rate: float = 0.5
    early_exit: bool = False
    together: str = ""
    must_preserve: tuple[str, ...] = ()
    topic: str = ""
    previews: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    limits: Limits = Limits()

    @property
    def last_pass(self) -> int:
        """The last pass that there may be: one, when Code Designer is off (P001)."""
        return self.max_passes if self.designer else 1

    def angle(self, angle_id: str) -> AngleSpec:
        return next(angle for angle in self.angles if angle.id == angle_id)


@dataclass(frozen=True)
class Issue:
    """A finding. `unit` is the unit's id, `quote` verbatim from its text, "" for an absence. `line` and `column` (from
    1) are in the pinned text when `pinned`, else in the working copy of its pass. `passes` are those that found it;
    `agreed` the other angles that did, and `merged` their fingerprints. `refuted`: why the second look found it wrong;
    `checked`: whether there was a second look."""

    fingerprint: str
    unit: str
    angle: str
    severity: Severity
    quote: str
    line: int
    column: int
    description: str
    fix: str = ""
    confidence: float = 0.7
    rule: str = ""
    pinned: bool = True
    passes: tuple[int, ...] = ()
    agreed: tuple[str, ...] = ()
    duplicate_of: str = ""
    refuted: str = ""
    checked: bool = False
    event: int = 0

    @property
    def counts(self) -> bool:
        """Whether it is one of the findings: neither refuted nor the same as another."""
        return not self.refuted and not self.duplicate_of


@dataclass(frozen=True)
class Modification:
    """A change to a unit's text that an angle proposes (P005): `before` stands there exactly once. `approved`: None
    until another angle, `checker`, has looked; `why` is what that one said."""

    unit: str
    angle: str
    before: str
    after: str
    reason: str
    event: int = 0
    approved: bool | None = None
    checker: str = ""
    why: str = ""


@dataclass(frozen=True)
class WantedTool:
    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class AngleAnswer:
    """What an angle said of a unit in a pass (`AngleResult` of P003), answering `request`. `modification` is what
    it proposes, if anything; `question` what a person must say first when its status is NEEDS_INPUT, `skipped` why
    rules for this angle have nothing to say of such a text, `wants` the tools that it asks for."""

    unit: str
    angle: str
    number: int
    status: AnswerStatus
    request: str = ""
    found: tuple[str, ...] = ()
    confidence: float = 0.0
    modification: Modification | None = None
    question: str = ""
    skipped: str = ""
    wants: tuple[WantedTool, ...] = ()


@dataclass(frozen=True)
class PassResult:
    """A unit's pass once it is over. `open` are the fingerprints of the findings that stand, `text` is the unit's text
    afterwards, `failed` the angles that could not read it, `skipped` those that have nothing to say of such a text;
    `rejected` is a modification that another angle did not let through."""

    number: int
    open: frozenset[str]
    text: str
    modification: Modification | None = None
    failed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    converged: bool = False
    rejected: Modification | None = None


@dataclass(frozen=True)
class Unit:
    """A part of an artifact that is reviewed on its own. `id` is unique in the session, `key` in the artifact.
    `found`: by angle, what it found when it last read the unit; `answered`: all that it said then. `first_line` is that
    of the pinned text, from 1. In its texts are spaces in the place of what ELM put in and nobody has accepted."""

    id: str
    artifact: str
    key: str
    name: str
    kind: str
    first_line: int
    original: str
    current: str
    status: UnitStatus = UnitStatus.PROCESSING
    outcome: Outcome = Outcome.NONE
    why: str = ""
    passes: tuple[PassResult, ...] = ()
    found: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    answered: Mapping[str, AngleAnswer] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        return self.status == UnitStatus.PROCESSING

    @property
    def is_changed(self) -> bool:
        return self.current != self.original

    def text_after(self, pass_number: int) -> str:
        """Its text as it was at the end of that pass; 0 is the original."""
        done = [result.text for result in self.passes if result.number <= pass_number]
        return done[-1] if done else self.original


class UnitTable(tuple[Unit, ...]):
    """Units with what is looked up in them, computed once for all states in which they are the same."""

    @cached_property
    def by_artifact(self) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, list[Unit]] = {}
        for unit in self:
            found.setdefault(unit.artifact, []).append(unit)
        return {artifact: tuple(units) for artifact, units in found.items()}

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Each artifact as it stands now: the texts of its units, joined."""
        return {
            artifact: "".join(unit.current for unit in units) for artifact, units in self.by_artifact.items()
        }

    @cached_property
    def first_lines(self) -> Mapping[str, int]:
        """By unit, the line of the working copy at which it begins, from 1."""
        found: dict[str, int] = {}
        for units in self.by_artifact.values():
            line = 1
            for unit in units:
                found[unit.id] = line
                line += count_line_ends(unit.current)
        return found

    @cached_property
    def with_findings(self) -> Mapping[str, tuple[int, ...]]:
        """By artifact, the places among all units of those in which something was found, ascending."""
        found: dict[str, list[int]] = {}
        for place, unit in enumerate(self):
            if any(unit.found.values()):
                found.setdefault(unit.artifact, []).append(place)
        return {artifact: tuple(places) for artifact, places in found.items()}


@dataclass(frozen=True)
class ToolCall:
    """A tool that is being run, known by the number of its event. `asker`: the unit and the angle that asked for it."""

    number: int
    tool: str
    arguments: Mapping[str, Any]
    asker: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class PassSummary:
    """A pass in figures, for charts: `found` by angle, `size` in characters of all texts; `signals` are sentences."""

    number: int
    event: int
    found: Mapping[str, int]
    open: int
    new: int
    gone: int
    modified: int
    converged: int
    size: int
    trend: str
    signals: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spent:
    """What was used so far, see `Limits`. `last_at` is when the last answer was there (ISO)."""

    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    micros: int = 0
    last_at: str = ""


@dataclass(frozen=True, kw_only=True)
class AnglesState(Folded[Message]):
    """The session. `open_pass` is the pass that is going on, from 1, 0 before the units are known. `issues` by
    fingerprint, in the order in which they were found.

    Of the open pass are `answers` by unit and angle, `attempts` by the key of the ask, `read` (which artifacts the
    analysers have read), `alerts` (what they say of each unit, when a model reads too), `results` (of the tools that
    an angle asked for) and `proposed`.
    """

    setup: AnglesSetup
    units: tuple[Unit, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    open_pass: int = 0
    call: ToolCall | None = None
    read: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    answers: Mapping[tuple[str, str], AngleAnswer] = field(default_factory=dict)
    attempts: Mapping[str, int] = field(default_factory=dict)
    alerts: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    results: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    proposed: Mapping[str, Modification] = field(default_factory=dict)
    issues: Mapping[str, Issue] = field(default_factory=dict)
    closed: tuple[PassSummary, ...] = ()
    spent: Spent = Spent()
    spent_before: Spent = Spent()
    warned: frozenset[str] = frozenset()
    reason: EndReason | None = None
    verdict: int = 0
    kept: int = 0
    changed_at: int = 0
    proposals: int = 0

    def unit(self, unit_id: str) -> Unit:
        return self.units[self.places[unit_id]]

    def note(self, artifact: str) -> Note:
        return next(note for note in self.setup.notes if note.artifact == artifact)

    def units_of(self, artifact: str) -> tuple[Unit, ...]:
        return self.table.by_artifact.get(artifact, ())

    @cached_property
    def table(self) -> UnitTable:
        return self.units if isinstance(self.units, UnitTable) else UnitTable(self.units)

    def working_text(self, artifact: str) -> str:
        """The artifact as it stands now: the texts of its units, joined."""
        return self.table.texts.get(artifact, "")

    def current_line(self, unit: Unit) -> int:
        """The line of the working copy at which the unit begins, from 1."""
        return self.table.first_lines[unit.id]

    @property
    def open_units(self) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.is_open)

    def standing(self, unit: Unit) -> tuple[Issue, ...]:
        """The findings of the unit that stand: what each angle found when it last read it, and nobody refuted."""
        keys = dict.fromkeys(key for found in unit.found.values() for key in found)
        return tuple(issue for key in keys if (issue := self.issues[key]).counts)

    @property
    def findings(self) -> tuple[Issue, ...]:
        """All that stands, the worst first."""
        standing = [issue for unit in self.units for issue in self.standing(unit)]
        return tuple(sorted(standing, key=lambda one: (-one.severity.rank, -one.confidence)))
