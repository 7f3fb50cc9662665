"""How an interview ends, and the words of its verdict. Pure: a model's parts are completed by code, never
trusted to be whole, and no ending is positive without ELM's marker (B6, B7)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from reviews.kinds.interview.attribution import OFFLINE
from reviews.kinds.interview.looking_again import things_to_look_at
from reviews.kinds.interview.settling.titled import is_concrete
from reviews.kinds.interview.settling.topics import judge_card, reservations
from reviews.kinds.interview.settling.vocabulary import speaks_to_topic
from reviews.kinds.interview.sourced import carried_texts, known_names
from reviews.kinds.interview.state import Improvement, InterviewState, Round
from reviews.kinds.interview.verdict_lines import (
    line_sources,
    lines_of_changes,
    no_change_caveat,
    passages_of_lines,
    reasons_of,
    sort_lines,
    standing_improvements,
    told_caveats,
)
from reviews.kinds.interview.wrapping_up import cap_outcome
from reviews.language.matching import squeeze_text
from reviews.language.reading.cues import RULES
from reviews.language.reading.passages import shown
from reviews.language.reading.settled import leans_back
from reviews.language.repetition import all_repeat, repeats_earlier
from reviews.language.scorecard import TOPICS, not_owed_topics
from reviews.language.wording import join_with_and
from reviews.log.values import NewEvent
from reviews.states import END_LABELS, POSITIVE, EndReason, EventKind

PARTS = {
    "got_right": "What the notes got right",
    "improved": "What the interview improved",
    "caveats": "Caveats",
}
NOTHING = {
    "got_right": "Nothing that ELM could confirm.",
    "improved": "Nothing was changed.",
    "caveats": "None on record.",
}
UNKNOWN, JUDGED = "Unknown: ", "ELM's judgement, not checked: "
SAID_HERE = ", as said in the interview"
UNSAID_EDIT = (
    "Changed a passage in words that were not found in the notes or in what people said: see the change."
)
LONGEST = 240
"""Characters of a quote or a sentence in a verdict; what is longer is cut with an ellipsis."""


def must_settle(state: InterviewState) -> bool:
    """Whether ELM showed its marker with topics open and was not asked about them yet."""
    now = state.current
    return now is not None and now.marker and bool(now.open_topics) and state.gate is None


def must_look_again(state: InterviewState, reason: EndReason) -> bool:
    """Whether a model has still to take the second look before the verdict, and there is something to look at. Who
    wraps up does not wait for a model that is out of reach: when the last call failed, there is no second look."""
    if state.wrap_up and state.failed_at:
        return False
    is_first = state.verdict is None or state.verdict.reason == EndReason.BUDGET
    waits = state.setup.looks_again and state.looks is None and is_first
    return waits and bool(things_of_verdict(state, reason))


def things_of_verdict(state: InterviewState, reason: EndReason) -> list[tuple[str, str]]:
    """What a second look is about: ELM's own lines count only where the end is positive."""
    return things_to_look_at(state, _own_parts(state) if reason in POSITIVE else {})


def ending_reason(state: InterviewState) -> EndReason | None:
    """The reason that ends the interview with a verdict, None while it goes on."""
    now = state.current
    if state.wrap_up:
        return cap_outcome(_interview_outcome(state, now)) if now else EndReason.NOT_READY
    if now is None or must_settle(state):
        return None
    if now.marker:
        return _interview_outcome(state, now)
    if now.stance == "not_ready" and (now.open_topics or state.outstanding):
        return EndReason.NOT_READY
    return EndReason.STAGNATING if is_stagnating(state) else None


def is_stagnating(state: InterviewState) -> bool:
    """Whether two rounds in a row only repeat earlier questions, or one does and so does its answer."""
    now = state.current
    last = len(state.rounds) - 1
    if now is None or not _repeats_questions(state, last):
        return False
    return _repeats_answer(state, now) or (last > 0 and _repeats_questions(state, last - 1))


def _repeats_questions(state: InterviewState, place: int) -> bool:
    """Whether all questions of the round at `place` came before. Looked at when it matters, for the newest rounds, and
    not for each: the comparison with all that was asked takes longer the longer an interview is."""
    earlier = [question.text for round_ in state.rounds[:place] for question in round_.questions]
    return all_repeat([question.text for question in state.rounds[place].questions], earlier)


