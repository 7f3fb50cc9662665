"""What says again what the notes or a person say, in their words and order, is said."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.compare import near_lines
from reviews.language.sourcing.quotations import restated_line
from reviews.language.sourcing.sources import ClaimSource, SourceLine, index_sources
from reviews.language.sourcing.statements import read_statements

NOTES = """# Lunch

Without notice received by Wednesday 30 September, the contract renews on 1 April 2027 for 24 months at today's price.

No post was cut during the trial and none will be before June 2027; this was agreed with the union, USW, in August.

The board buys the van only if the bank pays half of it in May.

The hall is rebuilt from April 2027 until the winter.
"""


def sources(*people: str) -> list[ClaimSource]:
    said = [ClaimSource("person", str(number), text) for number, text in enumerate(people)]
    return [ClaimSource("notes", "lunch.md", NOTES), *said]


def copied(claim: str, *people: str) -> SourceLine | None:
    [statement] = read_statements(claim)
    return restated_line(statement, near_lines(statement, index_sources(sources(*people), frozenset())))


@pytest.mark.parametrize(
    "claim",
    [
        "Without notice received by Wednesday 30 September the contract renews for 24 months at today's price.",
        "No post was cut during the trial and none will be before June 2027; this was agreed with the union, USW, in "
        "August.",
    ],
)
def test_a_copy_of_the_notes_is_said_however_it_denies(claim):
    assert check_claim(claim, sources()).status == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "The board buys the van in May.",
        "The contract renews without notice by Wednesday 30 September.",
        "The van buys the board only if half of it pays in May.",
    ],
)
def test_what_leaves_out_a_condition_or_turns_words_round_is_no_copy(claim):
    assert copied(claim) is None


def test_a_person_who_speaks_of_it_too_is_compared():
    claim = "No post was cut during the trial and none will be before June 2027."
    assert copied(claim) is not None
    assert copied(claim, "No, a post will be cut before June 2027.") is None


def test_months_between_two_months_are_computed():
    found = check_claim(
        "The hall is rebuilt five months later, from September 2027.",
        [
            ClaimSource("notes", "lunch.md", NOTES),
            ClaimSource("person", "1", "The rebuilding of the hall moves to September 2027."),
        ],
    )
    assert found.computed == ("computed: 2027-09 − 2027-04",)


def test_a_decision_that_the_notes_are_quoted_with_is_one():
    notes = ClaimSource(
        "notes", "rules.md", "Die Datenschutzbeauftragte, Frau Yilmaz, hat dem Verfahren zugestimmt."
    )
    claim = f"Ms Yilmaz agreed to it. The notes: „{notes.text}“"
    assert check_claim(claim, [notes]).undecided == ()
