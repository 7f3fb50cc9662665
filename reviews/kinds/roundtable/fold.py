"""From a roundtable's log to its state. Pure: `advance` takes one event in and never raises on a valid one.

What people say is stored at once and taken up at the next safe point: by the first line of the personas whose
`basis`, the last event that it took into account, is behind it. `take_up` is what that means; `decide` looks ahead
with it, and the fold repeats it, so both agree.
"""

from collections.abc import Iterable
from typing import Any

from reviews.kinds.broken_replies import CUT_OFF
from reviews.kinds.folding import Taker, appended, basis_of, changed, failure_of, fold_events, take_event
from reviews.kinds.notes import NOBODY
from reviews.kinds.roundtable.purposes import CONTRIBUTION, FIRST_TAKE, FRAMING, SECOND_LOOK, SYNTHESIS
from reviews.kinds.roundtable.redirects import is_beside_topic
from reviews.kinds.roundtable.state import (
    SILENT_ROUNDS,
    RoundtableMessage,
    RoundtableSetup,
    RoundtableState,
    Turn,
    WaitingSpeaker,
)
from reviews.kinds.roundtable.voices import VOICES
from reviews.language.addressing import find_addressed, relevant_keys
from reviews.language.exit_intent import answer_to_clarify, exit_intent
from reviews.language.wrap_intent import says_only_end
from reviews.log.values import Event
from reviews.states import EndReason, EventKind


def fold(events: Iterable[Event], setup: RoundtableSetup) -> RoundtableState:
    """The state after `events`, the log from its beginning."""
    return fold_events(advance, events, RoundtableState(setup))


def advance(state: RoundtableState, event: Event) -> RoundtableState:
    return take_event(state, event, _TAKERS)


def take_up(state: RoundtableState, basis: int, by: int = 0) -> RoundtableState:
    """The state once everything that people said up to event `basis` is taken into account, by event `by`."""
    if not state.unused:
        return state
    for message in state.due(basis):
        state = _hear_message(state.marked(message.number, used=by or basis, withdrawn=0), message)
    return state


def _hear_message(state: RoundtableState, message: RoundtableMessage) -> RoundtableState:
    """One message: whether it ends the discussion, then whom it addresses (VR-ELAB-004)."""
    if state.ending is not None or state.framing is None:
        return state
    if message.goes_on:
        return _hear_silence(state)
    if state.asked_back:
        return _hear_clarification(state, message)
    match exit_intent(message.text):
        case "exit":
            return _end_discussion(state, message)
        case "ask":
            return changed(state, unclear=message.number, silent=0, asked=False)
    return _take_turn(state, message)


def _hear_silence(state: RoundtableState) -> RoundtableState:
    """Nobody says anything: one more round, or the end when the lead has asked already (C6)."""
    if state.queue:
        return state
    if state.asked:
        return changed(state, ending=EndReason.INACTIVITY)
    if is_silent(state):
        # Pressed while the last round was still spoken: first the lead asks.
        return state
    # Who has not spoken for longest goes first, so that nobody answers themselves.
    last = {turn.key: turn.turn for turn in state.turns}
    seats = sorted(state.setup.cast, key=lambda seat: last.get(seat.key, 0))
    return changed(
        state, in_silence=True, queue=tuple(WaitingSpeaker(seat.key, optional=True) for seat in seats)
    )


def _hear_clarification(state: RoundtableState, message: RoundtableMessage) -> RoundtableState:
    """The answer to "end, or continue?" is no turn; anything else is an ordinary message (C3, C14)."""
    held = state.message(state.asked_back)
    state = changed(state, asked_back=0)
    match answer_to_clarify(message.text):
        case "end":
            if exit_intent(message.text) != "exit":  # "yes" and the like, which say nothing else
                state = state.marked(message.number, for_app=True)
            return _end_discussion(state, message)
        case "continue":
            state = state.marked(message.number, for_app=True)
            return _take_turn(state, held) if held else state
    return _hear_message(state, message)


def _end_discussion(state: RoundtableState, message: RoundtableMessage) -> RoundtableState:
    """Only who started the session, or an admin of the team, ends it. What such a message says besides is heard as what
    comes after the last turn is."""
    if not message.may_end or says_only_end(message.text):
        state = state.marked(message.number, for_app=True)
    if message.may_end:
        return changed(state, ending=EndReason.USER_INITIATED)
    return changed(state, refused=(*state.refused, message.number))


def _take_turn(state: RoundtableState, message: RoundtableMessage) -> RoundtableState:
    """A turn, if one is left; and who answers it."""
    state = changed(state, silent=0, in_silence=False, asked=False)
    if not state.left:
        return state
    count = state.turn_count + 1
    turn = Turn(
        message.number,
        EventKind.USER_MESSAGE,
        message.speaker.key,
        message.speaker.name,
        message.text,
        count,
        data={"by": message.speaker.key},
        said_on=message.said_on,
    )
    queue = _answering_speakers(state, message)
    turns = appended(state.turns, turn)
    return changed(state.marked(message.number, turn=count), turn_count=count, turns=turns, queue=queue)


