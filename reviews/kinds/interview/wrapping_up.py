"""How a person ends an interview with a verdict: what counts as the wish, what is asked back. Pure.

A person's message that wraps up says so in its data. Where a person answers, a lone "done" may be the answer too: ELM
asks once in a round which of the two it is. Both are decided by code, whoever speaks for ELM.
"""

from collections.abc import Sequence
from typing import Any

from reviews.errors import ElmError
from reviews.kinds.interview.state import InterviewMessage, InterviewState, Round
from reviews.language.wrap_intent import answer_to_ask_back, is_bare_end, says_only_end, wants_wrap_up
from reviews.log.values import NewEvent
from reviews.states import EndReason, EventKind

ASKED_BACK = "answer_or_end"
"""What an announcement is about that asks back."""
WRAP_UP = "Wrap up."
"""What the button says for the person who presses it."""
MY_ANSWER = "It is my answer."
LONGEST_QUOTED = 40


def wrap_up_data(text: str, *, answering: bool) -> dict[str, Any]:
    """What the event of a message holds when it wraps the interview up, nothing when it does not. answering: a person
    answers the questions."""
    return {"wraps_up": True} if wants_wrap_up(text, answering=answering) else {}


def check_my_answer(state: InterviewState) -> None:
    """Raise ElmError when nothing is asked back any more: pressed on a page that is not up to date, "It is my answer"
    would become the answer to another question."""
    if not is_asked_back(state):
        raise ElmError("ELM does not wait for this any more. Look at the newest question.")


def is_asked_back(state: InterviewState) -> bool:
    """Whether ELM has asked in this round if what was said is the answer or the end, and waits for the reply."""
    now = state.current
    return now is not None and now.answer is None and state.asked_back > now.event


def ends_asked_back(state: InterviewState, text: str) -> bool:
    """Whether `text` is the reply that it was the end."""
    return is_asked_back(state) and answer_to_ask_back(text) == "end"


def ask_back_event(state: InterviewState, said: Sequence[InterviewMessage]) -> NewEvent | None:
    """ELM's question whether the newest lone "done" in `said` is the answer or the end; None when there is nothing to
    ask, or when it was asked in this round already."""
    bare = [message for message in said if is_bare_end(message.text)]
    if not bare or is_asked_back(state):
        return None
    words = " ".join(bare[-1].text.split()).rstrip(".!… ")[:LONGEST_QUOTED]
    data = {"what": ASKED_BACK, "basis": state.last_number}
    text = f"Is “{words}” your answer, or shall I wrap up?"
    return NewEvent(EventKind.ANNOUNCEMENT, text, state.setup.elm, data)


def answering_messages(state: InterviewState, said: Sequence[InterviewMessage]) -> Sequence[InterviewMessage]:
    """Those of `said` whose words are the answer; empty while a reply is waited for.

    A reply that confirms makes what was asked about the answer; other words are the answer in its place. "Neither"
    goes on waiting for one.
    """
    if not is_asked_back(state):
        return said
    held = [message for message in said if message.number < state.asked_back]
    later = [message for message in said if message.number > state.asked_back]
    if not held or not later:
        return later
    replies = [(answer_to_ask_back(message.text), message) for message in later]
    own = [message for reply, message in replies if reply == "none"]
    told = [message for message in held if not is_bare_end(message.text)]
    if own or all(reply == "neither" for reply, _ in replies):
        return told + own
    return held


def closing_messages(said: Sequence[InterviewMessage]) -> Sequence[InterviewMessage]:
    """Those of `said` that answer the open question although the interview is wrapped up."""
    return [m for m in said if m.text != MY_ANSWER and not says_only_end(m.text)]


def must_improve_first(state: InterviewState) -> bool:
    """Whether a half-round is to be completed before the end: the newest answer is not in the notes yet. What has
    failed since that answer is not tried again, so that a model that is out of reach never prevents the end."""
    now = state.current
    if now is None or now.answer is None or now.improved:
        return False
    return state.failed_at < now.answer.number


def cap_outcome(earned: EndReason) -> EndReason:
    """The outcome of an interview that a person has wrapped up: ELM did not get to its end, so it is not ready
    without caveats."""
    return EndReason.READY_WITH_CAVEATS if earned == EndReason.READY else earned


def open_round(state: InterviewState) -> Round | None:
    """The round whose question a person has still to answer, None for none."""
    now = state.current
    return now if state.setup.answered_by == "me" and now and now.answer is None else None
