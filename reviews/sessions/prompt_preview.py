"""What a persona's words look like inside a whole prompt, on a sample that is always the same."""

from collections.abc import Mapping
from typing import Any

from reviews.kinds.interview import machine, prompts
from reviews.kinds.interview.machine import Note, Setup
from reviews.kinds.prompts import PersonaText
from reviews.kinds.roundtable import fold
from reviews.kinds.roundtable import prompts as roundtable_prompts
from reviews.kinds.roundtable import state as roundtable_state
from reviews.kinds.roundtable.state import OtherStep, Seat
from reviews.log.values import Ask, Event, Speaker
from reviews.providers.request import full_prompt
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
    "roundtable": (
        ("A first take", roundtable_prompts.FIRST_TAKE),
        ("The framing, when it leads", roundtable_prompts.FRAMING),
        ("A contribution", roundtable_prompts.CONTRIBUTION),
    ),
}
COLLEAGUE = Seat("colleague", "Robin Sample", "Operations Manager", "running the service day and night")
REMARK = (
    "“The old system may lose bookings during the move”: nobody is named who counts them before and after."
)
ASKED = "Who has to notice first that a booking is lost, and from what?"


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
    if persona["kind"] == "roundtable":
        seat = Seat(text.key, text.name, text.role, str(persona.get("lens") or ""))
        return [(title, at_table(text, seat, purpose)) for title, purpose in PURPOSES["roundtable"]]
    return [(title, shown(text, purpose)) for title, purpose in PURPOSES.get(persona["kind"], ())]


def shown(persona: PersonaText, purpose: str) -> str:
    """The whole prompt for `purpose` on the sample."""
    speaker = Speaker(persona.key, persona.name, persona.role)
    setup = Setup((Note("sample", "booking.md", NOTES),), "ai", None, speaker, speaker, "offline")
    state = machine.fold(sample_log(speaker, answered=purpose != "interview.answer"), setup)
    return full_prompt(prompts.build(state, Ask(purpose, persona.key), {persona.key: persona}, NONCE))


def at_table(persona: PersonaText, seat: Seat, purpose: str) -> str:
    """The whole prompt for `purpose` on the sample, as the one that leads."""
    setup = roundtable_state.Setup(
        notes=(Note("sample", "booking.md", NOTES),),
        item="Moving the booking service",
        topic="Error Handling & Validation",
        cast=(seat, COLLEAGUE),
        max_turns=10,
        provider="offline",
        step_id="04-04",
        phase_title="Design",
        steps=(OtherStep("03-02", "Technology Decisions", "Architecture"),),
    )
    said = purpose == roundtable_prompts.CONTRIBUTION
    state = fold.fold(table_log(seat.speaker) if said else (), setup)
    context = {"basis": state.last_number, "about": [3] if said else []}
    return full_prompt(
        roundtable_prompts.build(state, Ask(purpose, persona.key, context), {persona.key: persona}, NONCE)
    )


def table_log(speaker: Speaker) -> list[Event]:
    """A framing by `speaker`, a contribution and somebody's question."""
    framing = {"basis": 0, "turn": 1, "summary": "", "focus": ASKED, "ask_first": COLLEAGUE.key}
    return [
        Event(1, EventKind.FRAMING, ASKED, speaker, framing),
        Event(2, EventKind.CONTRIBUTION, REMARK, COLLEAGUE.speaker, {"basis": 1, "turn": 2}),
        Event(3, EventKind.USER_MESSAGE, "What do you make of that?", Speaker("user:1", "Ana"), {}),
    ]


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
