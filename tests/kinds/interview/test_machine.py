"""The interview from the first question to its end, at the level of the log."""

import pytest

from reviews.kinds.interview.machine import InterviewState, decide, fold, hear
from reviews.kinds.notes import Note, check_notes
from reviews.log.values import Ask, Event, Heard, Move, WaitForUser
from reviews.states import EndReason, EventKind, State
from tests.kinds.interview.stage import ANSWER, NOTES, QUOTE, ROUND, Stage, asked, satisfied, script, setup

OTHER = asked("What does a minute of outage cost?", "Which card networks take part?")
THIRD = asked("Why three times?", "What did the pilot show?")
QUESTION, REVISION, VERDICT = EventKind.QUESTION, EventKind.REVISION, EventKind.VERDICT


def test_a_round_is_a_question_an_answer_and_a_revision():
    stage = Stage(script(ROUND, satisfied())).run()
    kinds = [event.kind for event in stage.events]
    assert kinds == [
        "state",
        "question",
        "answer",
        "revision",
        "question",
        "verdict",
        "state",
        "change",
        "state",
    ]
    assert stage.end == ("finished", "ready")


def test_b4_there_is_no_limit_of_rounds_unless_one_is_set():
    many = [asked(f"What is number {n}?", f"Why is {n} so?") for n in range(60)]
    stage = Stage(script(*many, satisfied())).run()
    assert len(stage.state.rounds) == 61


def test_b4_at_the_limit_the_interview_is_stopped_and_never_satisfied():
    stage = Stage(script(ROUND, OTHER, satisfied()), max_rounds=2).run()
    assert stage.end == ("stopped", "iteration_limit")
    assert stage.of(EventKind.CHANGE)
    assert not stage.of(VERDICT)


def test_b4_after_the_limit_was_raised_the_interview_goes_on():
    stage = Stage(script(ROUND, OTHER, satisfied()), max_rounds=2).run()
    stage.setup = setup(max_rounds=5)
    stage.move(State.RUNNING)
    assert stage.run().end == ("finished", "ready")


def test_b4_what_was_improved_since_then_is_proposed_at_the_next_limit():
    usual = script(ROUND, OTHER, THIRD)

    def provider(ask: Ask, state: InterviewState) -> Heard:
        edit = {"after": "times", "new": f"Line {len(state.rounds)}."}
        return Heard("", {"edits": [edit]}) if ask.purpose == "interview.improve" else usual(ask, state)

    stage = Stage(provider, max_rounds=1).run()
    stage.setup = setup(max_rounds=2)
    stage.move(State.RUNNING)
    assert stage.run().end == ("stopped", "iteration_limit")
    assert [change.inserted for change in stage.proposed] == ["Line 2.\nLine 1.\n"]


def test_b4_satisfied_in_the_last_round_allowed_is_satisfied():
    assert Stage(script(ROUND, satisfied()), max_rounds=2).run().end == ("finished", "ready")


def test_b6_the_marker_wins_over_questions_and_the_text_around_it_is_kept():
    text = "Clear now.\n\n[SATISFIED]\n\nOr is it?"
    stage = Stage(script(satisfied(text, questions=[{"text": "Or is it?"}]))).run()
    assert stage.of(QUESTION)[0].text == text
    assert stage.end == ("finished", "ready")


@pytest.mark.parametrize("text", ["I am not [SATISFIED] yet. Why?", "```\n[SATISFIED]\n```\nWhy?"])
def test_b6_only_the_message_decides_never_the_structured_result(text):
    stage = Stage(script(Heard(text, {"stance": "satisfied", "questions": []}))).run_until(EventKind.ANSWER)
    assert not stage.state.rounds[0].marker
    assert stage.of(QUESTION)[0].data["stance"] == "satisfied"


@pytest.mark.parametrize("reply", ["", "  \n", "Interesting.", "`why?`", "I am [SATISFIED]."])
def test_b7_a_reply_without_question_or_marker_is_asked_for_once_more(reply):
    stage = Stage(script(Heard(reply), Heard("Why?"))).run_until(QUESTION)
    assert [event.data["again"] for event in stage.of(EventKind.ANNOUNCEMENT)] == ["interview.question"]
    assert len(stage.state.rounds) == 1


