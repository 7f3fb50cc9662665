"""What a provider answered, as events. Pure: code finds the marker, the questions, the quotes and the
places of edits; a model's words are only ever the body (B6, B7, B12)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from reviews.documents.hunks import Placed, Refused, Wanted, apply_changes, place_edits
from reviews.kinds.broken_replies import (
    broken_parts,
    cut_announcement,
    empty_announcement,
    is_empty,
    marked_text,
)
from reviews.kinds.folding import basis_of
from reviews.kinds.interview.looking_again import LOOKED, SECOND_LOOK, found_looks
from reviews.kinds.interview.right_note import join_headings, rehome_edits
from reviews.kinds.interview.settling.open_unknowns import LaterWords
from reviews.kinds.interview.settling.owed import with_not_owed
from reviews.kinds.interview.settling.topics import sift_supported
from reviews.kinds.interview.settling.unknowns import proven_resolutions
from reviews.kinds.interview.sourced import unsourced_facts
from reviews.kinds.interview.state import InterviewState
from reviews.kinds.interview.verdict import things_of_verdict
from reviews.kinds.notes import Note
from reviews.kinds.second_look import given_looks
from reviews.language.marker_line import with_plain_marker
from reviews.language.matching import find_places, is_quoted, quoted_in
from reviews.language.reply import has_marker, questions_in, storable_value, without_label
from reviews.language.reply_notes import was_cut
from reviews.language.scorecard import Update, not_owed_topics, sift_updates
from reviews.language.spoken_labels import (
    APP_SPEAKERS,
    PEOPLE_SPEAKERS,
    before_other_speaker,
    names_of_people,
)
from reviews.log.values import Ask, Heard, NewEvent, Speaker
from reviews.providers.base import WITH_MODEL
from reviews.states import EndReason, EventKind

FEWEST, MOST = 2, 4
"""Questions that ELM should ask in a round; others are logged and let through (B12)."""
MOST_EDITS = 200
"""Edits that are taken of one improvement: the work for each grows with the notes."""
TOO_MANY = f"An improvement is at most {MOST_EDITS} edits."


def hear(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    """The events that `heard`, the answer to `ask`, brings. Raises ValueError for an unknown purpose.

    `state` is the one that `ask` was decided on, or any later one.
    """
    if ask.purpose not in _HEARERS:
        raise ValueError(f"An interview never asks for {ask.purpose!r}.")
    text, data, unread = (storable_value(part) for part in (heard.text, heard.data, heard.unread))
    clean = replace(heard, text=text, data=data, unread=tuple(unread))
    if was_cut(heard.stop_reason) and not state.retries:
        name = _asked_speaker(state, ask).name
        reply = without_label(text, name)
        return (cut_announcement(name, ask.purpose, basis_of(ask.context), reply),)
    return _HEARERS[ask.purpose](state, ask, clean)


def _asked_speaker(state: InterviewState, ask: Ask) -> Speaker:
    return state.setup.elm if ask.speaker == state.setup.elm.key else state.setup.answerer


def _hear_question(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    elm, answerer = state.setup.elm.name, state.setup.answerer.name
    text, data = without_label(heard.text, "ELM", elm), heard.data or {}
    text, spoke_for = _own_part(state, text, {answerer, "Claude", "AI"}, {"ELM", elm})
    text = with_plain_marker(text)
    marker = has_marker(text)
    state = with_not_owed(state)
    questions, needless = _owed_questions(state, _structured_questions(text, data))
    stance = str(data.get("stance") or "asking")
    useful = marker or questions or (stance == "not_ready" and (state.scorecard.open or state.outstanding))
    if not text or not useful:
        why = "said nothing" if not text else "neither asked a question nor declared itself satisfied"
        return _refuse_useless(state, ask, state.setup.elm, f"{state.setup.elm.name} {why}", text)
    counted, refused = _sift_topics(state, data)
    questions, not_found = _with_found_quotes(state, questions)
    payload = {
        **_round_data(ask, len(state.rounds) + 1),
        "questions": questions,
        "stance": stance,
        "marker": marker,
        "outside": not marker and not FEWEST <= len(questions) <= MOST,
        **_topic_data(counted, refused),
        "verdict": data.get("verdict"),
        "cut": False,
        "spoke_for": spoke_for,
        **broken_parts(heard),
    }
    if not_found:
        payload["not_found"] = not_found
    if needless:
        payload["needless"] = needless
    if not_owed := not_owed_topics(state.scorecard):
        payload["not_owed"] = not_owed
    payload |= _resolved_data(state, data)
    return (NewEvent(EventKind.QUESTION, marked_text(text, heard), state.setup.elm, payload),)


def _own_part(
    state: InterviewState, text: str, others: Collection[str], own: Collection[str]
) -> tuple[str, str]:
    """What a persona said before it went on as somebody else, and the label under which it did."""
    people = names_of_people((*state.setup.people, *(said.speaker.name for said in state.messages)))
    labels = {*others, *APP_SPEAKERS, *PEOPLE_SPEAKERS} - set(own)
    return before_other_speaker(text, labels, people - set(own))


def _structured_questions(text: str, data: Mapping[str, Any]) -> list[dict[str, str]]:
    """The structured questions, or those that the text shows when there are none."""
    given = [question for question in data.get("questions") or () if str(question.get("text") or "").strip()]
    if not given:
        return [{"text": question, "topic": "other", "quote": ""} for question in questions_in(text)]
    return [{"topic": "other", "quote": "", **question} for question in given]


def _owed_questions(
    state: InterviewState, questions: list[dict[str, str]]
) -> tuple[list[dict[str, str]], list[str]]:
    """The questions without those on topics that this kind of document does not owe, and the texts of these. A model
    that asks for nothing else twice is let through."""
    not_owed = not_owed_topics(state.scorecard)
    owed = [question for question in questions if question["topic"] not in not_owed]
    if not owed and state.retries:
        return questions, []
    return owed, [question["text"] for question in questions if question["topic"] in not_owed]


def _with_found_quotes(
    state: InterviewState, questions: list[dict[str, str]]
) -> tuple[list[dict[str, str]], list[str]]:
    """The questions without the quotes that a model says are the notes' and that stand in no source, and these."""
    if state.setup.provider not in WITH_MODEL:
        return questions, []
    sources = quote_sources(state)
    quotes = dict.fromkeys(question["quote"] for question in questions if question["quote"].strip())
    stray = [quote for quote in quotes if not is_quoted(quote, sources)]
    return [{**one, "quote": ""} if one["quote"] in stray else one for one in questions], stray


