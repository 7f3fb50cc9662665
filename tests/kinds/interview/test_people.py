"""What people say in an interview: as answers, as steering, and taken back."""

from reviews.kinds.interview.machine import decide
from reviews.log.values import Ask, Heard, Say, Speaker, WaitForUser
from reviews.states import EventKind, State
from tests.kinds.interview.stage import ANA, ROUND, Stage, asked, satisfied, script

BEN = Speaker("user:2", "Ben")
OTHER = asked("What does a minute of outage cost?", "Which card networks take part?")


def waiting(*questions: Heard) -> Stage:
    """An interview that Ana answers, waiting for her."""
    return Stage(script(*questions or (ROUND, OTHER, satisfied())), answered_by="me").run()


def test_ana_is_waited_for_when_she_answers():
    stage = waiting()
    assert decide(stage.state) == WaitForUser("answer")
    assert stage.events[-1].kind == EventKind.QUESTION


def test_all_that_has_arrived_is_the_answer():
    stage = waiting()
    numbers = [stage.say("Cards are declined."), stage.say("Buyers notice.", BEN)]
    assert isinstance(stage.step(), Say)
    answer = stage.events[-1]
    assert (answer.text, answer.speaker) == ("Cards are declined.\n\nBuyers notice.", BEN)
    assert answer.data["messages"] == numbers
    assert stage.state.pending == ()


def test_improvements_are_asked_for_after_a_persons_answer_too():
    stage = waiting()
    stage.say("Cards are declined.")
    stage.run()
    kinds = [event.kind for event in stage.events[2:]]
    assert kinds == ["user_message", "answer", "revision", "question"]


def test_what_ana_says_before_the_question_is_not_its_answer():
    stage = Stage(script(ROUND), answered_by="me")
    stage.say("Mind the costs.")
    assert decide(stage.run().state) == WaitForUser("answer")
    assert stage.state.exchanges == 0


def test_what_ana_says_while_elm_asks_is_not_the_answer_either():
    stage = Stage(script(ROUND), answered_by="me")

    def interrupted(ask: Ask, state) -> Heard:
        stage.say("Mind the costs.")
        return ROUND

    stage.provider = interrupted
    assert decide(stage.run().state) == WaitForUser("answer")
    assert [message.text for message in stage.state.pending] == ["Mind the costs."]


def test_b11_an_unanswered_question_is_still_there_after_a_stop():
    stage = waiting()
    stage.move(State.STOPPED, "stopped_by_person")
    stage.move(State.RUNNING)
    assert decide(stage.state) == WaitForUser("answer")
    assert len(stage.state.rounds) == 1


def test_a_message_that_ana_took_back_is_no_answer():
    stage = waiting()
    stage.withdraw(stage.say("Cards are decl"))
    assert decide(stage.state) == WaitForUser("answer")
    stage.say("Cards are declined.")
    stage.step()
    assert stage.events[-1].text == "Cards are declined."


def test_a_steering_message_is_pending_until_a_turn_has_seen_it():
    stage = Stage(script(ROUND, OTHER, satisfied())).run_until(EventKind.QUESTION)
    number = stage.say("Ask about the costs.")
    assert [message.number for message in stage.state.pending] == [number]
    stage.step()
    assert stage.state.pending == ()
    assert stage.state.messages[0].used == stage.events[-1].number


def test_a_message_that_arrives_while_a_turn_is_spoken_is_used_by_the_next_one():
    stage = Stage(script(ROUND, OTHER, satisfied()))

    def interrupted(ask: Ask, state) -> Heard:
        if ask.purpose == "interview.question" and not stage.state.messages:
            stage.say("Ask about the costs.")
        return script(ROUND, OTHER, satisfied())(ask, state)

    stage.provider = interrupted
    stage.run_until(EventKind.QUESTION)
    assert [message.text for message in stage.state.pending] == ["Ask about the costs."]
    stage.run_until(EventKind.ANSWER)
    assert stage.state.pending == ()


def test_a_used_message_cannot_be_taken_back():
    stage = Stage(script(ROUND, OTHER, satisfied())).run_until(EventKind.QUESTION)
    number = stage.say("Ask about the costs.")
    stage.step()
    stage.withdraw(number)
    assert [message.text for message in stage.state.heard_messages] == ["Ask about the costs."]


def test_taking_back_comes_too_late_for_the_turn_that_has_read_it():
    stage = Stage(script(ROUND, satisfied())).run_until(EventKind.QUESTION)
    number, usual = stage.say("Ask about the costs."), stage.provider

    def hasty(ask: Ask, state) -> Heard:
        if ask.purpose == "interview.answer":
            stage.withdraw(number)
        return usual(ask, state)

    stage.provider = hasty
    stage.run_until(EventKind.ANSWER)
    assert (stage.state.messages[0].withdrawn, stage.state.messages[0].used > 0) == (0, True)


def test_a_persons_words_settle_a_topic_and_fill_the_unknown_of_its_question():
    cost = asked(
        "What does it cost?", "Who decides?", questions=[{"text": "What does it cost?", "topic": "tradeoffs"}]
    )
    unknown = Heard("The notes do not say.", {"unknowns": ["What it costs."]})
    quote = [{"topic": "tradeoffs", "status": "answered", "quote": "forty thousand euros"}]
    stage = Stage(script(cost, asked("Is that all?", "Is it?", topics=quote), answer=unknown))
    stage.run_until(EventKind.REVISION)
    assert stage.state.outstanding == ("What it costs.",)
    stage.say("It costs forty thousand euros a year.", ANA)
    stage.run_until(EventKind.QUESTION, 2)
    assert stage.state.outstanding == ()
