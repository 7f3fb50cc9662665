"""Rules of the roundtable that no other test has."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.notes import Note
from reviews.kinds.roundtable import phrases as lines
from reviews.kinds.roundtable.machine import decide
from reviews.log.values import Heard, Move, NewEvent, Record, WaitForUser
from reviews.states import EndReason, EventKind, State
from tests.drawing import examples
from tests.kinds.roundtable.table import (
    ALEX,
    ANA,
    BEN,
    JORDAN,
    MAYA,
    SPEC,
    Table,
    contribution,
    says,
    summed_up,
)

TOO_LONG = {"problem": "context", "retryable": False}


def fails(table: Table, purpose: str, **data) -> None:
    """What the runner leaves behind when a call fails."""
    table.append(NewEvent(EventKind.ERROR, "It failed.", None, {"purpose": f"roundtable.{purpose}", **data}))
    table.move(State.WAITING)


def kinds(table: Table) -> list[str]:
    return [event.kind for event in table.events if event.kind != EventKind.STATE]


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_vr_elab_004_nothing_but_blanks_is_no_input_and_costs_no_turn(text):
    table = Table().run()
    table.say(text.strip())
    assert table.state.turn_count == 3
    table.run()
    assert (table.state.turn_count, table.state.silent) == (6, 1)


def test_c1_nfr_006_a_turn_is_one_contribution_and_the_last_is_never_passed():
    table = Table(max_turns=7)
    while table.run().state.ending is None:
        table.say("everyone: and now?")
    assert [turn.turn for turn in table.state.turns] == [1, 2, 3, 4, 5, 6, 7]
    assert table.of(EventKind.RECORD)[0].data["turn_count"] == 7


def test_err_elab_006_a_counter_beyond_the_limit_goes_to_the_synthesis_at_once():
    table = Table().run()
    for number in range(12):
        table.append(NewEvent(EventKind.CONTRIBUTION, "Once more.", ALEX.speaker, {"turn": number + 4}))
    table.say("Why?")
    table.run()
    assert table.lines("limit") == [lines.LIMIT]
    assert table.end == ("finished", EndReason.TURN_LIMIT)
    assert table.of(EventKind.RECORD)[0].data["turn_count"] == 10


def test_vr_elab_006_lines_of_the_lead_leave_the_counter_alone():
    table = Table(max_turns=12)
    for text in ("I am done with the retry part", "continue", "", "", "", "done"):
        table.after(text)
    free = [e for e in table.of(EventKind.FACILITATION) if not e.data["turn"]]
    assert {e.data["what"] for e in free} >= {"clarify", "warning"}
    assert [turn.turn for turn in table.state.turns] == list(range(1, table.state.turn_count + 1))


def test_c16_the_lines_of_the_lead_are_those_of_the_table_word_for_word():
    assert lines.WARNING == (
        "We are nearing the end of our discussion time. Any final points before we synthesize?"
    )
    assert lines.LIMIT == (
        "We have had a thorough discussion. Let me synthesize the key points from our conversation."
    )
    assert lines.INACTIVITY == "Any thoughts on this, or should we wrap up?"
    assert lines.EXIT == "Wrapping up the discussion. Let me synthesize our key points."


def test_c44_long_sentences_are_one_line():
    for line in (lines.WARNING, lines.LIMIT, lines.INACTIVITY, lines.CLARIFY, lines.EXIT):
        assert "\n" not in line
    table = Table(says(contribution=differs)).run()
    assert "\n" not in table.lines("disagreement")[0]


def differs(ask, state):
    side = {"option": "one\nqueue", "reason": "it is\nsimple", "brief": "one\nqueue"}
    found = {"other": "Maya", "mine": side, "theirs": {**side, "option": "two queues"}}
    return Heard("No.", {"disagreement": found} if ask.speaker == ALEX.key else {})


def test_fr_006_02_the_limit_is_announced_by_the_lead_before_the_summary():
    table = Table(max_turns=3).run()
    seen = kinds(table)
    assert table.lines("limit") == [lines.LIMIT]
    assert table.of(EventKind.FACILITATION)[-1].speaker == MAYA.speaker
    assert seen.index("synthesis") > max(n for n, kind in enumerate(seen) if kind == "facilitation")


def test_fr_008_01_c19_the_summary_has_its_sections_and_action_items_when_there_are_any():
    def with_action(ask, state):
        heard = summed_up(ask, state)
        action = {"text": "Ask the couriers", "owner": "User", "events": [state.turns[1].number]}
        return Heard(heard.text, {**heard.data, "action_items": [action]}, at=heard.at)

    plain, more = Table(), Table(says(synthesis=with_action))
    for table in (plain, more):
        table.after("done")
    headings = ["#### Key Insights", "#### Decisions Made", "#### Open Questions"]
    assert re.findall(r"^####.*$", plain.state.synthesis.text, re.MULTILINE) == headings
    assert "#### Action Items\n- [Alex] Ask the couriers: User" in more.state.synthesis.text


def test_fr_008_02_vr_elab_015_additions_go_into_the_files_of_the_step_only():
    other = Note("a2", "notes.md", "# Notes\n")
    table = Table(notes=(other, Note("a1", "requirements-spec.md", SPEC)))
    table.after("done")
    assert {(change.artifact, change.section) for change in table.added} == {("a1", "User Journeys")}
    assert all(change.removed == "" for change in table.added)


def test_fr_008_05_every_addition_says_who_it_is_from():
    table = Table()
    table.after("done")
    assert [change.attribution for change in table.added] == ["Alex", "Jordan"]
    assert [change.inserted.splitlines()[1][:9] for change in table.added] == ["- [Alex] ", "- [Jordan"]


def test_c26_a_missing_file_is_never_made():
    table = Table(notes=(), targets=(), missing=("requirements-spec.md",))
    table.after("done")
    assert table.added == ()
    assert lines.not_added("missing", "requirements-spec.md") in [
        e.text for e in table.of(EventKind.ANNOUNCEMENT)
    ]
    assert table.end == ("finished", EndReason.USER_INITIATED)


def test_err_elab_007_c31_two_useless_summaries_leave_a_takeaway_a_record_and_no_addition():
    table = Table(says(synthesis=Heard("Sync needs a name.", {})))
    table.after("done")
    assert [ask.purpose for ask in table.asks][-2:] == ["roundtable.synthesis"] * 2
    assert table.state.synthesis.text == "Key takeaway: Sync needs a name."
    assert table.added == ()
    assert table.of(EventKind.RECORD)[0].data["outcome"] == "degraded"


def silent_jordan(ask, state):
    return (
        Heard("") if ask.speaker == JORDAN.key and state.spoken.get(JORDAN.key) else contribution(ask, state)
    )


def test_err_elab_007_an_empty_reply_before_does_not_use_up_the_second_try_of_the_summary():
    table = Table(says(contribution=silent_jordan, synthesis=Heard("Sync.", {}))).run()
    table.say("Jordan, and you?")
    while not [e for e in table.of(EventKind.ANNOUNCEMENT) if e.data.get("again")]:
        table.step()
    table.say("done")
    table.run()
    assert [ask.purpose for ask in table.asks].count("roundtable.synthesis") == 2


def test_err_elab_014_when_a_turn_no_longer_fits_what_exists_is_summed_up():
    table = Table().run()
    table.say("And the costs?")
    fails(table, "contribution", **TOO_LONG)
    assert decide(table.state) == Move(State.RUNNING)
    table.run()
    assert table.lines("limit") == [lines.LIMIT]
    assert table.end == ("finished", EndReason.TURN_LIMIT)
    assert len(table.added) == 3


def test_err_elab_014_when_even_the_summary_does_not_fit_code_sums_up_by_quoting():
    table = Table().run()
    table.say("We decided to keep one queue.")
    table.say("done")
    table.step()
    fails(table, "synthesis", **TOO_LONG)
    table.run()
    assert "**Decision**" not in str(table.added)
    assert "- We decided to keep one queue" in table.state.synthesis.text
    assert table.of(EventKind.RECORD)[0].data["outcome"] == "degraded"
    assert table.end == ("finished", EndReason.USER_INITIATED)


@pytest.mark.parametrize("purpose", ["first_take", "framing"])
def test_err_elab_014_notes_that_never_fit_are_told_and_wait(purpose):
    table = Table()
    table.step()
    fails(table, purpose, **TOO_LONG)
    assert decide(table.state) == WaitForUser("error")


@pytest.mark.parametrize("purpose", ["first_take", "framing", "contribution", "synthesis"])
def test_a_failed_call_of_any_purpose_is_asked_again_and_changes_nothing(purpose):
    undisturbed, table = (Table(first_takes=True, max_turns=3) for _ in range(2))
    undisturbed.run()
    while not (asked := [a for a in table.asks if a.purpose == f"roundtable.{purpose}"]):
        before = len(table.events)
        table.step()
    del table.events[before:]
    assert asked
    for _ in range(2):
        fails(table, purpose)
        assert decide(table.state) == WaitForUser("error")
        table.move(State.RUNNING)
    table.run()
    assert [t.text for t in table.state.turns] == [t.text for t in undisturbed.state.turns]
    assert table.end == undisturbed.end


def test_c6_going_on_while_the_third_round_is_spoken_still_lets_the_lead_ask():
    table = Table(max_turns=30).run()
    for _ in range(2):
        table.after("")
    table.say("")
    while len(table.state.queue) != 1:
        table.step()
    table.say("")
    table.run()
    assert table.state.turn_count == 12
    assert table.lines("inactivity") == [lines.INACTIVITY]


def test_a_persona_alone_frames_answers_and_sums_up():
    table = Table(cast=(MAYA,)).run()
    assert "Bringing nobody else\ninto the discussion." in table.events[1].text
    table.after("everyone: why?")
    table.after("")
    table.after("done")
    assert table.speakers() == ["Maya", "Ana", "Maya", "Maya"]
    assert {change.attribution for change in table.added} == {"Maya", "User"}


def test_two_personas_of_one_first_name_both_answer_and_the_session_ends():
    maya = type(MAYA)("other-maya", "Maya Ito", "Tester", "tests", "QA", ())
    table = Table(cast=(MAYA, ALEX, maya)).run()
    said = table.after("Maya, what do you think?")
    assert [e.speaker.key for e in said if e.kind == EventKind.CONTRIBUTION] == [MAYA.key, "other-maya"]
    table.after("done")
    assert table.end == ("finished", EndReason.USER_INITIATED)


TEXTS = [
    "Alex, wie wirkt sich das aus? Fertig sind wir noch nicht.",
    "Alex，这会怎样影响可扩展性？",
    "Alex, كيف يؤثر هذا على التوسع؟",
    "Alex, \u202eevil\u202c <script>alert(1)</script>",
]


@pytest.mark.parametrize("text", TEXTS)
def test_fr_003_02_texts_in_other_languages_address_and_end_nothing(text):
    said = Table().after(text)
    assert said[0].speaker == ALEX.speaker
    assert said[0].kind == EventKind.CONTRIBUTION


def test_a_message_of_20000_characters_is_one_turn_like_any_other():
    table = Table(max_turns=5).run()
    table.say("Alex, " + "слово 字 " * 2_500)
    table.run()
    assert table.end == ("finished", EndReason.TURN_LIMIT)
    assert max(map(len, table.of(EventKind.RECORD)[0].data["synthesis_summary"].split())) <= 100


@pytest.mark.parametrize(
    "topic", ["# Retries\n\n<!-- x -->", "`[a](b)` *c* | d", "x" * 200, "بيانات", "重试"]
)
def test_a_topic_with_markup_stays_one_line_everywhere(topic):
    table = Table(topic=topic, step_id="", boundary="", phase="")
    table.after("done")
    heading = {change.heading for change in table.added}
    assert len(heading) == 1
    assert "\n" not in heading.pop()
    flat = " ".join(topic.split())
    assert f"Topic: {flat} for offline mode feature" in table.events[1].text.splitlines()
    assert table.of(EventKind.FRAMING)[0].text.startswith(f"Let us look at {flat}.")


def test_c5_with_three_turns_nobody_is_heard_beyond_the_third():
    table = Table(max_turns=3)
    table.say("Maya, me first!")
    table.run()
    assert [turn.turn for turn in table.state.turns] == [1, 2, 3]
    assert len(table.lines("warning")) == 1
    assert table.end == ("finished", EndReason.TURN_LIMIT)


@pytest.mark.slow
def test_vr_elab_003_a_thousand_turns_are_warned_of_once_and_end():
    table = Table(max_turns=1000)
    while table.run(5000).state.ending is None:
        table.say("Maya, more?", BEN)
    assert table.state.turn_count == 1000
    assert len(table.lines("warning")) == 1


@given(st.lists(st.sampled_from(["stop", "fail", "crash"]), max_size=6), st.data())
@examples(60)
def test_nfr_005_stopping_failing_and_crashing_at_any_moment_change_nothing_that_is_said(breaks, data):
    undisturbed = Table(first_takes=True, max_turns=6).run()
    undisturbed.say("done")
    undisturbed.run()
    table = Table(first_takes=True, max_turns=6)
    for what in [*breaks, None]:
        for _ in range(data.draw(st.integers(0, 6))):
            table.step()
        if table.state.lifecycle == State.RUNNING and what:
            interrupt(table, what)
    table.run()
    if table.state.lifecycle == State.WAITING:
        table.say("done")
        table.run()
    assert [turn.text for turn in table.state.turns] == [turn.text for turn in undisturbed.state.turns]
    assert [change.inserted for change in table.added] == [c.inserted for c in undisturbed.added]
    assert [event.kind for event in table.events].count(EventKind.RECORD) == 1


def interrupt(table: Table, what: str) -> None:
    """Somebody stops and resumes it, a call fails and is tried again, or the process ends and another folds the log."""
    if what == "stop":
        table.move(State.STOPPED, "stopped_by_person")
        table.move(State.RUNNING)
    elif what == "fail":
        fails(table, "contribution")
        table.move(State.RUNNING)
    else:
        copy = Table(start=False, first_takes=True, max_turns=6)
        copy.events = list(table.events)
        assert copy.state == table.state


def test_a_message_that_came_while_it_was_summed_up_is_told_apart_and_not_lost():
    table = Table().run()
    table.say("done")
    table.step()
    table.say("One more: who pays?", ANA)
    late = table.run().state.late
    assert [message.text for message in late] == ["One more: who pays?"]
    assert table.state.pending == ()
    assert isinstance(decide(table.state), WaitForUser)


def test_c29_the_record_of_a_typed_topic_has_the_topic_and_no_step():
    table = Table(step_id="", boundary="", phase="", topic="Sync")
    table.run()
    table.say("done")
    made = next(c for c in iter(table.step, None) if isinstance(c, Record))
    assert (made.step_id, made.topic, made.outcome) == ("", "Sync", "complete")
