"""What a persona gave and what was not taken is told: to people on its turn, to the persona when it is asked next."""

from reviews.kinds.interview.not_taken import not_taken, not_taken_text
from reviews.kinds.notes import Note
from reviews.log.values import Ask, Heard
from reviews.states import EventKind
from tests.kinds.interview.stage import NOTES, QUOTE, ROUND, Stage, asked, satisfied, script
from tests.kinds.interview.test_prompts import prompt_of, rendered

OTHER = asked("What does a minute of outage cost?", "Which card networks take part?")
EDITS = Heard(
    "Done.",
    {
        "edits": [
            {"old": "three times", "new": "three times, a minute apart"},
            {"old": "four times", "new": "five times"},
            {"artifact": "rollout.md", "after": QUOTE, "new": "By June."},
        ]
    },
)


def second_round(**scripted: Heard) -> Stage:
    return Stage(script(ROUND, OTHER, satisfied(), **scripted)).run_until(EventKind.QUESTION, 2)


def test_an_edit_that_names_a_file_which_does_not_exist_is_refused_and_changes_no_other():
    stage = second_round(improve=EDITS)
    data = stage.of(EventKind.REVISION)[0].data
    assert [edit["why"] for edit in data["refused"]] == [
        "There is no note with the name “rollout.md”.",
        "The words to replace are not in the notes.",
    ]
    assert stage.state.notes[0].text == NOTES.replace("three times", "three times, a minute apart")


def test_an_edit_that_names_no_file_goes_to_the_only_note_that_has_its_words_retyped():
    notes = (Note("a1", "one.md", "**Alpha** beta.\n"), Note("a2", "two.md", "Gamma beta.\n"))
    edit = Heard("", {"edits": [{"old": "alpha beta", "new": "alpha delta"}]})
    stage = Stage(script(ROUND, improve=edit), notes=notes).run_until(EventKind.REVISION)
    assert [note.text for note in stage.state.notes] == ["**Alpha** delta.\n", "Gamma beta.\n"]


def test_of_very_many_edits_the_first_two_hundred_are_taken_and_the_others_say_why():
    lines = "".join(f"Line {number}.\n" for number in range(100, 310))
    edits = [{"old": f"Line {number}.", "new": f"Row {number}."} for number in range(100, 310)]
    stage = Stage(
        script(ROUND, improve=Heard("", {"edits": edits})), notes=(Note("a1", "one.md", lines),)
    ).run_until(EventKind.REVISION)
    refused = stage.of(EventKind.REVISION)[0].data["refused"]
    assert [edit["why"] for edit in refused] == ["An improvement is at most 200 edits."] * 10
    assert stage.state.notes[0].text.count("Row") == 200


def test_a_topic_is_settled_in_the_words_of_the_notes():
    update = {"topic": "problem", "status": "answered", "quote": "four in a hundred `cards` … within minutes"}
    stage = Stage(script(asked("Why?", "For whom?", topics=[update]))).run_until(EventKind.QUESTION)
    assert stage.state.scorecard.topics["problem"].quote == NOTES.split("\n")[2].removesuffix(".")


def test_edits_that_could_not_be_placed_are_counted_and_each_says_why():
    data = second_round(improve=EDITS).of(EventKind.REVISION)[0].data
    (found,) = not_taken(EventKind.REVISION, data)
    assert found.summary == "2 of 3 edits could not be placed"
    assert found.items[1] == "“four times” The words to replace are not in the notes."


def test_quotes_that_were_not_found_are_counted_with_those_that_were():
    answer = Heard("So.", {"citations": [{"quote": QUOTE}, {"quote": "made up words"}]})
    data = second_round(answer=answer).of(EventKind.ANSWER)[0].data
    assert not_taken_text(EventKind.ANSWER, data) == "1 of 2 quotes were not found:\n- “made up words”"


def test_topics_without_a_quote_or_a_reason_are_told_apart():
    topics = [
        {"topic": "problem", "status": "answered", "quote": QUOTE},
        {"topic": "why", "status": "answered", "quote": "Everybody is angry"},
        {"topic": "risks", "status": "waived"},
    ]
    stage = Stage(script(asked("Why?", "For whom?", topics=topics))).run_until(EventKind.QUESTION)
    assert not_taken_text(EventKind.QUESTION, stage.of(EventKind.QUESTION)[0].data) == (
        "1 of 2 quotes were not found:\n- Why it matters: “Everybody is angry”\n"
        "1 of 2 changes of topics did not count:\n- Risks: A waiver needs a reason."
    )


def test_when_everything_was_taken_nothing_is_told():
    stage = second_round()
    assert [not_taken(event.kind, event.data) for event in stage.events] == [[]] * len(stage.events)
    assert "not taken" not in rendered(prompt_of(stage))


def test_a_persona_is_told_once_what_of_its_last_turn_was_not_taken():
    prompts = []
    usual = script(ROUND, OTHER, satisfied(), improve=EDITS)

    def provider(ask: Ask, state):
        prompts.append(prompt_of(stage))
        return (
            Heard("", {"edits": []})
            if ask.purpose == "interview.improve" and len(state.rounds) > 1
            else usual(ask, state)
        )

    stage = Stage(provider)
    stage.run()
    told = [(p.purpose, "what was not taken last time" in [m.name for m in p.materials]) for p in prompts]
    assert [purpose for purpose, is_told in told if is_told] == ["interview.improve"]
    assert sum(purpose == "interview.improve" for purpose, _ in told) == 2


OUTAGE = Note(
    "a1",
    "outage.md",
    "# Post-mortem of the outage\n\n## Timeline\n\n"
    "10:00 The search was down for 40 minutes. Ben restarted the index.\n\n## Root cause\n\nThe disk was full.\n",
)
NEEDLESS = {"text": "What happens if nothing is done?", "topic": "inaction"}
WHY_FULL = {"text": "Why was the disk full?", "topic": "problem"}


def asked_of_outage(*questions: dict[str, str]) -> Stage:
    text = "\n".join(question["text"] for question in questions)
    return Stage(script(Heard(text, {"questions": list(questions)})), notes=(OUTAGE,))


def test_a_question_about_what_a_post_mortem_does_not_owe_counts_as_none_and_says_so():
    stage = asked_of_outage(NEEDLESS, WHY_FULL).run_until(EventKind.QUESTION)
    assert [question.text for question in stage.state.rounds[0].questions] == [WHY_FULL["text"]]
    told = not_taken_text(EventKind.QUESTION, stage.of(EventKind.QUESTION)[0].data)
    assert "1 of 2 questions are about what this kind of document does not owe" in told
    assert NEEDLESS["text"] in told


def test_elm_that_asks_for_nothing_else_is_asked_once_more():
    stage = asked_of_outage(NEEDLESS).run_until(EventKind.ANNOUNCEMENT)
    assert "so it is asked once more" in stage.of(EventKind.ANNOUNCEMENT)[0].text
    assert stage.of(EventKind.QUESTION) == []


def test_elm_that_asks_for_nothing_else_twice_is_let_through():
    stage = asked_of_outage(NEEDLESS).run_until(EventKind.QUESTION)
    assert [question.text for question in stage.state.rounds[0].questions] == [NEEDLESS["text"]]
    assert stage.of(EventKind.ERROR) == []
