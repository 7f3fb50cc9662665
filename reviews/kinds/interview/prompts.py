"""From an interview's state to the prompt of its next call (see `reviews/kinds/prompts.py`). Pure."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import indent

from reviews.kinds.added_facts import note_materials
from reviews.kinds.broken_replies import CUT_AGAIN, CUT_OFF
from reviews.kinds.injection_facts import injection_facts
from reviews.kinds.interview.edit_list import edit_list
from reviews.kinds.interview.looking_again import BY_ELM, SECOND_LOOK
from reviews.kinds.interview.not_taken import ASKED
from reviews.kinds.interview.results import AnswererResult, QuestionResult
from reviews.kinds.interview.settling.owed import with_not_owed
from reviews.kinds.interview.state import Answer, InterviewMessage, InterviewState, Round
from reviews.kinds.interview.transcript import written_rounds
from reviews.kinds.interview.verdict import things_of_verdict
from reviews.kinds.prompts import Parts, PromptPersona, Purpose, assemble_prompt, lay_out_materials
from reviews.kinds.second_look import NO_LOOKS, error_list
from reviews.language.scorecard import TOPICS
from reviews.language.shortening import shortened_text
from reviews.language.wording import written_day
from reviews.log.values import Ask
from reviews.providers.base import Facts, Material, Prompt
from reviews.states import EndReason

__all__ = ["PURPOSES", "PromptPersona", "build", "prompt_materials"]

FOLDER = Path(__file__).parent
ANSWERER = FOLDER / "answerer"
PURPOSES = {
    "interview.question": Purpose(FOLDER / "question", QuestionResult),
    "interview.answer": Purpose(FOLDER / "answer", AnswererResult, shares=ANSWERER),
    "interview.improve": Purpose(FOLDER / "improve", AnswererResult, 8192, seconds=1200, shares=ANSWERER),
    "interview.settle": Purpose(FOLDER / "settle", QuestionResult, shares=FOLDER / "question"),
    SECOND_LOOK: Purpose(
        FOLDER / "second_look", QuestionResult, 8192, seconds=1200, shares=FOLDER / "question"
    ),
}
"""The calls of one persona begin alike: the same system text, and the same schema, which comes before it."""


def build(state: InterviewState, ask: Ask, cast: Mapping[str, PromptPersona], nonce: str) -> Prompt:
    """The prompt for `ask`, from the state that it was decided on. `nonce` marks the fences (see
    `fences.py`).

    Raises BadConfiguration when nobody in `cast` has the speaker's key, KeyError for an unknown purpose.
    """
    state = with_not_owed(state)
    facts = Facts(state.calls.get(ask.purpose, 0), state, ask.context)
    parts = Parts(_prompt_values(state, ask), prompt_materials(state, ask.purpose, _reason_of(ask)), facts)
    return assemble_prompt(PURPOSES[ask.purpose], ask, cast, nonce, parts)


def prompt_materials(
    state: InterviewState, purpose: str, reason: EndReason = EndReason.NOT_READY
) -> tuple[Material, ...]:
    """The texts that a call is about: the notes as they were pinned, what was said and edited in each round, and then
    what is different in each call (see docs/prompts.md)."""
    asks = purpose in BY_ELM
    now, rounds = state.current, state.rounds if asks else state.rounds[:-1]
    fixed = [
        Material("transcript of the earlier review", state.setup.previous, "transcript"),
        Material("what the review is about", state.setup.topic, "message"),
        *note_materials(state.setup.notes),
    ]
    growing = [material for round_ in rounds for material in _round_materials(state, round_)]
    fresh = [
        Material("topics and unknowns", _scorecard_record(state), "evidence"),
        Material("messages from people", _message_texts(state), "message"),
        injection_facts(state.setup.notes, ((_message_name(m), m.text) for m in state.heard_messages)),
    ]
    if not asks and now:
        fresh.append(Material("questions of this round", _in_short(now.text, now.event), "transcript"))
    if purpose == "interview.improve" and now and now.answer:
        # A person's answer is where facts come from: the notes are improved by all of it.
        text = now.answer.text if now.answer.messages else _answer_in_short(now.answer)
        fresh.append(Material("answer of this round", text, "transcript"))
    fresh.append(Material(NOT_TAKEN, _not_taken(state, purpose), "evidence"))
    fresh.append(Material("lines and edits", _things_to_look_at(state, purpose, reason), "evidence"))
    return lay_out_materials(fixed, growing, fresh, _count_in_common(state, purpose, len(growing)))


def _count_in_common(state: InterviewState, purpose: str, growing: int) -> int | None:
    """How many of the growing materials another call of this persona has too, within five minutes: all, when it will
    be asked again; those that the last question had, when the open topics are settled. None while a person answers."""
    if state.setup.answered_by != "ai":
        return None
    if purpose in ("interview.settle", SECOND_LOOK):
        return growing - len(_round_materials(state, state.rounds[-1])) if state.rounds else None
    return growing


def _round_materials(state: InterviewState, round_: Round) -> list[Material]:
    """What was said in a round, and the edits that came of it: once a round is over, nothing changes any more."""
    said = (_in_short(round_.text, round_.event), _answer_in_short(round_.answer))
    by_ai = state.setup.answered_by == "ai"
    text = written_rounds([said], answerer=state.setup.answerer.name if by_ai else "A person")
    found = [
        Material(
            f"transcript of round {round_.number}", text.rstrip().removesuffix("---").rstrip(), "transcript"
        )
    ]
    if round_.answer and round_.answer.unsourced:
        told = "\n".join(f"- {fact}" for fact in round_.answer.unsourced)
        found.append(Material(UNSOURCED.format(round_.number), told, "evidence"))
    made = [edit for edit in state.improvements if edit.round == round_.number]
    if made:
        found.append(Material(f"edits after round {round_.number}", edit_list(made), "evidence"))
    return found


def done_rounds(state: InterviewState, purpose: str) -> tuple[Round, ...]:
    """The rounds before the one that a call belongs to, which is still to be opened when questions are asked for."""
    return state.rounds if purpose == "interview.question" else state.rounds[:-1]


def _in_short(text: str, event: int) -> str:
    return shortened_text(text, f"event {event}")


def _answer_in_short(answer: Answer | None) -> str:
    return _in_short(answer.text, answer.number) if answer else ""


def _scorecard_record(state: InterviewState) -> str:
    lines = [
        f"- {key} ({TOPICS[key]}): {topic.status.replace('_', ' ')}"
        for key, topic in state.scorecard.topics.items()
    ]
    evidence = (
        f' by "{topic.quote}"'
        if topic.status == "answered"
        else f" because {topic.reason}"
        if topic.reason
        else ""
        for topic in state.scorecard.topics.values()
    )
    unknown = [f"- unknown: {text}" for text in state.outstanding]
    return "\n".join([line + words for line, words in zip(lines, evidence, strict=True)] + unknown)


def _not_taken(state: InterviewState, purpose: str) -> str:
    return state.not_taken.get(ASKED.get(purpose, ""), "")


def _reason_of(ask: Ask) -> EndReason:
    """How the interview is about to end, for a second look."""
    return EndReason(ask.context.get("reason") or EndReason.NOT_READY)


def _things_to_look_at(state: InterviewState, purpose: str, reason: EndReason) -> str:
    if purpose != SECOND_LOOK:
        return ""
    things = things_of_verdict(state, reason)
    return "\n".join(
        f"{number}. {kind}: “{indent(text, '    ').strip()}”" for number, (kind, text) in enumerate(things, 1)
    )


def _message_texts(state: InterviewState) -> str:
    return "\n\n".join(
        f"{message.speaker.name}, {'just now' if not message.used else f'after round {message.round}'}"
        + (f", on {written_day(message.said_on)}:\n" if message.said_on else ":\n")
        + (_in_short(message.text, message.number) if message.used else message.text)
        for message in state.steering
    )


def _message_name(message: InterviewMessage) -> str:
    return f"the message of {message.speaker.name} after round {message.round}"


def _prompt_values(state: InterviewState, ask: Ask) -> dict[str, str]:
    """The blanks of the prompt files: words of ours, numbers and topic keys, nothing that others wrote."""
    by_ai = state.setup.answered_by == "ai"
    card = state.scorecard
    return {
        "elm": state.setup.elm.name,
        "round": str(len(done_rounds(state, ask.purpose)) + 1),
        "settled": _topic_names(card.answered),
        "waived": _topic_names(card.waived),
        "open": _topic_names(card.open),
        "unknowns": str(len(state.outstanding)),
        "answerer_kind": ANSWERED_BY_AI if by_ai else ANSWERED_BY_PERSON,
        "source": ANSWER_OF_PERSONA if by_ai else ANSWER_OF_PERSON,
        "opening": "" if state.rounds else f"{OPENING} ",
        "again": _retry_reason(ask),
        "errors": error_list(),
        "not_taken": LOOK_AT_NOT_TAKEN if _not_taken(state, ask.purpose) else "",
        "deeper": DEEPER if state.setup.deeper else "",
        "earlier": EARLIER if state.setup.previous.strip() else "",
    }


def _topic_names(keys: tuple[str, ...]) -> str:
    return ", ".join(keys) or "none"


def _retry_reason(ask: Ask) -> str:
    """What was wrong with the reply before, "" at the first."""
    if ask.context.get(CUT_OFF):
        return CUT_AGAIN
    if not ask.context.get("again"):
        return ""
    if ask.purpose == SECOND_LOOK:
        return NO_LOOKS
    return AGAIN if ask.purpose == "interview.question" else EMPTY


ANSWERED_BY_AI = (
    "The answers come from a persona that knows nothing but the notes and what people say here: what these do not say, "
    "it cannot supply."
)
ANSWERED_BY_PERSON = "The answers come from a person, who may know more than the notes say."
ANSWER_OF_PERSONA = "The answer came from a persona: it is no source of facts beyond the notes."
ANSWER_OF_PERSON = "The answer came from a person who speaks for the notes: facts in it may go into them."
OPENING = (
    "Nothing was asked yet: settle in your record every topic that the notes settle already, and weigh what is left. "
    "If you ask, begin with what is broad."
)
AGAIN = (
    " Your last reply could not be used: it was empty, or it had neither a question nor the line that ends the "
    "interview. Reply in the form that is described above."
)
EMPTY = " Your last reply was empty."
UNSOURCED = "said in the answer of round {} and found neither in the notes nor in what people said"
NOT_TAKEN = "what was not taken last time"
LOOK_AT_NOT_TAKEN = (
    f' Not all that you gave last time was taken: "{NOT_TAKEN}" says what, and why. What still matters may be given '
    "again, put right."
)
DEEPER = (
    " The notes were reviewed before, and somebody wants you to go deeper. The transcript of that review stands first: "
    "do not ask again what was answered there; go to what it left untouched or took on trust."
)
EARLIER = " The transcript of an earlier review stands first; answers in it are no source."
