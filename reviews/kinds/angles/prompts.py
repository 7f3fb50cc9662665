"""From a review's state to the prompt of its next call (see `reviews/kinds/prompts.py`). Pure."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import itemgetter
from pathlib import Path

from reviews.documents.authorship import leave_out_blanked
from reviews.kinds.added_facts import added_materials
from reviews.kinds.angles.asking import EVALUATE, REFUTE, VERIFY, best_modification
from reviews.kinds.angles.nearby import LONGEST_AROUND, found_nearby, text_around, whole_text
from reviews.kinds.angles.protocol import angles_of, plain_issue, rejected_of, request_for, unit_of
from reviews.kinds.angles.results import EvaluateResult, RefuteResult, TogetherResult, VerifyResult
from reviews.kinds.angles.state import AnglesState, Issue, Unit
from reviews.kinds.folding import Message
from reviews.kinds.injection_facts import injection_facts
from reviews.kinds.notes import Note
from reviews.kinds.prompts import Parts, PromptPersona, Purpose, assemble_prompt, lay_out_materials
from reviews.log.values import Ask
from reviews.providers.base import Facts, Material, Prompt

FOLDER = Path(__file__).parent
PURPOSES = {
    EVALUATE: Purpose(FOLDER / "evaluate", EvaluateResult, 4096, seconds=300),
    REFUTE: Purpose(FOLDER / "refute", RefuteResult, 1024, seconds=300),
    VERIFY: Purpose(FOLDER / "verify", VerifyResult, 1024, seconds=300, shares=FOLDER / "evaluate"),
}
TOGETHER = Purpose(FOLDER / "evaluate", TogetherResult, 8192, seconds=600)
"""An evaluation from several angles at once (P009)."""
LONGEST_LINE = 500
"""Characters of a finding in another unit."""


def build(state: AnglesState, ask: Ask, cast: Mapping[str, PromptPersona], nonce: str) -> Prompt:
    """The prompt for `ask`, from the state that it was decided on. Raises BadConfiguration when nobody in `cast` has
    the speaker's key."""
    facts = Facts(None, None, ask.context)
    parts = Parts(_values(state, ask), _materials(state, ask), facts)
    prompt = assemble_prompt(purpose_of(ask), ask, cast, nonce, parts)
    if ask.purpose == REFUTE:
        return prompt
    angle = state.setup.angle(ask.context["angle"])
    return replace(prompt, tier=angle.tier, model=angle.model or prompt.model, temperature=angle.temperature)


def purpose_of(ask: Ask) -> Purpose:
    return TOGETHER if "angles" in ask.context else PURPOSES[ask.purpose]


def _values(state: AnglesState, ask: Ask) -> dict[str, str]:
    """The blanks of the prompt files: what admins wrote, numbers, nothing that others did."""
    angles = [state.setup.angle(key) for key in angles_of(ask)]
    last = state.setup.last_pass
    return {
        "angle": ", ".join(angle.name for angle in angles),
        "perspective": state.setup.together if len(angles) > 1 else angles[0].prompt.strip(),
        "pass": str(ask.context["pass"]),
        "passes": str(last),
        "modify": MODIFY if state.setup.designer else MODIFY_NOTHING,
        "again": AGAIN if ask.context["attempt"] > 1 else "",
    }


def _materials(state: AnglesState, ask: Ask) -> tuple[Material, ...]:
    """The texts that a call is about: the artifact, the unit, the request, and what tools, earlier passes and people
    have said."""
    unit = unit_of(state, ask)
    note = state.note(unit.artifact)
    whole = whole_text(state, unit.artifact)
    added = added_materials([note])
    fixed = [] if whole is None else [Material(note.name, _to_read(note, whole)), *added]
    fresh = [
        *(added if whole is None else ()),
        Material(f"around the unit in {note.name}", _around(state, unit) if whole is None else ""),
        Material("the unit", _to_read(note, unit.current)),
        Material("request", _request_text(state, ask), "evidence"),
        Material("documentation of the tools", _tool_previews(state, ask), "evidence"),
        Material("what the analysers say", _alert_lines(state, unit, ask), "evidence"),
        Material("results of tools", _tool_results(state, unit, ask), "evidence"),
        Material("the modification that was rejected", _rejected_text(state, ask, unit), "evidence"),
        Material("findings of earlier passes", _earlier_findings(state, unit), "evidence"),
        Material("findings in other units", _other_findings(state, unit), "evidence"),
        Material("the finding", _finding_text(state, ask), "evidence"),
        Material("the modification", _modification_text(state, ask, unit), "evidence"),
        Material("messages from people", _messages(state), "message"),
        _injection_facts(state, note),
    ]
    kept = [one for one in fresh if one.text.strip()]
    return lay_out_materials(fixed, (), kept, 0 if fixed else None)


def _around(state: AnglesState, unit: Unit) -> str:
    before, behind = text_around(state, unit)
    return _to_read(state.note(unit.artifact), f"{before}\n[the unit stands here]\n{behind}")


