"""The lead leads back to the topic: alone, for a message to somebody else too, and everybody is shown that it did."""

import pytest

from reviews.kinds.roundtable.machine import decide
from reviews.kinds.roundtable.prompts import prompt_materials
from reviews.log.values import Ask, Heard
from reviews.states import EventKind
from tests.kinds.interview.offline.sessions import SAMPLE
from tests.kinds.roundtable.offline.tables import roundtable, turns
from tests.kinds.roundtable.table import ALEX, JORDAN, MAYA, Table, says


def drifts_for(*keys: str):
    """Whoever has one of these keys says that a person left the topic."""
    drift = {"by": "User", "subject": "lunch", "belongs_to": ""}

    def contribution(ask, state):
        found = {"drift": drift} if ask.speaker in keys and state.messages else {}
        return Heard("" if found else "A point.", found)

    return says(contribution=contribution)


def shown_to_next(table: Table) -> str:
    """The discussion as the next speaker is shown it."""
    table.say("Jordan, what now?")
    ask = decide(table.state)
    while not isinstance(ask, Ask):
        table.step()
        ask = decide(table.state)
    now = table.state
    return "\n".join(m.text for m in prompt_materials(now, ask) if m.name == "discussion so far")


def test_whoever_speaks_next_is_shown_that_maya_led_ana_back():
    table = Table(drifts_for(MAYA.key))
    table.after("And lunch?")
    redirect = next(e for e in table.of(EventKind.FACILITATION) if e.data["what"] == "redirect")
    assert f"#{redirect.number} Maya Chen (Business Analyst): {redirect.text}" in shown_to_next(table)


def test_the_redirect_stands_where_it_was_said_and_is_no_turn():
    table = Table(drifts_for(MAYA.key))
    table.after("And lunch?")
    numbers = [line.split()[0] for line in shown_to_next(table).splitlines() if line.startswith("#")]
    assert numbers == sorted(numbers, key=lambda number: int(number[1:]))
    assert table.state.turn_count == 4


def test_a_drift_to_alex_is_led_back_by_maya_behind_him():
    table = Table(drifts_for(MAYA.key), max_turns=20)
    asked = table.after("Alex, what is for lunch?")
    assert [event.speaker.key for event in asked if event.kind == EventKind.CONTRIBUTION] == [ALEX.key]
    assert len(table.lines("redirect")) == 1
    message = table.of(EventKind.USER_MESSAGE)[0].number
    assert [e.data["about"] for e in table.of(EventKind.FACILITATION) if e.data["what"] == "redirect"] == [
        message
    ]


def test_the_same_message_is_led_back_from_once():
    table = Table(drifts_for(MAYA.key), max_turns=20)
    table.after("Alex, what is for lunch?")
    table.after("")
    table.after("")
    assert len(table.lines("redirect")) == 1


def test_every_drift_is_led_back_whoever_is_asked():
    table = Table(drifts_for(MAYA.key), max_turns=20)
    for text in (
        "Alex, what is for lunch?",
        "Jordan, do you play tennis?",
        "Alex, what do you cook for dinner?",
    ):
        table.after(text)
    assert len(table.lines("redirect")) == 3


@pytest.mark.parametrize(
    "text",
    [
        "Alex, did you see the match between Arsenal and Chelsea?",
        "Jordan, what do you make of the new office in Berlin?",
        "Alex, let us talk about the office party in Berlin instead.",
    ],
)
def test_what_has_no_word_in_common_with_the_table_is_led_back_too(text):
    table = Table(drifts_for(MAYA.key), max_turns=20)
    table.after(text)
    assert len(table.lines("redirect")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Alex, how much would it cost?",
        "Alex, und wie lange dauert das?",
        "Alex, 为什么?",
        "Alex, the match between Arsenal and Chelsea was on Sunday.",
    ],
)
def test_any_other_question_to_alex_is_his_alone(text):
    table = Table(drifts_for(MAYA.key), max_turns=20)
    table.after(text)
    assert table.lines("redirect") == []
    assert table.asks[-1].speaker == ALEX.key


def test_a_drift_that_jordan_reports_changes_nothing():
    table = Table(drifts_for(JORDAN.key), max_turns=20)
    table.after("Jordan, what is for lunch?")
    assert table.lines("redirect") == []


def test_maya_by_rules_leads_back_from_what_ana_asked_alex():
    table = roundtable(SAMPLE, "Alex, what's for lunch today?", "", max_turns=20)
    assert len(table.lines("redirect")) == 1
    assert table.lines("redirect")[0].startswith("That is a great question for a later step.")


def test_maya_by_rules_leaves_a_question_to_alex_about_the_notes_alone():
    table = roundtable(SAMPLE, "Alex, what happens if the PSP changes its codes?", "", max_turns=20)
    assert table.lines("redirect") == []
    assert len(turns(table)) > 3


def test_what_maya_led_back_from_is_no_open_question():
    table = roundtable(SAMPLE, "Alex, did you see the match between Arsenal and Chelsea?", "", max_turns=20)
    assert len(table.lines("redirect")) == 1
    [synthesis] = table.of(EventKind.SYNTHESIS)
    assert "Arsenal" not in synthesis.text
