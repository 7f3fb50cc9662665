"""From an interview's log to its state. Pure: `advance` takes one event in and never raises on a valid one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reviews.documents.hunks import Placed
from reviews.errors import DoesNotFit
from reviews.kinds.broken_replies import CUT_OFF
from reviews.kinds.folding import (
    Taker,
    appended,
    basis_of,
    changed,
    failure_of,
    fold_events,
    replaced,
    take_event,
)
from reviews.kinds.interview.looking_again import LOOKED, SECOND_LOOK
from reviews.kinds.interview.not_taken import TOLD, not_taken_text
from reviews.kinds.interview.state import (
    Answer,
    Gate,
    Improvement,
    InterviewMessage,
    InterviewSetup,
    InterviewState,
    Question,
    Round,
    Unknown,
    Verdict,
)
from reviews.kinds.interview.wrapping_up import ASKED_BACK, ends_asked_back
from reviews.kinds.notes import NOBODY, Note
from reviews.language.reply import has_marker
from reviews.language.scorecard import TOPICS, Update, exempt_topics, update_card
from reviews.log.values import Event
from reviews.states import EndReason, EventKind


def fold(events: Iterable[Event], setup: InterviewSetup) -> InterviewState:
    """The state after `events`, the log from its beginning."""
    return fold_events(advance, events, InterviewState(setup, setup.notes))


def advance(state: InterviewState, event: Event) -> InterviewState:
    told = TOLD.get(event.kind)
    after = take_event(state, event, _TAKERS)
    if told is None:
        return after
    text = not_taken_text(event.kind, event.data)
    if after.not_taken.get(told) == text:
        return after
    return changed(after, not_taken={**after.not_taken, told: text})


def _count_call(state: InterviewState, event: Event, purpose: str, **columns: Any) -> InterviewState:
    """A model's words came in: the call counts, and it has used the messages up to its basis. columns: what else has
    changed."""
    if state.unused:
        for message in state.due(basis_of(event.data)):
            state = state.marked(message.number, used=event.number, withdrawn=0)
    return state.called(purpose, failed_at=0, **columns)


def _take_message(state: InterviewState, event: Event) -> InterviewState:
    if event.data.get("withdraws") is not None:
        return state.took_back(event)
    ends = bool(event.data.get("wraps_up")) or ends_asked_back(state, event.text)
    said = InterviewMessage(
        event.number,
        event.text,
        event.speaker or NOBODY,
        len(state.rounds),
        wraps_up=ends,
        said_on=event.day,
    )
    return state.said(said)


def _take_question(state: InterviewState, event: Event) -> InterviewState:
    data, number = event.data, len(state.rounds) + 1
    card = exempt_topics(state.scorecard, data.get("not_owed") or {})
    card = update_card(card, map(Update.read, data.get("topics") or ()), number)
    questions = tuple(map(_read_question, data.get("questions") or ()))
    new = Round(
        number=number,
        event=event.number,
        text=event.text,
        questions=questions,
        stance=str(data.get("stance") or ""),
        marker=has_marker(event.text),
        open_topics=card.open,
        verdict=data.get("verdict"),
    )
    return _count_call(
        _with_resolved(state, event),
        event,
        "interview.question",
        rounds=appended(state.rounds, new),
        scorecard=card,
        retries=0,
        gate=None,
        failure=None,
    )


def _read_question(data: Mapping[str, Any]) -> Question:
    topic = str(data.get("topic") or "")
    return Question(
        str(data.get("text") or ""), topic if topic in TOPICS else "other", str(data.get("quote") or "")
    )


def _take_answer(state: InterviewState, event: Event) -> InterviewState:
    messages = frozenset(event.data.get("messages") or ())
    for number in messages:
        state = state.marked(number, used=event.number, withdrawn=0, is_answer=True)
    current = state.current
    if current is None or current.answer is not None:
        return state if messages else _count_call(state, event, "interview.answer")
    unsourced = tuple(event.data.get("unsourced") or ())
    answer = Answer(event.number, event.text, event.speaker or NOBODY, tuple(sorted(messages)), unsourced)
    raised = [Unknown(text, event.number, current.questions) for text in event.data.get("unknowns") or ()]
    columns: dict[str, Any] = {
        "rounds": replaced(state.rounds, -1, changed(current, answer=answer)),
        "raised": appended(state.raised, *raised),
        "retries": 0,
        "failure": None,
    }
    if messages:
        return _with_resolved(changed(state, **columns), event)
    return _with_resolved(_count_call(state, event, "interview.answer", **columns), event)


def _with_resolved(state: InterviewState, event: Event) -> InterviewState:
    """What the event has the answer to is resolved, whenever it was said to be unknown before."""
    claims = event.data.get("resolved_unknowns")
    if not claims:
        return state
    told = {one["unknown"] for one in claims}
    return changed(state, resolved={**state.resolved, **dict.fromkeys(told, event.number)})


def _take_revision(state: InterviewState, event: Event) -> InterviewState:
    edits = [edit for edit in event.data.get("edits") or () if isinstance(edit, Mapping)]
    notes, made = _edit_notes(state, edits) if edits else (state.notes, [])
    rounds, current = state.rounds, state.current
    if current is not None and current.answer is not None:
        rounds = replaced(rounds, -1, changed(current, improved=True))
    return _count_call(
        state,
        event,
        "interview.improve",
        rounds=rounds,
        notes=notes,
        improvements=appended(state.improvements, *made),
        revised=event.number if made else state.revised,
        retries=0,
        failure=None,
    )


def _edit_notes(
    state: InterviewState, edits: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Note, ...], list[Improvement]]:
    """The notes with these edits, and what was made of them; a note that they do not fit stays as it is."""
    number = len(state.rounds)
    notes, made = [], []
    for note in state.notes:
        mine = [_read_edit(edit) for edit in edits if edit.get("artifact") == note.artifact]
        try:
            notes.append(note.edited(mine))
        except DoesNotFit:
            notes.append(note)
            continue
        made += [
            Improvement(
                note.artifact,
                note.name,
                e.removed,
                e.inserted,
                e.reason,
                number,
                _line_before(note.text, e.position),
            )
            for e in mine
        ]
    return tuple(notes), made


def _line_before(text: str, position: int) -> str:
    """The last line with words before this place, up to it."""
    before = text[:position].rstrip()
    return before[before.rfind("\n") + 1 :]


def _read_edit(edit: Mapping[str, Any]) -> Placed:
    words = (str(edit.get(key) or "") for key in ("removed", "inserted", "reason"))
    return Placed(int(edit.get("position") or 0), *words)


def _take_gate(state: InterviewState, event: Event) -> InterviewState:
    card = update_card(state.scorecard, map(Update.read, event.data.get("topics") or ()), len(state.rounds))
    state = _with_resolved(state, event)
    gate = Gate(event.number, event.data.get("verdict"))
    return _count_call(state, event, "interview.settle", scorecard=card, gate=gate, retries=0, failure=None)


def _take_verdict(state: InterviewState, event: Event) -> InterviewState:
    reason = str(event.data.get("reason") or "")
    state = changed(state, verdict=Verdict(event.number, event.text, reason))
    if reason == EndReason.BUDGET:
        return changed(state, failed_at=event.number)
    return state.marked(state.wrap_up.number, used=event.number) if state.wrap_up else state


def _take_change(state: InterviewState, event: Event) -> InterviewState:
    return changed(state, proposed=event.number) if event.data.get("action") == "proposed" else state


def _take_error(state: InterviewState, event: Event) -> InterviewState:
    failure = failure_of(event)
    if failure.is_fatal:
        state = _count_call(state, event, failure.purpose)
    return changed(state, failure=failure, failed_at=event.number)


def _take_announcement(state: InterviewState, event: Event) -> InterviewState:
    """A reply that was of no use leaves an announcement behind: the persona is asked once more. Another asks people
    back."""
    if event.data.get("what") == ASKED_BACK:
        return changed(state, asked_back=event.number)
    if event.data.get("what") == LOOKED:
        looks = tuple(event.data.get("looks") or ())
        return _count_call(state, event, SECOND_LOOK, looks=looks, retries=0)
    purpose = event.data.get("again")
    if not purpose:
        return state
    was_cut = event.data.get("what") == CUT_OFF
    return _count_call(state, event, str(purpose), retries=state.retries + 1, was_cut=was_cut)


_TAKERS: dict[EventKind, Taker[InterviewState]] = {
    EventKind.STATE: InterviewState.moved,
    EventKind.USER_MESSAGE: _take_message,
    EventKind.QUESTION: _take_question,
    EventKind.ANSWER: _take_answer,
    EventKind.REVISION: _take_revision,
    EventKind.GATE: _take_gate,
    EventKind.VERDICT: _take_verdict,
    EventKind.CHANGE: _take_change,
    EventKind.ERROR: _take_error,
    EventKind.ANNOUNCEMENT: _take_announcement,
}
