"""What stands beside the points of a model's summary is compared with what was said, too."""

from collections.abc import Mapping
from typing import Any

import pytest

from reviews.kinds.notes import Note
from reviews.kinds.roundtable.state import RoundtableState
from reviews.kinds.roundtable.synthesis.points import NO_TAKEAWAY
from reviews.kinds.support import LONGEST_READ, goes_in_unseen
from reviews.log.values import Ask, Heard
from reviews.states import EventKind
from tests.kinds.roundtable.table import AT, NOTE, Table, says

SAID = "A courier sees the last list."
INVENTED = "The board gives EUR 900,000 for the last list."
OPEN = "Does a courier see the last list?"


def summed_up(takeaway: str, provider: str = "claude", **points: Mapping[str, str]) -> Mapping[str, Any]:
    """The summary of a discussion that a model or somebody else sums up with this sentence and these points."""

    def synthesis(ask: Ask, state: RoundtableState) -> Heard:
        numbers = [turn.number for turn in state.turns[1:]]
        insight = {"insights": {"text": SAID}}
        given = {kind: [{**point, "events": numbers}] for kind, point in (insight | points).items()}
        return Heard(takeaway, given, at=AT)

    table = Table(says(synthesis=synthesis), provider=provider)
    table.after("done")
    [found] = table.of(EventKind.SYNTHESIS)
    return found.data


def open_support(why: str, provider: str = "claude") -> Mapping[str, Any]:
    found = summed_up(SAID, provider, open_questions={"text": OPEN, "why": why})
    [question] = [one for one in found["open_questions"] if one["text"] == OPEN]
    return question["support"]


def test_a_question_waits_when_the_reason_why_it_is_open_says_what_nobody_said():
    support = open_support("the board has approved EUR 900,000 for it")
    assert support["status"] == "unsupported"
    assert "EUR 900,000" in support["sentence"]


def test_a_question_may_say_in_its_own_words_why_it_is_open():
    assert goes_in_unseen(open_support("nobody has said so far what happens there"))


def test_a_prepared_reason_is_taken_as_it_is():
    assert open_support("rule 12 asks for it", provider="offline")["status"] == "supported"


def test_the_one_sentence_of_a_summary_is_stored_when_it_was_said():
    assert summed_up("A courier sees the last list in a lift.")["summary"] == (
        "A courier sees the last list in a lift."
    )


def test_a_sentence_that_nobody_said_gives_way_to_the_first_insight_that_somebody_did():
    assert summed_up(INVENTED)["summary"] == SAID


def test_without_any_such_insight_the_summary_says_that_there_is_none():
    assert summed_up(INVENTED, insights={"text": INVENTED})["summary"] == NO_TAKEAWAY


def test_a_summary_without_points_shows_no_sentence_that_nobody_said():
    def nothing(ask: Ask, state: RoundtableState) -> Heard:
        return Heard(INVENTED, {}, at=AT)

    table = Table(says(synthesis=nothing), provider="claude")
    table.after("done")
    [found] = table.of(EventKind.SYNTHESIS)
    assert "900,000" not in found.text + found.data["summary"]


AGREED = "We agreed that the last list is dropped."


def personas_agree(kind: str, *, notes: tuple[Note, ...] = (NOTE,)) -> Mapping[str, Any]:
    """What is summed up under this heading, when nobody but the personas has agreed on something."""

    def contribution(ask: Ask, state: RoundtableState) -> Heard:
        return Heard("So we agree that the last list is dropped.", {})

    def synthesis(ask: Ask, state: RoundtableState) -> Heard:
        numbers = [turn.number for turn in state.turns[1:]]
        given = {"insights": [{"text": SAID, "events": numbers}]}
        given[kind] = [*given.get(kind, []), {"text": AGREED, "events": numbers}]
        return Heard(SAID, given, at=AT)

    table = Table(says(contribution=contribution, synthesis=synthesis), provider="claude", notes=notes)
    table.after("done")
    [found] = table.of(EventKind.SYNTHESIS)
    return found.data


@pytest.mark.parametrize("kind", ["insights", "decisions", "action_items"])
def test_c43_what_only_personas_agreed_on_is_an_open_question_whatever_the_heading(kind):
    found = personas_agree(kind)
    assert AGREED not in [point["text"] for point in found[kind]]
    [question] = [one for one in found["open_questions"] if one["text"] == AGREED]
    assert question["why"].startswith("Only the personas agreed on this")


def test_c43_of_long_notes_what_nobody_decided_in_the_part_that_is_compared_is_an_open_question():
    long = Note("a1", NOTE.name, NOTE.text + "x " * LONGEST_READ)
    found = personas_agree("decisions", notes=(long,))
    assert found["decisions"] == []
    [question] = [one for one in found["open_questions"] if one["text"] == AGREED]
    assert question["why"].startswith("Only the beginning of the notes was compared")
