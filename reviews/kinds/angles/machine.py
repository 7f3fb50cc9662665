"""The machine of an angle review: angles pass over the units of the texts until nothing changes any more (P005). Pure:
the log in, the next command out."""

from dataclasses import replace
from itertools import islice

from reviews.documents.authorship import edit_of_whole
from reviews.documents.hunks import Replacement, find_hunks
from reviews.kinds.angles.asking import (
    evaluations,
    next_tool,
    open_questions,
    refutations,
    verifications,
)
from reviews.kinds.angles.bounds import hard_reached, soft_reached
from reviews.kinds.angles.closing import close_pass
from reviews.kinds.angles.fold import advance, fold
from reviews.kinds.angles.hear import failed, hear
from reviews.kinds.angles.state import (
    SUPERVISOR,
    AnglesSetup,
    AnglesState,
    Issue,
    PassSummary,
    Unit,
)
from reviews.kinds.angles.verdict import verdict_event
from reviews.log.values import (
    AskMany,
    Command,
    FoundIssue,
    KeepFindings,
    Move,
    NewEvent,
    Propose,
    ProposedChange,
    RunTool,
    Say,
    Speaker,
    WaitForUser,
)
from reviews.states import EndReason, EventKind, State

MOST_TOGETHER = 64

__all__ = [
    "advance",
    "broke",
    "decide",
    "failed",
    "fold",
    "hear",
    "kept_findings",
    "proposed_changes",
    "speaker",
]


def decide(state: AnglesState) -> Command:
    """What to do next. What the log answers is never asked again, so a run after a crash goes on where it was."""
    if halted := state.halted():
        return halted
    if state.call:
        return RunTool(state.call.tool, state.call.arguments, state.call.number)
    if state.reason:
        return _finish(state, state.reason)
    if not state.open_pass:
        return _call_tool(state, "outline", {"strategy": state.setup.units})
    return _stop_at_bound(state) or _warn_of_bound(state) or _go_on(state)


def _call_tool(
    state: AnglesState, tool: str, arguments: dict[str, object], unit: str = "", angle: str = ""
) -> Say:
    """Say which tool is about to run, with the first lines of its document (P002)."""
    data = {
        "tool": tool,
        "arguments": arguments,
        "preview": state.setup.previews.get(tool) or f"No documentation for {tool}.",
        "pass_number": state.open_pass,
        "unit": unit,
        "angle": angle,
    }
    of = str(arguments.get("name") or "all texts")
    by = state.setup.angle(angle).speaker if angle else state.setup.supervisor
    return Say((NewEvent(EventKind.TOOL_CALL, f"{tool} on {of}", by, data),))


def _stop_at_bound(state: AnglesState) -> Command | None:
    """Save and stop when a hard bound is reached (P013)."""
    reached = hard_reached(state)
    if not reached:
        return None
    text = (
        f"A bound is reached: {'; '.join(one.words for one in reached)}. Everything so far is saved. "
        "Press Resume to grant as much again."
    )
    return Move(State.STOPPED, EndReason.LIMIT, text)


def _warn_of_bound(state: AnglesState) -> Command | None:
    reached = soft_reached(state)
    if not reached:
        return None
    return Say(
        tuple(
            NewEvent(
                EventKind.ANNOUNCEMENT, f"Close to a bound: {one.words}.", None, {"what": f"soft:{one.what}"}
            )
            for one in reached
        )
    )


def _go_on(state: AnglesState) -> Command:
    """The next part of the pass: analysers, evaluations, second looks, modifications, the end."""
    unread = next((note for note in state.setup.notes if _is_unread(state, note.artifact)), None)
    if unread:
        return _call_tool(state, "run_analyzer", {"artifact": unread.artifact, "name": unread.name})
    if not state.setup.by_rules:
        return _ask_on(state)
    return Say((_closing_event(state),))


def _ask_on(state: AnglesState) -> Command:
    """What has to be asked of workers and the supervisor yet, else the end of the pass."""
    if wanted := next_tool(state):
        answer, tool = wanted
        return _call_tool(state, tool.tool, dict(tool.arguments), answer.unit, answer.angle)
    for due in (evaluations(state), refutations(state), verifications(state)):
        if asks := tuple(islice(due, _most_at_a_time(state))):
            return AskMany(asks)
    return WaitForUser("question") if open_questions(state) else Say((_closing_event(state),))


