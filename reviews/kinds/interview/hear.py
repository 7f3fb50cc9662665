"""What a provider answered, as events. Pure: code finds the marker, the questions, the quotes and the
places of edits; a model's words are only ever the body (B6, B7, B12)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from reviews.documents.hunks import Placed, Refused, Wanted, apply_changes, place
from reviews.kinds.folding import CUT, basis_of
from reviews.kinds.interview.state import InterviewState
from reviews.kinds.notes import Note
from reviews.language.reply import has_marker, questions_in, storable, without_label
from reviews.language.scorecard import Update, flatten, is_quoted, sift
from reviews.log.values import Ask, Heard, NewEvent, Speaker
from reviews.states import EventKind

FEWEST, MOST = 2, 4
"""Questions that ELM should ask in a round; others are logged and let through (B12)."""


def hear(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    """The events that `heard`, the answer to `ask`, brings. Raises ValueError for an unknown purpose.

    `state` is the one that `ask` was decided on, or any later one.
    """
    if ask.purpose not in _HEARERS:
        raise ValueError(f"An interview never asks for {ask.purpose!r}.")
    return _HEARERS[ask.purpose](
        state, ask, Heard(*map(storable, (heard.text, heard.data, heard.stop_reason)))
    )


def _question(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    text, data = without_label(heard.text, "ELM", state.setup.elm.name), heard.data or {}
    marker = has_marker(text)
    questions = _questions(text, data)
    stance = str(data.get("stance") or "asking")
    useful = marker or questions or (stance == "not_ready" and (state.scorecard.open or state.outstanding))
    if not text or not useful:
        why = "said nothing" if not text else "neither asked a question nor declared itself satisfied"
        return _useless(state, ask, state.setup.elm, f"{state.setup.elm.name} {why}", text)
    counted, refused = sift(map(Update.read, data.get("topics") or ()), sources(state))
    payload = {
        **_base(ask, len(state.rounds) + 1),
        "questions": questions,
        "stance": stance,
        "marker": marker,
        "outside": not marker and not FEWEST <= len(questions) <= MOST,
        **_topics(counted, refused),
        "verdict": data.get("verdict"),
        "cut": heard.stop_reason in CUT,
    }
    return (NewEvent(EventKind.QUESTION, text, state.setup.elm, payload),)


def _questions(text: str, data: Mapping[str, Any]) -> list[dict[str, str]]:
    """The structured questions, or those that the text shows when there are none."""
    given = [question for question in data.get("questions") or () if str(question.get("text") or "").strip()]
    if not given:
        return [{"text": question, "topic": "other", "quote": ""} for question in questions_in(text)]
    return [{"topic": "other", "quote": "", **question} for question in given]


def _answer(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    speaker = state.setup.answerer
    text, data = without_label(heard.text, speaker.name, "Claude", "AI"), heard.data or {}
    if not text:
        return _useless(state, ask, speaker, f"{speaker.name} said nothing", text)
    cited = [_citation(state.notes, str(given.get("quote") or "")) for given in data.get("citations") or ()]
    payload = {
        **_base(ask, len(state.rounds)),
        "citations": [found for found in cited if found["artifact"]],
        "not_found": [found["quote"] for found in cited if not found["artifact"]],
        "unknowns": [
            " ".join(str(unknown).split()) for unknown in data.get("unknowns") or () if unknown.strip()
        ],
        "messages": [],
        "cut": heard.stop_reason in CUT,
    }
    return (NewEvent(EventKind.ANSWER, text, speaker, payload),)


def _citation(notes: Sequence[Note], quote: str) -> dict[str, str]:
    """The quote with the note that has it; an empty artifact when none has."""
    source = next((note for note in notes if is_quoted(quote, [flatten(note.text)])), Note("", "", ""))
    return {"quote": quote, "artifact": source.artifact, "name": source.name}


def _improve(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    """A revision even when there is no improvement, so that a replay never asks twice."""
    edits, refused = _placed(state.notes, (heard.data or {}).get("edits") or ())
    payload = {**_base(ask, len(state.rounds)), "edits": edits, "refused": refused}
    return (NewEvent(EventKind.REVISION, "", state.setup.answerer, payload),)


def _placed(
    notes: Sequence[Note], wanted: Sequence[Mapping[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The edits with their places in the working notes, and those that have none, each with why."""
    edits: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    by_note: dict[str, list[Wanted]] = {note.artifact: [] for note in notes}
    for given in wanted:
        words = Wanted(*(str(given.get(key) or "") for key in ("new", "old", "after", "reason")))
        named = str(given.get("artifact") or "")
        target = _target(notes, named, words)
        if target is None:
            refused.append({"artifact": named, **asdict(words), "why": "Which note is meant is not clear."})
        else:
            by_note[target.artifact].append(words)
    for note in notes:
        placed, unplaced = _placed_in(note, by_note[note.artifact])
        about = {"artifact": note.artifact, "name": note.name}
        edits += [{**about, **asdict(edit)} for edit in placed]
        refused += [{"artifact": note.artifact, **asdict(edit.wanted), "why": edit.why} for edit in unplaced]
    return edits, refused


