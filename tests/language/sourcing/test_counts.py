"""A count of a whole, a place in a row, and what is computed only where a sentence says what was done."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from tests.language.sourcing.examples_of import goes_in

SHOPS = "Three of twelve shops use the app."
TEAMS = "Four of the five teams tested the app."
PATIENTS = "Of 60 patients 15 had side effects."
COSTS = "The build costs EUR 42,000. The licence costs EUR 8,000."


def is_said(claim: str, notes: str) -> bool:
    return goes_in(check_claim(claim, [ClaimSource("notes", "notes.md", notes)]))


@pytest.mark.parametrize(
    ("notes", "claim"),
    [
        (SHOPS, "One of twelve shops uses the app."),
        (SHOPS, "Two of twelve shops use the app."),
        (SHOPS, "Four of twelve shops use the app."),
        (SHOPS, "Nine of twelve shops use the app."),
        (TEAMS, "All of the five teams tested the app."),
        (TEAMS, "One of the five teams tested the app."),
        ("Eight of ten drivers passed the test in May.", "One of ten drivers passed the test in May."),
        ("The 2nd depot opens in May.", "The third depot opens in May."),
    ],
)
def test_another_count_of_the_same_whole_was_not_said(notes, claim):
    assert not is_said(claim, notes)


@pytest.mark.parametrize(
    ("notes", "claim"),
    [
        (SHOPS, "Three of twelve shops use the app."),
        (SHOPS, "Nine of twelve shops don't use it."),
        (TEAMS, "Four of five teams tested the app."),
        ("The 2nd depot opens in May.", "The second depot opens in May."),
        ("The second release follows in the spring.", "The 2nd release follows in the spring."),
        ("The twelfth outage was on Monday.", "The 12th outage was on Monday."),
    ],
)
def test_the_same_count_and_what_is_left_of_it_was(notes, claim):
    assert is_said(claim, notes)


@pytest.mark.parametrize(
    ("notes", "claim"),
    [
        (SHOPS, "36 shops use the app."),
        (SHOPS, "15 shops use it."),
        (COSTS, "The licence costs EUR 34,000."),
        (
            "Each card is charged three times. Each lost one costs us 40 euros.",
            "Each lost card costs us 120 euros.",
        ),
        (PATIENTS, "900 patients had side effects."),
        (PATIENTS, "75 patients had side effects."),
        (PATIENTS, "4 patients had side effects."),
        ("Lyon has 14 staff and 220 returns a day.", "Lyon has 234 returns a day."),
    ],
)
def test_a_figure_that_only_happens_to_follow_from_two_is_not_computed(notes, claim):
    assert not is_said(claim, notes)


@pytest.mark.parametrize(
    ("notes", "claim"),
    [
        (COSTS, "The build costs EUR 34,000 more than the licence."),
        (PATIENTS, "45 patients had no side effects."),
        (PATIENTS, "A quarter of the patients had side effects."),
        ("The gateway costs EUR 9,000 per month.", "The gateway costs EUR 108,000 a year."),
        ("Maria gave four talks. Each took 30 minutes.", "Her four talks took two hours in total."),
    ],
)
def test_a_figure_whose_sentence_says_what_was_done_is_computed(notes, claim):
    found = check_claim(claim, [ClaimSource("notes", "notes.md", notes)])
    assert goes_in(found)
    assert found.computed


def test_days_times_another_figure_count_nothing():
    notes = ClaimSource("notes", "a.md", "The backend takes 30 days and the design takes 12 days.")
    assert check_claim("The backend takes 30 days, the design 12: 360 customers.", [notes]).missing == (
        "360",
    )
