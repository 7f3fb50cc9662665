"""Improvements by rules: people's own words where they belong, open questions in one place, nothing invented."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.hunks import Wanted, apply_changes, place_edits
from reviews.kinds.interview.offline import improver
from reviews.kinds.interview.state import Question
from reviews.states import EventKind
from tests.drawing import examples
from tests.kinds.interview.offline.sessions import CLEAR, SAMPLE, VAGUE, facts, interview

WHY_NOW = Question("Nothing says that this is urgent: why now, and not in half a year?", "why_now")
RISKS = Question("What could go wrong?", "risks")
WORDS = "The licence of the old engine ends on 1 May."


def improved(text: str, *unknowns: str, **known: object) -> str:
    """`text` after the improvements of a round."""
    edits = improver.improve(facts(text, unknowns=unknowns, **known))[1].edits
    placed, refused = place_edits(text, [Wanted(e.new, e.old, e.after, e.reason) for e in edits])
    assert refused == []
    return apply_changes(text, placed)


def told(text: str, answer: str, *questions: Question) -> str:
    return improved(text, questions=questions, answers=(answer,), by_person=True)


def test_a_person_s_words_become_a_section_when_there_is_none():
    assert told(VAGUE, WORDS, WHY_NOW) == f"{VAGUE.rstrip()}\n\n## Why now\n\n{WORDS}\n"


def test_a_person_s_words_go_under_the_heading_that_is_there():
    after = told(VAGUE, "1. The importer may be late, then we search the old index.", RISKS)
    assert after.endswith("out of date.\n\nThe importer may be late, then we search the old index.\n")


def test_a_person_s_words_on_a_passage_go_below_its_paragraph():
    quote = "We decided to use Elastic."
    question = Question(
        f"“{quote}”: which of the two holds, and what else rests on the wrong one?", "", quote
    )
    after = told(VAGUE, "It is Elastic, the other name is from an old draft.", question)
    assert (
        "improve the results.\n\nClarified: It is Elastic, the other name is from an old draft.\n\n## Risks"
        in after
    )


def test_several_answers_that_go_to_one_place_become_one_edit():
    ask = Question("What do you want?", "ask")
    after = told(VAGUE, f"1. {WORDS}\n2. We want a yes from the board by May.", WHY_NOW, ask)
    assert after.index("## Why now") < after.index("## What is being asked of the reader")


def test_no_answer_changes_nothing():
    assert told(VAGUE, "I don't know", WHY_NOW) == VAGUE


def test_what_nobody_could_say_is_listed_once():
    first = improved(VAGUE, "Why now.")
    assert first == f"{VAGUE.rstrip()}\n\n## Open questions\n\n- Why now.\n"
    second = improved(first, "Why now.", "Who pays.")
    assert second == f"{VAGUE.rstrip()}\n\n## Open questions\n\n- Why now.\n- Who pays.\n"
    assert improved(second, "Why now.", "Who pays.") == second


def test_what_the_notes_list_as_open_needs_no_second_line():
    text = f"{VAGUE.rstrip()}\n\n## Open questions\n\n- Which bank is meant?\n"
    after = improved(text, "Who answers the notes' own open question: “Which bank is meant?”.", "Why now.")
    assert after == f"{text}- Why now.\n"


def test_a_list_of_open_questions_that_is_there_is_extended():
    text = "# A\n\n## Open issues\n\n* Who pays for the move?\n\n## Timeline\n\nIn May.\n"
    assert "* Who pays for the move?\n- Why now.\n\n## Timeline" in improved(text, "Why now.")


def test_line_ends_stay_as_they_are():
    after = improved(VAGUE.replace("\n", "\r\n"), "Why now.")
    assert "\n" not in after.replace("\r\n", "")


def test_an_abbreviation_is_spelled_out_at_its_first_use_as_the_notes_do_later():
    text = "# A\n\nThe PSP refuses the card.\n\nThe PSP says why.\n\nEach payment service provider (PSP) has codes.\n"
    assert "The PSP (payment service provider) refuses the card." in improved(text)
    assert improved(improved(text)) == improved(text)


def test_an_abbreviation_is_spelled_out_in_the_author_s_words_and_not_in_elm_s():
    elms = "Why does the PSP refuse cards?"
    text = f"# A\n\n{elms}\n\nThe PSP says why.\n\nEach payment service provider (PSP) has codes.\n"
    known = facts(text.replace(elms, " " * len(elms)), whole=(("notes.md", text),))
    assert [edit.old for edit in improver.improve(known)[1].edits] == ["The PSP"]


def test_an_abbreviation_that_is_spelled_out_nowhere_is_left_alone():
    text = "# A\n\nThe PSP refuses the card. We love puns (PSP).\n"
    assert improved(text) == text


@given(st.text(max_size=300), st.lists(st.text("ab .?#-\n", min_size=8, max_size=40), max_size=3))
@examples(80)
def test_edits_always_fit_and_never_remove_anything(text, unknowns):
    after = improved(text, *unknowns) if text.strip() else text
    rest = iter(after)
    assert all(character in rest for character in text)


@pytest.mark.slow
def test_whole_sessions_only_add_to_the_notes():
    for text in (VAGUE, CLEAR, SAMPLE.read_text()):
        stage = interview(text)
        kept = iter(stage.state.notes[0].text.splitlines())
        assert all(line in kept for line in text.splitlines())
        assert not any(event.data["refused"] for event in stage.of(EventKind.REVISION))
