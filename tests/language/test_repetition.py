"""When two texts say the same, told by their words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.repetition import (
    all_repeat,
    first_told,
    near_identical,
    repeats_earlier,
    shared_words,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What does it cost per year?", "What does it cost, per year?"),
        ("Who is affected by the outage, and how often?", "How often, and who is affected by the outage?"),
        ("Why?", "why?"),
        ("Please say what happens if nobody acts.", "What happens if nobody acts?"),
    ],
)
def test_the_same_words_in_another_dress_are_near_identical(one, other):
    assert near_identical(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "What does “SLA” mean, in words that anyone would use?",
            "What does “RPO” mean, in words that anyone would use?",
        ),
        (
            "What does SLA mean to the people concerned here?",
            "What does RPO mean to the people concerned here?",
        ),
        ("What did it cost us in 2023, all in all?", "What did it cost us in 2024, all in all?"),
        ("What is the cost of the migration?", "What is the cost of the rollback?"),
        ("Who is affected?", "Who pays?"),
        ("Why?", "How?"),
    ],
)
def test_the_same_kind_of_question_about_something_else_is_progress(one, other):
    assert not near_identical(one, other)


def test_a_round_repeats_only_when_every_question_does():
    earlier = ["What does it cost?", "Who pays for it?"]
    assert all_repeat(["Who pays for it?", "what does it cost"], earlier)
    assert not all_repeat(["Who pays for it?", "And who decides?"], earlier)
    assert not all_repeat([], earlier)
    assert not repeats_earlier("Who pays for it?", [])


def test_shared_words_are_content_words():
    assert shared_words("The notes do not say what it costs.", "What does it cost, and who pays?") == 1


@given(st.text(), st.text())
def test_near_identity_is_symmetric_and_holds_for_the_same_text(one, other):
    assert near_identical(one, other) == near_identical(other, one)
    assert near_identical(one, one)


SENTENCES = st.lists(
    st.sampled_from(["cost", "bank", "retry", "limit", "Ghent", "SLA", "3", "is", "the", "“plan”"]),
    max_size=7,
).map(" ".join)


@given(st.lists(SENTENCES, max_size=12))
def test_what_is_told_first_is_found_as_if_every_text_was_compared_with_all_before(texts):
    kept: list[int] = []
    for place, text in enumerate(texts):
        if not repeats_earlier(text, [texts[other] for other in kept]):
            kept.append(place)
    assert first_told(texts) == kept
