"""What a persona's words look like inside a whole prompt, on a sample that is always the same."""

from collections.abc import Mapping
from typing import Any

from reviews.engine import interview, prompts
from reviews.engine.interview import Note, Setup
from reviews.engine.machine import Ask, Event, Speaker
from reviews.engine.prompts import PersonaText
from reviews.llm.request import full_prompt
from reviews.states import EventKind, State, Tier

NOTES = (
    "# Moving the booking service\n\n"
    "We will move bookings to the new platform. It is significantly faster.\n\n"
    "## Risks\n\nThe old system may lose bookings during the move.\n"
)
QUESTIONS = "1. From how many seconds to how many?\n2. Who notices when a booking is lost?"
ANSWER = "1. The notes do not say.\n2. The notes do not say who notices."
NONCE = "0123456789abcdef"
PURPOSES = {
    "interview": (("A round of questions", "interview.question"), ("The open topics", "interview.settle")),
    "answerer": (("An answer", "interview.answer"), ("Improving the notes", "interview.improve")),
}


def persona_preview(persona: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The prompts that `persona` (its fields, its key, its kind and its `prompt_text`) would be used in, as
    (title, whole prompt) each. Empty for a kind that no machine here seats."""
    text = PersonaText(
        key=persona["key"],
        name=persona["name"],
        role=persona["role"],
        text=persona["prompt_text"],
        tier=Tier(persona["tier"]),
        model=persona["model"],
    )
    return [(title, shown(text, purpose)) for title, purpose in PURPOSES.get(persona["kind"], ())]


def shown(persona: PersonaText, purpose: str) -> str:
    """The whole prompt for `purpose` on the sample."""
    speaker = Speaker(persona.key, persona.name, persona.role)
    setup = Setup((Note("sample", "booking.md", NOTES),), "ai", None, speaker, speaker, "offline")
    state = interview.fold(sample_log(speaker, answered=purpose != "interview.answer"), setup)
    return full_prompt(prompts.build(state, Ask(purpose, persona.key), {persona.key: persona}, NONCE))


def sample_log(speaker: Speaker, *, answered: bool) -> list[Event]:
    """One round that was asked, and answered if `answered`."""
    asked = [{"text": line[3:], "topic": "other", "quote": ""} for line in QUESTIONS.splitlines()]
    log = [
        Event(1, EventKind.STATE, "", None, {"from": State.DRAFT, "to": State.RUNNING, "reason": None}),
        Event(2, EventKind.QUESTION, QUESTIONS, speaker, {"round": 1, "basis": 1, "questions": asked}),
        Event(
            3, EventKind.ANSWER, ANSWER, speaker, {"round": 1, "basis": 2, "unknowns": ["How fast it is."]}
        ),
    ]
    return log if answered else log[:2]
