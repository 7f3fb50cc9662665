"""What a provider answered, as a roundtable's events. Pure: code puts the words into the templates, checks what they
refer to and throws away what a model may not say; a model's words are only ever the body."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from reviews.kinds.broken_replies import (
    broken_parts,
    cut_announcement,
    empty_announcement,
    marked_text,
)
from reviews.kinds.folding import basis_of
from reviews.kinds.roundtable import phrases as lines
from reviews.kinds.roundtable.fold import take_up
from reviews.kinds.roundtable.impersonation import own_words
from reviews.kinds.roundtable.purposes import CONTRIBUTION, FIRST_TAKE, FRAMING, SECOND_LOOK, SYNTHESIS
from reviews.kinds.roundtable.redirects import noticed_message
from reviews.kinds.roundtable.state import RoundtableState, Seat
from reviews.kinds.roundtable.synthesis.points import looked_events, synthesis_events
from reviews.kinds.roundtable.voices import check_references
from reviews.language.reply import storable_value
from reviews.language.reply_notes import was_cut
from reviews.language.spoken_labels import names_of_people
from reviews.log.values import Ask, Heard, NewEvent
from reviews.providers.envelope import opened_words
from reviews.states import EventKind

LONGEST_SUBJECT = 120
LONGEST_PASS = 25
"""Words beside a pass that say that there is nothing to add; with more, a persona has said something all the same."""
NO_TAKE = "(No first take came.)"


def hear(state: RoundtableState, ask: Ask, heard: Heard) -> tuple[NewEvent, ...]:
    """The events that `heard`, the answer to `ask`, brings. Raises ValueError for an unknown purpose.

    `state` is the one that `ask` was decided on, or any later one.
    """
    if ask.purpose not in _HEARERS:
        raise ValueError(f"A roundtable never asks for {ask.purpose!r}.")
    now = take_up(state, basis_of(ask.context))
    text, data = storable_value(heard.text), storable_value(heard.data or {})
    seat = now.setup.seat(ask.speaker) or now.setup.lead
    is_take = ask.purpose == FIRST_TAKE
    # A take is asked for as plain words, yet some models answer in JSON all the same.
    words = _own_words(now, seat, opened_words(text) if is_take else text)
    if not _was_asked_again(now, ask):
        basis, more = (0, {"persona": seat.key}) if is_take else (basis_of(ask.context), {})
        if was_cut(heard.stop_reason):
            return (cut_announcement(seat.first_name, ask.purpose, basis, text, **more),)
        if ask.purpose in (FIRST_TAKE, FRAMING) and not words:
            return (empty_announcement(seat.first_name, ask.purpose, basis, **more),)
    clean = replace(heard, text=words, data=data, unread=tuple(storable_value(heard.unread)))
    return _HEARERS[ask.purpose](now, ask, seat, clean)


def _own_words(now: RoundtableState, seat: Seat, text: str) -> str:
    people = names_of_people((*now.setup.people, *(said.speaker.name for said in now.messages)))
    return own_words(text, now.setup.cast, seat.key, people)


def _was_asked_again(now: RoundtableState, ask: Ask) -> bool:
    """Whether this is the second reply already. First takes are written by several at a time, each with its own."""
    return ask.speaker in now.retried_takes if ask.purpose == FIRST_TAKE else now.retries > 0


def _first_take(now: RoundtableState, ask: Ask, seat: Seat, heard: Heard) -> tuple[NewEvent, ...]:
    """Blind: it takes nothing into account that was said, so its basis is 0 whenever it was written."""
    payload = {"basis": 0, **broken_parts(heard), **_nothing_said(heard)}
    return (NewEvent(EventKind.FIRST_TAKE, marked_text(heard.text, heard) or NO_TAKE, seat.speaker, payload),)


def _nothing_said(heard: Heard) -> dict[str, bool]:
    return {} if heard.text else {"empty": True}


def _hear_framing(now: RoundtableState, ask: Ask, seat: Seat, heard: Heard) -> tuple[NewEvent, ...]:
    """The template around the model's summary and question (C17); both are there whatever it said."""
    focus = _question(str((heard.data or {}).get("focus_question") or "")) or lines.focus_fallback(now.setup)
    summary = (
        lines.one_line(marked_text(heard.text, heard))
        or "The text is in front of us, and nothing was said about it yet."
    )
    text = f"{lines.framing_opening(now.setup)}{summary}\n\n{lines.framing_close(now.setup, focus)}"
    others = now.setup.cast[1:]
    payload = {
        "basis": basis_of(ask.context),
        "turn": now.turn_count + 1,
        "summary": summary,
        "focus": focus,
        "ask_first": others[0].key if others else "",
        **broken_parts(heard),
        **_nothing_said(heard),
    }
    return (NewEvent(EventKind.FRAMING, text, seat.speaker, payload),)


def _question(text: str) -> str:
    """One line that ends as a question does."""
    question = re.sub(r"\?{2,}$", "?", lines.one_line(text)[:400].rstrip())
    return question if not question or question.endswith("?") else f"{question.rstrip('.!:;,')}?"


