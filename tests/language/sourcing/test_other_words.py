"""What people said, told in other words, in another language or as what follows from it; and what only seems to."""

from datetime import date

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource

NOTES = ClaimSource(
    "notes",
    "museum.md",
    """# Audio guide

The museum opened in 1987 and has 240 objects on show, 90 of them with a text of their own. A tour of the old building
takes 50 minutes, one of the new wing 35 minutes.

## Steps

1. Recording (4 hours)
2. Cutting (90 minutes)
3. Upload (30 minutes)

## Status

- Beta
  - Map of the rooms
- Stable
  - Search by number

## No goals

- Videos of the objects.

## Open

- Who speaks the German text?

The player does not support tablets at present. No recordings were lost in the move.
""",
)
TURN = ClaimSource(
    "turn", "turn 2", "Keep the rental headsets as a fallback. Cleo should speak the German text."
)


def exchange():
    """Monday, 5 October 2026 and the days after it."""
    said = [
        ("Ana", 5, "We have 1,200 visitors a week, and a third of them come from abroad."),
        ("Ben", 5, "The rental headsets we drop, everybody has a phone."),
        ("Ana", 6, "Dropped. I'll have the script written within two weeks."),
        ("Ben", 6, "Then the recording begins the day after that, on our own machines, not in a studio."),
        ("Ana", 7, "First I wanted a test before each tour, but one test a week will do."),
        ("Ben", 7, "Fine. Each recording costs 45 euros. Who speaks the German text we don't know yet."),
    ]
    before = ["", *(text for _, _, text in said)]
    return [
        ClaimSource("person", f"event {number}", text, before[number], who, date(2026, 10, day))
        for number, (who, day, text) in enumerate(said)
    ]


def checked(claim, decided=False):
    known = ("Ana", "Ben", "Cleo")
    return check_claim(claim, [NOTES, *exchange(), TURN], known=known, today=date(2026, 10, 7), noted=decided)


@pytest.mark.parametrize(
    ("claim", "how"),
    [
        ("Of the visitors, 400 a week come from abroad.", "33.33 % of 1,200"),
        ("The recording, cutting and upload take six hours altogether.", "14,400 + 5,400 + 1,800"),
        (
            "A tour of the old building takes a quarter of an hour more than one of the new wing.",
            "50 − 35",
        ),
        ("The other 150 objects on show have no text of their own.", "240 − 90"),
        ("Recording all 240 objects costs 10,800 euros.", "240 × 45"),
        ("The museum has been open for 39 years.", "2026 − 1987"),
    ],
)
def test_a_figure_that_follows_from_others_shows_how(claim, how):
    found = checked(claim)
    assert found.missing == ()
    assert how in " ".join(found.computed)


@pytest.mark.parametrize(
    "claim",
    [
        "Ana has the script written by 20 October 2026.",
        "Ana hat das Skript bis zum 20. Oktober 2026 geschrieben.",
        "The recording begins on 21 October 2026.",
    ],
)
def test_a_day_may_be_told_from_the_one_that_was_spoken_of_before(claim):
    assert checked(claim).status != "unsupported"


@pytest.mark.parametrize(
    "claim",
    [
        "The rental headsets are given up.",
        "Auf die Headsets wird verzichtet.",
        "The recording is made on our own machines.",
        "There is one test a week and not one before each tour.",
    ],
)
def test_a_decision_may_be_told_in_other_words(claim):
    assert checked(claim, decided=True).undecided == ()


@pytest.mark.parametrize(
    "claim",
    [
        "The rental headsets are kept as a fallback.",
        "The recording is made in a studio.",
        "There is a test before each tour.",
        "The visitors have agreed to the phone.",
    ],
)
def test_what_was_turned_down_or_only_proposed_is_not_decided(claim):
    assert checked(claim, decided=True).status == "unsupported"


@pytest.mark.parametrize(
    "claim",
    [
        "Cleo speaks the German text.",
        "The map of the rooms is stable.",
        "The player already supports tablets.",
        "The plan also includes videos of the objects.",
        "Recordings were lost in the move.",
        "The recording begins on 20 October 2026.",
    ],
)
def test_who_does_it_how_far_it_is_and_when_are_compared(claim):
    assert checked(claim).status == "unsupported"


def test_what_is_left_open_decides_nothing():
    assert checked("Who speaks the German text is not settled.", decided=True).undecided == ()


def test_an_article_in_front_of_a_name_is_none_of_it():
    notes = ClaimSource("notes", "a.md", "Le projet est dirigé par Irène Vasseur.")
    assert check_claim("C'est Irène Vasseur qui dirige le projet.", [notes]).status == "supported"


def test_words_that_are_written_alike_in_two_languages_are_the_same():
    notes = ClaimSource("notes", "a.md", "The bisection algorithm needs two iterations.")
    assert check_claim("Der Bisektionsalgorithmus braucht zwei Iterationen.", [notes]).status != "unsupported"