def test_b7_a_second_useless_reply_fails_the_session_and_is_never_satisfied():
    stage = Stage(script(Heard(""))).run()
    assert stage.end == ("failed", "error")
    assert stage.state.calls == {"interview.question": 2}
    assert stage.of(EventKind.ERROR)[0].text.startswith("ELM said nothing twice.")
    assert stage.state.rounds == ()


def test_b7_after_resume_elm_is_asked_anew():
    stage = Stage(script(Heard(""), Heard(""), Heard(""), Heard("Why?"))).run()
    stage.move(State.RUNNING)
    stage.run_until(QUESTION)
    assert stage.state.retries == 0


def test_b7_an_empty_answer_is_asked_for_once_more_too():
    answers = iter([Heard(" "), ANSWER])
    usual = script(ROUND)
    stage = Stage(
        lambda ask, state: next(answers) if ask.purpose == "interview.answer" else usual(ask, state)
    )
    stage.run_until(EventKind.ANSWER)
    assert [event.kind for event in stage.events[1:]] == ["question", "announcement", "answer"]


def test_b7_questions_are_read_from_the_text_when_there_is_no_structured_result():
    stage = Stage(script(Heard("Hm.\n1. Why?\n2. For whom?"))).run_until(QUESTION)
    assert [question.text for question in stage.state.rounds[0].questions] == ["Why?", "For whom?"]


def test_b8_satisfied_at_once_is_one_round_and_no_exchange():
    state = Stage(script(satisfied())).run().state
    assert (len(state.rounds), state.exchanges) == (1, 0)


def test_b8_every_message_of_elm_is_a_round_and_only_answered_ones_are_exchanges():
    state = Stage(script(ROUND, OTHER, satisfied())).run().state
    assert (len(state.rounds), state.exchanges) == (3, 2)


@pytest.mark.parametrize("kind", [QUESTION, EventKind.ANSWER, REVISION])
def test_b11_after_a_stop_the_interview_goes_on_from_the_last_complete_half(kind):
    stage = Stage(script(ROUND, OTHER, satisfied())).run_until(kind)
    stage.move(State.STOPPED, "stopped_by_person")
    assert decide(stage.state) == WaitForUser("ended")
    stage.move(State.RUNNING)
    stage.run()
    undisturbed = Stage(script(ROUND, OTHER, satisfied())).run()
    said = [(event.kind, event.text) for event in stage.events if event.kind != EventKind.STATE]
    assert said == [(event.kind, event.text) for event in undisturbed.events if event.kind != EventKind.STATE]


@pytest.mark.parametrize(("count", "outside"), [(1, True), (2, False), (4, False), (5, True)])
def test_b12_a_round_with_other_than_two_to_four_questions_is_logged_and_let_through(count, outside):
    stage = Stage(script(asked(*(f"What of {n}?" for n in range(count))))).run_until(EventKind.ANSWER)
    assert stage.of(QUESTION)[0].data["outside"] is outside


@pytest.mark.parametrize("text", ["", " \n\t\r\n", "\ufeff", "\ufeff \n"])
def test_b13_empty_notes_get_a_sentence_that_names_them(text):
    problem = check_notes((Note("1", "plan.md", NOTES), Note("2", "empty.md", text)))
    assert problem == "empty.md is empty. Write the notes first, or choose others."


def test_b13_notes_with_words_in_them_can_be_reviewed():
    assert check_notes((Note("1", "plan.md", NOTES),)) is None
    assert check_notes(()) == "There are no notes to review. Choose at least one artifact."


def test_repeated_questions_and_a_repeated_answer_end_as_stagnating():
    stage = Stage(script(ROUND)).run()
    assert stage.end == ("finished", "stagnating")
    assert len(stage.state.rounds) == 2


def test_two_rounds_of_repeated_questions_end_as_stagnating_whatever_the_answers():
    usual = script(ROUND)

    def provider(ask, state):
        words = f"Cards, seen from side {len(state.rounds)}."
        return Heard(words) if ask.purpose == "interview.answer" else usual(ask, state)

    stage = Stage(provider).run()
    assert (stage.end, len(stage.state.rounds)) == (("finished", "stagnating"), 3)


