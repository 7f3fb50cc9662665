"""A sentence that leaves a limit out says more than the line that it is made of."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.support import sentence_for_missing
from tests.language.sourcing.examples_of import NOTES_OF_RETURNS as NOTES


def said(claim: str, *people: str) -> str:
    sources = [ClaimSource("notes", "returns.md", NOTES)]
    sources += [ClaimSource("person", str(number), text) for number, text in enumerate(people)]
    found = check_claim(claim, sources)
    return sentence_for_missing(found) if found.status == "unsupported" else ""


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        (
            "We keep the photos of parcels for 30 days.",
            "If legal agrees, we keep the photos of parcels for 30 days.",
        ),
        (
            "Wir bewahren die Fotos 30 Tage auf.",
            "Falls der Betriebsrat zustimmt, bewahren wir die Fotos 30 Tage auf.",
        ),
        ("The depot in Lyon closes in May.", "Perhaps the depot in Lyon closes in May."),
        ("Two doctors are on call each night.", "Until 2024, two doctors were on call each night."),
        ("Parcels are weighed at the depot.", "Some parcels are weighed at the depot."),
        ("All parcels are weighed at the depot.", "Most parcels are weighed at the depot."),
        (
            "Shoppers are affected in every country.",
            "Shoppers who pay by card are affected in every country.",
        ),
    ],
)
def test_what_a_person_limits_is_not_said_without_the_limit(claim, line):
    assert said(claim, line) == f"Said only within a limit that is left out: “{line}”"
    assert said(line, line) == ""


def test_only_some_of_those_that_the_notes_name_is_not_all_of_them():
    assert said("Customers can return shoes without a receipt.").startswith("Said only within a limit")
    assert said("All orders that customers send back are shoes.").startswith("Said only within a limit")
    assert said("Customers with an account can return shoes without a receipt.") == ""


@pytest.mark.parametrize(
    ("claim", "people"),
    [
        ("Once legal agrees, we keep the photos for 30 days.", ["If legal agrees, we keep the photos for 30 days."]),
        ("Only parcels from Lyon are weighed twice.", ["Only parcels from Lyon are weighed twice."]),
        ("The parcels are weighed.", ["The parcels are weighed.", "If it rains, the parcels are weighed."]),
        ("Parcels, which are heavy, are weighed twice.", ["Parcels, which are heavy, are weighed twice."]),
        ("The photos are kept for 30 days.", ["Even if legal objects, the photos are kept for 30 days."]),
    ],
)  # fmt: skip
def test_a_limit_that_is_kept_or_that_is_none_holds_nothing_back(claim, people):
    assert said(claim, *people) == ""


def test_what_is_left_open_is_not_told_as_answered_though_it_may_be_so():
    assert said("Legal has answered that photos of parcels may be kept.") == (
        "Only asked, supposed or planned: “Legal has not yet answered whether photos of parcels may be kept.”"
    )


def test_the_case_and_what_is_done_in_it_are_not_swapped():
    notes = ClaimSource("notes", "a.md", "If the import fails, we restore the backup of the previous night.")
    assert check_claim("If the backup fails, we restore the import of the previous night.", [notes]).against
    assert (
        check_claim("We restore the backup of the previous night if the import fails.", [notes]).against == ()
    )
