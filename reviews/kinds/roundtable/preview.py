"""What the words of a roundtable's persona look like inside a whole prompt, on a sample. Pure."""

from reviews.kinds.prompts import PromptPersona
from reviews.kinds.roundtable import fold, prompts
from reviews.kinds.roundtable.state import OtherStep, RoundtableSetup, Seat
from reviews.kinds.samples import NONCE, SAMPLE
from reviews.log.values import Ask, Event, Speaker
from reviews.providers.request import full_prompt
from reviews.states import EventKind

PURPOSES = (
    ("A first take", prompts.FIRST_TAKE),
    ("The framing, when it leads", prompts.FRAMING),
    ("A contribution", prompts.CONTRIBUTION),
)
COLLEAGUE = Seat("colleague", "Robin Sample", "Operations Manager", "running the service day and night")
REMARK = (
    "“The old system may lose bookings during the move”: nobody is named who counts them before and after."
)
ASKED = "Who has to notice first that a booking is lost, and from what?"


def prompt_previews(text: PromptPersona, lens: str) -> list[tuple[str, str]]:
    """The prompts of a persona with this lens, as (title, whole prompt) each."""
    seat = Seat(text.key, text.name, text.role, lens)
    return [(title, at_table(text, seat, purpose)) for title, purpose in PURPOSES]


def at_table(persona: PromptPersona, seat: Seat, purpose: str) -> str:
    """The whole prompt for `purpose` on the sample, as the one that leads."""
    setup = RoundtableSetup(
        notes=(SAMPLE,),
        item="Moving the booking service",
        topic="Error Handling & Validation",
        cast=(seat, COLLEAGUE),
        max_turns=10,
        provider="offline",
        step_id="04-04",
        phase_title="Design",
        steps=(OtherStep("03-02", "Technology Decisions", "Architecture"),),
    )
    said = purpose == prompts.CONTRIBUTION
    state = fold.fold(table_log(seat.speaker) if said else (), setup)
    context = {"basis": state.last_number, "about": [3] if said else []}
    return full_prompt(
        prompts.build(state, Ask(purpose, persona.key, context), {persona.key: persona}, NONCE)
    )


def table_log(speaker: Speaker) -> list[Event]:
    """A framing by `speaker`, a contribution and somebody's question."""
    framing = {"basis": 0, "turn": 1, "summary": "", "focus": ASKED, "ask_first": COLLEAGUE.key}
    return [
        Event(1, EventKind.FRAMING, ASKED, speaker, framing),
        Event(2, EventKind.CONTRIBUTION, REMARK, COLLEAGUE.speaker, {"basis": 1, "turn": 2}),
        Event(3, EventKind.USER_MESSAGE, "What do you make of that?", Speaker("user:1", "Ana"), {}),
    ]
