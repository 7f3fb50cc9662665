"""What the rules make of what people say in between."""

from hypothesis import example, given
from hypothesis import strategies as st

from reviews.kinds.interview.offline.hearing import (
    answer_parts,
    message_statements,
    message_wishes,
    settled_by_messages,
)
from tests.kinds.interview.offline.sessions import facts

LOST = "We lost 4.1 % of all renewals in March."
WHO = "Only customers who pay by card are affected by this."
WISH = "Please look at the costs."


def test_sentences_that_tell_something_are_taken_verbatim_and_wishes_are_not():
    heard = facts(messages=[f"{WHO} {LOST}", WISH])
    assert message_statements(heard) == [WHO, LOST]
    assert message_wishes(heard) == [WISH]


def test_a_figure_that_somebody_tells_is_evidence():
    assert settled_by_messages(facts(messages=[f"{WHO} {LOST}"]), "evidence") == LOST
    assert settled_by_messages(facts(messages=[WHO]), "evidence") == ""


QUESTIONS = ("Who is affected by this?", "What happens if nothing is done?")
pieces = st.lists(st.sampled_from(["1. ", "2) ", "3. ", WHO, LOST, "\n", "\n\n", "“", "no idea"]), max_size=9)


def test_answers_belong_to_questions_by_number_by_paragraph_or_by_their_words():
    assert answer_parts(QUESTIONS, f"2. {LOST}\n1. {WHO}") == [WHO, LOST]
    assert answer_parts(QUESTIONS, f"{WHO}\n\n{LOST}") == [WHO, LOST]
    assert answer_parts(QUESTIONS, LOST) == [LOST, ""]


@given(st.integers(0, 2), pieces.map("".join) | st.text(max_size=40))
@example(2, LOST)
@example(0, LOST)
def test_every_question_gets_words_of_the_answer_or_none(count, answer):
    given_parts = answer_parts(QUESTIONS[:count], answer)
    assert len(given_parts) == count
    assert all(part in answer for part in given_parts)