def _hear_contribution(now: RoundtableState, ask: Ask, seat: Seat, heard: Heard) -> tuple[NewEvent, ...]:
    data = heard.data or {}
    redirected = _redirect_events(now, ask, seat, data.get("drift"))
    if redirected:
        return redirected
    if not heard.text or (data.get("passes") and len(heard.text.split()) <= LONGEST_PASS):
        if data.get("passes") and not ask.context.get("addressed"):
            return (_facilitation_event(ask, seat, "passes", ""),)
        if not now.retries:
            return (_once_more(ask, seat),)
        silent = {} if data.get("passes") else {"silent": True}
        return (_facilitation_event(ask, seat, "passes", "", **silent),)
    numbers = _known_references(now, data.get("refers_to") or ())
    refers_to, unproven = check_references(now, seat, heard.text, numbers)
    payload = {
        "basis": basis_of(ask.context),
        "turn": now.turn_count + 1,
        "refers_to": refers_to,
        "changed_mind": lines.one_line(str(data.get("changed_mind") or "")) if now.takes else "",
        "disagreement": _disagreement(now, seat, data.get("disagreement")),
        "cut": False,
        **({"unproven": unproven} if unproven else {}),
        **broken_parts(heard),
    }
    return (NewEvent(EventKind.CONTRIBUTION, marked_text(heard.text, heard), seat.speaker, payload),)


def _once_more(ask: Ask, seat: Seat) -> NewEvent:
    """An empty reply is asked for once more, and so is a pass of whom somebody has named."""
    asked = "was asked and " if ask.context.get("addressed") else ""
    text = f"{seat.first_name} {asked}said nothing, so it is asked once more."
    return NewEvent(
        EventKind.ANNOUNCEMENT, text, None, {"again": ask.purpose, "basis": basis_of(ask.context)}
    )


def _redirect_events(
    now: RoundtableState, ask: Ask, seat: Seat, drift: Mapping[str, Any] | None
) -> tuple[NewEvent, ...]:
    """Back to the focus: only the lead does it, only to somebody who said something, and it costs no turn."""
    subject = lines.one_line(str((drift or {}).get("subject") or ""))[:LONGEST_SUBJECT]
    if not drift or not subject or seat.key != now.setup.lead.key:
        return ()
    by = str(drift.get("by") or "User")
    drifter = now.setup.named(by)
    noticed = None if ask.context.get("about") else noticed_message(now)
    if drifter is None and not ask.context.get("about") and noticed is None:
        return ()
    if drifter and (drifter.key == seat.key or not now.spoken.get(drifter.key)):
        return ()
    belongs = lines.belongs_to(now.setup, str(drift.get("belongs_to") or ""))
    name = drifter.first_name if drifter else ""
    text = lines.redirect(now.setup, now.focus, drifter=name, subject=subject, belongs=belongs)
    found = {"by": name or "User", "subject": subject, "belongs_to": belongs}
    about = {"about": noticed.number} if noticed and not drifter else {}
    return (_facilitation_event(ask, seat, "redirect", text, drift=found, **about),)


def _facilitation_event(ask: Ask, seat: Seat, what: str, text: str, **data: Any) -> NewEvent:
    about = list(ask.context.get("about") or ())
    payload = {"what": what, "basis": basis_of(ask.context), "about": about[-1] if about else 0, **data}
    return NewEvent(EventKind.FACILITATION, text, seat.speaker, payload)


def _known_references(now: RoundtableState, numbers: Any) -> list[int]:
    """Only turns that there were (VR-ELAB-012)."""
    made = {turn.number for turn in now.turns}
    return sorted({number for number in numbers if number in made})


def _disagreement(now: RoundtableState, seat: Seat, found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A disagreement with a persona that has spoken, each side with its option. Each pair is put to people once; until
    then the newest words of the two count."""
    other = now.setup.named(str((found or {}).get("other") or ""))
    if not found or other is None or other.key == seat.key or not now.spoken.get(other.key):
        return None
    put = (turn for turn in now.turns if turn.number not in now.unsettled)
    if any(turn.differing == {seat.key, other.key} for turn in put):
        return None
    mine, theirs = dict(found.get("mine") or {}), dict(found.get("theirs") or {})
    if not (str(mine.get("option") or "").strip() and str(theirs.get("option") or "").strip()):
        return None
    return {"other": other.key, "mine": mine, "theirs": theirs}


def _hear_synthesis(now: RoundtableState, ask: Ask, seat: Seat, heard: Heard) -> tuple[NewEvent, ...]:
    return synthesis_events(now, basis_of(ask.context), heard)


def _hear_second_look(now: RoundtableState, ask: Ask, seat: Seat, heard: Heard) -> tuple[NewEvent, ...]:
    return looked_events(now, heard)


_HEARERS: dict[str, Callable[[RoundtableState, Ask, Seat, Heard], tuple[NewEvent, ...]]] = {
    FIRST_TAKE: _first_take,
    FRAMING: _hear_framing,
    CONTRIBUTION: _hear_contribution,
    SYNTHESIS: _hear_synthesis,
    SECOND_LOOK: _hear_second_look,
}
