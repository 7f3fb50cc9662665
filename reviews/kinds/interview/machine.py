"""The interview machine: ELM asks, somebody answers, the notes get better, until ELM is
satisfied or the interview ends otherwise. Pure: the log in, the next command out."""

from collections.abc import Sequence
from typing import Any

from reviews.documents.hunks import Hunk, find_hunks
from reviews.kinds.broken_replies import CUT_OFF
from reviews.kinds.interview.attribution import attribution_of
from reviews.kinds.interview.fold import advance, fold
from reviews.kinds.interview.hear import hear
from reviews.kinds.interview.looking_again import BY_ELM, SECOND_LOOK, with_looks
from reviews.kinds.interview.right_note import with_foreign_told
from reviews.kinds.interview.sourced import with_support
from reviews.kinds.interview.state import InterviewMessage, InterviewSetup, InterviewState, Round
from reviews.kinds.interview.verdict import ending_reason, must_look_again, must_settle
from reviews.kinds.interview.verdict import verdict_event as partial_verdict
from reviews.kinds.interview.verdict_lines import shares_line
from reviews.kinds.interview.wrapping_up import (
    answering_messages,
    ask_back_event,
    closing_messages,
    must_improve_first,
    open_round,
)
from reviews.kinds.notes import Note
from reviews.log.values import (
    Ask,
    Command,
    Move,
    NewEvent,
    Propose,
    ProposedChange,
    Say,
    Speaker,
    WaitForUser,
)
from reviews.states import ENDED, EndReason, EventKind, State

__all__ = [
    "InterviewSetup",
    "InterviewState",
    "Round",
    "advance",
    "broke",
    "decide",
    "ending_reason",
    "fold",
    "hear",
    "partial_verdict",
    "proposed_changes",
    "speaker",
    "unproposed_changes",
]


def decide(state: InterviewState) -> Command:
    """What to do next. Nothing ends well without ELM's marker, and nothing is asked that the log answers."""
    if state.wrap_up and state.lifecycle not in ENDED:
        return _wrap_up(state)
    if halted := state.halted():
        return halted
    if must_settle(state):
        return _ask_speaker(state, "interview.settle")
    reason = ending_reason(state)
    return _finish_interview(state, reason) if reason else _go_on(state)


def broke(state: InterviewState) -> tuple[tuple[ProposedChange, ...], NewEvent]:
    """What is kept when the budget allows no further call: the improvements so far and a partial verdict."""
    return proposed_changes(state), partial_verdict(state, EndReason.BUDGET)


def speaker(setup: InterviewSetup, key: str) -> Speaker:
    return setup.elm if key == setup.elm.key else setup.answerer


def proposed_changes(state: InterviewState) -> tuple[ProposedChange, ...]:
    """The hunks between the pinned and the working notes, each with the rounds it came from and with how far its
    sources carry it."""
    changes = [
        _proposed_change(state, pinned, hunk)
        for pinned, note in zip(state.setup.notes, state.notes, strict=True)
        for hunk in find_hunks(pinned.text, note.text)
    ]
    return with_looks(state, with_foreign_told(state, with_support(state, changes)))


def unproposed_changes(state: InterviewState) -> tuple[ProposedChange, ...]:
    """What a session that stops keeps: the improvements, when there are any since the last proposal."""
    return proposed_changes(state) if _must_propose(state, since=state.revised) else ()


def _wrap_up(state: InterviewState) -> Command:
    """End at the next half-round: what a person has answered is kept as the answer and goes into the notes."""
    now = open_round(state)
    said = [message for message in state.pending if now and message.number > now.event]
    if now and (own := closing_messages(said)):
        return _say_answer(state, now, own, said)
    if must_improve_first(state):
        return _ask_speaker(state, "interview.improve")
    return _finish_interview(state, ending_reason(state) or EndReason.NOT_READY)


def _finish_interview(state: InterviewState, reason: EndReason) -> Command:
    if must_look_again(state, reason):
        return _ask_speaker(state, SECOND_LOOK, reason=reason)
    if state.verdict is None or state.verdict.reason != reason:
        return Say((partial_verdict(state, reason),))
    if state.lifecycle != State.SYNTHESIZING:
        return Move(State.SYNTHESIZING)
    if _must_propose(state, since=state.verdict.number):
        return Propose(proposed_changes(state))
    return Move(State.FINISHED, reason)


def _go_on(state: InterviewState) -> Command:
    """The next half-round: what is complete is never asked for again (B11)."""
    now = state.current
    if now is None or now.is_complete:
        return _next_round(state)
    if now.answer is None:
        by_ai = state.setup.answered_by == "ai"
        return _ask_speaker(state, "interview.answer") if by_ai else _take_answer(state, now)
    return _ask_speaker(state, "interview.improve")


def _next_round(state: InterviewState) -> Command:
    limit = state.setup.max_rounds
    if limit is None or len(state.rounds) < limit:
        return _ask_speaker(state, "interview.question")
    if _must_propose(state, since=max(state.revised, 1)):
        return Propose(proposed_changes(state))
    text = f"The limit of {limit} rounds is reached and ELM was not satisfied yet. An admin can raise it."
    return Move(State.STOPPED, EndReason.ITERATION_LIMIT, text)


def _must_propose(state: InterviewState, *, since: int) -> bool:
    return state.proposed < since


def _take_answer(state: InterviewState, now: Round) -> Command:
    """In "me" mode the messages behind the question are the answer, all that have arrived."""
    said = [message for message in state.pending if message.number > now.event]
    if asks_back := ask_back_event(state, said):
        return Say((asks_back,))
    own = answering_messages(state, said)
    return _say_answer(state, now, own, said) if own else WaitForUser("answer")


def _say_answer(
    state: InterviewState, now: Round, own: Sequence[InterviewMessage], said: Sequence[InterviewMessage]
) -> Say:
    """The answer in the words of the messages `own`; it takes all of `said` into account."""
    data = {
        "round": now.number,
        "basis": state.last_number,
        "messages": [message.number for message in said],
    }
    text = "\n\n".join(message.text for message in own)
    return Say((NewEvent(EventKind.ANSWER, text, own[-1].speaker, data),))


def _ask_speaker(state: InterviewState, purpose: str, **more: Any) -> Ask | Move:
    """The call; first a session that waits since a turn failed goes on, so that it can wait again if this one fails."""
    if state.lifecycle == State.WAITING:
        return Move(State.RUNNING)
    context: dict[str, Any] = {"basis": state.last_number, "again": state.retries > 0, **more}
    if state.retries and state.was_cut:
        context[CUT_OFF] = True
    return Ask(purpose, (state.setup.elm if purpose in BY_ELM else state.setup.answerer).key, context)


def _proposed_change(state: InterviewState, note: Note, hunk: Hunk) -> ProposedChange:
    """A hunk as a proposal; its reasons and turns are those of the improvements whose lines it shows."""
    mine = [edit for edit in state.improvements if edit.artifact == note.artifact]
    near = [e for e in mine if shares_line(e.inserted, hunk.inserted) or shares_line(e.removed, hunk.removed)]
    rounds = [state.rounds[number - 1] for number in sorted({e.round for e in near}) if number]
    answers = [round_.answer.number for round_ in rounds if round_.answer]
    return ProposedChange(
        artifact=note.artifact,
        position=hunk.position,
        removed=hunk.removed,
        inserted=hunk.inserted,
        section=hunk.section,
        attribution=attribution_of(state.setup, rounds),
        reason=" ".join(dict.fromkeys(edit.reason for edit in near if edit.reason)),
        events=tuple(sorted([*(round_.event for round_ in rounds), *answers])),
    )
