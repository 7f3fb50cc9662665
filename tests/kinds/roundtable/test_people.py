"""People at a roundtable: whom they speak to, and what their words cost."""

from reviews.states import EventKind
from tests.kinds.roundtable.table import ALEX, BEN, JORDAN, MAYA, Table


def test_fr_003_01_c12_a_message_to_nobody_is_answered_by_the_lead():
    said = Table().after("What do you think about caching?")
    assert [event.speaker.key for event in said if event.kind == EventKind.CONTRIBUTION] == [MAYA.key]


def test_fr_003_02_mvt_003_a_message_to_alex_is_answered_by_alex_first():
    said = Table().after("Alex, how does this affect scalability?")
    assert said[0].speaker == ALEX.speaker
    assert [event.speaker.key for event in said if event.kind == EventKind.CONTRIBUTION] == [ALEX.key]


def test_fr_003_02_one_other_may_follow_whom_it_concerns():
    table = Table()
    said = table.after("Alex, is the error contract of this interface a risk for our users?")
    assert [event.speaker.key for event in said if event.kind == EventKind.CONTRIBUTION] == [
        ALEX.key,
        JORDAN.key,
    ]
    assert table.asks[-1].context["optional"]


def test_fr_003_03_mvt_003_everybody_answers_a_group_in_rotation():
    said = Table().after("What do you all think about caching?")
    spoken = [event.speaker.key for event in said if event.kind == EventKind.CONTRIBUTION]
    assert spoken == [MAYA.key, ALEX.key, JORDAN.key]


def test_c11_two_who_are_named_answer_in_the_order_in_which_they_are_named():
    said = Table().after("Jordan, Alex, who owns the queue?")
    assert [e.speaker.key for e in said if e.kind == EventKind.CONTRIBUTION][:2] == [JORDAN.key, ALEX.key]


def test_a_message_in_the_opening_round_is_used_next_and_keeps_who_has_not_spoken():
    table = Table()
    while len(table.of(EventKind.CONTRIBUTION)) < 1:
        table.step()
    table.say("Maya, who is hurt by this?")
    table.run()
    assert table.speakers() == ["Maya", "Alex", "Ana", "Maya", "Jordan"]


def test_teammates_share_one_counter():
    table = Table()
    table.after("Users come first.")
    table.after("And the cost?", BEN)
    assert table.speakers() == ["Maya", "Alex", "Jordan", "Ana", "Maya", "Ben", "Maya"]
    assert [turn.turn for turn in table.state.turns] == [1, 2, 3, 4, 5, 6, 7]


def test_a_message_taken_back_in_time_costs_no_turn_and_gets_no_answer():
    table = Table().run()
    table.withdraw(table.say("Never mind"))
    table.run()
    assert table.state.turn_count == 3
