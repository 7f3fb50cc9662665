"""The course of a roundtable, from the introduction to the end."""

import pytest

from reviews.kinds.roundtable.machine import decide
from reviews.log.values import AskMany, Heard, NewEvent, Say, WaitForUser
from reviews.states import EndReason, EventKind, State
from tests.kinds.roundtable.table import ALEX, BEN, JORDAN, MAYA, Table, differs, says


def drifts(**drift):
    """The lead finds that somebody left the topic."""
    return lambda ask, state: (
        Heard("", {"drift": drift}) if ask.speaker == state.setup.lead.key else Heard("Yes.", {})
    )


def test_fr_001_03_mvt_001_the_introduction_names_the_others_the_topic_the_limit_and_the_way_out():
    table = Table()
    table.step()
    assert table.events[1].text == (
        "---\nELABORATION MODE\n\n"
        "Bringing Alex Rivera (Solutions Architect) and Jordan Park (System Designer)\n"
        "into the discussion.\n\n"
        "Topic: User Experience & Journeys for offline mode feature\n\n"
        'Turn limit: 10 exchanges. Type "done" to end discussion early.\n---'
    )


def test_c41_the_introduction_comes_before_any_model_is_asked():
    table = Table()
    assert isinstance(table.step(), Say)
    assert table.asks == []


def test_fr_001_04_fr_004_03_c17_the_lead_frames_the_step_with_a_focus_question_and_names_who_is_next():
    framing = Table().run().of(EventKind.FRAMING)[0]
    assert framing.speaker == MAYA.speaker
    assert framing.text == (
        "We just covered User Experience & Journeys. Here is where we landed: Couriers work without a network.\n\n"
        "I think we could benefit from all our perspectives on this specific question: "
        "What does a courier see during sync?\n\n"
        "Alex, what is your take from a feasibility perspective?"
    )
    assert framing.data["focus"] == "What does a courier see during sync?"


def test_c17_a_typed_topic_was_not_just_covered():
    framing = Table(step_id="", topic="Sync", boundary="").run().of(EventKind.FRAMING)[0]
    assert framing.text.startswith("Let us look at Sync. Here is where we landed: ")


def test_a_topic_that_is_a_question_stands_in_quotes():
    reply = Heard("Nothing yet.", {"focus_question": "Who decides??"})
    table = Table(says(framing=reply), step_id="", topic="Should couriers see it?", boundary="").run()
    framing = table.of(EventKind.FRAMING)[0]
    assert framing.text.startswith("Let us look at “Should couriers see it?”. Here is where we landed: ")
    assert framing.data["focus"] == "Who decides?"


def test_fr_004_03_a_lead_that_names_no_question_gets_one():
    table = Table(says(framing=Heard("Nothing.", None))).run()
    assert table.state.focus == (
        "What would have to be clear about User Experience & Journeys before somebody can act on it?"
    )


@pytest.mark.parametrize(
    ("cast", "order"),
    [
        ((MAYA, ALEX, JORDAN), ["Maya", "Alex", "Jordan"]),
        ((ALEX, JORDAN, MAYA), ["Alex", "Jordan", "Maya"]),
        ((JORDAN, ALEX, MAYA), ["Jordan", "Alex", "Maya"]),
    ],
)
def test_fr_002_02_c8_c9_mvt_002_the_lead_speaks_first_and_the_one_it_names_answers_first(cast, order):
    table = Table(cast=cast).run()
    assert table.speakers() == order
    assert table.state.framing.data["ask_first"] == cast[1].key
    assert decide(table.state) == WaitForUser("turn")


def test_us_008_a_fourth_persona_takes_part():
    cleo = MAYA.__class__("security", "Sam Field", "Security Reviewer", "abuse", "Security", ("token",))
    table = Table(cast=(MAYA, ALEX, JORDAN, cleo)).run()
    assert table.speakers() == ["Maya", "Alex", "Jordan", "Sam"]
    said = table.after("How long does a token live, you think?")
    assert [event.speaker.key for event in said if event.kind == EventKind.CONTRIBUTION] == [
        MAYA.key,
        "security",
    ]


def test_fr_002_04_c36_a_prefix_that_a_model_wrote_is_taken_off():
    table = Table(says(contribution=Heard("Alex Rivera (Solutions Architect): One queue.", {}))).run()
    assert table.of(EventKind.CONTRIBUTION)[0].text == "One queue."


def test_blind_first_takes_are_stored_before_the_framing():
    table = Table(first_takes=True)
    table.step()
    assert isinstance(table.step(), AskMany)
    assert [event.speaker.key for event in table.of(EventKind.FIRST_TAKE)] == [MAYA.key, ALEX.key, JORDAN.key]
    assert table.of(EventKind.FRAMING) == []


