"""What personas of rules make of people at the table: questions, facts, tasks, choices, and other subjects."""

import re

import pytest

from reviews.kinds.notes import Note
from reviews.kinds.roundtable.offline import people
from reviews.kinds.roundtable.offline.drift import find_drift
from reviews.kinds.roundtable.offline.saying import MOST
from reviews.kinds.roundtable.offline.table import table_of
from reviews.log.values import Ask, Speaker
from reviews.states import EventKind
from tests.kinds.interview.offline.sessions import SAMPLE
from tests.kinds.roundtable.offline.tables import (
    ALEX,
    CAST,
    JORDAN,
    MAYA,
    QUESTIONS,
    STEPS,
    by_rules,
    points,
    prompt,
    roundtable,
    turns,
)
from tests.kinds.roundtable.table import Table

ON_TOPIC = [
    "What do you all think about caching?",
    "Which database should we use for the planner?",
    "Who is on call at night?",
    "Why three attempts and not five?",
    "Should we support PayPal?",
    "What happens if the bank is slow to answer?",
    "Alex, how does this affect scalability?",
    "How would a customer know that the retry worked?",
    "I think support needs a better button.",
    "What about backwards compatibility?",
    "Is there a legal problem with SCA?",
    "We could start with Belgium only.",
    "Let's keep the emails as they are.",
    "Can customers cancel during the retries?",
    "How do we measure success?",
    "What does the settings page show?",
    "Could fraud get worse?",
    "Jordan, what does the error look like when the webhook is late?",
    "I am not convinced.",
    "Do we need consent for another attempt?",
]
OFF_TOPIC = {
    "Alex, did you see the match between Arsenal and Chelsea?": "",
    "What's for lunch today?": "",
    "Did anyone watch the football game last night?": "",
    "Can you write me a poem about cats?": "",
    "Let's talk about the new office furniture.": "",
    "Which programming language should the team pick?": "Technology Decisions",
    "Tell me a joke.": "",
    "What is the weather in Lisbon?": "",
    "Should the REST endpoints use JSON or GraphQL?": "Interface Contracts",
    "Maya, have you seen the latest movie?": "",
    "Let's discuss the class and package layout of the modules.": "Module Design & Boundaries",
    "Who won the election?": "",
    "How many story points does the epic have?": "User Story Writing",
    "I booked my holiday in Greece.": "",
    "Which React version do we need?": "Technology Decisions",
    "Please recommend a good pizza recipe.": "",
    "Should we pick Django or another framework?": "Technology Decisions",
    "Which Postgres release should the team choose?": "Technology Decisions",
    "My cat kept me awake.": "",
}


def replies(*messages: str, text: str = "", **changed: object) -> list[str]:
    """What personas say after the opening round."""
    return turns(roundtable(text or SAMPLE, *messages, **{"max_turns": 20, **changed}))[2:]


def drifts(message: str, **changed: object) -> object:
    """What the lead makes of the first message after the opening round."""
    usual = {"notes": (Note("a1", "notes.md", SAMPLE.read_text()),), "cast": CAST, "steps": STEPS}
    table = Table(by_rules, **{**usual, "questions": QUESTIONS, **changed}).run()
    about = [table.say(message)]
    asked = Ask("roundtable.contribution", MAYA.key, {"basis": len(table.events), "about": about})
    return find_drift(table_of(prompt(asked, table.state)))


@pytest.mark.parametrize("message", ON_TOPIC)
def test_a_question_about_the_notes_is_no_drift(message):
    assert drifts(message) is None


@pytest.mark.parametrize(("message", "step"), OFF_TOPIC.items(), ids=OFF_TOPIC)
def test_another_subject_is_drift_and_belongs_to_its_step_fr_004_02(message, step):
    found = drifts(message)
    assert found is not None
    assert (found.by, found.belongs_to) == ("User", step)
    assert found.subject in message


def test_the_lead_leads_back_and_says_nothing_itself():
    table = roundtable(SAMPLE, "Which programming language should the team pick?", max_turns=20)
    assert len(table.lines("redirect")) == 1
    assert "Technology Decisions" in table.lines("redirect")[0]
    assert turns(table)[2:] == []


def test_on_notes_without_a_sentence_only_everyday_subjects_are_drift():
    notes = (Note("a1", "notes.md", "Hello."),)
    assert drifts("How is the hiring for marketing going?", notes=notes) is None
    assert drifts("What's for lunch?", notes=notes) is not None


def test_a_question_is_answered_with_the_notes_words_and_section():
    said = replies("Alex, what happens if the PSP changes its codes?")
    assert "“The PSP could change its reason codes without telling us” (under “Risks”)" in said[0]


def test_what_the_notes_leave_open_themselves_is_quoted_and_named_as_open():
    said = replies("Who is on call at night?")
    assert "“TBD: who is on call for the planner at night” (under “Cost and people”)" in said[0]


def test_what_the_notes_do_not_say_is_said_so_and_the_others_have_nothing_to_add():
    said = replies("What do you all think about astronauts?")
    assert "no answer to that" in said[0] or "nothing on that" in said[0]
    assert [bool(re.search(r"\bwhat \w+ said", text)) for text in said[1:]] == [True, True]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Alex, who checks the backups?", "who checks the backups?"),
        ("Maya, we decided it.", "we decided it."),
        ("Josh, who built the trial, is on leave.", "Josh, who built the trial, is on leave."),
        ("No, the budget is five thousand.", "No, the budget is five thousand."),
    ],
)
def test_a_message_is_read_without_whom_it_addresses_and_with_whom_it_is_about(text, words):
    assert people.words_of(text) == words