def _to_read(note: Note, text: str) -> str:
    """A text of the working copy without the lines that nobody has accepted."""
    return leave_out_blanked(text) if note.is_partly_waiting else text


def _request_text(state: AnglesState, ask: Ask) -> str:
    """The request as the protocol has it. What stands in a text of its own is named there and not told twice: the code,
    from which can be quoted, and earlier findings."""
    purpose = purpose_of(ask)
    request = request_for(state, ask, max_tokens=purpose.max_tokens, seconds=purpose.seconds)
    plain = request.model_dump(mode="json")
    plain["payload"]["code"] = plain["context"]["current_code"] = 'see "the unit"'
    if ask.purpose == VERIFY:
        plain["payload"]["code"] = 'see "the unit", with "the modification" made'
    for answer in plain["context"]["history"]:
        count = len(answer["result"]["issues"])
        answer["result"]["issues"] = f'{count}, see "findings of earlier passes"' if count else "none"
    return json.dumps(plain, ensure_ascii=False, indent=1)


def _tool_previews(state: AnglesState, ask: Ask) -> str:
    """The first lines of each tool's document (P002)."""
    if ask.purpose != EVALUATE or state.results.get((ask.context["unit"], ask.context["angle"])):
        return ""
    return "\n\n".join(state.setup.previews.values())


def _alert_lines(state: AnglesState, unit: Unit, ask: Ask) -> str:
    alerts = state.alerts.get(unit.id, ())
    return "\n".join(
        f"- line {one['line']}, {one['rule']}: {one['description']}"
        for one in alerts
        if one["angle"] in angles_of(ask)
    )


def _tool_results(state: AnglesState, unit: Unit, ask: Ask) -> str:
    return "\n\n".join(state.results.get((unit.id, ask.context["angle"]), ()))


def _rejected_text(state: AnglesState, ask: Ask, unit: Unit) -> str:
    """What the angle proposed in the last pass and another one did not let through, with why."""
    made = rejected_of(unit, ask)
    if made is None:
        return ""
    checker = state.setup.angle(made.checker).name
    return f"Rejected by {checker}: {made.why}\n\nBEFORE\n{made.before}\n\nAFTER\n{made.after}"


def _earlier_findings(state: AnglesState, unit: Unit) -> str:
    """What stands of the unit and what was refuted, each with the angle that found it."""
    keys = dict.fromkeys(key for found in unit.found.values() for key in found)
    issues = (state.issues[key] for key in keys)
    return "\n".join(
        json.dumps({"angle": one.angle, **plain_issue(one)}, ensure_ascii=False) for one in issues
    )


def _other_findings(state: AnglesState, unit: Unit) -> str:
    """What stands in other units of the artifact, a line each in the order of the text. When not all of it fits, what
    is near goes before."""
    left, lines = LONGEST_AROUND, list[tuple[int, str]]()
    for other in found_nearby(state, unit):
        for issue in state.standing(other):
            line = _finding_line(other, issue)
            left -= len(line) + 1
            if left < 0:
                return _in_order(lines)
            lines.append((state.places[other.id], line))
    return _in_order(lines)


def _in_order(lines: Iterable[tuple[int, str]]) -> str:
    return "\n".join(line for _, line in sorted(lines, key=itemgetter(0)))


def _finding_line(unit: Unit, issue: Issue) -> str:
    return f"- {unit.name}, line {issue.line}, {issue.severity}: {issue.description}"[:LONGEST_LINE]


def _finding_text(state: AnglesState, ask: Ask) -> str:
    if ask.purpose != REFUTE:
        return ""
    finding = plain_issue(state.issues[ask.context["fingerprint"]])
    # Whoever looks a second time is not told how the first look ended.
    del finding["became"]
    return json.dumps(finding, ensure_ascii=False, indent=1)


def _modification_text(state: AnglesState, ask: Ask, unit: Unit) -> str:
    made = best_modification(state, unit) if ask.purpose == VERIFY else None
    return f"{made.reason}\n\nBEFORE\n{made.before}\n\nAFTER\n{made.after}" if made else ""


def _injection_facts(state: AnglesState, note: Note) -> Material:
    """Where the artifact as it stands and people's messages address the reviewer."""
    text = state.working_text(note.artifact)
    heard = [(f"the message of {one.speaker.name}", one.text) for one in _heard(state)]
    return injection_facts([replace(note, text=text)], heard)


def _heard(state: AnglesState) -> list[Message]:
    return [one for one in state.messages if not one.withdrawn]


def _messages(state: AnglesState) -> str:
    said = [f"{one.speaker.name}: {one.text}" for one in _heard(state)]
    topic = [f"What the review is about: {state.setup.topic}"] if state.setup.topic else []
    return "\n\n".join([*topic, *said])


MODIFY = (
    "You may propose one modification of the unit that settles a finding: the exact text that it replaces, which "
    "stands in the unit once, and what replaces it. Keep behaviour, contracts and what must be preserved."
)
MODIFY_NOTHING = "Propose no modification."
AGAIN = " Your last reply could not be used: its record was missing or could not be read."
