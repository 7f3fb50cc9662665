"""The record of topics: kept by code, and only moved by words that can be looked up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.matching import flatten_text, is_quoted
from reviews.language.scorecard import TOPICS, Scorecard, Topic, Update, sift_updates, update_card

SOURCES = [flatten_text("Four in a hundred cards\nare declined. It’s “soft”.")]


def test_at_the_start_every_topic_is_open():
    assert Scorecard().open == tuple(TOPICS)
    assert len(TOPICS) == 10


@pytest.mark.parametrize(
    "quote", ["four in a hundred", "cards are  declined", '"Four in a hundred"', 'It\'s "soft"']
)
def test_a_quote_is_found_whatever_its_case_spaces_and_quotation_marks(quote):
    assert is_quoted(quote, SOURCES)


@pytest.mark.parametrize("quote", ["", "  ", "in", "...", "five in a hundred", "cards were declined"])
def test_a_quote_that_is_missing_or_proves_nothing_does_not_count(quote):
    assert not is_quoted(quote, SOURCES)


def test_an_answered_topic_needs_a_quote_and_a_waived_one_a_reason():
    updates = [
        Update("problem", "answered", "Four in a hundred"),
        Update("why", "answered", "Every card is declined"),
        Update("risks", "waived", reason="No money moves."),
        Update("ask", "waived"),
        Update("colour", "answered", "Four in a hundred"),
        Update("how", "solved", "Four in a hundred"),
    ]
    counted, refused = sift_updates(updates, SOURCES)
    assert [update.topic for update in counted] == ["problem", "risks"]
    assert [why for _, why in refused] == [
        "The quote is in neither the notes nor an answer nor a message.",
        "A waiver needs a reason.",
        "There is no such topic.",
        "There is no such status.",
    ]


def test_an_answered_topic_can_be_opened_again():
    card = update_card(Scorecard(), [Update("problem", "answered", "Four in a hundred")], 1)
    assert card.topics["problem"] == Topic("answered", "Four in a hundred", "", 1)
    assert update_card(card, [Update("problem", "open")], 2).topics["problem"] == Topic("open", "", "", 2)
    assert card.answered == ("problem",)


@given(
    st.lists(
        st.builds(
            Update,
            st.sampled_from([*TOPICS, "x"]),
            st.sampled_from(["answered", "waived", "open", "?"]),
            st.text(max_size=3),
            st.text(max_size=3),
        )
    )
)
def test_no_topic_is_settled_without_a_quote_or_a_reason(updates):
    card = update_card(Scorecard(), updates, 1)
    assert tuple(card.topics) == tuple(TOPICS)
    assert all(card.topics[key].quote for key in card.answered)
    assert all(card.topics[key].reason for key in card.waived)
    assert len(card.open) + len(card.answered) + len(card.waived) == len(TOPICS)


def test_as_plain_values_a_topic_has_its_label():
    plain = update_card(Scorecard(), [Update("ask", "waived", reason="For information.")], 3).plain()
    assert plain["ask"] == {
        "label": "What is being asked of the reader",
        "status": "waived",
        "quote": "",
        "reason": "For information.",
        "round": 3,
    }