def _answering_speakers(state: RoundtableState, message: RoundtableMessage) -> tuple[WaitingSpeaker, ...]:
    """Who answers `message`: whom it names before those who are still to open, the lead behind them (C9). When it is
    about something else altogether, the lead may lead back (FR-004-02)."""
    cast, found = state.setup.cast, find_addressed(message.text, state.setup.cast)
    direct = found.mode != "default"
    first = [WaitingSpeaker(key, addressed=direct, about=(message.number,)) for key in found.keys]
    others = [key for key in relevant_keys(message.text, cast, found.keys[0]) if key not in found.keys]
    follow = [WaitingSpeaker(key, optional=True, about=(message.number,)) for key in others]
    # After a direct address one other may follow (FR-003-02); after none, whoever it concerns.
    follow = follow[:1] if found.mode == "direct" else follow
    lead = state.setup.lead.key
    if lead not in found.keys and is_beside_topic(state, message.text):
        follow = [*follow, WaitingSpeaker(lead, optional=True, about=(message.number,))]
    waiting = [w for w in state.queue if not w.optional or w.about]
    return _merge_waiting([*first, *waiting, *follow] if direct else [*waiting, *first, *follow])


def _merge_waiting(waiting: Iterable[WaitingSpeaker]) -> tuple[WaitingSpeaker, ...]:
    """Everybody once, at the first place, with all that they are to answer."""
    merged: dict[str, WaitingSpeaker] = {}
    for one in waiting:
        before = merged.get(one.key)
        merged[one.key] = (
            one
            if before is None
            else changed(
                before,
                addressed=before.addressed or one.addressed,
                optional=before.optional and one.optional,
                about=tuple(sorted({*before.about, *one.about})),
            )
        )
    return tuple(merged.values())


def _count_call(state: RoundtableState, purpose: str) -> RoundtableState:
    return state.called(purpose, failure=None)


def _take_message(state: RoundtableState, event: Event) -> RoundtableState:
    data = event.data
    if data.get("menu"):
        return state
    if data.get("withdraws") is not None:
        return state.took_back(event)
    said = RoundtableMessage(
        event.number,
        event.text,
        event.speaker or NOBODY,
        goes_on=bool(data.get("goes_on")),
        may_end=bool(data.get("may_end")),
        said_on=event.day,
    )
    return state.said(said)


def _take_announcement(state: RoundtableState, event: Event) -> RoundtableState:
    if draft := event.data.get("draft"):
        state = _count_call(state, SECOND_LOOK if state.draft else SYNTHESIS)
        return changed(state, draft={**draft, "basis": basis_of(event.data)}, retries=0)
    if event.data.get("again"):
        state = _count_call(state, str(event.data["again"]))
        if persona := event.data.get("persona"):
            why = str(event.data.get("what") or "empty")
            return changed(state, retried_takes={**state.retried_takes, str(persona): why})
        uncited = tuple(event.data.get("uncited") or ())
        what = event.data.get("what")
        state = changed(state, retries=state.retries + 1, uncited=uncited)
        return changed(state, was_cut=what == CUT_OFF, few_voices=what == VOICES)
    return changed(state, recorded=True) if event.data.get("what") == "unrecorded" else state


def _take_first_take(state: RoundtableState, event: Event) -> RoundtableState:
    """In the order of the table, so that the state does not tell who was faster. Of an empty reply nothing is kept."""
    key = event.speaker.key if event.speaker else ""
    written = {**state.takes, key: "" if event.data.get("empty") else event.text}
    order = [*(seat.key for seat in state.setup.cast), *written]
    takes = {key: written[key] for key in order if key in written}
    return changed(_count_call(state, FIRST_TAKE), takes=takes, last_take=event.number)


def _take_framing(state: RoundtableState, event: Event) -> RoundtableState:
    openers = tuple(WaitingSpeaker(seat.key) for seat in state.setup.cast[1:])
    turn = _turn_columns(state, event)
    return state.called(FRAMING, failure=None, framing=event, queue=openers, retries=0, **turn)


def _turn_columns(state: RoundtableState, event: Event) -> dict[str, Any]:
    """What is another in the state once the event has counted as a turn."""
    key, name = (event.speaker.key, event.speaker.name) if event.speaker else ("", "")
    count = state.turn_count + 1
    what = str(event.data.get("what") or "")
    turn = Turn(event.number, event.kind, key, name, event.text, count, what, event.data)
    spoken = {**state.spoken, key: state.spoken.get(key, 0) + 1}
    return {"turn_count": count, "turns": appended(state.turns, turn), "spoken": spoken}


def _queue_columns(state: RoundtableState, event: Event) -> dict[str, Any]:
    """What is another once the speaker, who has said something of use, has left the queue; an empty queue ends the
    round."""
    key = event.speaker.key if event.speaker else ""
    queue = tuple([waiting for waiting in state.queue if waiting.key != key])
    over = bool(state.queue) and not queue and state.in_silence
    in_silence = state.in_silence and not over
    return {"queue": queue, "silent": state.silent + over, "in_silence": in_silence, "retries": 0}


