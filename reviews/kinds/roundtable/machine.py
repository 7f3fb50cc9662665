"""The roundtable machine: entry, framing, discussion, synthesis, persist. Pure.

Turn accounting, rotation, warnings, the limit, redirects, endings and every template are decided here and in the
fold; what a model says is only ever the body of a turn. Write order: artifacts first, record second, menu last.
"""

from typing import Any

from reviews.documents.insert import can_carry
from reviews.kinds.broken_replies import CUT_OFF
from reviews.kinds.notes import NOBODY
from reviews.kinds.roundtable import phrases as lines
from reviews.kinds.roundtable.fold import advance, fold, is_silent, take_up
from reviews.kinds.roundtable.hear import hear
from reviews.kinds.roundtable.purposes import CONTRIBUTION, FIRST_TAKE, FRAMING, SECOND_LOOK, SYNTHESIS
from reviews.kinds.roundtable.state import WARN_BEFORE, RoundtableSetup, RoundtableState
from reviews.kinds.roundtable.synthesis.choices import is_unanswered
from reviews.kinds.roundtable.synthesis.points import (
    minimal_synthesis,
    partial_synthesis,
    proposed_additions,
    quoted_synthesis,
    unlooked_synthesis,
    unplaceable_notes,
)
from reviews.kinds.roundtable.synthesis.summary import for_record
from reviews.kinds.roundtable.voices import VOICES
from reviews.log.values import (
    Apply,
    Ask,
    AskMany,
    Command,
    Move,
    NewEvent,
    ProposedChange,
    Record,
    Say,
    Speaker,
    WaitForUser,
)
from reviews.states import EndReason, EventKind, State

__all__ = ["advance", "broke", "decide", "fold", "hear", "proposed_additions", "speaker"]


def speaker(setup: RoundtableSetup, key: str) -> Speaker:
    seat = setup.seat(key)
    return seat.speaker if seat else NOBODY


def decide(state: RoundtableState) -> Command:
    """What to do next. Every path ends: a turn is one of a limited number, and silence is counted."""
    if halted := state.halted():
        return halted
    if state.too_long and state.lifecycle == State.WAITING:
        return Move(State.RUNNING)
    if not state.introduced:
        return Say(_opening_events(state.setup))
    if state.framing is None:
        return _before_discussion(state)
    now = take_up(state, state.last_number)
    if now.ending is not None:
        return _finish_roundtable(now, now.ending)
    return _next_facilitation(now) or _next_contribution(now)


def broke(state: RoundtableState) -> tuple[tuple[ProposedChange, ...], NewEvent]:
    """What is kept when the budget allows no further call: a summary by code, and nothing for the artifacts."""
    return (), partial_synthesis(take_up(state, state.last_number))


def _opening_events(setup: RoundtableSetup) -> tuple[NewEvent, ...]:
    """The introduction, before any model is asked (C41), and what there is to know from before."""
    told = [("earlier", lines.earlier(record)) for record in setup.earlier]
    told += [("lead", lines.unknown_lead(setup))] if setup.no_lead else []
    return (
        NewEvent(EventKind.INTRODUCTION, lines.introduction(setup)),
        *(NewEvent(EventKind.ANNOUNCEMENT, text, None, {"what": what}) for what, text in told),
    )


def _before_discussion(state: RoundtableState) -> Command:
    """Blind first takes, all at once, then the framing."""
    setup = state.setup
    silent = [seat.key for seat in setup.cast if seat.key not in state.takes]
    if setup.first_takes and silent:
        # Whose take came cut off or empty is asked again when all have been asked, also after a restart in between.
        first = [key for key in silent if key not in state.retried_takes] or silent
        return AskMany(tuple(_ask_seat(state, FIRST_TAKE, key) for key in first))
    return _ask_seat(state, FRAMING, setup.lead.key, lead_in=lines.framing_opening(setup))


def _ask_seat(state: RoundtableState, purpose: str, key: str, **context: Any) -> Ask:
    is_cut = (
        state.retried_takes.get(key) == CUT_OFF if purpose == FIRST_TAKE else state.retries and state.was_cut
    )
    again = {CUT_OFF: True} if is_cut else {}
    return Ask(purpose, key, {"basis": state.last_number, **context, **again})


def _next_facilitation(now: RoundtableState) -> Command | None:
    """The lead's lines, in the order in which they come first; None when there is nothing to say."""
    if now.refused:
        return _lead_line(now, "may_not_end", lines.may_not_end(now.setup.starter), about=now.refused[0])
    if now.unclear:
        return _lead_line(now, "clarify", lines.CLARIFY, about=now.unclear)
    if not now.left:
        # Whoever is asked may answer: that is no turn, and the summary takes it up.
        is_asked = is_unanswered(now)
        return (
            WaitForUser("turn", now.setup.idle_minutes) if is_asked else _lead_line(now, "limit", lines.LIMIT)
        )
    if not now.warned and now.turn_count >= now.setup.max_turns - WARN_BEFORE:
        return _lead_line(now, "warning", lines.WARNING)
    # When it would be the last turn it may take it (C2).
    if now.unsettled and (not now.queue or now.left == 1):
        return _disagreement_choice(now)
    return None


