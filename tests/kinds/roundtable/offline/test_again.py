"""A second and a third roundtable by rules on the same notes: nothing is said again."""

import re

import pytest

from reviews.documents.authorship import WrittenByElm, find_added
from reviews.documents.hunks import Replacement, apply_changes
from reviews.kinds.notes import Note
from reviews.states import EventKind
from tests.kinds.interview.offline.sessions import SAMPLE
from tests.kinds.roundtable.offline.tables import points, roundtable, turns
from tests.kinds.roundtable.table import Table

KINDS = ("insights", "open_questions")
BY_PERSONAS = (EventKind.FRAMING, EventKind.CONTRIBUTION)


def held_again(before: list[Table], *messages: str) -> Table:
    """Another roundtable after `before`, all of whose additions Ana has accepted."""
    text = SAMPLE.read_text()
    written: list[WrittenByElm] = []
    for table in before:
        edits = [Replacement(one.position, one.removed, one.inserted) for one in table.added]
        text = apply_changes(text, edits)
        written += [
            WrittenByElm(one.inserted, one.inserted.strip("\n"), one.heading, True, "Ana")
            for one in table.added
        ]
    note = Note("a1", SAMPLE.name, text, find_added(text, written))
    return roundtable(
        "", *messages, notes=(note,), targets=("a1",), max_turns=14,
        said_before=said(before, *BY_PERSONAS), told_before=said(before, EventKind.USER_MESSAGE),
    )  # fmt: skip


def said(tables: list[Table], *kinds: EventKind) -> tuple[str, ...]:
    return tuple(" ".join(event.text.split()) for table in tables for event in table.of(*kinds) if event.text)


@pytest.mark.slow
def test_nothing_is_said_or_added_twice_in_three_roundtables():
    first = held_again([], "We decided to ask Visa first.", "", "")
    second = held_again([first], "", "")
    third = held_again([first, second], "", "")
    made = [text for table in (first, second, third) for text in turns(table)]
    assert len(turns(first)) >= 3
    assert len(made) == len(set(made))
    added = [
        str(p["text"]) for table in (first, second, third) for kind in KINDS for p in points_of(table, kind)
    ]
    assert len(added) == len(set(added))


def points_of(table: Table, kind: str) -> list[dict[str, object]]:
    return points(table, kind) if kind in table.of(EventKind.SYNTHESIS)[-1].data else []


def test_the_lead_does_not_quote_again_what_an_earlier_roundtable_started_from():
    first = held_again([])
    second = held_again([first])
    summaries = [table.of(EventKind.FRAMING)[0].data["summary"] for table in (first, second)]
    quoted = [set(re.findall(r"(?:says?|by its words is) “([^”]{20,})”", summary)) for summary in summaries]
    assert quoted[0]
    assert not quoted[0] & quoted[1]


@pytest.mark.slow
def test_what_a_person_answered_in_an_earlier_session_is_not_missed_again():
    first = held_again([], "Priya is on call for the planner at night.")
    second = held_again([first], "", "", "")
    assert not any("TBD" in text for text in turns(second))


@pytest.mark.slow
def test_a_decision_that_went_into_the_notes_answers_a_question():
    first = held_again([], "We decided to ask Visa first about the limit.")
    second = held_again([first], "Alex, what did we ask Visa about the limit?")
    assert any("We decided to ask Visa first" in text for text in turns(second))