def _take_contribution(state: RoundtableState, event: Event) -> RoundtableState:
    state = take_up(state, basis_of(event.data), event.number)
    turn, queue = _turn_columns(state, event), _queue_columns(state, event)
    state = state.called(CONTRIBUTION, failure=None, **turn, **queue)
    if event.data.get("disagreement"):
        return changed(state, unsettled=(*state.unsettled, event.number))
    if not event.data.get("changed_mind"):
        return state
    given_up = set(event.data.get("refers_to") or ())
    speaker = event.speaker.key if event.speaker else ""
    settled = {turn.number for turn in state.turns if turn.number in given_up and speaker in turn.differing}
    return changed(state, unsettled=tuple(at for at in state.unsettled if at not in settled))


def _take_facilitation(state: RoundtableState, event: Event) -> RoundtableState:
    state = take_up(state, basis_of(event.data), event.number)
    taker = _FACILITATIONS.get(str(event.data.get("what")))
    return taker(state, event) if taker else state


def _take_clarify(state: RoundtableState, event: Event) -> RoundtableState:
    return changed(state, asked_back=state.unclear, unclear=0)


def _take_disagreement(state: RoundtableState, event: Event) -> RoundtableState:
    state = changed(state, unsettled=())
    return changed(state, **_turn_columns(state, event)) if event.data.get("turn") else state


def _take_redirect(state: RoundtableState, event: Event) -> RoundtableState:
    """Nobody goes on with what was off the topic."""
    state = _count_call(state, CONTRIBUTION)
    now = next((w for w in state.queue if event.speaker and w.key == event.speaker.key), None)
    about = set(now.about if now else ())
    key, name = (event.speaker.key, event.speaker.name) if event.speaker else ("", "")
    line = Turn(event.number, event.kind, key, name, event.text, 0, "redirect", event.data)
    kept = tuple(w for w in state.queue if not (w.optional and w.about and about.issuperset(w.about)))
    state = changed(state, queue=kept, redirects=(*state.redirects, line))
    return changed(state, **_queue_columns(state, event))


def _setting_columns(**columns: Any) -> Taker[RoundtableState]:
    """What takes in an event that says only that something has happened."""
    return lambda state, event: changed(state, **columns)


def _closing_with(reason: EndReason) -> Taker[RoundtableState]:
    """What takes in the line that closes a discussion; what ended it before remains the reason."""
    return lambda state, event: changed(state, ending=state.ending or reason, closed=True, retries=0)


def _take_pass(state: RoundtableState, event: Event) -> RoundtableState:
    return state.called(CONTRIBUTION, failure=None, **_queue_columns(state, event))


def _take_synthesis(state: RoundtableState, event: Event) -> RoundtableState:
    if event.data.get("partial"):
        return state
    state = take_up(state, basis_of(event.data), event.number)
    purpose = SECOND_LOOK if state.draft else SYNTHESIS
    return changed(_count_call(state, purpose), synthesis=event, retries=0)


def _take_change(state: RoundtableState, event: Event) -> RoundtableState:
    return changed(state, proposed=True) if event.data.get("action") == "proposed" else state


def _take_error(state: RoundtableState, event: Event) -> RoundtableState:
    data, purpose = event.data, str(event.data.get("purpose") or "")
    if data.get("problem") == "context" and purpose in _CUT_SHORT:
        # Asking again would be in vain: what exists is summed up at once (ERR-ELAB-014).
        state = take_up(state, state.last_number, event.number)
        return changed(state, too_long=purpose, ending=state.ending or EndReason.TURN_LIMIT)
    return changed(state, failure=failure_of(event))


def is_silent(state: RoundtableState) -> bool:
    """Whether the lead has to ask the people who say nothing (FR-003-04)."""
    return state.silent >= SILENT_ROUNDS and not state.asked


_CUT_SHORT = frozenset({CONTRIBUTION, SYNTHESIS, SECOND_LOOK})
_FACILITATIONS: dict[str, Taker[RoundtableState]] = {
    "warning": _setting_columns(warned=True),
    "limit": _closing_with(EndReason.TURN_LIMIT),
    "exit": _closing_with(EndReason.USER_INITIATED),
    "inactivity": _setting_columns(asked=True),
    "clarify": _take_clarify,
    "may_not_end": _setting_columns(refused=()),
    "disagreement": _take_disagreement,
    "redirect": _take_redirect,
    "passes": _take_pass,
}
_TAKERS: dict[EventKind, Taker[RoundtableState]] = {
    EventKind.STATE: RoundtableState.moved,
    EventKind.USER_MESSAGE: _take_message,
    EventKind.INTRODUCTION: _setting_columns(introduced=True),
    EventKind.ANNOUNCEMENT: _take_announcement,
    EventKind.FIRST_TAKE: _take_first_take,
    EventKind.FRAMING: _take_framing,
    EventKind.CONTRIBUTION: _take_contribution,
    EventKind.FACILITATION: _take_facilitation,
    EventKind.SYNTHESIS: _take_synthesis,
    EventKind.CHANGE: _take_change,
    EventKind.RECORD: _setting_columns(recorded=True),
    EventKind.MENU: _setting_columns(menu=True),
    EventKind.ERROR: _take_error,
}