def test_one_new_question_is_enough_to_go_on():
    stage = Stage(script(ROUND, asked("What goes wrong today?", "And the cost?"), satisfied())).run()
    assert stage.end == ("finished", "ready")


def test_not_ready_is_an_honest_end_without_questions():
    stage = Stage(script(ROUND, Heard("Nobody here knows the cost.", {"stance": "not_ready"}))).run()
    assert stage.end == ("finished", "not_ready")
    assert len(stage.state.rounds) == 2


def test_a_failed_turn_waits_until_somebody_tries_again():
    stage = Stage(script(ROUND, satisfied())).run_until(QUESTION)
    stage.append(Event(0, EventKind.ERROR, "The stream was cut.", None, {"purpose": "interview.answer"}))
    assert decide(stage.state) == WaitForUser("error")
    assert stage.state.blocked
    stage.move(State.WAITING)
    stage.move(State.RUNNING)
    assert stage.run().end == ("finished", "ready")


def test_b10_improvements_change_the_working_notes_and_are_proposed_as_hunks():
    better = Heard(
        "Done.",
        {"edits": [{"old": "three times", "new": "three times, a minute apart", "reason": "Says when."}]},
    )
    stage = Stage(script(ROUND, satisfied(), improve=better)).run()
    assert stage.state.notes[0].text == NOTES.replace("three times", "three times, a minute apart")
    change = stage.proposed[0]
    assert (change.removed, change.section) == (
        "We will retry each declined payment three times.\n",
        "Payment retries",
    )
    assert (change.reason, change.events, change.artifact) == ("Says when.", (2, 3), "a1")


def test_edits_without_a_place_are_listed_with_the_reason_and_change_nothing():
    wrong = [{"old": "four times", "new": "x"}, {"artifact": "a1", "old": NOTES, "new": " "}]
    stage = Stage(script(ROUND, satisfied(), improve=Heard("Done.", {"edits": wrong}))).run()
    data = stage.of(REVISION)[0].data
    assert [edit["why"] for edit in data["refused"]] == [
        "The words to replace are not in the notes.",
        "Nothing would be left of the notes.",
    ]
    assert (data["edits"], stage.proposed) == ([], ())


def test_with_several_notes_an_edit_goes_where_it_names_or_where_its_words_are():
    notes = (Note("a1", "one.md", "Alpha beta.\n"), Note("a2", "two.md", "Gamma beta.\n"))
    edits = [
        {"artifact": "two.md", "old": "beta", "new": "delta"},
        {"old": "Alpha", "new": "Omega"},
        {"old": "beta.", "new": "x"},
    ]
    stage = Stage(script(ROUND, improve=Heard("", {"edits": edits})), notes=notes).run_until(REVISION)
    assert [note.text for note in stage.state.notes] == ["Omega beta.\n", "Gamma delta.\n"]
    assert stage.of(REVISION)[0].data["refused"][0]["why"] == "Which note is meant is not clear."


def test_citations_are_looked_up_and_the_others_are_told_apart():
    answer = Heard("So.", {"citations": [{"quote": QUOTE.upper()}, {"quote": "made up words"}]})
    data = Stage(script(ROUND, answer=answer)).run_until(EventKind.ANSWER).of(EventKind.ANSWER)[0].data
    assert data["citations"] == [{"quote": QUOTE, "artifact": "a1", "name": "retries.md"}]
    assert data["not_found"] == ["made up words"]


def test_characters_that_no_database_stores_are_taken_out():
    odd = Heard("Why\x00?\ud800", {"questions": [{"text": "Why\x00?"}, {"text": "And?"}]})
    event = Stage(script(odd)).run_until(QUESTION).of(QUESTION)[0]
    assert (event.text, event.data["questions"][0]["text"]) == ("Why??", "Why?")


def test_an_unknown_purpose_is_refused():
    with pytest.raises(ValueError, match="never asks for"):
        hear(fold([], setup()), Ask("interview.sing", "elm"), Heard(""))


def test_a_session_that_failed_says_so_once_and_is_then_over():
    stage = Stage(script(Heard("")))
    while not isinstance(command := stage.step(), Move):
        pass
    assert (command.state, command.reason) == (State.FAILED, EndReason.ERROR)
    assert decide(stage.state) == WaitForUser("ended")
