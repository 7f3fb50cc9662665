"""From a roundtable's state to the prompt of its next call (see `reviews/kinds/prompts.py`). Pure.

Topics, titles of steps and focus questions are words of people or models too: they are materials. Of first takes,
nobody gets to see another's before the synthesis.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from reviews.kinds.added_facts import note_materials
from reviews.kinds.broken_replies import CUT_AGAIN, CUT_OFF
from reviews.kinds.injection_facts import injection_facts
from reviews.kinds.prompts import Parts, PromptPersona, Purpose, assemble_prompt, lay_out_materials
from reviews.kinds.roundtable import prompt_texts as table
from reviews.kinds.roundtable.fold import take_up
from reviews.kinds.roundtable.phrases import own_lens
from reviews.kinds.roundtable.purposes import CONTRIBUTION, FIRST_TAKE, FRAMING, SECOND_LOOK, SYNTHESIS
from reviews.kinds.roundtable.redirects import with_redirects
from reviews.kinds.roundtable.results import TableResult
from reviews.kinds.roundtable.state import RoundtableState, Seat, Turn
from reviews.kinds.roundtable.synthesis.second_look import point_lines
from reviews.kinds.roundtable.voices import VOICES, cross_talk_openings
from reviews.kinds.second_look import NO_LOOKS, error_list
from reviews.language.shortening import shortened_text
from reviews.log.values import Ask
from reviews.providers.base import Facts, Material, Prompt
from reviews.states import EventKind

FOLDER = Path(__file__).parent
TABLE = FOLDER / "table"
BY_PERSONAS = (EventKind.FRAMING, EventKind.CONTRIBUTION)
PURPOSES = {
    FIRST_TAKE: Purpose(FOLDER / "first_take", None, 1024),
    FRAMING: Purpose(FOLDER / "framing", TableResult, 2048, shares=TABLE),
    CONTRIBUTION: Purpose(FOLDER / "contribution", TableResult, 2048, shares=TABLE),
    SYNTHESIS: Purpose(FOLDER / "synthesis", TableResult, 8192, seconds=1200, shares=TABLE),
    SECOND_LOOK: Purpose(FOLDER / "second_look", TableResult, 8192, seconds=1200, shares=TABLE),
}
"""All calls of a discussion begin alike, whoever speaks: the same schema and system text, then the documents. Who
speaks and for what comes at the end."""
LAST_PURPOSES = (SYNTHESIS, SECOND_LOOK)
"""One right after the other, where there is a second look."""


def build(state: RoundtableState, ask: Ask, cast: Mapping[str, PromptPersona], nonce: str) -> Prompt:
    """The prompt for `ask`, from the state that it was decided on. `nonce` marks the fences (see `fences.py`).

    Raises BadConfiguration when nobody in `cast` has the speaker's key, KeyError for an unknown purpose.
    """
    purpose = PURPOSES[ask.purpose]
    known = facts_of(state, ask)
    parts = Parts(_prompt_values(known.state, ask), prompt_materials(known.state, ask), known)
    return assemble_prompt(purpose, ask, cast, nonce, parts)


def facts_of(state: RoundtableState, ask: Ask) -> Facts:
    """What `ask` was decided on, with everything taken up that it takes into account."""
    now = take_up(state, int(ask.context.get("basis") or state.last_number))
    # Everybody writes one first take: it must not depend on how many of the others were faster.
    step = 0 if ask.purpose == FIRST_TAKE else now.calls.get(ask.purpose, 0)
    targets = tuple(table.targets(now.setup))
    return Facts(step, now, ask.context, known_turns(now, ask.purpose), targets)


def prompt_materials(now: RoundtableState, ask: Ask) -> tuple[Material, ...]:
    """The texts that a call is about: first what all personas read in all calls, then the discussion, turn by turn,
    and then what only this call has (see docs/prompts.md). `now` is the state with everything taken up that `ask`
    takes into account."""
    setup = now.setup
    files = table.targets(setup) if ask.purpose == SYNTHESIS else []
    may_redirect = ask.purpose == CONTRIBUTION and ask.speaker == setup.lead.key
    fixed = [
        *note_materials(setup.notes),
        Material("topic", table.topic(setup), "message"),
        Material("what this step asks", table.list_lines(setup.questions), "evidence"),
        Material("earlier discussions", table.earlier(setup), "evidence"),
        Material("feedback after earlier discussions", table.list_lines(setup.feedback), "message"),
    ]
    turns = with_redirects(now, known_turns(now, ask.purpose))
    growing = [
        Material("focus question", now.focus, "transcript"),
        *(Material("discussion so far", table.transcript(setup, [turn]), "transcript") for turn in turns),
    ]
    fresh = [
        Material("other steps", table.other_steps(setup) if may_redirect else "", "evidence"),
        Material("files that points may go into", table.list_lines(files), "evidence"),
        Material("what changed first takes", _changed_minds(now, ask), "transcript"),
        Material("points", _draft_lines(now, ask), "evidence"),
        *_take_materials(now, ask),
        injection_facts(setup.notes, _spoken_messages(now, ask)),
    ]
    return lay_out_materials(fixed, growing, fresh, count_in_common(now, ask))


def count_in_common(now: RoundtableState, ask: Ask) -> int | None:
    """How many of the growing materials another call has too, within five minutes: all, when the next speaker or the
    synthesis comes at once; those that the last persona had, when this is the last call before people have the floor;
    None when nobody has spoken just before either."""
    if ask.purpose == FIRST_TAKE:
        return None
    if ask.purpose == FRAMING:
        return 0 if len(now.setup.cast) > 1 else None
    shown = with_redirects(now, now.turns)
    others = [waiting for waiting in now.queue if waiting.key != ask.speaker]
    if ask.purpose == CONTRIBUTION and (now.left == 1 or others):
        return 1 + len(shown)
    if ask.purpose in LAST_PURPOSES and now.setup.looks_again:
        return 1 + len(with_redirects(now, known_turns(now, ask.purpose)))
    if ask.purpose == SYNTHESIS and now.left:
        return None
    spoken = [at for at, turn in enumerate(shown) if turn.kind in BY_PERSONAS]
    is_alone = ask.purpose == CONTRIBUTION and (not spoken or spoken[-1] < len(shown) - 1)
    return None if is_alone or not spoken else 1 + spoken[-1]


def known_turns(now: RoundtableState, purpose: str) -> tuple[Turn, ...]:
    """What was said, in the order in which it was taken up; whoever opens the discussion or sums it up also reads
    what people said before the framing or after the last turn, which is no turn."""
    return now.turns if purpose == CONTRIBUTION else (*now.turns, *now.late_turns)


def _spoken_messages(now: RoundtableState, ask: Ask) -> list[tuple[str, str]]:
    """What people said in the discussion, each with what it is called."""
    said = (turn for turn in known_turns(now, ask.purpose) if turn.is_person)
    return [(f"turn #{turn.number} of {turn.name}", turn.text) for turn in said]


def known_takes(now: RoundtableState, purpose: str, speaker: str) -> dict[str, str]:
    """Only the synthesis sees all first takes; a first take is written blind."""
    wanted = now.takes if purpose == SYNTHESIS else () if purpose == FIRST_TAKE else (speaker,)
    place = "that first take"
    return {key: shortened_text(now.takes[key], place) for key in wanted if now.takes.get(key)}


def _changed_minds(now: RoundtableState, ask: Ask) -> str:
    """What personas said beside their turns that the discussion has changed; people read it below the turn."""
    changed = [turn for turn in now.turns if turn.changed_mind] if ask.purpose in LAST_PURPOSES else []
    return table.list_lines(f"#{turn.number} {turn.first_name}: {turn.changed_mind}" for turn in changed)


def _draft_lines(now: RoundtableState, ask: Ask) -> str:
    if ask.purpose != SECOND_LOOK:
        return ""
    return "\n".join(point_lines(now.draft["points"], again="again" in now.draft))


def _take_materials(now: RoundtableState, ask: Ask) -> list[Material]:
    known = known_takes(now, ask.purpose, ask.speaker)
    if ask.purpose != SYNTHESIS:
        return [Material("your own first take", text, "transcript") for text in known.values()]
    seats = [seat for seat in now.setup.cast if seat.key in known]
    return [Material(f"first take of {seat.name}", known[seat.key], "transcript") for seat in seats]


def _prompt_values(now: RoundtableState, ask: Ask) -> dict[str, str]:
    """The blanks of the prompt files: words of ours, personas as an admin worded them, numbers."""
    seat, setup = now.setup.seat(ask.speaker) or now.setup.lead, now.setup
    others = [other for other in setup.cast if other.key != seat.key]
    shared = PURPOSES[ask.purpose].shares is not None
    return {
        "table": table.seat_lines(setup, None if shared else seat),
        "you": table.seat_line(setup, seat, seat),
        "next": others[0].first_name if others else "people",
        "cue": _floor_reason(now, ask),
        "last": LAST if now.left == 1 else "",
        "crosstalk": _cross_talk_rule(now, seat),
        "drift": DRIFT_OF_LEAD if seat.key == setup.lead.key else DRIFT_OF_OTHERS,
        "cut": CUT_AGAIN if ask.context.get(CUT_OFF) else "",
        "again": _retry_reason(now, ask),
        "errors": error_list(),
    }


def _floor_reason(now: RoundtableState, ask: Ask) -> str:
    """Why the speaker has the floor, and whether it may pass."""
    numbers = _numbered_events(ask.context.get("about") or ())
    optional = bool(ask.context.get("optional"))
    if numbers and ask.context.get("addressed"):
        return ADDRESSED.format(numbers)
    if numbers:
        return (MAY_ADD if optional else ANSWER).format(numbers)
    if optional:
        return GO_ON
    return OPEN if not now.spoken.get(ask.speaker) else SPEAK


def _cross_talk_rule(now: RoundtableState, seat: Seat) -> str:
    """How the speaker opens a sentence about what somebody else said, "" while nobody has said anything."""
    openings = [f"- “{words}”\n" for words in cross_talk_openings(now, seat, own_lens(seat))]
    return CROSS_TALK.format("".join(openings)) if openings else ""


def _retry_reason(now: RoundtableState, ask: Ask) -> str:
    """What was wrong with the synthesis before, "" at the first."""
    if ask.context.get(CUT_OFF):
        return CUT_AGAIN
    if ask.purpose == SECOND_LOOK and "again" in now.draft:
        return STILL_WAITING
    if not ask.context.get("again"):
        return ""
    if ask.purpose == SECOND_LOOK:
        return NO_LOOKS
    uncited = _numbered_events(ask.context.get("uncited") or ())
    if ask.context.get(VOICES):
        return FEW_VOICES
    return UNCITED.format(uncited) if uncited else AGAIN


def _numbered_events(numbers: Sequence[int]) -> str:
    """The numbers of events as the transcript shows them."""
    return ", ".join(f"#{int(number)}" for number in numbers)


ADDRESSED = "A person speaks to you in {}: answer that first. You may not pass."
ANSWER = "It falls to you to answer what a person said in {}: do that first. You may not pass."
MAY_ADD = (
    "Somebody else answers what a person said in {}. If your lens shows something distinct about it, add that; "
    "otherwise pass."
)
GO_ON = (
    "People have nothing to say for now and listen. If you have a distinct point that carries the focus question "
    "further, make it; otherwise pass."
)
OPEN = "You speak here for the first time: say what the focus question looks like through your lens. You may not pass."
SPEAK = "Carry the focus question further, with a point that you have not made yet. You may not pass."
LAST = " This is the last turn: nobody can answer you any more."
CROSS_TALK = "Your two ways to open a sentence about what somebody else said:\n\n{}\n"
DRIFT_OF_LEAD = (
    "You lead, and so you alone keep the table on its topic: `drift`, where it is due, takes the place of an "
    "answer."
)
DRIFT_OF_OTHERS = "Keeping the table on its topic is the lead's task, not yours."
AGAIN = (
    " Your last reply could not be used: it had no insight that cites the numbers of turns. Every insight needs the "
    "numbers of the turns that it rests on in `events`, and there must be at least one."
)
FEW_VOICES = (
    " The insights of your last reply rest on the turns of one persona although others spoke. Write everything again, "
    "and take up in the insights what the others showed, with the numbers of their turns in `events`."
)
STILL_WAITING = (
    " You have looked at these points once. Now the list has only those of which the app still does not find "
    "something; it compares words, figures and who decided. Say each in `reworded`, and what stands in round "
    "brackets in `beside`, so that it finds everything: in the very words of whoever said it, without a sentence "
    "about who made a decision. Copy a decision as whole clauses of a person's message, unchanged; what readers need "
    "besides stands in brackets behind it, or in front of a quotation, in words of the document or of the message: "
    "“On the start, Ana: “We begin on 5 May.”” Where you come no closer, quote in the same way: a name, a colon, and "
    "a sentence or two of theirs copied exactly. What nobody said stands in `unsaid`, as before."
)
UNCITED = (
    " Your last reply left something out: {} decided or contested something, and no point cites them. Write everything "
    "again, and take up each of these turns in the point that it belongs to, with its number in `events`: a decision "
    "if a person made it, otherwise an insight or an open question."
)
