"""A person wraps the interview up: at any moment there is a verdict on what was said, and nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from reviews.kinds.interview.machine import broke, decide, unproposed_changes
from reviews.kinds.interview.wrapping_up import ASKED_BACK, MY_ANSWER, WRAP_UP, wrap_up_data
from reviews.log import payloads
from reviews.log.values import Ask, Heard, Move, NewEvent, Speaker, WaitForUser
from reviews.states import ENDED, EndReason, EventKind, State
from tests.drawing import examples
from tests.kinds.interview import test_properties
from tests.kinds.interview.chaos import provider
from tests.kinds.interview.stage import ANA, HM, QUOTE, ROUND, Stage, asked, satisfied, script

BEN = Speaker("user:2", "Ben")
OTHER = asked("What does a minute of outage cost?", "Which card networks take part?")
EDIT = Heard("Better.", {"edits": [{"old": "three times", "new": "three times a day"}]})
ALL_SETTLED = asked("Who signs?", "When?", topics=satisfied().data["topics"])


def wrap_up(stage: Stage, text: str = WRAP_UP, speaker: Speaker = ANA) -> int:
    """The message as people send it."""
    data = wrap_up_data(text, answering=stage.setup.answered_by == "me")
    assert data
    return stage.say(text, speaker, **data)


def tell(stage: Stage, text: str, speaker: Speaker = ANA) -> int:
    """A message as it is stored, whether it wraps up or not."""
    return stage.say(text, speaker, **wrap_up_data(text, answering=stage.setup.answered_by == "me"))


def waiting(**changed) -> Stage:
    """An interview that Ana answers, waiting for her."""
    return Stage(script(ROUND, OTHER, ALL_SETTLED, improve=EDIT), answered_by="me", **changed).run()


def asked_back(stage: Stage) -> list[str]:
    return [e.text for e in stage.events if e.data.get("what") == ASKED_BACK]


def verdict(stage: Stage) -> dict:
    """The data of its only verdict, which has the shape that is stored."""
    (event,) = stage.of(EventKind.VERDICT)
    return payloads.validate("interview", EventKind.VERDICT, event.data)


def test_ana_wraps_up_before_the_first_question():
    stage = Stage(script(ROUND))
    wrap_up(stage)
    assert stage.run().end == ("finished", EndReason.NOT_READY)
    assert stage.of(EventKind.QUESTION) == []
    assert verdict(stage)["wrapped_up_by"] == "Ana"
    assert len(verdict(stage)["open_topics"]) == 10


def test_ana_wraps_up_while_she_is_waited_for_and_the_question_stays_unanswered():
    stage = waiting()
    wrap_up(stage)
    assert stage.run().end == ("finished", EndReason.NOT_READY)
    assert stage.state.exchanges == 0
    assert "**Verdict:** Not ready, wrapped up by Ana" in stage.of(EventKind.VERDICT)[0].text
    assert "Ana wrapped the interview up, so ELM asked no further." in verdict(stage)["caveats"]


def test_with_every_topic_settled_it_is_ready_with_caveats_at_best():
    stage = Stage(script(ALL_SETTLED)).run_until(EventKind.QUESTION)
    wrap_up(stage, speaker=BEN)
    assert stage.run().end == ("finished", EndReason.READY_WITH_CAVEATS)
    assert verdict(stage)["wrapped_up_by"] == "Ben"


def test_a_satisfied_elm_does_not_make_it_ready_when_ana_was_quicker():
    stage = Stage(script(satisfied()))
    usual = stage.provider

    def interrupted(ask: Ask, state) -> Heard:
        wrap_up(stage)
        return usual(ask, state)

    stage.provider = interrupted
    assert stage.run().end == ("finished", EndReason.READY_WITH_CAVEATS)


def test_after_the_verdict_it_is_too_late():
    stage = Stage(script(satisfied())).run_until(EventKind.VERDICT)
    number = wrap_up(stage)
    assert stage.run().end == ("finished", EndReason.READY)
    assert "wrapped_up_by" not in verdict(stage)
    assert stage.state.message(number).used == 0


def test_nobody_is_asked_about_open_topics_any_more():
    stage = Stage(script(satisfied(topics=()))).run_until(EventKind.QUESTION)
    wrap_up(stage)
    stage.run()
    assert stage.of(EventKind.GATE) == []
    assert stage.end == ("finished", EndReason.NOT_READY)


def test_the_improvements_are_kept_and_the_answer_in_hand_goes_into_the_notes():
    stage = Stage(script(ROUND, OTHER, improve=EDIT)).run_until(EventKind.ANSWER)
    wrap_up(stage)
    stage.run()
    assert [change.inserted for change in stage.proposed] == [
        "We will retry each declined payment three times a day.\n"
    ]
    assert len(stage.of(EventKind.CHANGE)) == 1


def test_a_turn_in_flight_is_heard_out():
    stage = Stage(script(ROUND, OTHER))
    usual = stage.provider

    def interrupted(ask: Ask, state) -> Heard:
        if ask.purpose == "interview.answer":
            wrap_up(stage)
        return usual(ask, state)

    stage.provider = interrupted
    stage.run()
    assert [len(stage.of(kind)) for kind in (EventKind.QUESTION, EventKind.ANSWER, EventKind.REVISION)] == [
        1,
        1,
        1,
    ]


def test_an_answer_and_the_wish_in_one_message_are_both_heard():
    stage = waiting()
    text = "The owner is Anna Berg. She approved it on 3 March. Let's wrap up."
    number = wrap_up(stage, text)
    stage.run()
    (answer,) = stage.of(EventKind.ANSWER)
    assert (answer.text, answer.data["messages"]) == (text, [number])
    assert len(stage.of(EventKind.REVISION)) == 1
    assert stage.end == ("finished", EndReason.NOT_READY)


def test_what_ana_has_sent_before_is_the_answer_still():
    stage = waiting()
    tell(stage, "Anna Berg owns it.")
    wrap_up(stage, speaker=BEN)
    stage.run()
    assert [event.text for event in stage.of(EventKind.ANSWER)] == ["Anna Berg owns it."]
    assert stage.of(EventKind.ANSWER)[0].speaker == ANA


def test_a_wish_that_was_taken_back_ends_nothing():
    stage = waiting()
    stage.withdraw(wrap_up(stage))
    assert decide(stage.state) == WaitForUser("answer")


def test_a_model_that_is_out_of_reach_does_not_prevent_the_end():
    stage = Stage(script(ROUND)).run_until(EventKind.ANSWER)
    stage.append(NewEvent(EventKind.ERROR, "The stream was cut.", None, {"purpose": "interview.improve"}))
    stage.move(State.WAITING)
    wrap_up(stage)
    stage.move(State.RUNNING)
    stage.provider = None
    assert stage.run().end == ("finished", EndReason.NOT_READY)


def test_without_budget_for_the_last_improvement_it_ends_when_it_is_resumed():
    stage = Stage(script(ROUND)).run_until(EventKind.ANSWER)
    wrap_up(stage)
    assert isinstance(decide(stage.state), Ask)
    stage.append(broke(stage.state)[1])
    stage.move(State.STOPPED, "budget")
    stage.move(State.RUNNING)
    stage.provider = None
    assert stage.run().end == ("finished", EndReason.NOT_READY)


def test_old_messages_that_say_so_wrap_nothing_up():
    stage = Stage(script(ROUND, satisfied())).run_until(EventKind.QUESTION)
    stage.say("Let's wrap up.")
    assert stage.run().end == ("finished", EndReason.READY)


@pytest.mark.parametrize("text", ["done", "That's all.", "fertig", "Let's stop here."])
def test_a_lone_done_is_asked_back_and_not_stored_as_the_answer(text):
    stage = waiting()
    tell(stage, text)
    assert stage.step()
    assert asked_back(stage) == [f"Is “{text.rstrip('.')}” your answer, or shall I wrap up?"]
    assert decide(stage.state) == WaitForUser("answer")
    assert stage.of(EventKind.ANSWER) == []


@pytest.mark.parametrize("reply", [MY_ANSWER, "yes", "It's my answer"])
def test_a_reply_makes_it_the_answer(reply):
    stage = waiting()
    tell(stage, "done")
    stage.run()
    tell(stage, reply)
    stage.run()
    assert [event.text for event in stage.of(EventKind.ANSWER)] == ["done"]
    assert stage.state.steering == ()
    assert len(stage.state.rounds) == 2


@pytest.mark.parametrize("reply", [WRAP_UP, "done", "end it", "the latter", "It was the end."])
def test_a_reply_makes_it_the_end(reply):
    stage = waiting()
    tell(stage, "done")
    stage.run()
    tell(stage, reply)
    assert stage.run().end == ("finished", EndReason.NOT_READY)
    assert stage.of(EventKind.ANSWER) == []
    assert len(asked_back(stage)) == 1


@pytest.mark.parametrize("reply", ["Neither.", "please don't wrap up", "go on", "no", "Not yet."])
def test_neither_is_no_answer_and_no_end(reply):
    stage = waiting()
    tell(stage, "done")
    stage.run()
    tell(stage, reply)
    assert decide(stage.state) == WaitForUser("answer")
    tell(stage, "Anna Berg owns it.")
    stage.run()
    assert [event.text for event in stage.of(EventKind.ANSWER)] == ["Anna Berg owns it."]


def test_other_words_are_the_answer_in_its_place():
    stage = waiting()
    numbers = [tell(stage, "done")]
    stage.run()
    numbers.append(tell(stage, "The migration is done since March."))
    stage.run()
    (answer,) = stage.of(EventKind.ANSWER)
    assert (answer.text, answer.data["messages"]) == ("The migration is done since March.", numbers)


def test_what_was_sent_before_the_lone_done_stays_the_answer_when_it_was_the_end():
    stage = waiting()
    tell(stage, "Anna Berg owns it.")
    tell(stage, "done")
    stage.run()
    tell(stage, "wrap up")
    stage.run()
    assert [event.text for event in stage.of(EventKind.ANSWER)] == ["Anna Berg owns it."]


def test_a_lone_done_that_was_taken_back_leaves_the_question_open():
    stage = waiting()
    number = tell(stage, "done")
    stage.run()
    stage.withdraw(number)
    assert decide(stage.state) == WaitForUser("answer")
    tell(stage, "Anna Berg owns it.")
    stage.run()
    assert [event.text for event in stage.of(EventKind.ANSWER)] == ["Anna Berg owns it."]


def test_where_a_persona_answers_done_is_the_end_at_once():
    stage = Stage(script(ROUND, OTHER)).run_until(EventKind.QUESTION)
    wrap_up(stage, "done")
    assert stage.run().end == ("finished", EndReason.NOT_READY)
    assert asked_back(stage) == []


def test_what_a_stopped_session_keeps_is_proposed_once():
    stage = Stage(script(ROUND, OTHER, improve=EDIT)).run_until(EventKind.REVISION)
    assert len(unproposed_changes(stage.state)) == 1
    stage.move(State.STOPPED, "stopped_by_person")
    stage.append(NewEvent(EventKind.CHANGE, "", None, {"action": "proposed", "count": 1}))
    assert unproposed_changes(stage.state) == ()
    stage.move(State.RUNNING)
    stage.provider = script(ROUND, OTHER, satisfied(), improve=HM)
    assert stage.run().state.lifecycle == State.FINISHED
    assert QUOTE in stage.state.notes[0].text


seeds = st.integers(0, 10**6)
said_words = st.sampled_from(
    ["done", "That's all.", MY_ANSWER, "Anna owns it.", "wrap up", "yes", "no", "fertig"]
)


@given(seeds, st.sampled_from(["ai", "me"]), st.integers(0, 40), st.booleans())
def test_wrapped_up_at_any_point_of_any_log_it_ends_with_a_verdict_that_is_never_ready(
    seed, answered_by, steps, again
):
    stage = Stage(provider(seed), answered_by=answered_by)
    for _ in range(steps):
        if stage.state.lifecycle not in (State.RUNNING, State.WAITING) or stage.of(EventKind.VERDICT):
            return
        if isinstance(stage.step(), WaitForUser):
            tell(stage, f"Number {len(stage.events)} of them.")
    if stage.state.lifecycle not in (State.RUNNING, State.WAITING) or stage.of(EventKind.VERDICT):
        return
    calls = sum(stage.state.calls.values())
    wrap_up(stage)
    if again:
        wrap_up(stage, speaker=BEN)
    stage.run()
    assert stage.end[0] == "finished"
    assert stage.end[1] in (EndReason.READY_WITH_CAVEATS, EndReason.NOT_READY)
    assert verdict(stage)["wrapped_up_by"] == "Ana"
    # The improvement that a person's answer brings, and once more when it was cut off.
    assert sum(stage.state.calls.values()) <= calls + 2
    assert len(stage.of(EventKind.CHANGE)) == 1
    assert bool(stage.proposed) == (stage.state.notes != stage.setup.notes)


@given(seeds, st.lists(said_words, max_size=12))
def test_nothing_is_asked_back_twice_in_a_round(seed, texts):
    stage = Stage(provider(seed), answered_by="me")
    for text in texts:
        stage.run()
        if stage.state.lifecycle in ENDED:
            break
        tell(stage, text)
    stage.run()
    rounds: list[int] = []
    for event in stage.events:
        if event.kind == EventKind.QUESTION:
            rounds.append(0)
        elif event.data.get("what") == ASKED_BACK:
            rounds[-1] += 1
    assert max(rounds, default=0) <= 1


def test_a_finished_interview_obeys_nothing_more():
    stage = waiting()
    wrap_up(stage)
    stage.run()
    assert decide(stage.state) == WaitForUser("ended")
    assert not isinstance(decide(stage.state), Move)


class WrappedUp(test_properties.Interview):
    """The wild provider and the wild user, who wraps up too, at any moment and more than once."""

    @precondition(lambda self: self.at(State.RUNNING, State.WAITING))
    @rule(text=said_words, user=st.sampled_from(["user:1", "user:2"]))
    def tell(self, text: str, user: str) -> None:
        tell(self.stage, text, Speaker(user, "Ana"))

    @precondition(lambda self: self.at(State.RUNNING))
    @rule()
    def break_a_turn(self) -> None:
        """A turn that fails waits for "Try again", but not for who has wrapped up."""
        self.stage.append(
            NewEvent(EventKind.ERROR, "The stream was cut.", None, {"purpose": "interview.question"})
        )
        self.stage.move(State.WAITING)
        fatal, waits = self.stage.state.failure.is_fatal, isinstance(decide(self.stage.state), WaitForUser)
        assert fatal or waits is (self.stage.state.wrap_up is None)

    @invariant()
    def always(self) -> None:
        if not hasattr(self, "stage"):
            return
        state = self.stage.state
        assert sum(message.wraps_up for message in state.messages) >= bool(state.wrapped_up_by)
        if state.wrap_up:
            assert self.stage.end[1] != EndReason.READY
        else:
            test_properties.check(self.stage)

    def teardown(self) -> None:
        """Nobody speaks any more: what was wrapped up ends, after whatever has failed."""
        if hasattr(self, "stage") and self.stage.state.wrap_up and self.at(State.RUNNING, State.WAITING):
            assert self.stage.run().end[0] == "finished"


WrappedUp.TestCase.settings = examples(50, stateful_step_count=30)
TestWrappedUp = WrappedUp.TestCase
