"""What the words of a roundtable's persona look like inside a whole prompt, on a sample. Pure."""

from reviews.kinds.prompts import PromptPersona
from reviews.kinds.roundtable import fold, prompts
from reviews.kinds.roundtable.purposes import CONTRIBUTION, FIRST_TAKE, FRAMING, SECOND_LOOK, SYNTHESIS
from reviews.kinds.roundtable.state import OtherStep, RoundtableSetup, Seat
from reviews.kinds.samples import NONCE, SAMPLE
from reviews.log.values import Ask, Event, Speaker
from reviews.providers.request import full_prompt
from reviews.states import EventKind

PURPOSES = (
    ("A first take", FIRST_TAKE, True),
    ("The framing, when it leads", FRAMING, True),
    ("A contribution, when it leads", CONTRIBUTION, True),
    ("A contribution, when another persona leads", CONTRIBUTION, False),
    ("The synthesis, when it leads", SYNTHESIS, True),
    ("The second look at it, when it leads", SECOND_LOOK, True),
)
"""Title, purpose, and whether the persona leads."""
COLLEAGUE = Seat("colleague", "Robin Sample", "Operations Manager", "running the service day and night")
REMARK = (
    "“The old system may lose bookings during the move”: nobody is named who counts them before and after."
)
TAKE = "I would look first at “may lose bookings”: it is named as a risk, and nothing is said to be done about it."
DRAFT = {
    "kind": "insights",
    "text": "Nobody is named who counts the bookings before and after the move, so some will be lost.",
    "attribution": "Robin",
    "events": [4],
    "sentence": "",
}
ASKED = "Who has to notice first that a booking is lost, and from what?"


def prompt_previews(text: PromptPersona, lens: str) -> list[tuple[str, str]]:
    """The prompts of a persona with this lens, as (title, whole prompt) each."""
    seat = Seat(text.key, text.name, text.role, lens)
    return [(title, at_table(text, seat, purpose, leads=leads)) for title, purpose, leads in PURPOSES]


def at_table(persona: PromptPersona, seat: Seat, purpose: str, *, leads: bool) -> str:
    """The whole prompt for `purpose` on the sample."""
    cast = (seat, COLLEAGUE) if leads else (COLLEAGUE, seat)
    setup = RoundtableSetup(
        notes=(SAMPLE,),
        item="Moving the booking service",
        topic="Error Handling & Validation",
        cast=cast,
        max_turns=10,
        provider="offline",
        step_id="04-04",
        phase_title="Design",
        steps=(OtherStep("03-02", "Technology Decisions", "Architecture"),),
        targets=(SAMPLE.artifact,),
        first_takes=True,
    )
    log = table_log(*(one.speaker for one in cast))
    written = {FIRST_TAKE: 0, FRAMING: 2, SECOND_LOOK: len(log)}.get(purpose, len(log) - 1)
    state = fold.fold(log[:written], setup)
    about = [log[-2].number] if purpose == CONTRIBUTION else []
    context = {"basis": state.last_number, "about": about}
    return full_prompt(
        prompts.build(state, Ask(purpose, persona.key, context), {persona.key: persona}, NONCE)
    )


def table_log(lead: Speaker, other: Speaker) -> list[Event]:
    """Two first takes, a framing, a contribution, somebody's question and a draft of the synthesis."""
    framing = {"basis": 0, "turn": 1, "summary": "", "focus": ASKED, "ask_first": other.key}
    return [
        Event(1, EventKind.FIRST_TAKE, TAKE, lead, {"basis": 0}),
        Event(2, EventKind.FIRST_TAKE, TAKE, other, {"basis": 0}),
        Event(3, EventKind.FRAMING, ASKED, lead, framing),
        Event(4, EventKind.CONTRIBUTION, REMARK, other, {"basis": 3, "turn": 2}),
        Event(5, EventKind.USER_MESSAGE, "What do you make of that?", Speaker("user:1", "Ana"), {}),
        Event(6, EventKind.ANNOUNCEMENT, "", None, {"basis": 5, "draft": {"points": [DRAFT]}}),
    ]