def _most_at_a_time(state: AnglesState) -> int:
    """How many calls are ordered together: few enough that bounds are looked at in between."""
    used = state.spent.calls - state.spent_before.calls
    return max(1, min(MOST_TOGETHER, state.setup.limits.calls[1] - used))


def _is_unread(state: AnglesState, artifact: str) -> bool:
    return artifact not in state.read and any(unit.is_open for unit in state.units_of(artifact))


def _closing_event(state: AnglesState) -> NewEvent:
    """The end of a pass, in figures that code counts."""
    after = close_pass(state, state.last_number + 1)
    summary = after.closed[-1]
    left = len(after.open_units)
    data = {**_figures(summary), "left": left}
    return NewEvent(EventKind.PASS, _closing_words(summary, left), state.setup.supervisor, data)


def _figures(summary: PassSummary) -> dict[str, object]:
    columns = ("number", "open", "new", "gone", "modified", "converged", "size", "trend")
    figures = {name: getattr(summary, name) for name in columns}
    return {**figures, "found": dict(summary.found), "signals": list(summary.signals)}


def _closing_words(summary: PassSummary, left: int) -> str:
    words = (
        f"Pass {summary.number} is over: {summary.open} open, {summary.new} new, {summary.gone} gone, "
        f"{summary.modified} modified, {summary.converged} converged, {left} to go on with."
    )
    return " ".join([words, *summary.signals])


def _finish(state: AnglesState, reason: EndReason) -> Command:
    """Verdict, findings, changes, end: each once."""
    if not state.verdict:
        return Say((verdict_event(state, reason),))
    if state.lifecycle != State.SYNTHESIZING:
        return Move(State.SYNTHESIZING)
    if not state.kept:
        return KeepFindings(kept_findings(state))
    if not state.proposals and any(unit.is_changed for unit in state.units):
        return Propose(proposed_changes(state))
    return Move(State.FINISHED, reason)


def broke(state: AnglesState) -> tuple[tuple[ProposedChange, ...], NewEvent]:
    """What is kept when the budget allows no further call."""
    return proposed_changes(state), verdict_event(state, EndReason.BUDGET)


def speaker(setup: AnglesSetup, key: str) -> Speaker:
    return setup.supervisor if key == SUPERVISOR else setup.worker


def kept_findings(state: AnglesState) -> tuple[FoundIssue, ...]:
    """What stands and has its words in the pinned text, for people to decide on."""
    return tuple(
        _kept_finding(state, unit, issue)
        for unit in state.units
        for issue in state.standing(unit)
        if issue.pinned
    )


def _kept_finding(state: AnglesState, unit: Unit, issue: Issue) -> FoundIssue:
    angle = state.setup.angle(issue.angle)
    return FoundIssue(
        artifact=unit.artifact,
        claim=issue.rule or angle.name,
        fingerprint=issue.fingerprint,
        severity=issue.severity,
        quote=issue.quote,
        line=issue.line,
        column=issue.column,
        section=unit.name,
        description=issue.description,
        fix=issue.fix,
        confidence=issue.confidence,
        angle=issue.angle,
        pass_number=issue.passes[0],
        agreed=issue.agreed,
    )


def proposed_changes(state: AnglesState) -> tuple[ProposedChange, ...]:
    """The hunks between the pinned and the working text of each artifact, each with the modifications that it comes
    from."""
    return tuple(change for note in state.setup.notes for change in _changes_of(state, note.artifact))


def _changes_of(state: AnglesState, artifact: str) -> list[ProposedChange]:
    """Those of one artifact, unit by unit: each unit's text begins at a character of the pinned one."""
    found, start, text = [], 0, state.note(artifact).text
    for unit in state.units_of(artifact):
        for hunk in find_hunks(unit.original, unit.current) if unit.is_changed else ():
            edit = edit_of_whole(text, replace(hunk, position=hunk.position + start))
            found += [_proposed_change(state, unit, edit)] if edit else []
        start += len(unit.original)
    return found


def _proposed_change(state: AnglesState, unit: Unit, edit: Replacement) -> ProposedChange:
    made = [result.modification for result in unit.passes if result.modification]
    angles = dict.fromkeys(state.setup.angle(one.angle).name for one in made)
    return ProposedChange(
        artifact=unit.artifact,
        position=edit.position,
        removed=edit.removed,
        inserted=edit.inserted,
        section=unit.name,
        attribution=", ".join(angles),
        reason=" ".join(dict.fromkeys(one.reason for one in made if one.reason)),
        events=tuple(sorted({one.event for one in made})),
    )