def _next_contribution(now: RoundtableState) -> Command:
    if now.queue:
        waiting = now.queue[0]
        return _ask_seat(
            now,
            CONTRIBUTION,
            waiting.key,
            addressed=waiting.addressed,
            optional=waiting.optional,
            about=list(waiting.about),
        )
    if is_silent(now):
        return _lead_line(now, "inactivity", lines.INACTIVITY)
    return WaitForUser("turn", now.setup.idle_minutes)


def _lead_line(now: RoundtableState, what: str, text: str, **data: Any) -> Say:
    """A line of the lead. It takes everything up to the end of the log into account."""
    payload = {"what": what, "basis": now.last_number, **data}
    return Say((NewEvent(EventKind.FACILITATION, text, now.setup.lead.speaker, payload),))


def _disagreement_choice(now: RoundtableState) -> Say:
    """The newest disagreement, put to people as a choice."""
    turn = next(turn for turn in now.turns if turn.number == now.unsettled[-1])
    found = turn.data["disagreement"]
    # `hear` lets nobody through who does not sit at the table.
    mine, theirs = (now.setup.seat(key) or now.setup.lead for key in (turn.key, found["other"]))
    sides = [
        {"key": seat.key, "name": seat.first_name, **lines.side_parts(side)}
        for seat, side in ((mine, found["mine"]), (theirs, found["theirs"]))
    ]
    text = lines.disagreement(mine, theirs, found["mine"], found["theirs"])
    return _lead_line(now, "disagreement", text, about=turn.number, turn=now.turn_count + 1, sides=sides)


def _finish_roundtable(now: RoundtableState, reason: EndReason) -> Command:
    """Synthesis, artifacts, record, menu, end: in this order, whatever was interrupted in between."""
    if not now.closed:
        return _lead_line(now, "limit", lines.LIMIT) if now.too_long else _lead_line(now, "exit", lines.EXIT)
    if now.synthesis is None:
        return _ask_second_look(now) if now.draft else _ask_synthesis(now)
    if now.lifecycle != State.SYNTHESIZING:
        return Move(State.SYNTHESIZING)
    if not now.proposed:
        return _put_in(now)
    if not now.recorded:
        return _elaboration_record(now)
    if now.setup.boundary and not now.menu:
        data = {"boundary": now.setup.boundary, "next": now.setup.next_step}
        return Say((NewEvent(EventKind.MENU, lines.menu(now.setup), None, data),))
    return Move(State.FINISHED, reason)


def _ask_synthesis(now: RoundtableState) -> Command:
    if len(now.turns) <= 1:
        return Say((minimal_synthesis(now),))
    if now.too_long == SYNTHESIS:
        return Say((quoted_synthesis(now),))
    again = bool(now.retries)
    return _ask_seat(
        now,
        SYNTHESIS,
        now.setup.lead.key,
        again=again,
        uncited=list(now.uncited),
        **({VOICES: True} if now.few_voices else {}),
    )


def _ask_second_look(now: RoundtableState) -> Command:
    """It knows what the draft knew, whatever people have said since."""
    if now.too_long == SECOND_LOOK:
        return Say((unlooked_synthesis(now),))
    lead, again = now.setup.lead.key, bool(now.retries)
    return _ask_seat(now, SECOND_LOOK, lead, basis=now.draft["basis"], again=again)


def _put_in(now: RoundtableState) -> Apply:
    """The additions, and a word about each file that can't have any (ERR-ELAB-013, C24). A minimal or degraded
    summary changes no artifact (C27, ERR-ELAB-007)."""
    data = now.synthesis.data if now.synthesis else {}
    if data.get("minimal") or data.get("degraded"):
        return Apply((), at_once=False)
    notes = [note for note in now.setup.notes if note.artifact in now.setup.targets]
    told = [("missing", "", name) for name in now.setup.missing]
    told += [("format", n.artifact, n.name) for n in notes if not can_carry(n.name, n.text)]
    told += [("unplaceable", n.artifact, n.name) for n in unplaceable_notes(now)]
    events = tuple(
        NewEvent(
            EventKind.ANNOUNCEMENT, lines.not_added(what, name), None, {"what": what, "artifact": artifact}
        )
        for what, artifact, name in told
    )
    return Apply(proposed_additions(now), at_once=now.setup.at_once, announce=events)


def _elaboration_record(now: RoundtableState) -> Record:
    data = now.synthesis.data if now.synthesis else {}
    outcome = "minimal" if data.get("minimal") else "degraded" if data.get("degraded") else "complete"
    return Record(
        turn_count=max(1, min(now.turn_count, now.setup.max_turns)),
        summary=for_record(str(data.get("summary") or "")),
        outcome=outcome,
        people=tuple(seat.key for seat in now.setup.cast),
        step_id=now.setup.step_id,
        topic="" if now.setup.step_id else now.setup.topic,
    )
