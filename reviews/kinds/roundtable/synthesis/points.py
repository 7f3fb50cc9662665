"""From a synthesiser's structured answer to the synthesis of a roundtable, its points and its additions. Pure.

A point counts by the turns that it cites: whom it is attributed to is read off them, never off a model's words. What
was decided and not cited is asked for once more and is an open question then (NFR-003, C43); what was disagreed on is
never left out (FR-005-02).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from reviews.documents import insert
from reviews.documents.fitting_sections import Subject
from reviews.errors import DoesNotFit
from reviews.kinds.broken_replies import broken_parts
from reviews.kinds.notes import Note
from reviews.kinds.roundtable import phrases as lines
from reviews.kinds.roundtable.purposes import SECOND_LOOK, SYNTHESIS
from reviews.kinds.roundtable.state import RoundtableState, Turn
from reviews.kinds.roundtable.synthesis import summary
from reviews.kinds.roundtable.synthesis.choices import (
    MadeChoice,
    asks_again,
    find_choices,
    first_answers,
    speaking_keys,
    unmade_choices,
)
from reviews.kinds.roundtable.synthesis.second_look import (
    draft_event,
    looked_points,
    still_waiting,
    waiting_event,
)
from reviews.kinds.roundtable.synthesis.sourced import (
    Points,
    as_open_question,
    extensible_notes,
    is_said,
    open_undecided,
    read_said,
    with_support,
)
from reviews.kinds.roundtable.synthesis.summary import KINDS
from reviews.kinds.roundtable.voices import VOICES, has_few_voices
from reviews.kinds.second_look import given_looks
from reviews.kinds.support import goes_in_unseen, passages_of
from reviews.language.decision_intent import decision_sentence, is_decision, shorten_sentence
from reviews.language.quoted_home import find_home
from reviews.log.values import Heard, NewEvent, ProposedChange
from reviews.providers.base import speaks_by_rules
from reviews.states import EndReason, EventKind

LONGEST_QUOTED = 300
"""Characters of a point that code quotes from a turn."""
NOT_CITED = "it was said in turn {}, and the summary did not take it up; the team confirms or drops it"
NOT_COUNTED = (
    "it was said after the last turn, and the summary did not take it up; the team confirms or drops it"
)
NOT_DECIDED = "the summary calls this decided and names no turn that did; the team confirms it"
_OF_DRAFT = ("points", "again")
"""What a draft has that is no part of the synthesis."""
NO_TAKEAWAY = "What the summary says in one sentence was not found in the notes or in the discussion."
NOT_SETTLED = "{} and {} saw this differently, and it was not settled; the team decides"


def synthesis_events(now: RoundtableState, basis: int, heard: Heard) -> tuple[NewEvent, ...]:
    """The synthesis that was heard; or, the first time that it lacks something, that it is asked for again
    (ERR-ELAB-007)."""
    points = read_points(now, heard.data or {})
    left_out = uncited_turns(now, points)
    # Rules would only say the same once more.
    lacks = not points["insights"] and not speaks_by_rules(now.setup.provider)
    if not now.retries and (lacks or left_out):
        return (_retry_event(basis, heard.text, left_out, has_insights=bool(points["insights"])),)
    few = has_few_voices(now, points["insights"])
    if few and points["insights"] and not now.retries:
        return (_voices_event(basis, heard.text),)
    if not points["insights"]:
        return (_degraded_synthesis(now, basis, heard),)
    points = settle_choices(now, points)
    left = {turn.number: turn for turn in (*uncited_turns(now, points), *unmade_choices(now, points))}
    points["open_questions"] += [_left_open(now, turn) for turn in left.values()]
    read = read_said(now)
    said = first_takeaway(heard.text)
    data = {
        "basis": basis,
        "at": heard.at,
        "summary": said if is_said(now, read, said, heard.at) else "",
        **({"few_voices": True} if few else {}),
        **broken_parts(heard),
    }
    points = with_support(now, read, points, heard.at)
    return (draft_event(points, data) if now.setup.looks_again else _synthesis_event(now, points, data),)


def looked_events(now: RoundtableState, heard: Heard) -> tuple[NewEvent, ...]:
    """The synthesis after the second look at its draft; or, the first time, what code still finds nowhere, to be looked
    at once more; or, when the look says nothing, that it is asked for again."""
    looks, again = given_looks(heard.data or {}), bool(now.draft.get("again"))
    if not looks and not now.retries and not again:
        text = "The second look at the summary brought nothing, so it is asked for once more."
        data = {"again": SECOND_LOOK, "reply": heard.text, "basis": now.draft["basis"]}
        return (NewEvent(EventKind.ANNOUNCEMENT, text, None, data),)
    looked = looked_points(now.draft["points"], looks, again=again)
    checked = with_support(now, read_said(now), looked, str(now.draft["at"]))
    waiting = [] if again else still_waiting(looked, checked)
    return (waiting_event(now.draft, waiting) if waiting else _looked_synthesis(now, checked),)


def unlooked_synthesis(now: RoundtableState) -> NewEvent:
    """The draft as the synthesis when nobody can look at it any more: what nobody has looked at waits."""
    points = looked_points(now.draft["points"], {}, again=bool(now.draft.get("again")))
    return _looked_synthesis(now, with_support(now, read_said(now), points, str(now.draft["at"])))


def _looked_synthesis(now: RoundtableState, points: Points) -> NewEvent:
    return _synthesis_event(now, points, {key: now.draft[key] for key in now.draft if key not in _OF_DRAFT})


def read_points(now: RoundtableState, data: Mapping[str, Any]) -> Points:
    """The points of a structured answer that count, with their attribution and artifact."""
    points = {kind: [_stored_point(now, kind, given) for given in data.get(kind) or ()] for kind in KINDS}
    points = {kind: [point for point in found if point["text"]] for kind, found in points.items()}
    points["insights"] = [point for point in points["insights"] if point["events"]]
    claimed = [point for point in points["decisions"] if not point["events"]]
    points["decisions"] = [point for point in points["decisions"] if point["events"]]
    points["open_questions"] += [as_open_question(point, NOT_DECIDED) for point in claimed]
    return points


def uncited_turns(now: RoundtableState, points: Points) -> list[Turn]:
    """The turns that decided or disagreed on something and that no point cites."""
    cited = {number for found in points.values() for point in found for number in point["events"]}
    answers = _answers_to_choices(now)
    said = (*now.turns, *now.late_turns)
    put = {turn.data.get("about"): turn.number for turn in now.turns if turn.what == "disagreement"}
    return [
        turn
        for turn in said
        if (_is_deciding(turn) or turn.number in answers or turn.data.get("disagreement"))
        and not cited & {turn.number, put.get(turn.number, turn.number)}
    ]


def first_takeaway(text: str) -> str:
    """The first line of the words beside a structured answer, as one sentence."""
    return lines.one_line(text)[:500]


def minimal_synthesis(now: RoundtableState) -> NewEvent:
    """What is said when nobody but the lead has spoken (C27)."""
    words = summary.minimal(now.setup.topic)
    said = f"it ended early and left {lines.one_line(now.setup.topic)} as a discussion point"
    data = {"basis": now.last_number, "summary": said, "minimal": True, "exit": _exit_type(now)}
    return NewEvent(EventKind.SYNTHESIS, words, None, data)


def partial_synthesis(now: RoundtableState) -> NewEvent:
    """What code can sum up without another call: the last word of everybody, and what was decided."""
    return _by_code(now, {"partial": True})


def quoted_synthesis(now: RoundtableState) -> NewEvent:
    """The same for a discussion that is too long for a model to sum up (ERR-ELAB-014)."""
    return _by_code(now, {"degraded": True})


def _by_code(now: RoundtableState, data: Mapping[str, Any]) -> NewEvent:
    last = {
        turn.key: turn for turn in now.turns if turn.kind in (EventKind.CONTRIBUTION, EventKind.USER_MESSAGE)
    }
    insights = [_quoted(now, turn) for turn in last.values()]
    decided = [turn for turn in now.turns if _is_deciding(turn)]
    decisions = [{**_quoted(now, turn, decision_sentence(turn.text)), "rationale": ""} for turn in decided]
    points: Points = {"insights": insights, "decisions": decisions, "open_questions": [], "action_items": []}
    read = read_said(now)
    points = with_support(now, read, settle_choices(now, points), "")
    said = insights[-1]["text"] if insights else summary.minimal(now.setup.topic)
    said = said if not insights or is_said(now, read, said) else ""
    return _synthesis_event(now, points, {"basis": now.last_number, "summary": said, **data})


def proposed_additions(now: RoundtableState) -> tuple[ProposedChange, ...]:
    """One addition for each point, in the artifact that it belongs to (FR-008-02, C20 to C24). A text without a
    place for them has none; see `unplaceable_notes`."""
    if now.synthesis is None:
        return ()
    return tuple(addition for note in extensible_notes(now.setup) for addition in _in_note(now, note) or ())


def unplaceable_notes(now: RoundtableState) -> tuple[Note, ...]:
    """The texts that points belong to and that have no place for them."""
    return tuple(note for note in extensible_notes(now.setup) if _in_note(now, note) is None)


def _in_note(now: RoundtableState, note: Note) -> list[ProposedChange] | None:
    data = now.synthesis.data if now.synthesis else {}
    bullets = {
        summary.bullet(kind, point): point
        for kind in KINDS
        for point in data.get(kind) or ()
        if point["artifact"] == note.artifact
    }
    if not bullets:
        return []
    sections = {output.file: output.sections for output in now.setup.outputs}
    try:
        placed = insert.plan_additions(
            note.text,
            step_id=now.setup.step_id,
            title=now.setup.topic,
            sections=sections.get(note.name, ()),
            at=datetime.fromisoformat(str(data["at"])),
            points=list(bullets),
            subjects=[
                Subject(one["text"], one in (data.get("open_questions") or ()), passages_of(one, note.name))
                for one in bullets.values()
            ],
        )
    except DoesNotFit:
        return None
    return [_proposed_change(note, *pair) for pair in zip(placed, bullets.values(), strict=True)]


def _proposed_change(note: Note, place: insert.Addition, point: Mapping[str, Any]) -> ProposedChange:
    return ProposedChange(
        artifact=note.artifact,
        position=place.position,
        removed="",
        inserted=place.inserted,
        section=place.section,
        attribution=point["attribution"],
        reason=point["text"],
        events=tuple(point["events"]),
        heading=place.heading,
        marker=place.marker,
        support=point.get("support") or {},
    )


def _stored_point(now: RoundtableState, kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """A point as it is stored: only turns that there were, only artifacts that may have additions."""
    # People also say something too late for a turn.
    numbers = {turn.number for turn in (*now.turns, *now.late_turns)}
    events = sorted({number for number in given.get("events") or () if number in numbers})
    text = lines.one_line(str(given.get("text") or ""))
    point: dict[str, Any] = {
        "text": text,
        "attribution": _point_attribution(now, events, decided=kind == "decisions"),
        "events": events,
        "artifact": _point_artifact(now, str(given.get("artifact") or ""), text),
    }
    if also := KINDS[kind].also:
        point[also] = lines.one_line(str(given.get(also) or ""))
    return point


def _point_attribution(now: RoundtableState, events: Iterable[int], *, decided: bool = False) -> str:
    """[Maya], [Maya/Alex], [All], [User], [User/Jordan] (FR-008-05): without the brackets."""
    keys = speaking_keys(now, events, decided=decided)
    seats = [seat.first_name for seat in now.setup.cast if seat.key in keys]
    return summary.attribution(
        seats,
        everybody=[seat.first_name for seat in now.setup.cast],
        user=any(key.startswith("user:") for key in keys),
    )


def _point_artifact(now: RoundtableState, named: str, *texts: str) -> str:
    """The id of the artifact that a point belongs to: the named one, else the one that `texts` quote, else the first
    that may have additions."""
    notes = extensible_notes(now.setup)
    found = [note for note in notes if named in (note.name, note.artifact)]
    if not found and notes:
        home = find_home(texts, [note.authored for note in notes])
        found = [notes[home or 0]]
    return found[0].artifact if found else ""


def _is_deciding(turn: Turn) -> bool:
    return turn.kind in (EventKind.CONTRIBUTION, EventKind.USER_MESSAGE) and is_decision(turn.text)


def _answers_to_choices(now: RoundtableState) -> set[int]:
    """What people said right after a disagreement was put to them, and whatever takes a side."""
    return first_answers(now) | {made.said.number for made in find_choices(now)}


def settle_choices(now: RoundtableState, points: Points) -> Points:
    """The points with a decision for every choice that people made, and without questions that ask for it again."""
    made = find_choices(now)
    decided = {number for point in points["decisions"] for number in point["events"]}
    added = [_chosen_decision(now, choice) for choice in made if choice.said.number not in decided]
    asked = [q for q in points["open_questions"] if not any(asks_again(q, choice) for choice in made)]
    return {**points, "decisions": [*points["decisions"], *added], "open_questions": asked}


def _with_made_choices(now: RoundtableState, points: Points, at: str) -> Points:
    """The points with a decision also for the choices that a model told in words for which code found no source."""
    points = settle_choices(now, points)
    lost = [point for point in points["decisions"] if "support" not in point]
    kept = [point for point in points["decisions"] if "support" in point]
    found = with_support(now, read_said(now), {"decisions": lost}, at)["decisions"] if lost else []
    return {**points, "decisions": [*kept, *found]}


def _chosen_decision(now: RoundtableState, made: MadeChoice) -> dict[str, Any]:
    """A choice as the decision that it is, in the words of its sides and of the person who made it."""
    events = sorted({*made.about, made.said.number})
    said = shorten_sentence(made.said.flat, LONGEST_QUOTED)
    return {
        "text": made.text,
        "rationale": f"{made.said.first_name or 'a person'} said “{said}”",
        "attribution": _point_attribution(now, events, decided=True),
        "events": events,
        "artifact": _point_artifact(now, "", said, *(turn.text for turn in (made.held, made.put) if turn)),
    }


def _left_open(now: RoundtableState, turn: Turn) -> dict[str, Any]:
    """An uncited turn as an open question."""
    found = turn.data.get("disagreement")
    if found:
        mine, theirs = lines.side_parts(found["mine"]), lines.side_parts(found["theirs"])
        seats = [now.setup.seat(turn.key), now.setup.seat(str(found["other"]))]
        names = [seat.first_name if seat else "" for seat in seats]
        text, why = f"{mine['brief']} or {theirs['brief']}?", NOT_SETTLED.format(*names)
    else:
        text = decision_sentence(turn.text) or turn.text[:200]
        why = NOT_CITED.format(turn.turn) if turn.turn else NOT_COUNTED
    return {
        "text": lines.one_line(text),
        "why": why,
        "why_by_app": True,
        "attribution": _point_attribution(now, [turn.number]),
        "events": [turn.number],
        "artifact": _point_artifact(now, "", text, turn.text),
    }


def _quoted(now: RoundtableState, turn: Turn, words: str = "") -> dict[str, Any]:
    """A turn's first sentence as a point."""
    return {
        "text": lines.one_line(words or shorten_sentence(summary.first_sentence(turn.text), LONGEST_QUOTED)),
        "attribution": _point_attribution(now, [turn.number]),
        "events": [turn.number],
        "artifact": "",
    }