@pytest.mark.parametrize(
    "message",
    [
        "why not simply fix up what we have?",
        "can I just reboot the box?",
        "Does our intranet have a dark theme?",
    ],
)
def test_a_question_in_no_word_of_the_notes_is_no_drift(message):
    assert drifts(message) is None


def test_an_everyday_subject_that_a_passage_comes_near_to_is_no_drift():
    notes = (
        Note("a1", "perks.md", "# Perks\n\nWe pay half of the insurance for the pets of each employee.\n"),
    )
    assert drifts("Does the company chip in for my dog's insurance?", notes=notes) is None
    assert drifts("What is for lunch?", notes=notes) is not None


def test_who_can_answer_is_named_as_front_matter_lists_them():
    notes = "---\nauthors:\n  - ewdurbin\n---\n\n# Keys\n\nThe key was leaked in June and revoked an hour later.\n"
    [synthesis] = roundtable(notes, "How much did it cost us?", max_turns=20, questions=()).of("synthesis")
    assert any("; ewdurbin can say" in one["why"] for one in synthesis.data["open_questions"])


def test_only_who_has_something_distinct_to_add_follows_an_answer():
    assert len(replies("Who is affected by this?")) == 1


def test_a_fact_that_fills_a_gap_is_taken_up_and_the_gap_is_not_raised_again():
    said = replies("Priya is on call for the planner at night.", "", "", "")
    assert "“TBD: who is on call for the planner at night”" in said[0]
    assert "in your words" in said[0]
    assert not any("TBD" in text for text in said[1:])


def test_a_fact_is_taken_up_by_the_turn_that_answers_it():
    message = "Support has to press a second button because the phone system is old."
    table = roundtable(SAMPLE, message, "", "", max_turns=20)
    told = table.of(EventKind.USER_MESSAGE)[0].number
    later = [e for e in table.of(EventKind.CONTRIBUTION) if told in e.data["refers_to"]]
    assert "in your words" in later[0].text


def test_a_choice_settles_a_disagreement_and_changes_the_first_take_of_whoever_speaks_next():
    table = roundtable(
        SAMPLE, "Let's go with 5 times.", "Alex, is that fine?", max_turns=20, first_takes=True
    )
    said = table.of(EventKind.CONTRIBUTION)[2:]
    assert "it's 5 times" in said[0].text
    changed = [event.data["changed_mind"] for event in said if event.speaker.key == ALEX.key]
    assert changed[0] == (
        "My first take was about the two statements “5 times” and “3 times”. What Ana said settles it for me."
    )


def test_a_choice_may_be_made_by_the_name_of_whoever_favours_it():
    assert "it's 3 times" in replies("I agree with Alex here.")[0]


def test_a_task_is_given_back_with_the_name_of_whoever_has_it():
    said = replies("Ben will ask legal about SCA by Friday.")[0]
    assert said.startswith("Ben has it: “Ben will ask legal about SCA by Friday”.")


def test_what_a_person_thinks_should_be_is_noted_without_a_passage():
    said = replies("I think support needs a better button.")
    assert said[0] in (
        "Noted in your words.",
        "I've noted that in your words.",
        "That's noted in your words.",
    )


def test_where_do_we_stand_lists_who_raised_what():
    said = replies("Where do we stand?")[0]
    assert "Alex raised the two statements “5 times” and “3 times”" in said


def test_a_person_with_the_name_of_a_persona_is_called_user():
    table = Table(by_rules, notes=(Note("a1", "n.md", SAMPLE.read_text()),), cast=CAST, max_turns=20).run()
    table.say("We decided to keep the old emails.", Speaker("user:9", "Alex Smith"))
    table.run()
    assert "“We decided to keep the old emails” (User)" in turns(table)[-1]


def test_an_acknowledgement_gets_the_next_point():
    assert "“" in replies("ok")[0]


@pytest.mark.parametrize("name", ["Alex", "Jordan"])
def test_whoever_is_addressed_answers_the_point_fr_003_02(name):
    table = roundtable(SAMPLE, f"{name}, what does the receipt say?", max_turns=20)
    asked = table.of(EventKind.USER_MESSAGE)[0].number
    answer = next(e for e in table.of(EventKind.CONTRIBUTION) if e.number > asked)
    assert answer.speaker.name.startswith(name)
    assert "receipt" in answer.text


def test_a_message_that_asks_and_decides_is_both():
    said = "What happens if the bank is slow to answer? I decide: the emails stay as they are."
    table = roundtable(SAMPLE, said, max_turns=20)
    reply = turns(table)[-1]
    assert "“I decide: the emails stay as they are” (Ana)" in reply
    assert len(reply.split()) <= MOST
    assert [d["text"] for d in points(table, "decisions")] == ["I decide: the emails stay as they are."]
    asked = {str(question["text"]) for question in points(table, "open_questions")}
    assert "What happens if the bank is slow to answer?" in asked
    assert [one for one in asked if "emails" in one] == []


def test_decisions_and_tasks_of_people_reach_the_summary_with_their_turns_nfr_003():
    decided = "We decided to keep the old emails because legal likes them."
    table = roundtable(SAMPLE, decided, "I'll ask Jordan's team.", max_turns=20)
    assert [(d["text"], d["rationale"]) for d in points(table, "decisions")] == [
        (decided, "because legal likes them (Ana)")
    ]
    assert [(a["owner"], a["attribution"]) for a in points(table, "action_items")] == [("User", "User")]
    assert JORDAN.key in {event.speaker.key for event in table.of(EventKind.CONTRIBUTION)}