def test_a_first_take_that_failed_is_the_only_one_asked_for_again():
    table = Table(first_takes=True)
    table.step()
    table.ask(decide(table.state).asks[1])
    assert [ask.speaker for ask in decide(table.state).asks] == [MAYA.key, JORDAN.key]


@pytest.mark.parametrize(
    "word", ["done", "exit", "wrap up", "back", "DONE", "Let's wrap up our discussion of errors"]
)
def test_fr_006_01_mvt_004_an_exit_word_starts_the_synthesis(word):
    table = Table()
    table.after(word)
    assert table.lines("exit") == ["Wrapping up the discussion. Let me synthesize our key points."]
    assert table.end == ("finished", EndReason.USER_INITIATED)


def test_c3_the_exit_word_is_no_turn():
    table = Table()
    table.after("done")
    assert table.state.turn_count == 3
    assert [event.kind for event in table.events][-7:] == [
        "facilitation",
        "synthesis",
        "state",
        "change",
        "record",
        "menu",
        "state",
    ]


@pytest.mark.parametrize("text", ["I'm not done yet", "Let's go back to discussing the API"])
def test_fr_006_01_c14_what_only_sounds_like_an_end_ends_nothing(text):
    table = Table()
    table.after(text)
    assert table.end == ("waiting", None)
    assert table.state.turn_count == 5


def test_c14_c15_what_is_ambiguous_is_asked_back_and_costs_no_turn():
    table = Table()
    said = table.after("I am done with the retry part")
    question = "Did you want to end the discussion, or continue exploring this?"
    assert [event.text for event in said] == [question]
    assert table.state.turn_count == 3


def test_c3_yes_to_the_question_ends_it_without_a_turn():
    table = Table()
    table.after("I am done with the retry part")
    table.after("yes, end it")
    assert table.end == ("finished", EndReason.USER_INITIATED)
    assert table.state.turn_count == 3


def test_c14_continue_lets_them_answer_what_was_asked_back():
    table = Table()
    table.after("I am done with the retry part")
    said = table.after("continue")
    assert table.speakers()[3:] == ["Ana", "Maya"]
    assert said[0].kind == EventKind.CONTRIBUTION


def test_only_the_starter_or_an_admin_ends_it():
    table = Table()
    table.after("done", BEN)
    assert table.lines("may_not_end") == [
        "Only Ana who started this, or a team admin, can end the discussion. We go on."
    ]
    assert table.end == ("waiting", None)
    assert table.state.turn_count == 3


def test_fr_007_01_fr_007_02_mvt_005_it_warns_at_turn_8_and_ends_at_turn_10():
    table = Table()
    table.after("Everyone, what is missing?")
    assert table.lines("warning") == []
    said = table.after("everyone: go on")
    what = [(event.data.get("turn"), event.data.get("what")) for event in said]
    assert (8, None) not in what[:1]
    assert table.lines("warning") == [
        "We are nearing the end of our discussion time. Any final points before we synthesize?"
    ]
    assert table.lines("limit") == [
        "We have had a thorough discussion. Let me synthesize the key points from our conversation."
    ]
    assert table.state.turn_count == 10
    assert table.end == ("finished", EndReason.TURN_LIMIT)


def test_c4_who_is_left_when_the_limit_is_reached_is_not_heard():
    table = Table(max_turns=5)
    table.after("Everyone, what is missing?")
    assert table.speakers() == ["Maya", "Alex", "Jordan", "Ana", "Maya"]
    assert table.end == ("finished", EndReason.TURN_LIMIT)


def test_c5_with_three_turns_the_warning_comes_after_the_framing():
    table = Table(max_turns=3).run()
    kinds = [(event.kind, event.data.get("what")) for event in table.events]
    assert kinds[2:4] == [("framing", None), ("facilitation", "warning")]
    assert table.end == ("finished", EndReason.TURN_LIMIT)


def test_nfr_006_messages_after_the_last_turn_are_kept_and_not_counted():
    table = Table(max_turns=4).run()
    for number in range(3):
        table.say(f"Thought {number}")
    table.run()
    assert table.state.turn_count == 4
    assert [message.turn for message in table.state.messages] == [4, 0, 0]


def test_fr_003_04_c6_after_three_rounds_without_anybody_the_lead_asks():
    table = Table(max_turns=30)
    for _ in range(3):
        table.after("")
    assert table.lines("inactivity") == ["Any thoughts on this, or should we wrap up?"]
    assert table.end == ("waiting", None)


def test_c6_c7_silence_after_the_question_ends_it_for_inactivity():
    table = Table(max_turns=30)
    for _ in range(4):
        table.run()
        table.tick()
    table.run()
    assert table.end == ("finished", EndReason.INACTIVITY)
    assert "**Exit**: user-initiated" in table.state.synthesis.text


def test_c6_a_word_starts_the_count_anew():
    table = Table(max_turns=40)
    for text in ("", "", "Why?", "", ""):
        table.after(text)
    assert table.lines("inactivity") == []


