"""What a tool brought, as events: units and alerts become the session's own, each with its place. Pure."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Any

from reviews.kinds.angles.places import issue_fingerprint, pinned_place
from reviews.kinds.angles.state import AnglesState, Outcome, Unit
from reviews.kinds.angles.strategy import skipped_because
from reviews.language.wording import counted
from reviews.log.values import NewEvent, Ran, RunTool
from reviews.states import EventKind


def evidence_events(state: AnglesState, command: RunTool, ran: Ran) -> tuple[NewEvent, ...]:
    """The event that says what the tool of an open call brought."""
    assert state.call  # the runner runs a tool only for a call that is open
    unit, angle = state.call.asker
    artifact = str(command.arguments.get("artifact") or "")
    data = {
        "call": command.call,
        "tool": command.tool,
        "artifact": artifact,
        "pass_number": state.open_pass,
        "error": ran.error,
        "ms": ran.ms,
        "at": ran.at,
    }
    if unit:
        more, words = (
            {"unit": unit, "angle": angle, "result": ran.result.get("result", "")},
            "The worker was told.",
        )
    elif command.tool == "outline":
        more, words = _units(state, ran)
    else:
        more, words = _alerts(state, artifact, ran)
    return (NewEvent(EventKind.EVIDENCE, ran.error or words, state.setup.supervisor, data | more),)


def _units(state: AnglesState, ran: Ran) -> tuple[dict[str, Any], str]:
    """The units, with those that are not read."""
    units = list(ran.result.get("units") or ())
    places = {note.artifact: number for number, note in enumerate(state.setup.notes, 1)}
    skipped = {}
    for one in units:
        text = state.note(one["artifact"]).authored[one["start"] : one["end"]]
        unit_id = f"{places[one['artifact']]}/{one['key']}"
        unit = Unit(unit_id, one["artifact"], one["key"], one["name"], one["kind"], 1, text, text)
        known = state.setup.before.get(one["artifact"], {}).get(one["key"])
        outcome, why = skipped_because(state.setup.strategy, state.setup.sample_rate, unit, known)
        if outcome != Outcome.NONE:
            skipped[unit_id] = why
    left = f", {len(skipped)} of them skipped" if skipped else ""
    texts = counted(len(state.setup.notes), "text")
    told = " ".join(["", *ran.result.get("told", ())])
    words = f"{counted(len(units), 'unit')} in {texts}{left}.{told}"
    is_partly_waiting = any(note.is_partly_waiting for note in state.setup.notes)
    return {"units": units, "skipped": skipped, "authored": is_partly_waiting}, words


def _alerts(state: AnglesState, artifact: str, ran: Ran) -> tuple[dict[str, Any], str]:
    """What the analysers found in an artifact, each alert in its unit; of units that are done nothing is told."""
    units = state.units_of(artifact)
    starts = [state.current_line(unit) for unit in units]
    issues, seen = [], Counter[tuple[str, str, str]]()
    for alert in ran.result.get("alerts") or ():
        place = max(0, bisect_right(starts, alert["line"]) - 1)
        unit = units[place]
        if unit.is_open:
            seen[unit.id, alert["rule"], alert["quote"]] += 1
            count = seen[unit.id, alert["rule"], alert["quote"]]
            issues.append(_issue(unit, starts[place], alert, count))
    read = dict(ran.result.get("read") or {})
    if ran.error:
        read = {angle.id: {"status": "failed", "why": ran.error} for angle in state.setup.angles}
    more = {"read": read, "issues": issues, "modifications": list(ran.result.get("modifications") or ())}
    still_open = sum(unit.is_open for unit in units)
    where = f" in {counted(still_open, 'open unit')}" if still_open < len(units) else ""
    return more, f"{state.note(artifact).name}: {counted(len(issues), 'alert')}{where}."


def _issue(unit: Unit, start: int, alert: Mapping[str, Any], count: int) -> dict[str, Any]:
    """An alert as a finding. count: which one of its kind in the unit, from 1."""
    line, column, pinned = pinned_place(unit, start, alert["line"], alert["column"], alert["quote"])
    words = alert["quote"] if count == 1 else f"{alert['quote']} {count}"
    return {
        "fingerprint": issue_fingerprint(unit, alert["rule"], words),
        "unit": unit.id,
        "angle": alert["angle"],
        "severity": alert["severity"],
        "quote": alert["quote"],
        "line": line,
        "column": column,
        "description": alert["message"],
        "fix": alert["advice"],
        "confidence": alert["confidence"],
        "rule": alert["rule"],
        "pinned": pinned,
    }
