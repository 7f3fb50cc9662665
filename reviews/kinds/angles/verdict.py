"""How an angle review ended, in a sentence and in figures. No end is a good one by default. Pure."""

from collections import Counter
from collections.abc import Sequence

from reviews.kinds.angles.closing import coverage
from reviews.kinds.angles.state import AnglesState, Issue, Outcome, Unit
from reviews.language.wording import counted
from reviews.log.values import NewEvent
from reviews.states import EndReason, EventKind, Severity

WORTH = {Severity.LOW: 1, Severity.MEDIUM: 3, Severity.HIGH: 7, Severity.CRITICAL: 10}
MODE_OFF = "one pass: Code Designer is off"


def reason_at_end(state: AnglesState) -> EndReason:
    """Why it ended, once every unit is complete: it converged only when nothing failed and nothing ran out of
    passes."""
    outcomes = {unit.outcome for unit in state.units}
    if Outcome.ERROR in outcomes:
        return EndReason.PARTLY_READ
    if Outcome.EARLY_EXIT in outcomes:
        return EndReason.EARLY_EXIT
    return EndReason.MAX_PASSES if Outcome.MAX_PASSES in outcomes else EndReason.CONVERGED


def verdict_event(state: AnglesState, reason: EndReason) -> NewEvent:
    """The end as an event. `reason` may be that of a stop, while units are still open."""
    standing = state.findings
    by_angle = {angle.id: score_of(standing, state, angle.id) for angle in state.setup.angles}
    data = {
        "reason": reason,
        "passes": len(state.closed),
        "findings": _by_severity(standing),
        "refuted": _refuted(state),
        "modified": sum(unit.is_changed for unit in state.units),
        "score": round(sum(by_angle.values()), 2),
        "scores": {angle: round(score, 2) for angle, score in by_angle.items()},
        "receipts": {angle.id: dict(coverage(state.units, angle.id)) for angle in state.setup.angles},
    }
    return NewEvent(EventKind.VERDICT, verdict_words(state, reason), state.setup.supervisor, data)


def score_of(standing: Sequence[Issue], state: AnglesState, angle: str) -> float:
    """What the angle's findings weigh together: severity × confidence × the angle's share of the weights (D11)."""
    weight = state.setup.angle(angle).weight
    return sum(WORTH[one.severity] * one.confidence * weight for one in standing if one.angle == angle)


def _by_severity(standing: Sequence[Issue]) -> dict[str, int]:
    counted = Counter(issue.severity for issue in standing)
    return {level.value: counted[level] for level in reversed(Severity) if counted[level]}


def _refuted(state: AnglesState) -> int:
    return sum(bool(issue.refuted) for issue in state.issues.values())


def verdict_words(state: AnglesState, reason: EndReason) -> str:
    """Why it stopped and what there is, in a few plain sentences."""
    sentences = [_why(state, reason), _what_stands(state)]
    if refuted := _refuted(state):
        sentences.append(f"{counted(refuted, 'finding')} did not survive a second look.")
    if modified := sum(unit.is_changed for unit in state.units):
        sentences.append(f"Changes to {counted(modified, 'unit')} are proposed for you to decide on.")
    if failed := [unit for unit in state.units if unit.outcome == Outcome.ERROR]:
        sentences.append(f"Not read to the end: {_names(failed)}.")
    return " ".join(sentences)


def _why(state: AnglesState, reason: EndReason) -> str:
    passes = counted(len(state.closed), "pass", "passes")
    units = [unit for unit in state.units if unit.outcome != Outcome.SKIPPED]
    if not units:
        return "Nothing was read: every unit was skipped."
    if not state.setup.designer and reason == EndReason.MAX_PASSES:
        return f"Stopped after {MODE_OFF}."
    if reason == EndReason.CONVERGED:
        where = "the unit" if len(units) == 1 else f"any of {len(units)} units"
        return f"Converged after {passes}: in the last two, nothing changed in {where}."
    if reason == EndReason.MAX_PASSES:
        still = [unit for unit in units if unit.outcome == Outcome.MAX_PASSES]
        return f"Stopped at the limit of {passes}: {counted(len(still), 'unit')} had not converged by then."
    if reason == EndReason.EARLY_EXIT:
        left = [unit for unit in units if unit.outcome == Outcome.EARLY_EXIT]
        return (
            f"Ended early after {passes}: in the last two, at least nine of ten units had converged and no text was "
            f"modified. Not converged: {_names(left)}."
        )
    if reason == EndReason.PARTLY_READ:
        return f"Ended after {passes}, but not every unit could be read by every angle."
    return f"Stopped in pass {state.open_pass}, before the units had converged."


def _what_stands(state: AnglesState) -> str:
    counts = _by_severity(state.findings)
    if not counts:
        return "No finding stands."
    total = sum(counts.values())
    parts = ", ".join(f"{count} {level}" for level, count in counts.items())
    return f"{counted(total, 'finding')} stand{'s' if total == 1 else ''} ({parts})."


def _names(units: Sequence[Unit]) -> str:
    names = ", ".join(unit.name for unit in units[:5])
    return names + (f" and {len(units) - 5} more" if len(units) > 5 else "")