def _placed_in(note: Note, wanted: Sequence[Wanted]) -> tuple[list[Placed], list[Refused]]:
    placed, refused = place(note.text, wanted)
    if placed and not apply_changes(note.text, placed).strip():
        dropped = [edit for edit in wanted if edit not in [one.wanted for one in refused]]
        return [], refused + [Refused(edit, "Nothing would be left of the notes.") for edit in dropped]
    return placed, refused


def _target(notes: Sequence[Note], named: str, words: Wanted) -> Note | None:
    """The note that is meant: by name or id, else the only one, else the only one that has the words."""
    for matches in (
        [note for note in notes if named and named in (note.artifact, note.name)],
        list(notes) if len(notes) == 1 else [],
        [note for note in notes if (words.old or words.after) in note.text],
    ):
        if len(matches) == 1:
            return matches[0]
    return None


def _settle(state: InterviewState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    data = heard.data or {}
    counted, refused = sift(map(Update.read, data.get("topics") or ()), sources(state))
    settled = {update.topic for update in counted if update.status != "open"}
    payload = {
        **_base(ask, len(state.rounds)),
        **_topics(counted, refused),
        "open": [topic for topic in state.scorecard.open if topic not in settled],
        "verdict": data.get("verdict"),
    }
    text = without_label(heard.text, "ELM", state.setup.elm.name)
    return (NewEvent(EventKind.GATE, text, state.setup.elm, payload),)


def sources(state: InterviewState) -> list[str]:
    """Where a quote may stand: the current notes, the answers and people's messages; flattened."""
    answers = [round_.answer.text for round_ in state.rounds if round_.answer]
    texts = [*(note.text for note in state.notes), *answers, *(said.text for said in state.heard_messages)]
    return [flatten(text) for text in texts]


def _useless(
    state: InterviewState, ask: Ask, speaker: Speaker, what: str, reply: str
) -> tuple[NewEvent, ...]:
    """Ask once more, then give up (B7): never silently satisfied."""
    if state.retries:
        words = f"{what} twice. Press Resume to ask again, or choose another model in the persona."
        data: dict[str, Any] = {"purpose": ask.purpose, "retryable": True, "partial": reply, "fatal": True}
        return (NewEvent(EventKind.ERROR, words, speaker, {**data, "basis": basis_of(ask.context)}),)
    data = {"again": ask.purpose, "reply": reply, "basis": basis_of(ask.context)}
    return (NewEvent(EventKind.ANNOUNCEMENT, f"{what}, so it is asked once more.", None, data),)


def _base(ask: Ask, round_number: int) -> dict[str, int]:
    return {"round": round_number, "basis": basis_of(ask.context)}


def _topics(counted: Sequence[Update], refused: Sequence[tuple[Update, str]]) -> dict[str, Any]:
    return {
        "topics": [asdict(update) for update in counted],
        "refused_topics": [{**asdict(update), "why": why} for update, why in refused],
    }


_HEARERS: dict[str, Callable[[InterviewState, Ask, Heard], tuple[NewEvent, ...]]] = {
    "interview.question": _question,
    "interview.answer": _answer,
    "interview.improve": _improve,
    "interview.settle": _settle,
}
