"""What stands beside the points of a model's summary is compared with what was said, too."""

from collections.abc import Mapping
from typing import Any

from reviews.kinds.roundtable.state import RoundtableState
from reviews.kinds.roundtable.synthesis.points import NO_TAKEAWAY
from reviews.log.values import Ask, Heard
from reviews.states import EventKind
from tests.kinds.roundtable.table import AT, Table, says

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
    assert open_support("nobody has said so far what happens there")["status"] == "supported"


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
