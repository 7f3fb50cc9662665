"""A line speaks against a claim only where it speaks of the same day, and a "without" only of what it is without."""

from datetime import date

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from tests.language.sourcing.examples_of import goes_in

TODAY = date(2026, 11, 24)


def notes(text):
    return ClaimSource("notes", "notes.md", text)


def tess(text):
    return ClaimSource("person", "event 4", text, speaker="Tess Oduya", said_on=TODAY)


def check(claim, *sources):
    return check_claim(claim, sources, known=["Tess Oduya"], today=TODAY)


def status(claim, *sources):
    return check(claim, *sources).status


SURVEY = notes("In the survey of 2024 the west side was not sampled for asbestos.")
SAMPLES = tess("I rang the lab. They can take asbestos samples on the west side on 2 December.")


def test_what_can_be_done_on_one_day_does_not_speak_against_what_was_not_done_in_another_year():
    claim = "In the survey of 2024 the west side was not sampled for asbestos; the lab can take samples on 2 December."
    assert goes_in(check(claim, SURVEY, SAMPLES))


def test_the_opposite_of_the_same_year_does():
    assert (
        status("In the survey of 2024 the west side was sampled for asbestos.", SURVEY, SAMPLES)
        == "unsupported"
    )


HOURS = notes("Open walk-in hours without an appointment are on Wednesdays.")
PUT_OFF = tess("The walk-in hours will be held again in the west hall.")


def test_a_thing_is_the_same_with_and_without_what_it_is_without():
    claim = "The walk-in hours without an appointment will be held again in the west hall."
    assert goes_in(check(claim, HOURS, PUT_OFF))


@pytest.mark.parametrize("claim", ["The walk-in hours will be held again without the west hall."])
def test_without_what_the_other_line_speaks_of_is_the_opposite(claim):
    assert status(claim, HOURS, PUT_OFF) == "unsupported"


def test_a_time_of_day_in_front_of_a_colon_is_one():
    closing = notes("The library closes at 1:00 in the exam period.")
    assert status("Closing at 1:00: the library does so in the exam period.", closing) == "supported"


def test_this_morning_is_the_day_on_which_it_was_said():
    donations = tess("Donations stand at £2,790 as of this morning.")
    assert goes_in(check("Donations stood at £2,790 on 24 November 2026.", donations))
    assert status("Donations stood at £2,790 on 23 November 2026.", donations) == "unsupported"
