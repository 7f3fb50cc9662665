"""What a worker or the supervisor answered, as events. Pure: code looks up quotes and places, checks what must be
preserved, and decides what counts; a model's words are only ever words (P002, P003, P004)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reviews.kinds.angles.asking import EVALUATE, REFUTE, VERIFY, best_modification
from reviews.kinds.angles.nearby import text_shown
from reviews.kinds.angles.places import LONGEST_WORDS, issue_data
from reviews.kinds.angles.state import AnglesState, Modification, Unit
from reviews.kinds.broken_replies import broken_parts
from reviews.language.matching import quoted_in
from reviews.language.reply import storable_value
from reviews.language.reply_notes import was_cut
from reviews.language.shortening import beginning_of
from reviews.language.wording import counted
from reviews.log.values import Ask, Failed, Heard, NewEvent
from reviews.states import EventKind

CODES = {"timeout": "TIMEOUT", "cut": "TIMEOUT", "rate_limit": "RATE_LIMITED", "overloaded": "RATE_LIMITED"}
"""Error codes of the protocol by the kind of a provider's failure (P011); INTERNAL_ERROR for the rest."""
TAKES = {
    "read_file": ("name", "first_line", "last_line"),
    "search_text": ("text", "names", "limit"),
    "list_files": (),
    "outline": ("name",),
    "lint": ("name",),
    "run_analyzer": ("name", "angles"),
}
"""The arguments of each tool that a worker may ask for, as its document has them."""


