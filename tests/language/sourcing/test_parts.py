"""Where notes are pointed to by a number, and what they know by its initials."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from tests.language.sourcing.examples_of import goes_in

NOTES = ClaimSource(
    "notes",
    "feed.md",
    "# Feed\n\n## 4. Order\n\n1. The silo reports its level.\n2. The office orders grain.\n3. Both farmers get a "
    "message.\n\nIn phase 2 the silo may print an SBL. Anna Berg runs the office with 9 people.",
)
ARGUED = ClaimSource(
    "turn",
    "turn 2",
    "The SBL is printed from the scale, never copied from the order. Anna Berg pays for lost grain.",
)


@pytest.mark.parametrize(
    "claim",
    [
        "Losing grain hurts whoever stored it: step 3 has told both farmers before anybody came.",
        "Section 4 does not say when the silo reports its level.",
        "The silo prints nothing before phase 2.",
        "The silo of phase 2 may print an SBL.",
        "Phase 2 may print an SBL.",
    ],
)
def test_a_number_that_points_to_a_part_of_the_notes_is_no_figure_of_its_own(claim):
    support = check_claim(claim, [NOTES, ARGUED])
    assert support.missing == ()
    assert support.covered > 0


def test_a_part_that_the_notes_do_not_have_is_missing():
    assert check_claim("Step 7 tells both farmers.", [NOTES, ARGUED]).missing == ("7",)
    assert check_claim("In phase 5 the silo prints.", [NOTES, ARGUED]).missing == ("5",)


@pytest.mark.parametrize("term", ["The SBL is", "All SBLs are"])
def test_what_personas_argue_about_a_thing_that_the_notes_know_by_its_initials_can_be_compared(term):
    support = check_claim(f"{term} printed from the scale and never copied from the order.", [NOTES, ARGUED])
    assert (support.status, support.covered) == ("supported", 1.0)


def test_the_initials_may_stand_in_another_sentence_of_the_turn():
    turn = ClaimSource("turn", "turn 3", "That holds for the SBL too. Weights alone never show wet grain.")
    assert goes_in(check_claim("An SBL of weights alone never shows wet grain.", [NOTES, turn]))


def test_what_personas_argue_about_a_person_waits():
    assert not goes_in(check_claim("Anna Berg pays for lost grain.", [NOTES, ARGUED]))
