"""From the log to what the machine knows. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reviews.kinds.angles.bounds import add_spent
from reviews.kinds.angles.closing import close_pass
from reviews.kinds.angles.state import (
    AngleAnswer,
    AnglesSetup,
    AnglesState,
    AnswerStatus,
    Issue,
    Modification,
    Outcome,
    ToolCall,
    Unit,
    UnitStatus,
    UnitTable,
    WantedTool,
)
from reviews.kinds.angles.verdict import reason_at_end
from reviews.kinds.folding import Message, basis_of, changed, failure_of, fold_events, take_event
from reviews.kinds.notes import NOBODY
from reviews.log.values import Event
from reviews.states import EventKind, Severity, State


def fold(events: Iterable[Event], setup: AnglesSetup) -> AnglesState:
    return fold_events(advance, events, AnglesState(setup=setup))


def advance(state: AnglesState, event: Event) -> AnglesState:
    return take_event(state, event, _TAKERS)


def _take_move(state: AnglesState, event: Event) -> AnglesState:
    """Whoever resumes a session that its bounds have stopped grants as much again. What was proposed at the stop is not
    yet all that the end proposes."""
    moved = state.moved(event)
    if moved.lifecycle != State.RUNNING:
        return moved
    return changed(moved, spent_before=moved.spent, warned=frozenset(), proposals=0)


def _take_message(state: AnglesState, event: Event) -> AnglesState:
    if event.data.get("withdraws") is not None:
        return state.took_back(event)
    return state.said(Message(event.number, event.text, event.speaker or NOBODY, said_on=event.day))


def _take_announcement(state: AnglesState, event: Event) -> AnglesState:
    what = str(event.data.get("what") or "")
    if what.startswith("soft:"):
        return changed(state, warned=state.warned | {what.removeprefix("soft:")})
    return changed(state, kept=event.number) if what == "findings" else state


def _take_tool_call(state: AnglesState, event: Event) -> AnglesState:
    data = event.data
    asker = str(data.get("unit") or ""), str(data.get("angle") or "")
    return changed(state, call=ToolCall(event.number, data["tool"], data["arguments"], asker))


def _take_evidence(state: AnglesState, event: Event) -> AnglesState:
    data = event.data
    state = changed(state, call=None)
    if unit := data.get("unit"):
        key = str(unit), str(data.get("angle") or "")
        said = str(data.get("result") or data["error"])
        return changed(state, results={**state.results, key: (*state.results.get(key, ()), said)})
    if data["tool"] == "outline":
        return _take_units(state, data)
    artifact = data["artifact"]
    state = changed(state, read={**state.read, artifact: data.get("read") or {}})
    if not state.setup.by_rules:
        alerts = {unit.id: list[Mapping[str, Any]]() for unit in state.units_of(artifact)}
        for one in data.get("issues") or ():
            alerts[one["unit"]].append(one)
        return changed(state, alerts={**state.alerts, **{key: tuple(found) for key, found in alerts.items()}})
    state = changed(state, spent=add_spent(state.spent, tokens=0, micros=0, at=data["at"], calls=0))
    state = _add_issues(state, data.get("issues") or (), event.number)
    return _take_reading(state, event)


def _take_units(state: AnglesState, data: Mapping[str, Any]) -> AnglesState:
    """The units that the texts were split into, at the first pass."""
    places = {note.artifact: number for number, note in enumerate(state.setup.notes, 1)}
    # Logs from before the units were without what nobody has accepted still add up to what they did.
    is_authored = data.get("authored", False)
    texts = {note.artifact: note.authored if is_authored else note.text for note in state.setup.notes}
    skipped = data.get("skipped") or {}
    units = []
    for one in data.get("units") or ():
        unit_id = f"{places[one['artifact']]}/{one['key']}"
        text = texts[one["artifact"]][one["start"] : one["end"]]
        unit = Unit(
            unit_id, one["artifact"], one["key"], one["name"], one["kind"], one["first_line"], text, text
        )
        if why := skipped.get(unit_id):
            unit = replace(unit, status=UnitStatus.COMPLETE, outcome=Outcome.SKIPPED, why=why)
        units.append(unit)
    by_id = {unit.id: place for place, unit in enumerate(units)}
    return _with_reason(changed(state, units=UnitTable(units), places=by_id, open_pass=1))


def _take_reading(state: AnglesState, event: Event) -> AnglesState:
    """By rules: what the analysers say of an artifact is what its angles say of each of its units."""
    data, answers = event.data, dict(state.answers)
    found: dict[tuple[str, str], list[str]] = {}
    for one in data.get("issues") or ():
        found.setdefault((one["unit"], one["angle"]), []).append(one["fingerprint"])
    reading = data.get("read") or {}
    for unit in state.units_of(data["artifact"]):
        for angle in state.setup.angles if unit.is_open else ():
            receipt = reading.get(angle.id) or {"status": "failed", "why": data.get("error", "")}
            is_failed = receipt["status"] == "failed"
            answers[unit.id, angle.id] = AngleAnswer(
                unit.id,
                angle.id,
                event.number,
                AnswerStatus.ERROR if is_failed else AnswerStatus.SUCCESS,
                found=tuple(found.get((unit.id, angle.id), ())),
                skipped=receipt["why"] if receipt["status"] == "skipped" else "",
            )
    proposed = {
        one["unit"]: _modification(one, event.number, approved=bool(one["approved"]), why=str(one["why"]))
        for one in data.get("modifications") or ()
    }
    return changed(state, answers=answers, proposed={**state.proposed, **proposed})


def _modification(data: Mapping[str, Any], event: int, **more: Any) -> Modification:
    return Modification(
        data["unit"], data["angle"], data["before"], data["after"], data["reason"], event, **more
    )


def _add_issues(state: AnglesState, found: Sequence[Mapping[str, Any]], event: int) -> AnglesState:
    """With these findings, each known by its fingerprint; one that was found before is found once more."""
    if not found:
        return state
    issues, number = dict(state.issues), state.open_pass
    for one in found:
        known = issues.get(one["fingerprint"])
        passes = known.passes if known else ()
        seen = passes if number in passes else (*passes, number)
        values = {**one, "severity": Severity(one["severity"]), "passes": seen}
        if known:
            issues[one["fingerprint"]] = replace(known, passes=seen, line=one["line"], column=one["column"])
        else:
            issues[one["fingerprint"]] = Issue(**values, event=event)
    return changed(state, issues=issues)


def _take_answer(state: AnglesState, event: Event) -> AnglesState:
    """What an angle said of a unit, or that it could not be asked."""
    data = event.data
    state = _with_used_messages(_spend(state, data), event)
    key = f"{data['unit']} {data['angle']}"
    status = AnswerStatus(data["status"])
    if status == AnswerStatus.ERROR:
        attempts = state.attempts.get(key, 0) + 1
        state = changed(state, attempts={**state.attempts, key: attempts})
    state = _add_issues(state, data["issues"], event.number)
    proposed = data.get("modification")
    answer = AngleAnswer(
        data["unit"],
        data["angle"],
        event.number,
        status,
        str(data["request"]),
        tuple(one["fingerprint"] for one in data["issues"]),
        float(data["confidence"]),
        _modification(proposed, event.number) if proposed else None,
        str(data.get("question") or ""),
        wants=tuple(WantedTool(one["tool"], one["arguments"]) for one in data.get("wants") or ()),
    )
    return changed(state, answers={**state.answers, (answer.unit, answer.angle): answer})


def _spend(state: AnglesState, data: Mapping[str, Any]) -> AnglesState:
    tokens, micros, at = int(data["tokens"]), int(data["micros"]), str(data["at"])
    calls = 0 if data.get("shared") else 1
    return changed(state, spent=add_spent(state.spent, tokens=tokens, micros=micros, at=at, calls=calls))


def _with_used_messages(state: AnglesState, event: Event) -> AnglesState:
    for said in state.due(basis_of(event.data)):
        state = state.marked(said.number, used=event.number, withdrawn=0)
    return state


def _take_refutation(state: AnglesState, event: Event) -> AnglesState:
    data = event.data
    state = _spend(state, data)
    key, outcome = data["fingerprint"], data["outcome"]
    if outcome == "error":
        attempts = state.attempts.get(key, 0) + 1
        return changed(state, attempts={**state.attempts, key: attempts})
    refuted = str(data["reason"]) if outcome == "refuted" else ""
    issue = replace(state.issues[key], checked=True, refuted=refuted)
    return changed(state, issues={**state.issues, key: issue})


def _take_verification(state: AnglesState, event: Event) -> AnglesState:
    data = event.data
    state = _spend(state, data)
    proposed = data["modification"]
    key = f"modification {proposed['unit']}"
    attempts = state.attempts.get(key, 0) + (data["outcome"] == "error")
    state = changed(state, attempts={**state.attempts, key: attempts})
    if data["outcome"] == "error":
        return state
    approved = data["outcome"] == "approved"
    made = _modification(
        proposed, event.number, approved=approved, checker=data["checker"], why=str(data["reason"])
    )
    return changed(state, proposed={**state.proposed, made.unit: made})


def _take_pass(state: AnglesState, event: Event) -> AnglesState:
    return _with_reason(close_pass(state, event.number))


def _with_reason(state: AnglesState) -> AnglesState:
    """Once no unit is open any more, why it ended is known, and every unit is complete (D2)."""
    if state.open_units:
        return state
    units = UnitTable(replace(unit, status=UnitStatus.COMPLETE) for unit in state.units)
    return changed(state, units=units, reason=reason_at_end(state))


def _take_rollback(state: AnglesState, event: Event) -> AnglesState:
    """A person took a unit back to an earlier text: it stays like that."""
    unit, to_pass = state.unit(event.data["unit"]), int(event.data["to_pass"])
    back = replace(
        unit,
        current=unit.text_after(to_pass),
        status=UnitStatus.COMPLETE,
        outcome=Outcome.ROLLED_BACK,
        why=f"taken back to its text after pass {to_pass}" if to_pass else "taken back to its original text",
        found=_found_after(state, unit, to_pass),
    )
    place = state.places[unit.id]
    units = UnitTable((*state.units[:place], back, *state.units[place + 1 :]))
    return _with_reason(changed(state, units=units, changed_at=event.number))


def _found_after(state: AnglesState, unit: Unit, to_pass: int) -> dict[str, tuple[str, ...]]:
    """What is known of the unit's text at the end of that pass, by angle: what the next pass found in it, else what
    that pass itself did."""
    read = [result for result in unit.passes if result.number <= to_pass + 1]
    found: dict[str, tuple[str, ...]] = {}
    for key in sorted(read[-1].open) if read else ():
        angle = state.issues[key].angle
        found[angle] = (*found.get(angle, ()), key)
    return found


def _take_changes(state: AnglesState, event: Event) -> AnglesState:
    is_own = event.data.get("action") == "proposed"
    return changed(state, proposals=event.number) if is_own else state


_TAKERS = {
    EventKind.STATE: _take_move,
    EventKind.ERROR: lambda state, event: changed(state, failure=failure_of(event)),
    EventKind.USER_MESSAGE: _take_message,
    EventKind.ANNOUNCEMENT: _take_announcement,
    EventKind.TOOL_CALL: _take_tool_call,
    EventKind.EVIDENCE: _take_evidence,
    EventKind.CONTRIBUTION: _take_answer,
    EventKind.FINDING: _take_refutation,
    EventKind.GATE: _take_verification,
    EventKind.PASS: _take_pass,
    EventKind.REVISION: _take_rollback,
    EventKind.CHANGE: _take_changes,
    EventKind.VERDICT: lambda state, event: changed(state, verdict=event.number),
}
