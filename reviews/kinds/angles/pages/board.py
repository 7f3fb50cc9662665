"""What a page shows of a review's state: its units, its findings, what each angle has read, how far it is. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from reviews.kinds.angles.closing import coverage
from reviews.kinds.angles.state import (
    AngleAnswer,
    AngleSpec,
    AnglesState,
    AnswerStatus,
    Issue,
    Outcome,
    Unit,
)
from reviews.kinds.angles.strategy import due_angles
from reviews.language.wording import counted
from reviews.money import in_cents
from reviews.offline.finding import TITLES
from reviews.states import Severity

EARLY = 0.03
"""Below this share nobody can say how long the rest takes."""
OUTCOMES = {
    Outcome.CONVERGED: ("converged", "good", "check-circle"),
    Outcome.MAX_PASSES: ("pass limit", "quiet", "stop"),
    Outcome.EARLY_EXIT: ("ended early", "quiet", "stop"),
    Outcome.ERROR: ("not read", "bad", "alert"),
    Outcome.SKIPPED: ("skipped", "quiet", "dot"),
    Outcome.ROLLED_BACK: ("rolled back", "info", "undo"),
}
SIGNS = {
    "waits": ("·", "not asked yet in this pass"),
    "failed": ("!", "could not read it"),
    "skipped": ("–", "has nothing to say of such a text"),
    "idle": ("", "was not asked"),
}


@dataclass(frozen=True)
class Mark:
    """What an angle has made of a unit: a count of findings, or a sign, with words for it."""

    sign: str
    words: str
    how: str


@dataclass(frozen=True)
class UnitRow:
    """A unit in the table. chain: how many findings stood after each pass, "✎" behind a pass that changed its text;
    tone, icon: how its label looks."""

    unit: Unit
    artifact: str
    label: str
    tone: str
    icon: str
    chain: tuple[str, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class FindingRow:
    """A finding as pages show it. place: where its words stand; by: its angle's name; agreed: the names of the others
    that found it too; not_checked: whether a second look was due and did not happen."""

    issue: Issue
    unit: Unit
    artifact: str
    place: str
    by: str
    agreed: tuple[str, ...]
    not_checked: bool

    @property
    def percent(self) -> int:
        return round(100 * self.issue.confidence)

    @property
    def rule(self) -> str:
        """What the rule that found it is called; "" when an angle did."""
        return TITLES.get(self.issue.rule, self.issue.rule)


@dataclass(frozen=True)
class Receipt:
    """How many units an angle has read, could not read, and skipped."""

    name: str
    percent: int
    read: int
    failed: int
    skipped: int


@dataclass(frozen=True)
class Bound:
    """What may be used until the session is saved and stopped. share: of the hard bound, 0 to 100."""

    what: str
    used: str
    most: str
    share: int
    is_close: bool


@dataclass(frozen=True)
class Progress:
    """How far a review is. percent: 0 to 100, of the most that it may take; minutes: about what is left at most, None
    when nobody can say."""

    pass_number: int
    last_pass: int
    percent: int
    minutes: int | None
    trend: str


def unit_rows(state: AnglesState, units: Iterable[Unit]) -> list[UnitRow]:
    """The units as rows, in their order."""
    names = {note.artifact: note.name for note in state.setup.notes}
    return [_unit_row(state, unit, names[unit.artifact]) for unit in units]


def open_first(units: Sequence[Unit]) -> list[Unit]:
    """The units that are worked on, then those in which something was found or changed, then the others, each in their
    order."""
    return sorted(units, key=lambda unit: (not unit.is_open, not _has_something(unit)))


def _has_something(unit: Unit) -> bool:
    is_read = unit.outcome in ("", Outcome.CONVERGED, Outcome.MAX_PASSES, Outcome.EARLY_EXIT)
    return unit.is_changed or not is_read or any(unit.found.values())


def _unit_row(state: AnglesState, unit: Unit, artifact: str) -> UnitRow:
    label, tone, icon = _status(state, unit)
    chain = tuple(f"{len(one.open)}{'✎' if one.modification else ''}" for one in unit.passes)
    due = {angle.id for angle in due_angles(state, unit)} if unit.is_open else set()
    marks = tuple(_mark(state, unit, angle, angle.id in due) for angle in state.setup.angles)
    return UnitRow(unit, artifact, label, tone, icon, chain, marks)


def _status(state: AnglesState, unit: Unit) -> tuple[str, str, str]:
    if unit.outcome in OUTCOMES:
        return OUTCOMES[unit.outcome]
    begun = any((unit.id, angle.id) in state.answers for angle in state.setup.angles)
    if begun or (state.setup.by_rules and unit.artifact in state.read):
        return f"pass {state.open_pass}", "info", "play"
    return "waiting", "quiet", "clock"


def _mark(state: AnglesState, unit: Unit, angle: AngleSpec, is_due: bool) -> Mark:
    answer = state.answers.get((unit.id, angle.id))
    last = unit.passes[-1] if unit.passes else None
    if answer:
        return _mark_of_answer(answer)
    if is_due and not unit.passes:
        return Mark(*SIGNS["waits"], "waits")
    if last and angle.id in last.failed:
        return Mark(*SIGNS["failed"], "failed")
    if last and angle.id in last.skipped:
        return Mark(*SIGNS["skipped"], "skipped")
    if angle.id not in unit.found:
        return Mark(*SIGNS["idle"], "idle")
    return _count(len(unit.found[angle.id]))


def _mark_of_answer(answer: AngleAnswer) -> Mark:
    if answer.status == AnswerStatus.ERROR:
        return Mark(*SIGNS["failed"], "failed")
    if answer.status == AnswerStatus.NEEDS_INPUT:
        return Mark("?", "asks a person", "asks")
    if answer.skipped:
        return Mark(*SIGNS["skipped"], "skipped")
    return _count(len(answer.found))


def _count(number: int) -> Mark:
    return Mark(str(number), counted(number, "finding"), "found" if number else "clean")


def finding_rows(state: AnglesState, issues: Iterable[Issue]) -> list[FindingRow]:
    """Findings as rows, in their order."""
    names = {note.artifact: note.name for note in state.setup.notes}
    return [_finding_row(state, issue, names) for issue in issues]


def _finding_row(state: AnglesState, issue: Issue, names: dict[str, str]) -> FindingRow:
    unit = state.unit(issue.unit)
    text = "the pinned text" if issue.pinned else f"the working copy of pass {issue.passes[-1]}"
    place = f"line {issue.line} of {text}"
    if not issue.quote:
        place = f"missing in {unit.name}"
    due = issue.severity.rank >= Severity.MEDIUM.rank and not state.setup.by_rules
    return FindingRow(
        issue=issue,
        unit=unit,
        artifact=names[unit.artifact],
        place=place,
        by=state.setup.angle(issue.angle).name,
        agreed=tuple(state.setup.angle(one).name for one in issue.agreed),
        not_checked=due and not issue.checked,
    )


def refuted_issues(state: AnglesState) -> list[Issue]:
    return [issue for issue in state.issues.values() if issue.refuted]


def receipts(state: AnglesState) -> list[Receipt]:
    """The coverage receipt of each angle."""
    found = []
    for angle in state.setup.angles:
        counted = coverage(state.units, angle.id)
        kinds = (counted.get(kind, 0) for kind in ("read", "failed", "skipped"))
        found.append(Receipt(angle.name, angle.percent, *kinds))
    return found


def bounds(state: AnglesState) -> list[Bound]:
    """What was used since the session was last resumed, against the bounds; of a review by rules only the time."""
    limits, now, before = state.setup.limits, state.spent, state.spent_before
    calls, tokens = now.calls - before.calls, now.tokens - before.tokens
    seconds, micros = now.seconds - before.seconds, now.micros - before.micros
    found = [
        _bound("Calls", calls, limits.calls, f"{calls:,}", f"{limits.calls[1]:,}"),
        _bound("Tokens", tokens, limits.tokens, f"{tokens:,}", f"{limits.tokens[1]:,}"),
        _bound("Time", seconds, limits.seconds, f"{seconds / 60:.0f}", f"{limits.seconds[1] / 60:.0f} min"),
        _bound("Cost", micros, limits.micros, in_cents(micros), in_cents(limits.micros[1])),
    ]
    return [found[2]] if state.setup.by_rules else found


def _bound(what: str, used: float, limits: tuple[int, int], shown: str, most: str) -> Bound:
    soft, hard = limits
    return Bound(what, shown, most, min(100, round(100 * used / hard)) if hard else 0, used >= soft)


def progress_of(state: AnglesState) -> Progress:
    """How far it is. A unit that converges sooner takes less than its share, so the rest is the most that it takes."""
    last = state.setup.last_pass
    number = min(max(state.open_pass, 1), last) if state.open_units else len(state.closed)
    share = _share_done(state, last)
    minutes = None
    if not state.reason and share >= EARLY and state.spent.seconds:
        minutes = max(1, ceil(state.spent.seconds * (1 - share) / share / 60))
    trend = state.closed[-1].trend if state.closed else "unknown"
    return Progress(number, last, int(100 * share), minutes, trend)


def _share_done(state: AnglesState, last: int) -> float:
    """The share of all units' passes that is done, 0 to 1."""
    if state.reason:
        return 1.0
    if not state.units:
        return 0.0
    answered: dict[str, int] = {}
    for unit_id, _angle in state.answers:
        answered[unit_id] = answered.get(unit_id, 0) + 1
    angles = len(state.setup.angles)
    done = 0.0
    for unit in state.units:
        part = min(1.0, answered.get(unit.id, 0) / angles)
        done += 1.0 if not unit.is_open else min(1.0, (len(unit.passes) + part) / last)
    return done / len(state.units)
