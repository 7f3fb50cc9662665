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


SWAP = "The swap moves to 18 to 26 August."
STORE = "Den Speicher nehmen wir nicht."


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (SWAP, ["And yes, the swap moves to 18 to 26 August, so that Gareth is back."]),
        (SWAP, ["That is why the swap moves to 18 to 26 August; consider that decided."]),
        (SWAP, ["The swap moves to 9 August.", "No: the swap moves to 18 to 26 August, that settles it."]),
        (SWAP, ["The swap moves to 18 to 26 August.", "The budget only just fits a swap."]),
        (SWAP, ["The swap moves to 18 to 26 August. But no agency technician: they only take our own."]),
        (STORE, ["Den Speicher nehmen wir nicht: In Halle 2 dürfen wir nichts anbohren."]),
        (
            "In Halle 2 dürfen wir nichts anbohren.",
            ["Den Speicher nehmen wir nicht: In Halle 2 dürfen wir nichts anbohren."],
        ),
    ],
)
def test_whole_clauses_of_a_person_are_said(claim, said):
    assert copied(claim, *said) is not None


@pytest.mark.parametrize(
    "said",
    [
        ["I suppose, the swap moves to 18 to 26 August."],
        ["My proposal: the swap moves to 18 to 26 August, as Ben wants."],
        ["If legal agrees, the swap moves to 18 to 26 August."],
        ["The swap moves to 18 to 26 August, but not this year."],
        ["The swap moves to 18 to 26 August. But only if the crane is free."],
        ["The swap moves to 18 to 26 August. But legal has to agree."],
        ["It is not true: the swap moves to 18 to 26 August, says Kessling."],
        ["Nobody says why the swap moves to 18 to 26 August."],
        ["So the swap moves to 18 to 26 August, does it?"],
        ["So the swap moves to 18 to 26 August, fine by me.", "No, the swap is not in August."],
        ["So the swap moves to 18 to 26 August, fine by me.", "When the swap moves is still open."],
    ],
)
def test_a_clause_that_is_supposed_proposed_bounded_or_taken_back_is_not(said):
    assert copied(SWAP, *said) is None


def test_a_case_in_front_of_a_quotation_is_denied_by_nothing():
    said = ["Ten hours means a penalty of 21,000 pounds.", "The chamber may not be warmer than -25 °C."]
    claim = "If the chamber were warmer: “Ten hours means a penalty of 21,000 pounds.”"
    assert check_claim(claim, sources(*said)).against == ()


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