def test_silence_lets_everybody_speak_once_if_there_is_something_to_say():
    table = Table(max_turns=30)
    table.after("")
    assert table.speakers()[3:] == ["Maya", "Alex", "Jordan"]
    assert all(ask.context["optional"] for ask in table.asks[-3:])


def test_who_has_spoken_last_does_not_open_the_silent_round():
    table = Table(max_turns=30)
    table.after("Alex, really?")
    table.after("")
    assert table.speakers()[5:] == ["Maya", "Jordan", "Alex"]


def test_c9_a_message_before_the_framing_leaves_the_floor_to_whom_the_lead_names():
    table = Table()
    table.say("What about couriers in tunnels?")
    table.run()
    assert table.speakers() == ["Maya", "Ana", "Alex", "Jordan", "Maya"]


def test_fr_003_02_who_is_asked_by_name_and_says_nothing_is_asked_once_more():
    table = Table(says(contribution=Heard("", {"passes": True})))
    table.after("Alex, why?")
    assert [event.text for event in table.of(EventKind.ANNOUNCEMENT)] == [
        "Alex was asked and said nothing, so it is asked once more."
    ]
    assert decide(table.state) == WaitForUser("turn")


def test_anti_blending_who_has_nothing_to_add_passes_without_a_turn():
    table = Table(says(contribution=Heard("", {"passes": True}))).run()
    assert table.speakers() == ["Maya"]
    assert table.lines("passes") == ["", ""]
    assert decide(table.state) == WaitForUser("turn")


def test_fr_004_02_mvt_006_a_persons_drift_is_redirected_and_costs_the_lead_no_turn():
    reply = drifts(by="User", subject="the database", belongs_to="Technology Decisions")
    table = Table(says(contribution=reply))
    table.after("Which database should we buy?")
    assert table.lines("redirect") == [
        "That is a great question for step 03-02, Technology Decisions. For now, let us focus on "
        "“What does a courier see during sync?”."
    ]
    assert table.speakers() == ["Maya", "Alex", "Jordan", "Ana"]


def test_fr_004_02_a_personas_drift_is_redirected_by_name():
    reply = drifts(by="Alex", subject="the data centre", belongs_to="nowhere")
    table = Table(says(contribution=reply))
    table.after("What does that mean for couriers?")
    assert table.lines("redirect") == [
        "Alex raises an interesting point about the data centre, but let us stay focused on "
        "“What does a courier see during sync?”. We can explore that when we get to a later step."
    ]


def test_only_the_lead_redirects():
    drift = {"by": "User", "subject": "the database"}
    table = Table(says(contribution=Heard("The database.", {"drift": drift})))
    table.after("Alex, which database?")
    assert table.lines("redirect") == []


def test_fr_005_02_fr_005_03_a_disagreement_is_put_to_people_as_a_choice_and_counts():
    table = Table(says(contribution=differs)).run()
    assert table.lines("disagreement") == [
        "Alex and Maya see this differently. Alex favors one queue because it is simpler. "
        "Maya favors a list that explains itself because couriers read it. "
        "What matters more for your project: One queue or The list?"
    ]
    assert table.state.turn_count == 4
    assert decide(table.state) == WaitForUser("turn")


def test_c2_the_disagreement_may_take_the_last_turn():
    table = Table(says(contribution=differs), max_turns=3).run()
    assert table.state.turns[-1].what == "disagreement"
    assert table.state.turn_count == 3


def test_one_pair_differs_once():
    table = Table(says(contribution=differs))
    table.after("Alex, still?")
    assert len(table.lines("disagreement")) == 1


def test_fr_005_01_vr_elab_012_only_turns_that_there_were_can_be_referred_to():
    table = Table(
        says(contribution=Heard("Building on Maya's point about sync…", {"refers_to": [3, 99, -1]}))
    ).run()
    assert table.of(EventKind.CONTRIBUTION)[0].data["refers_to"] == [3]


def test_a_failed_turn_waits_for_somebody_and_costs_none():
    table = Table()
    table.step()
    data = {"purpose": "roundtable.framing", "retryable": True}
    table.append(NewEvent(EventKind.ERROR, "The stream was cut.", MAYA.speaker, data))
    assert decide(table.state) == WaitForUser("error")
    table.move(State.WAITING)
    table.move(State.RUNNING)
    assert table.run().state.turn_count == 3


def test_stopped_in_the_middle_it_goes_on_where_it_was():
    table = Table()
    while len(table.of(EventKind.CONTRIBUTION)) < 1:
        table.step()
    table.move(State.STOPPED, "stopped_by_person")
    assert decide(table.state) == WaitForUser("ended")
    table.move(State.RUNNING)
    assert table.run().speakers() == ["Maya", "Alex", "Jordan"]