def _retry_event(basis: int, reply: str, left_out: Sequence[Turn], *, has_insights: bool) -> NewEvent:
    turns = f"{len(left_out)} turns" if len(left_out) > 1 else "a turn"
    lacks = f"left out {turns} that decided or disagreed" if has_insights else "has no insights"
    text = f"The summary {lacks}, so it is asked for once more."
    data = {
        "again": SYNTHESIS,
        "reply": reply,
        "basis": basis,
        "uncited": [turn.number for turn in left_out],
    }
    return NewEvent(EventKind.ANNOUNCEMENT, text, None, data)


def _voices_event(basis: int, reply: str) -> NewEvent:
    """That the summary is asked for once more, because only one persona is in it (SM-001)."""
    text = "The insights rest on one persona although others spoke, so the summary is asked for once more."
    data = {"again": SYNTHESIS, "what": VOICES, "reply": reply, "basis": basis}
    return NewEvent(EventKind.ANNOUNCEMENT, text, None, data)


def _degraded_synthesis(now: RoundtableState, basis: int, heard: Heard) -> NewEvent:
    """The second useless summary in a row: a key takeaway, no artifact, but a record (ERR-ELAB-007)."""
    last = now.contributions[-1].text if now.contributions else summary.minimal(now.setup.topic)
    tried = (first_takeaway(heard.text), lines.one_line(summary.first_sentence(last)))
    read = read_said(now)
    said = next((one for one in tried if one and is_said(now, read, one, heard.at)), NO_TAKEAWAY)
    data = {"basis": basis, "at": heard.at, "summary": said, "degraded": True, "exit": _exit_type(now)}
    return NewEvent(EventKind.SYNTHESIS, summary.takeaway(said), None, data | broken_parts(heard))


def _synthesis_event(now: RoundtableState, points: Points, data: Mapping[str, Any]) -> NewEvent:
    points = _with_made_choices(now, open_undecided(points), str(data.get("at") or ""))
    carried = (point["text"] for point in points["insights"] if goes_in_unseen(point["support"]))
    data = {**data, "summary": data["summary"] or next(carried, NO_TAKEAWAY)}
    text = summary.displayed(
        step_id=now.setup.step_id,
        title=now.setup.topic,
        participants=[(seat.name, seat.short or seat.role) for seat in now.setup.cast],
        turns=now.turn_count,
        exit_type=_exit_type(now),
        points=points,
    )
    return NewEvent(EventKind.SYNTHESIS, text, None, {**data, **points, "exit": _exit_type(now)})


def _exit_type(now: RoundtableState) -> str:
    """What the summary shows: people ended it, or a limit did (C7)."""
    by_people = now.ending in (EndReason.USER_INITIATED, EndReason.INACTIVITY)
    return "user-initiated" if by_people else "turn-limit"
