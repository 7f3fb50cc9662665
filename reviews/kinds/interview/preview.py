"""What the words of an interview's persona look like inside a whole prompt, on a sample. Pure."""

from reviews.kinds.interview import machine, prompts
from reviews.kinds.interview.looking_again import SECOND_LOOK
from reviews.kinds.interview.state import InterviewSetup
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.samples import NONCE, SAMPLE
from reviews.log.values import Ask, Event, Speaker
from reviews.providers.request import full_prompt
from reviews.states import EndReason, EventKind, State

QUESTIONS = "1. From how many seconds to how many?\n2. Who notices when a booking is lost?"
VERDICT = {"got_right": ["The move is tried with one booking service first."], "improved": [], "caveats": []}
ANSWER = "1. The notes do not say.\n2. The notes do not say who notices."
PURPOSES = {
    "interview": (
        ("A round of questions", "interview.question"),
        ("The open topics", "interview.settle"),
        ("The second look", SECOND_LOOK),
    ),
    "answerer": (("An answer", "interview.answer"), ("Improving the notes", "interview.improve")),
}


def prompt_previews(persona_kind: str, text: PromptPersona) -> list[tuple[str, str]]:
    """The prompts of a persona of this kind, as (title, whole prompt) each."""
    return [(title, preview_prompt(text, purpose)) for title, purpose in PURPOSES.get(persona_kind, ())]


def preview_prompt(persona: PromptPersona, purpose: str) -> str:
    """The whole prompt for `purpose` on the sample."""
    speaker = persona.speaker
    setup = InterviewSetup((SAMPLE,), "ai", None, speaker, speaker, "offline")
    state = machine.fold(sample_log(speaker, answered=purpose != "interview.answer"), setup)
    return full_prompt(
        prompts.build(
            state, Ask(purpose, persona.key, {"reason": EndReason.READY}), {persona.key: persona}, NONCE
        )
    )


def sample_log(speaker: Speaker, *, answered: bool) -> list[Event]:
    """One round that was asked, and answered if `answered`."""
    questions = [{"text": line[3:], "topic": "other", "quote": ""} for line in QUESTIONS.splitlines()]
    asked = {"questions": questions, "verdict": VERDICT}
    log = [
        Event(1, EventKind.STATE, "", None, {"from": State.DRAFT, "to": State.RUNNING, "reason": None}),
        Event(
            2,
            EventKind.QUESTION,
            QUESTIONS,
            speaker,
            {"round": 1, "basis": 1, **asked},
        ),
        Event(
            3, EventKind.ANSWER, ANSWER, speaker, {"round": 1, "basis": 2, "unknowns": ["How fast it is."]}
        ),
    ]
    return log if answered else log[:2]
