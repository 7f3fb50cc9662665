"""What is still to be asked in the open pass. Pure: every answer that the log has is not asked for again."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from reviews.kinds.angles.merging import merge_issues
from reviews.kinds.angles.state import (
    ATTEMPTS,
    SUPERVISOR,
    WORKER,
    AngleAnswer,
    AngleSpec,
    AnglesState,
    AnswerStatus,
    Issue,
    Modification,
    Unit,
    WantedTool,
)
from reviews.kinds.angles.strategy import due_angles
from reviews.log.values import Ask
from reviews.states import Severity

EVALUATE, REFUTE, VERIFY = "angles.evaluate", "angles.refute", "angles.verify"


def evaluations(state: AnglesState) -> Iterator[Ask]:
    """The angles that have to read a unit yet: each in a call of its own, or all in one (P009)."""
    for unit in state.open_units:
        due = [angle for angle in due_angles(state, unit) if _is_due(state, unit, angle)]
        if _are_together(state, unit, due):
            lead = max(due, key=lambda angle: angle.weight)
            part = f"{unit.id} together"
            yield _ask(state, EVALUATE, WORKER, part, unit=unit.id, angle=lead.id, angles=[a.id for a in due])
            continue
        for angle in due:
            yield _ask(state, EVALUATE, WORKER, f"{unit.id} {angle.id}", unit=unit.id, angle=angle.id)


def _are_together(state: AnglesState, unit: Unit, due: Sequence[AngleSpec]) -> bool:
    """Whether one call looks from all angles: when none has answered yet. What one of them lacks it is asked alone."""
    if not state.setup.together or len(due) < 2 or len(due) < len(state.setup.angles):
        return False
    return not any((unit.id, angle.id) in state.answers for angle in due)


def _is_due(state: AnglesState, unit: Unit, angle: AngleSpec) -> bool:
    answer = state.answers.get((unit.id, angle.id))
    if answer is None:
        return True
    if answer.status == AnswerStatus.ERROR:
        return state.attempts.get(f"{unit.id} {angle.id}", 0) < ATTEMPTS
    if answer.wants:
        return len(state.results.get((unit.id, angle.id), ())) >= len(answer.wants)
    return is_open_question(answer) and _was_answered(state, answer)


def next_tool(state: AnglesState) -> tuple[AngleAnswer, WantedTool] | None:
    """The next tool that a worker has asked for, None when all have run."""
    for answer in state.answers.values():
        done = len(state.results.get((answer.unit, answer.angle), ()))
        if done < len(answer.wants):
            return answer, answer.wants[done]
    return None


def is_open_question(answer: AngleAnswer) -> bool:
    return answer.status == AnswerStatus.NEEDS_INPUT


def _was_answered(state: AnglesState, answer: AngleAnswer) -> bool:
    """Whether a person has said something since the question, which was not asked again since."""
    return any(message.number > answer.number for message in state.messages if not message.withdrawn)


def open_questions(state: AnglesState) -> list[AngleAnswer]:
    """What has to be said by a person before these angles can go on."""
    return [one for one in state.answers.values() if is_open_question(one) and not _was_answered(state, one)]


def refutations(state: AnglesState) -> Iterator[Ask]:
    """The findings at or above medium that nobody has looked at a second time yet."""
    return (
        _ask(state, REFUTE, SUPERVISOR, issue.fingerprint, fingerprint=issue.fingerprint, angle=issue.angle)
        for issue in _leading(state)
        if issue.severity.rank >= Severity.MEDIUM.rank
        and not issue.checked
        and state.attempts.get(issue.fingerprint, 0) < ATTEMPTS
    )


def _leading(state: AnglesState) -> Iterator[Issue]:
    """What was found in the open pass, of what is the same only the one that leads."""
    by_unit: dict[str, list[Issue]] = {}
    for answer in state.answers.values():
        by_unit.setdefault(answer.unit, []).extend(state.issues[key] for key in answer.found)
    for unit in state.open_units:
        merged = merge_issues(by_unit.get(unit.id, ()))
        yield from (issue for issue in merged.values() if not issue.duplicate_of)


def verifications(state: AnglesState) -> Iterator[Ask]:
    """The modifications that another angle has to look at: one for each unit."""
    if not state.setup.designer:
        return iter(())
    return (
        _ask(state, VERIFY, WORKER, f"modification {unit.id}", unit=unit.id, angle=checker_of(state, best).id)
        for unit in state.open_units
        if unit.id not in state.proposed
        and state.attempts.get(f"modification {unit.id}", 0) < ATTEMPTS
        and (best := best_modification(state, unit))
        and len(state.setup.angles) > 1
    )


def best_modification(state: AnglesState, unit: Unit) -> Modification | None:
    """The one proposal of the pass that is looked at: of the weightiest angle, then the surest; its finding must not
    have been refuted."""
    offered = [
        (angle.weight, answer.confidence, answer.modification)
        for angle in state.setup.angles
        if (answer := state.answers.get((unit.id, angle.id))) and answer.modification
        if not answer.found or any(not state.issues[key].refuted for key in answer.found)
    ]
    return max(offered, key=lambda one: one[:2])[2] if offered else None


def checker_of(state: AnglesState, modification: Modification) -> AngleSpec:
    """The weightiest angle but the one that proposed it."""
    others = [angle for angle in state.setup.angles if angle.id != modification.angle]
    return max(others or state.setup.angles, key=lambda angle: angle.weight)


def _ask(state: AnglesState, purpose: str, speaker: str, part: str, **context: Any) -> Ask:
    attempt = state.attempts.get(part, 0) + 1
    name = "\0".join([state.setup.session, purpose, part, str(state.open_pass), str(state.last_number)])
    return Ask(
        purpose,
        speaker,
        {
            **context,
            "pass": state.open_pass,
            "basis": state.last_number,
            "attempt": attempt,
            "request": str(uuid5(NAMESPACE_OID, name)),
        },
        part,
    )