def hear(state: AnglesState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    """The events that `heard`, the answer to `ask`, brings. Raises ValueError for an unknown purpose."""
    if ask.purpose not in _HEARERS:
        raise ValueError(f"An angle review never asks for {ask.purpose!r}.")
    text, data, unread = (storable_value(part) for part in (heard.text, heard.data, heard.unread))
    clean = replace(heard, text=text, data=data, unread=tuple(unread))
    if clean.data is None:
        return failed(
            state, ask, Failed("The answer had no record that could be read.", problem="cut", at=heard.at)
        )
    if "angles" in ask.context:
        return _hear_together(state, ask, clean)
    return (_HEARERS[ask.purpose](state, ask, clean),)


def failed(state: AnglesState, ask: Ask, failure: Failed) -> tuple[NewEvent, ...]:
    """A call without an answer as an event, so that the others go on: it looks like no finding and no reading. Nothing
    for one that would fail for all: that stops the session."""
    if failure.permanent:
        return ()
    took = {**_asked(ask), "at": failure.at}
    unit, angle = ask.context.get("unit", ""), ask.context.get("angle", "")
    if ask.purpose == EVALUATE:
        return tuple(_failed_evaluation(state, one, failure) for one in _take_apart(ask))
    if ask.purpose == REFUTE:
        data = {**took, "fingerprint": ask.context["fingerprint"], "outcome": "error", "reason": failure.text}
        words = f"A finding could not be looked at a second time: {failure.text}"
        return (NewEvent(EventKind.FINDING, words, state.setup.supervisor, data),)
    proposed = best_modification(state, state.unit(unit))
    data = {**took, "modification": plain_modification(proposed), "checker": angle, "outcome": "error"}
    words = f"A change to {state.unit(unit).name} could not be checked: {failure.text}"
    return (
        NewEvent(EventKind.GATE, words, state.setup.angle(angle).speaker, {**data, "reason": failure.text}),
    )


def _take_apart(ask: Ask) -> list[Ask]:
    """An evaluation as that of each of its angles. The one that leads comes first, and what the call took counts
    there."""
    lead = ask.context["angle"]
    others = [angle for angle in ask.context.get("angles", ()) if angle != lead]
    shared = [replace(ask, context={**ask.context, "angle": angle, "shared": True}) for angle in others]
    return [ask, *shared]


def _failed_evaluation(state: AnglesState, ask: Ask, failure: Failed) -> NewEvent:
    unit, angle = state.unit(ask.context["unit"]), state.setup.angle(ask.context["angle"])
    code = CODES.get(failure.problem, "INTERNAL_ERROR")
    error = {"code": code, "message": failure.text, "recoverable": True}
    told = {"unit": unit.id, "angle": angle.id, "status": "error", "error": error}
    data = {**_asked(ask), "at": failure.at, **told, "shared": ask.context.get("shared", False)}
    words = f"{unit.name} could not be read: {failure.text}"
    return NewEvent(EventKind.CONTRIBUTION, words, angle.speaker, data)


def _hear_together(state: AnglesState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    """What several angles said in one call, as an answer of each (P009). What names none of them, and all that is said
    of the unit as a whole, is the leading one's."""
    said = heard.data or {}
    lead, *others = _take_apart(ask)
    names = {one.context["angle"] for one in others}
    by_angle: dict[str, list[dict[str, Any]]] = {}
    for issue in said["issues"]:
        plain = {key: value for key, value in issue.items() if key != "angle"}
        by_angle.setdefault(issue["angle"] if issue["angle"] in names else "", []).append(plain)
    first = _hear_evaluation(state, lead, replace(heard, data={**said, "issues": by_angle.get("", [])}))
    # Who waits for a person's answer has not judged from the other angles either.
    status = "success" if first.data["status"] == "success" else "partial"
    kept = {"confidence": said["confidence"], "status": status}
    none: dict[str, Any] = {"suggestions": [], "observations": [], "wants": []}
    free = replace(heard, text="", tokens=0, ms=0, micros=0)
    rest = []
    for one in others:
        issues = by_angle.get(one.context["angle"], [])
        rest.append(_hear_evaluation(state, one, replace(free, data={**none, **kept, "issues": issues})))
    return (first, *rest)


def _asked(ask: Ask) -> dict[str, Any]:
    context = ask.context
    return {
        "request": context["request"],
        "basis": context["basis"],
        "pass_number": context["pass"],
    }


def _took(ask: Ask, heard: Heard) -> dict[str, Any]:
    """What the answer is an answer to, and what it took."""
    used = {
        "tokens": heard.tokens,
        "ms": heard.ms,
        "micros": heard.micros,
        "model": heard.model,
        "at": heard.at,
    }
    unread = {"unread": list(heard.unread)} if broken_parts(heard).get("unread") else {}
    return {**_asked(ask), **used, **unread}


def _hear_evaluation(state: AnglesState, ask: Ask, heard: Heard) -> NewEvent:
    """An angle's findings, as far as their quotes stand in the unit."""
    unit, angle = state.unit(ask.context["unit"]), state.setup.angle(ask.context["angle"])
    said = heard.data or {}
    issues, unproven = _proven_issues(state, unit, angle.id, said["issues"])
    modification, refused = checked_modification(state, unit, angle.id, said.get("modification"))
    status = "partial" if was_cut(heard.stop_reason) and said["status"] == "success" else said["status"]
    question = str(said.get("question") or "").strip()
    if status == "needs_input" and not question:
        status = "partial"
    data = {
        **_took(ask, heard),
        "unit": unit.id,
        "angle": angle.id,
        "status": status,
        "issues": issues,
        "unproven": unproven,
        "suggestions": said["suggestions"],
        "observations": said["observations"],
        "confidence": said["confidence"],
        "modification": modification,
        "refused": refused,
        "question": question if status == "needs_input" else "",
        "wants": _wanted_tools(state, unit, angle.id, said["wants"]),
        "shared": ask.context.get("shared", False),
    }
    return NewEvent(
        EventKind.CONTRIBUTION, _words(unit, status, question, issues, heard.text), angle.speaker, data
    )


def _wanted_tools(
    state: AnglesState, unit: Unit, angle: str, said: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The tools that the worker asks for: once in a pass."""
    if state.results.get((unit.id, angle)):
        return []
    return [{"tool": one["tool"], "arguments": _arguments(one)} for one in said]


def _arguments(said: Mapping[str, Any]) -> dict[str, Any]:
    """What the tool takes of what was said."""
    return {key: said[key] for key in TAKES[said["tool"]]}


def _words(unit: Unit, status: str, question: str, issues: Sequence[Any], said: str) -> str:
    """What pages show of the answer: the question, or what was said, or the count."""
    if status == "needs_input":
        return question
    count = counted(len(issues), "finding") if issues else "no finding"
    return said.strip() or f"{unit.name}: {count}."


def _proven_issues(
    state: AnglesState, unit: Unit, angle: str, said: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[str]]:
    """The findings that the unit's words prove, each once, and the descriptions of the others."""
    proven: dict[str, dict[str, Any]] = {}
    unproven = []
    for one in said:
        data = issue_data(state, unit, angle, one) if str(one["description"]).strip() else None
        if data:
            proven.setdefault(data["fingerprint"], data)
        else:
            unproven.append(beginning_of(str(one["description"]), LONGEST_WORDS))
    return list(proven.values()), unproven


def checked_modification(
    state: AnglesState, unit: Unit, angle: str, said: Mapping[str, Any] | None
) -> tuple[dict[str, Any] | None, str]:
    """The proposed modification, or None and why it is not taken ("" when there was none)."""
    if not said:
        return None, ""
    before, after = str(said["before"]), str(said["after"])
    made = Modification(unit.id, angle, before, after, _reason(said))
    why = _why_refused(state, unit, made)
    return (None, why) if why else (plain_modification(made), "")


def _reason(said: Mapping[str, Any]) -> str:
    return beginning_of(str(said.get("reason") or "").strip(), LONGEST_WORDS)


def _why_refused(state: AnglesState, unit: Unit, made: Modification) -> str:
    if not state.setup.designer:
        return "Code Designer is off, so nothing is modified."
    if not made.reason:
        return "It says no reason."
    if made.before == made.after or not made.before.strip():
        return "It changes nothing."
    if (count := unit.current.count(made.before)) != 1:
        return f"The text that it replaces stands there {count} times, not once."
    after = unit.current.replace(made.before, made.after, 1)
    lost = [words for words in state.setup.must_preserve if words in unit.current and words not in after]
    return f"It loses what must be preserved: {lost[0]}" if lost else ""


def plain_modification(made: Modification | None) -> dict[str, Any]:
    if made is None:
        return {"unit": "", "angle": "", "before": "", "after": ""}
    return {
        "unit": made.unit,
        "angle": made.angle,
        "before": made.before,
        "after": made.after,
        "reason": made.reason,
    }


def _hear_refutation(state: AnglesState, ask: Ask, heard: Heard) -> NewEvent:
    """What the second look says. Refuting takes words of the text that show it."""
    said = heard.data or {}
    issue = state.issues[ask.context["fingerprint"]]
    outcome, reason, quote = said["outcome"], _reason(said), str(said["quote"]).strip()
    shown = text_shown(state, state.unit(issue.unit))
    if outcome == "refuted" and not (reason and quote and quoted_in(quote, [shown])):
        outcome = "unsure"
    data = {
        **_took(ask, heard),
        "fingerprint": issue.fingerprint,
        "outcome": outcome,
        "reason": reason,
        "quote": quote if outcome == "refuted" else "",
    }
    words = {"refuted": "Refuted", "stands": "Stands", "unsure": "Stands, for want of proof"}[outcome]
    text = f"{words}: {reason}" if reason else f"{words}."
    return NewEvent(EventKind.FINDING, text, state.setup.supervisor, data)


def _hear_verification(state: AnglesState, ask: Ask, heard: Heard) -> NewEvent:
    """Whether another angle lets a modification through. Without a reason it does not."""
    said = heard.data or {}
    unit, checker = state.unit(ask.context["unit"]), state.setup.angle(ask.context["angle"])
    reason = _reason(said)
    approved = bool(said["approved"] and reason)
    data = {
        **_took(ask, heard),
        "modification": plain_modification(best_modification(state, unit)),
        "checker": checker.id,
        "outcome": "approved" if approved else "rejected",
        "reason": reason or "It gave no reason.",
    }
    words = f"{'Approved' if approved else 'Rejected'}: {data['reason']}"
    return NewEvent(EventKind.GATE, words, checker.speaker, data)


_HEARERS: dict[str, Callable[[AnglesState, Ask, Heard], NewEvent]] = {
    EVALUATE: _hear_evaluation,
    REFUTE: _hear_refutation,
    VERIFY: _hear_verification,
}
