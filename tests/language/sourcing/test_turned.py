"""The words of a line in other places say something else, and so does a figure of another row."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.support import Support
from tests.language.sourcing.examples_of import NOTES_OF_RETURNS as NOTES
from tests.language.sourcing.examples_of import goes_in


def check(claim: str, *people: str, noted: bool = False) -> Support:
    sources = [ClaimSource("notes", "returns.md", NOTES)]
    sources += [ClaimSource("person", str(number), text, speaker="Ana") for number, text in enumerate(people)]
    return check_claim(claim, sources, noted=noted)


def status(claim: str, *people: str, noted: bool = False) -> str:
    return check(claim, *people, noted=noted).status


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("Lyon sends its overflow to Gdansk on Mondays.", "Gdansk sends its overflow to Lyon on Mondays."),
        ("Lyon sends its overflow to Gdansk on Mondays.", "On Mondays, Gdansk sends its overflow to Lyon."),
        (
            "We keep the night shift if the insurer pays for a robot.",
            "We keep the night shift unless the insurer pays for a robot.",
        ),
        (
            "Customers complain about the label, they do not complain about the wait.",
            "Customers do not complain about the label, they complain about the wait.",
        ),
        (
            "The share fell by 2 % last year.",
            "The share fell by 2 percentage points last year, from 20 % to 18 %.",
        ),
    ],
)
def test_the_same_words_in_other_places_are_not_supported(claim, line):
    assert status(claim, line) == "unsupported"
    assert status(line, line) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "On Mondays, Gdansk sends its overflow to Lyon.",
        "Mondays are when Gdansk sends its overflow to Lyon.",
        "The overflow of Gdansk goes to Lyon on Mondays.",
    ],
)
def test_another_order_that_says_the_same_goes_in(claim):
    assert goes_in(check(claim, "Gdansk sends its overflow to Lyon on Mondays."))


@pytest.mark.parametrize(
    ("claim", "is_said"),
    [
        ("Porto takes 310 returns a day with 9 staff.", False),
        ("Porto takes 145 returns a day with 9 staff.", True),
        ("Porto takes 165 returns a day fewer than Gdansk with 310.", True),
        ("A return costs more in Gdansk than in Porto.", False),
        ("A return costs more in Porto than in Gdansk.", True),
        ("Lyon has fewer staff than Gdansk.", False),
        ("Lyon has more staff than Gdansk.", True),
    ],
)
def test_figures_belong_to_their_row_and_comparisons_hold(claim, is_said):
    assert goes_in(check(claim)) is is_said


@pytest.mark.parametrize(
    "people",
    [
        ["We drop the paper label.", "Forget that, I take it back: the paper label stays."],
        ["The sales team says that we drop the paper label. I think that is wrong."],
        ["We drop the paper label. No, that is wrong."],
        ["Oh sure, we drop the paper label. Who comes up with such nonsense?"],
    ],
)
def test_what_is_taken_back_or_what_others_say_is_nobodys_decision(people):
    assert status("We drop the paper label.", *people, noted=True) == "unsupported"


@pytest.mark.parametrize(
    "people",
    [
        ["We drop the paper label."],
        ["I say that we drop the paper label."],
        ["We drop the paper label.", "Forget that about vouchers, I take it back."],
    ],
)
def test_what_somebody_says_and_keeps_to_is(people):
    assert goes_in(check("We drop the paper label.", *people, noted=True))


def test_what_somebody_says_in_another_language_waits_when_only_one_of_two_denies_it():
    german = "Wir schließen das Lager in Porto nicht, es bleibt offen."
    assert status("Ana says that the depot in Porto will be closed.", german) == "not_checked"


@pytest.mark.parametrize(
    "claim",
    [
        "Together they take 98 returns a day more (145 + 220 − (310 − 43)).",
        "Porto and Lyon take 55 returns a day more than Gdansk (145 + 220 − 310).",
    ],
)
def test_figures_of_several_rows_that_are_added_up_belong_to_the_sum(claim):
    assert status(claim, "43 returns a day went from Gdansk to Lyon.") == "computed"
