"""A pass is over: what becomes of its units and findings, in figures too. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from reviews.kinds.angles.convergence import has_converged, is_settled, signals, trend_of
from reviews.kinds.angles.merging import count_by_angle, merge_issues
from reviews.kinds.angles.state import (
    AnglesState,
    AnswerStatus,
    Issue,
    Modification,
    Outcome,
    PassResult,
    PassSummary,
    Unit,
    UnitStatus,
    UnitTable,
)
from reviews.kinds.angles.strategy import due_angles
from reviews.kinds.folding import changed

FAILED_PASSES = 2
"""After so many passes in a row in which an angle could not read it, a unit is left in error."""


def close_pass(state: AnglesState, event: int) -> AnglesState:
    """The state once the open pass is over; `event` is the number of the event that says so."""
    issues = dict(state.issues)
    units = []
    for unit in state.units:
        closed = _close_unit(state, unit, issues) if unit.is_open else unit
        units.append(closed)
    after = changed(state, units=UnitTable(units), issues=issues)
    summary = _summary(state, after, event)
    if state.setup.early_exit and after.open_units and is_settled((*state.closed, summary), after.units):
        after = changed(after, units=UnitTable(_left_early(unit) for unit in after.units))
    return changed(
        after,
        closed=(*state.closed, summary),
        open_pass=state.open_pass + 1,
        read={},
        answers={},
        attempts={},
        alerts={},
        results={},
        proposed={},
    )


def _close_unit(state: AnglesState, unit: Unit, issues: dict[str, Issue]) -> Unit:
    """The unit after the pass; `issues` get its merged ones."""
    answers = [state.answers.get((unit.id, angle.id)) for angle in due_angles(state, unit)]
    failed = tuple(one.angle for one in answers if one and one.status == AnswerStatus.ERROR)
    skipped = tuple(one.angle for one in answers if one and one.skipped)
    read = {one.angle: one for one in answers if one and one.status != AnswerStatus.ERROR}
    found = {angle: answer.found for angle, answer in read.items()}
    unit = replace(unit, found={**unit.found, **found}, answered={**unit.answered, **read})
    keys = dict.fromkeys(key for found in unit.found.values() for key in found)
    issues |= merge_issues(issues[key] for key in keys)
    proposed = state.proposed.get(unit.id)
    modification = proposed if proposed and proposed.approved else None
    text = apply_modification(unit.current, modification) if modification else unit.current
    result = PassResult(
        number=state.open_pass,
        open=frozenset(key for key in keys if issues[key].counts),
        text=text,
        modification=modification,
        failed=failed,
        skipped=skipped,
        rejected=None if modification else proposed,
    )
    return _settled(replace(unit, current=text), result, state.setup.last_pass)


def _left_early(unit: Unit) -> Unit:
    """An open unit once the others have converged: it is no success (D2)."""
    if not unit.is_open:
        return unit
    why = "left while something still changed in it, as nearly all others had converged"
    return replace(unit, status=UnitStatus.MAX_ITERATIONS, outcome=Outcome.EARLY_EXIT, why=why)


def apply_modification(text: str, modification: Modification) -> str:
    """The text with the modification made. Its words stand there exactly once: code has looked."""
    return text.replace(modification.before, modification.after, 1)


def _settled(unit: Unit, result: PassResult, last_pass: int) -> Unit:
    """The unit with one more pass, and with the status that follows from it (P005)."""
    passes = (*unit.passes, result)
    status, outcome, why = UnitStatus.PROCESSING, Outcome.NONE, ""
    if has_converged(passes):
        status, outcome = UnitStatus.CONVERGED, Outcome.CONVERGED
        passes = (*unit.passes, replace(result, converged=True))
    elif len(passes) >= FAILED_PASSES and all(one.failed for one in passes[-FAILED_PASSES:]):
        status, outcome = UnitStatus.ERROR, Outcome.ERROR
        why = f"could not be read by {', '.join(result.failed)}"
    elif result.number >= last_pass:
        status = UnitStatus.ERROR if result.failed else UnitStatus.MAX_ITERATIONS
        outcome = Outcome.ERROR if result.failed else Outcome.MAX_PASSES
        why = f"could not be read by {', '.join(result.failed)}" if result.failed else ""
    return replace(unit, passes=passes, status=status, outcome=outcome, why=why)


def _summary(before: AnglesState, after: AnglesState, event: int) -> PassSummary:
    """The pass in figures."""
    standing = after.findings
    now = frozenset(issue.fingerprint for issue in standing)
    earlier = frozenset(issue.fingerprint for issue in before.findings)
    summary = PassSummary(
        number=before.open_pass,
        event=event,
        found=count_by_angle(standing, (angle.id for angle in before.setup.angles)),
        open=len(now),
        new=len(now - earlier),
        gone=len(earlier - now),
        modified=sum(one.current != old.current for one, old in zip(after.units, before.units, strict=True)),
        converged=sum(unit.outcome == Outcome.CONVERGED for unit in after.units),
        size=sum(len(unit.current) for unit in after.units),
        trend=trend_of([one.open for one in before.closed], len(now)),
    )
    is_done = not after.open_units
    return replace(summary, signals=signals(before.closed, summary, after.issues, is_done))


def coverage(units: Iterable[Unit], angle: str) -> Mapping[str, int]:
    """How many units the angle has read, could not read when it last tried, and skipped."""
    counted: Counter[str] = Counter()
    for unit in units:
        last = unit.passes[-1] if unit.passes else None
        if last is None or unit.outcome == Outcome.SKIPPED:
            counted["skipped"] += 1
        elif angle in last.failed:
            counted["failed"] += 1
        elif angle in last.skipped or angle not in unit.found:
            counted["skipped"] += 1
        else:
            counted["read"] += 1
    return counted