def _repeats_answer(state: InterviewState, now: Round) -> bool:
    earlier = [round_.answer.text for round_ in state.rounds[:-1] if round_.answer]
    return now.answer is not None and repeats_earlier(now.answer.text, earlier)


def verdict_event(state: InterviewState, reason: EndReason) -> NewEvent:
    """The verdict event (B5): three parts, stored apart from ELM's message. Positive reasons take those of ELM's own
    lines that the notes, people and the changes carry; others are composed from the record alone."""
    own = _own_parts(state) if reason in POSITIVE else {}
    made = standing_improvements(state)
    vouching = _vouching_texts(state, made)
    right, doubted = sort_lines(state, _flat_lines(own.get("got_right")))
    improved, doubted_too = _improved_lines(state, _flat_lines(own.get("improved")), made, vouching)
    told = told_caveats(state, _flat_lines(own.get("caveats")))
    caveats = _with_record(told, _recorded_caveats(state, reason))
    parts = {
        "got_right": right or _settled_topics(state),
        "improved": improved,
        "caveats": _unique_sentences([*caveats, *doubted, *doubted_too]),
    }
    open_topics, unknowns = list(state.scorecard.open), list(state.outstanding)
    data: dict[str, Any] = {"reason": reason, **parts, "open_topics": open_topics, "unknowns": unknowns}
    bullets = [_verdict_bullet(label, parts[key] or [NOTHING[key]]) for key, label in PARTS.items()]
    by = f", wrapped up by {state.wrapped_up_by}" if state.wrap_up else ""
    data |= {"wrapped_up_by": state.wrapped_up_by} if by else {}
    if passages := passages_of_lines(state, [*parts["got_right"], *parts["improved"]], vouching):
        data["sources"] = passages
    text = "\n".join([f"**Verdict:** {END_LABELS[reason]}{by}", "", *bullets])
    return NewEvent(EventKind.VERDICT, text, state.setup.elm, data)


def _interview_outcome(state: InterviewState, last: Round) -> EndReason:
    if last.open_topics and state.scorecard.open:
        return EndReason.NOT_READY
    if last.open_topics or state.outstanding or reservations(state):
        return EndReason.READY_WITH_CAVEATS
    return EndReason.READY


def _own_parts(state: InterviewState) -> Mapping[str, Any]:
    """ELM's parts, those that it gave last."""
    given = [state.current.verdict if state.current else None, state.gate.verdict if state.gate else None]
    return next((parts for parts in reversed(given) if parts and any(parts.values())), {})


def _settled_topics(state: InterviewState) -> list[str]:
    """What words of the notes or of a person settle, where these tell something alone; what rests on ELM's judgement is
    a caveat."""
    settled = {key: one for key, one in judge_card(state).settled.items() if one.standing != "judged"}
    quotes = {key: state.scorecard.topics[key].quote for key in state.scorecard.answered if key in settled}
    topics: dict[str, list[str]] = {}
    for key, quote in quotes.items():
        if _is_telling(key, quote):
            where = "" if settled[key].from_notes else SAID_HERE
            topics.setdefault(f"{where}: “{_short(shown(quote))}”", []).append(TOPICS[key])
    return [join_with_and(labels) + told for told, labels in topics.items()]


def _is_telling(topic: str, quote: str) -> bool:
    """Whether a quote alone tells a reader something on its topic: no fragment, and but for the problem with a figure,
    a date or more than one word that speaks to it."""
    if leans_back(quote) or quote[:1].islower() or not speaks_to_topic(topic, quote):
        return False
    said = {found[0].lower() for found in RULES[topic].cue.finditer(quote)}
    if topic == "problem" or is_concrete(quote) or len(said) > 1:
        return True
    # "Only users who want to use it will" names a group and tells nothing of it.
    return topic != "affected" and bool(RULES[topic].plain.search(quote))


def _improved_lines(
    state: InterviewState, own: list[str], made: Sequence[Improvement], vouching: list[str]
) -> tuple[list[str], list[str]]:
    """What was improved, computed from the changes `made`, and a caveat for each line of ELM's that they do not
    carry."""
    carried, doubted = sort_lines(state, own, vouching)
    carried, beside = lines_of_changes(state, carried, [edit for edit in made if edit.inserted in vouching])
    doubted += map(no_change_caveat, beside)
    if carried or not made:
        return carried, doubted
    if state.setup.provider == OFFLINE:  # the reasons are this code's own words
        reasons = [edit.reason for edit in made]
    else:
        reasons = reasons_of(made, [*line_sources(state), *vouching], known_names(state))
    told = [reason or _describe_edit(edit, vouching) for edit, reason in zip(made, reasons, strict=True)]
    return _unique_sentences(map(_short, told)), doubted


