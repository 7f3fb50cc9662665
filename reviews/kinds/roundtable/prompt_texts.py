"""A roundtable as the texts that its prompts are made of. Pure."""

import textwrap
from collections.abc import Iterable

from reviews.kinds.roundtable.phrases import lens_of, one_line
from reviews.kinds.roundtable.state import RoundtableSetup, Seat, Turn
from reviews.kinds.roundtable.synthesis.sourced import extensible_notes
from reviews.language.shortening import shortened_text
from reviews.language.wording import written_day

MARKS = dict.fromkeys(map(ord, "():#"), " ")
"""What a person's name must not have in a transcript, where it tells who speaks."""


def seat_lines(setup: RoundtableSetup, speaker: Seat | None) -> str:
    """Who sits at the table, a line each: names, roles and lenses, as an admin worded them. Without a speaker the lines
    are the same for everybody who reads them."""
    return "\n".join(seat_line(setup, seat, speaker) for seat in setup.cast)


def seat_line(setup: RoundtableSetup, seat: Seat, speaker: Seat | None) -> str:
    """The line of one seat; it begins with "you" for the speaker."""
    you = "you, " if speaker and seat.key == speaker.key else ""
    leads = ", who leads the discussion" if seat.key == setup.lead.key else ""
    return f"- {you}{one_line(seat.name)} ({one_line(seat.role)}){leads}; lens: {lens_of(seat)}"


def topic(setup: RoundtableSetup) -> str:
    step = f"Step: {setup.step_id}" if setup.step_id else ""
    phase = f"Phase: {one_line(setup.phase_title)}" if setup.phase_title else ""
    named = [f"Topic: {one_line(setup.topic)}", step, phase, f"Discussed for: {one_line(setup.item)}"]
    return "\n".join(filter(None, named))


def targets(setup: RoundtableSetup) -> list[str]:
    """The names of the artifacts that points may be added to."""
    return [note.name for note in extensible_notes(setup)]


def other_steps(setup: RoundtableSetup) -> str:
    """The steps that a subject may belong to instead."""
    others = [step for step in setup.steps if step.step_id != setup.step_id]
    return list_lines(f"{step.step_id}: {step.title} ({step.phase})" for step in others)


def earlier(setup: RoundtableSetup) -> str:
    """What came of the discussions before this one."""
    return list_lines(
        f"{f'step {record.step_id}' if record.step_id else record.topic}: {record.summary}"
        for record in setup.earlier
    )


def list_lines(texts: Iterable[str]) -> str:
    return "\n".join(f"- {one_line(text)}" for text in texts)


def transcript(setup: RoundtableSetup, log: Iterable[Turn]) -> str:
    """A log to read: only what code wrote stands at the margin, so nobody can fake another's turn."""
    return "\n\n".join(
        f"#{turn.number} {_who(setup, turn)} {_indented(_in_short(setup, turn))}" for turn in log
    )


def _in_short(setup: RoundtableSetup, turn: Turn) -> str:
    """What was said; a long turn of a persona is shortened, what people say is shown whole."""
    return shortened_text(turn.text, f"#{turn.number}") if setup.seat(turn.key) else turn.text


def _who(setup: RoundtableSetup, turn: Turn) -> str:
    seat = setup.seat(turn.key)
    day = f", on {written_day(turn.said_on)}" if turn.said_on else ""
    return one_line(seat.prefix) if seat else f"{one_line(turn.name.translate(MARKS))} (a person{day}):"


def _indented(text: str) -> str:
    first, *others = text.strip().splitlines() or [""]
    return "\n".join([first, *(textwrap.indent(line, "    ") for line in others)])
