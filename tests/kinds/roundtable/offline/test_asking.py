"""What Ana asks at a roundtable by rules is looked up in sentences, lists, tables and fields, by what she asks for."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.roundtable.offline import people
from reviews.kinds.roundtable.offline.quotable import quotable_lines
from tests.drawing import examples
from tests.kinds.interview.offline.sessions import SAMPLE
from tests.kinds.roundtable.offline.tables import points, roundtable

ARCHIVE = """# Move the archive

We move the invoices from the tape store to the object store.

## Plan

| Step | Owner | Date | Fallback |
|---|---|---|---|
| Copy | Priya | 3 October 2027 | Stop and keep the tape |
| Verify | Tom | 20 October 2027 | Copy again |

## Risks

| Risk | Answer | Who watches |
|---|---|---|
| The link is down | Resume from the checkpoint | Network team |

## Cost

- 18,400 euros once, paid by Finance
"""


def answer(question: str, text: str = ARCHIVE) -> str:
    """The first answer to what Ana asks after the opening round."""
    table = roundtable(text, question, max_turns=20, questions=())
    asked = next(event.number for event in table.events if event.kind == "user_message")
    return next(event.text for event in table.of("contribution") if event.number > asked)


def is_denied(said: str) -> bool:
    """Whether a persona says that the notes have no answer."""
    return "no answer to that" in said or "nothing on that" in said


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Who owns the copy?", "“Step: Copy; Owner: Priya; Date: 3 October 2027; Fallback: Stop and keep the tape”"),
        ("Is 3 October still possible?", "“Step: Copy; Owner: Priya; Date: 3 October 2027;"),
        ("What happens if the link is down?", "“Risk: The link is down; Answer: Resume from the checkpoint;"),
        ("Who pays for it?", "“18,400 euros once, paid by Finance”"),
    ],
)  # fmt: skip
def test_rows_and_items_answer_as_sentences_do(question, quoted):
    assert quoted in answer(question)
    assert not is_denied(answer(question))


@pytest.mark.parametrize(
    "question", ["Which colour is the logo?", "Do we hire anybody for that?", "How loud are the fans?"]
)
def test_what_is_nowhere_is_said_to_be_nowhere(question):
    assert is_denied(answer(question))


def test_the_nearest_passage_is_named_as_such():
    said = answer("Is 3 October still possible?", SAMPLE.read_text())
    assert "nearest to that" in said.lower()
    assert "“The first countries go live on 3 June 2027”" in said


def test_a_short_question_is_answered_with_the_passage_that_has_its_words():
    said = answer("What happens to unknown reasons?", SAMPLE.read_text())
    assert "“Unknown reasons: treat like temporary ones”" in said
    assert not is_denied(said)


def test_what_shares_only_an_everyday_word_with_a_question_is_not_the_nearest():
    said = answer("Do we hire anybody for that?")
    assert is_denied(said)
    assert "“" not in said


def test_a_figure_of_the_question_that_the_notes_have_stands_in_the_answer():
    notes = (
        "# Codes\n\n- A 401 means that the token has expired.\n- A 403 means that the role may not do it.\n"
    )
    assert "“A 403 means" in answer("What do I do on a 403?", notes)


def test_an_amount_of_something_else_than_money_is_no_cost():
    notes = "# Compression\n\nWe compress the stream.\n\n- About 0.4 CPU cores of overhead per machine\n"
    assert "“About 0.4 CPU cores" in answer("How much CPU does it cost?", notes)


def test_what_happens_without_the_bank_stands_among_the_reasons_of_a_refusal():
    said = answer("What happens when the bank cannot be reached?", SAMPLE.read_text())
    assert (
        "“Temporary reasons (limit reached, bank not reachable): try again after one, three and seven days”"
        in said
    )


OPTIONS = """# Locks

## Option 1: a time limit

**Pros:**

* A time limit prevents indefinite blocking.

**Cons:**

* Tuning the time limit brings edge cases.
"""


def test_why_not_is_answered_by_what_speaks_against_it():
    assert "Tuning the time limit brings edge cases" in answer("Why not use a time limit?", OPTIONS)


def test_a_question_about_a_case_is_not_answered_by_a_passage_on_half_of_it():
    notes = "# Pins\n\nThe tool will record a pinned package by its name.\n"
    assert "come nearest to that" in answer("What if a pinned package has a security hole?", notes)


@pytest.mark.parametrize("said", ["I am done with the retry part.", "Thanks, that's fine.", "Good point!"])
def test_what_ana_says_of_the_discussion_is_no_point(said):
    assert people.is_about_the_talk(said)
    table = roundtable(SAMPLE, said, "", max_turns=20)
    texts = [
        str(p["text"]) for kind in ("insights", "decisions", "action_items") for p in points(table, kind)
    ]
    assert not any(said[:12] in text for text in texts)


@given(
    st.lists(st.sampled_from([*ARCHIVE.splitlines(), "| a |", "- ", "x: y", "---"]), max_size=20).map(
        "\n".join
    )
)
@examples(30)
def test_any_notes_can_be_quoted(text):
    assert all(line.place.shown() for line in quotable_lines((("n.md", text),)))


def test_a_question_in_everyday_words_is_answered_where_they_stand_in_a_row():
    assert "TBD: who is on call for the planner at night" in answer("Who is on call?", SAMPLE.read_text())
    assert is_denied(answer("What is it called?", SAMPLE.read_text()))


def test_a_typed_question_in_everyday_words_begins_with_what_is_open_of_it():
    table = roundtable(SAMPLE, topic="Who is on call?", step_id="", phase="", boundary="", questions=())
    [framing] = table.of("framing")
    assert "“TBD: who is on call for the planner at night”" in framing.text


def test_a_question_that_rules_can_only_show_passages_on_stays_open():
    table = roundtable(SAMPLE, "Is 3 October still possible?", max_turns=20, questions=())
    [synthesis] = table.of("synthesis")
    [question] = [one for one in synthesis.data["open_questions"] if "3 October" in one["text"]]
    assert question["why"].startswith("rules can't tell whether the notes answer it")
    assert not any("3 October" in point["text"] for point in synthesis.data["insights"])


BACKUPS = """# Backups

Backups run every night at two in Lyon. Backups in Lyon are kept for thirty days.

The disk in Lyon was full twice in May, so backups failed. Anna Berg checks the backups in Lyon each Monday.
"""


@pytest.mark.parametrize(
    "question",
    [
        "Maya and Alex, who checks the backups in Lyon?",
        "Maya, Alex and Jordan, when do backups run in Lyon?",
        "Alex and Jordan, what happens to the backups in Lyon when the disk is full?",
    ],
)
def test_nobody_who_follows_shows_a_passage_that_was_shown(question):
    table = roundtable(BACKUPS, question, max_turns=20, questions=())
    asked = next(event.number for event in table.events if event.kind == "user_message")
    shown = [
        quote
        for event in table.of("contribution")
        if event.number > asked
        for quote in re.findall("“([^”]+)”(?!\\))", event.text)
    ]
    assert shown
    assert len(shown) == len(set(shown))