def _vouching_texts(state: InterviewState, made: Sequence[Improvement]) -> list[str]:
    """What was put in, as far as lines of the verdict may rest on it: rules invent nothing."""
    if state.setup.provider == OFFLINE:
        return [edit.inserted for edit in made]
    return carried_texts(state, made)


def _describe_edit(edit: Improvement, carried: Collection[str]) -> str:
    """What to say of an edit that has no reason to be told; its words only where they are `carried`."""
    if not edit.inserted.strip():
        return f"Took out a passage: “{_short(edit.removed)}”"
    return f"Changed a passage: “{_short(edit.inserted)}”" if edit.inserted in carried else UNSAID_EDIT


def _with_record(own: list[str], recorded: list[str]) -> list[str]:
    """ELM's caveats and those on record, without what ELM has said in nearly the same words."""
    return _unique_sentences([*own, *(caveat for caveat in recorded if not repeats_earlier(caveat, own))])


def _recorded_caveats(state: InterviewState, reason: EndReason) -> list[str]:
    """What must be said whatever a model says: open topics, unknowns, topics that are waived or not owed, and why
    it ended."""
    card = state.scorecard
    why = (
        [] if reason in POSITIVE else [_WHY.get(reason, f"The interview ended early: {END_LABELS[reason]}.")]
    )
    still = [TOPICS[key] for key in card.open if not any(_is_on_topic(one, key) for one in state.outstanding)]
    still_open = [f"Still open: {join_with_and(still)}."] if still else []
    unknown = [f"{UNKNOWN}{_short(text)}" for text in state.outstanding]
    reasons = told_caveats(state, [_short(card.topics[key].reason) for key in card.waived])
    waived = [f"Waived: {TOPICS[key]} ({why})" for key, why in zip(card.waived, reasons, strict=True)]
    owed_not = not_owed_topics(card)
    others = [
        f"Not owed: {join_with_and([TOPICS[key] for key, one in owed_not.items() if one == why])} ({_short(why)})"
        for why in dict.fromkeys(owed_not.values())
    ]
    by = state.wrapped_up_by
    ended = [f"{by} wrapped the interview up, so ELM asked no further."] if by else []
    return [*ended, *why, *still_open, *unknown, *waived, *others, *_judgement_caveats(state, reason)]


def _is_on_topic(unknown: str, topic: str) -> bool:
    """Whether an unknown begins with the name of a topic and so says what that topic lacks."""
    return unknown.casefold().startswith(tuple(f"{TOPICS[topic]}{mark}".casefold() for mark in ",.:"))


def _judgement_caveats(state: InterviewState, reason: EndReason) -> list[str]:
    """What rests on something else than words that code could compare, and why a yes is not a plain one."""
    judged = [
        f"{JUDGED}{TOPICS[key]}: “{_short(state.scorecard.topics[key].quote)}”"
        for key in judge_card(state).judged
    ]
    return judged + (reservations(state) if reason == EndReason.READY_WITH_CAVEATS else [])


_WHY = {
    EndReason.NOT_READY: "The notes are not ready: the points below must be settled by people first.",
    EndReason.STAGNATING: "The interview went in circles, so it was ended without a positive verdict.",
}


def _verdict_bullet(label: str, sentences: list[str]) -> str:
    """A part of the verdict: one sentence beside its label, several below it."""
    if len(sentences) == 1:
        return f"- **{label}:** {sentences[0]}"
    return "\n".join([f"- **{label}:**", *(f"  - {sentence}" for sentence in sentences)])


def _flat_lines(sentences: Any) -> list[str]:
    return [squeeze_text(str(sentence)) for sentence in sentences or () if str(sentence).strip()]


def _unique_sentences(sentences: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(sentences))


def _short(text: str) -> str:
    flat = squeeze_text(text)
    return flat if len(flat) <= LONGEST else flat[: LONGEST - 1].rstrip() + "…"
