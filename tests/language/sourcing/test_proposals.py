"""What personas bring up without a source, and what is no figure or date that has to stand somewhere."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource

NOTES = ClaimSource(
    "notes",
    "ferry.md",
    "# Ferry\n\nA passenger books a crossing. The harbour manager may cancel a crossing in a storm. A PDF of the "
    "crossing is an ETA of the ferry.",
)
TURNS = [
    ClaimSource(
        "turn",
        "turn 2",
        "A crossing that the harbour cancels needs a `Refund` of its own.",
    ),
    ClaimSource(
        "turn", "turn 3", "On a Sunday evening nobody in the harbour answers a passenger, nor on Monday."
    ),
    ClaimSource(
        "turn", "turn 4", "An ETA that the harbour manager's board shows can be wrong for the passenger."
    ),
]


@pytest.mark.parametrize(
    "claim",
    [
        "A crossing that the harbour cancels needs a `Refund` of its own.",
        "On a Sunday evening nobody answers a passenger in the harbour.",
        "A crossing can be cancelled when half of it is over.",
        "A half-booked crossing is cancelled, and no half of a crossing is booked by the passenger.",
        "The third try of a passenger books a crossing.",
        "An ETA that the harbour manager's board shows can be wrong for the passenger.",
    ],
)
def test_what_is_brought_up_and_manners_of_speaking_are_not_missing(claim):
    assert check_claim(claim, [NOTES, *TURNS]).missing == ()


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("A crossing that the harbour cancels needs a state of its own from Siemens.", "Siemens"),
        ("The passenger books the crossing for Sunday evening.", "Sunday"),
        ("A passenger books a crossing on a Tuesday.", "Tuesday"),
        ("Half of the passengers book a crossing.", "Half"),
        ("A third of the crossings is cancelled.", "third"),
    ],
)
def test_what_nobody_brought_up_is_missing(claim, missing):
    assert missing in " ".join(check_claim(claim, [NOTES, *TURNS]).missing)