def _hear_answer(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    speaker = state.setup.answerer
    text, data = without_label(heard.text, speaker.name, "Claude", "AI"), heard.data or {}
    text, spoke_for = _own_part(state, text, {"ELM", state.setup.elm.name}, {speaker.name})
    if not text:
        return _refuse_useless(state, ask, speaker, f"{speaker.name} said nothing", text)
    quotes = (str(given.get("quote") or "") for given in data.get("citations") or ())
    cited = [_cite_note(state.setup.notes, quote) for quote in quotes]
    payload = {
        **_round_data(ask, len(state.rounds)),
        "citations": [found for found in cited if found["artifact"]],
        "not_found": [found["quote"] for found in cited if not found["artifact"]],
        "unknowns": [
            " ".join(str(unknown).split()) for unknown in data.get("unknowns") or () if unknown.strip()
        ],
        "messages": [],
        "cut": False,
        "spoke_for": spoke_for,
        **broken_parts(heard),
    }
    if unsourced := unsourced_facts(state, text):
        payload["unsourced"] = unsourced
    payload |= _resolved_data(state, data)
    return (NewEvent(EventKind.ANSWER, marked_text(text, heard), speaker, payload),)


def _cite_note(notes: Sequence[Note], quote: str) -> dict[str, str]:
    """The quote in the words of the note that has it; an empty artifact when none has."""
    found = quoted_in(quote, [note.authored for note in notes])
    if found is None:
        return {"quote": quote, "artifact": "", "name": ""}
    source = notes[found[0]]
    return {"quote": found[1], "artifact": source.artifact, "name": source.name}


def _hear_improvement(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    """A revision even when there is no improvement, so that a replay never asks twice."""
    if is_empty(heard) and not state.retries:
        return (empty_announcement(state.setup.answerer.name, ask.purpose, basis_of(ask.context)),)
    wanted = (heard.data or {}).get("edits") or ()
    edits, refused = _placed_edits(state, wanted)
    placed = {"edits": edits, "refused": refused}
    payload = {**_round_data(ask, len(state.rounds)), **placed, **broken_parts(heard)}
    return (NewEvent(EventKind.REVISION, "", state.setup.answerer, payload),)


def _placed_edits(
    state: InterviewState, wanted: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The edits with their places in the working notes, and those that have none, each with why."""
    edits: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    meant: list[tuple[Note, Wanted]] = []
    for number, given in enumerate(wanted, start=1):
        words = Wanted(*(str(given.get(key) or "") for key in ("new", "old", "after", "reason")))
        named = str(given.get("artifact") or "")
        target = _target_note(state.notes, named, words) if number <= MOST_EDITS else TOO_MANY
        if isinstance(target, str):
            refused.append({"artifact": named, **asdict(words), "why": target})
        else:
            meant.append((target, words))
    homes = join_headings(rehome_edits(state, meant))
    for note in state.notes:
        mine = [words for target, words in homes if target.artifact == note.artifact]
        placed, unplaced = _placed_in(note, mine)
        about = {"artifact": note.artifact, "name": note.name}
        edits += [{**about, **asdict(edit)} for edit in placed]
        refused += [{"artifact": note.artifact, **asdict(edit.wanted), "why": edit.why} for edit in unplaced]
    return edits, refused


def _placed_in(note: Note, wanted: Sequence[Wanted]) -> tuple[list[Placed], list[Refused]]:
    placed, refused = place_edits(note.text, wanted)
    if placed and not apply_changes(note.text, placed).strip():
        dropped = [edit for edit in wanted if edit not in [one.wanted for one in refused]]
        return [], refused + [Refused(edit, "Nothing would be left of the notes.") for edit in dropped]
    return placed, refused


def _target_note(notes: Sequence[Note], named: str, words: Wanted) -> Note | str:
    """The note that is meant: the one with that id or name, or, when none is named or several are, the only one that
    has the words. Or a sentence that says why there is none."""
    meant = [note for note in notes if not named or named in (note.artifact, note.name)]
    if not meant:
        return f"There is no note with the name “{named}”."
    if len(meant) > 1:
        old = words.old or words.after
        meant = [note for note in meant if old in note.text] or [n for n in meant if find_places(n.text, old)]
    return meant[0] if len(meant) == 1 else "Which note is meant is not clear."


def _hear_settling(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    if is_empty(heard) and not state.retries:
        return (empty_announcement(state.setup.elm.name, ask.purpose, basis_of(ask.context)),)
    data = heard.data or {}
    counted, refused = _sift_topics(state, data)
    settled = {update.topic for update in counted if update.status != "open"}
    payload = {
        **_round_data(ask, len(state.rounds)),
        **_topic_data(counted, refused),
        "open": [topic for topic in state.scorecard.open if topic not in settled],
        "verdict": data.get("verdict"),
        **broken_parts(heard),
    }
    payload |= _resolved_data(state, data)
    text = marked_text(without_label(heard.text, "ELM", state.setup.elm.name), heard)
    return (NewEvent(EventKind.GATE, text, state.setup.elm, payload),)


def _hear_second_look(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    """An announcement with the looks. What nobody looked at is told as that, so a reply without any is asked for once
    more and then taken."""
    looks = given_looks(heard.data or {})
    if not looks and not state.retries:
        return _refuse_useless(state, ask, state.setup.elm, "The second look brought nothing", heard.text)
    things = things_of_verdict(state, EndReason(ask.context["reason"]))
    found = found_looks(things, looks)
    doubted = sum(bool(look["unsaid"]) for look in found)
    text = f"A second look compared {len(things)} lines and edits with what was said"
    told = (
        f": in {doubted} of them there are words that nobody said."
        if doubted
        else " and found nothing amiss."
    )
    data = {"what": LOOKED, "basis": basis_of(ask.context), "looks": found}
    return (NewEvent(EventKind.ANNOUNCEMENT, text + told, None, data),)


def _resolved_data(state: InterviewState, data: Mapping[str, Any]) -> dict[str, Any]:
    """The unknowns that a model calls resolved and that are so; nothing when there is none."""
    unknowns = [one for one in state.unknowns if not one.resolved]
    claimed = data.get("resolved_unknowns") or ()
    if not (claimed and unknowns):
        return {}
    later = LaterWords(state.scorecard, state.heard_messages, state.unknowns, state.rounds)
    said = {one.text: later.said_later(one) for one in unknowns}
    notes = [note.authored for note in state.setup.notes]
    found = proven_resolutions(claimed, list(said), notes, said)
    return {"resolved_unknowns": found} if found else {}


def _sift_topics(
    state: InterviewState, data: Mapping[str, Any]
) -> tuple[list[Update], list[tuple[Update, str]]]:
    """The updates of topics that count, and the others each with why not."""
    updates = map(Update.read, data.get("topics") or ())
    counted, refused = sift_updates(updates, quote_sources(state))
    kept, unsupported = sift_supported(state, counted)
    return kept, refused + unsupported


def quote_sources(state: InterviewState) -> list[str]:
    """Where a quote may stand: the author's text in the pinned revision and people's messages. Neither in ELM's edits
    nor in the answers of a persona."""
    return [*(note.authored for note in state.setup.notes), *(said.text for said in state.heard_messages)]


def _refuse_useless(
    state: InterviewState, ask: Ask, speaker: Speaker, what: str, reply: str
) -> tuple[NewEvent, ...]:
    """Ask once more, then give up (B7): never silently satisfied."""
    if state.retries:
        words = f"{what} twice. Press Resume to ask again, or choose another model in the persona."
        data: dict[str, Any] = {"purpose": ask.purpose, "retryable": True, "partial": reply, "fatal": True}
        return (NewEvent(EventKind.ERROR, words, speaker, {**data, "basis": basis_of(ask.context)}),)
    data = {"again": ask.purpose, "reply": reply, "basis": basis_of(ask.context)}
    return (NewEvent(EventKind.ANNOUNCEMENT, f"{what}, so it is asked once more.", None, data),)


def _round_data(ask: Ask, round_number: int) -> dict[str, int]:
    return {"round": round_number, "basis": basis_of(ask.context)}


def _topic_data(counted: Sequence[Update], refused: Sequence[tuple[Update, str]]) -> dict[str, Any]:
    return {
        "topics": [asdict(update) for update in counted],
        "refused_topics": [{**asdict(update), "why": why} for update, why in refused],
    }


_HEARERS: dict[str, Callable[[InterviewState, Ask, Heard], tuple[NewEvent, ...]]] = {
    "interview.question": _hear_question,
    "interview.answer": _hear_answer,
    "interview.improve": _hear_improvement,
    "interview.settle": _hear_settling,
    SECOND_LOOK: _hear_second_look,
}
