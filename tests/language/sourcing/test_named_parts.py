"""What several things come to that a sentence names one by one is computed from the figure of each."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource

NOTES = ClaimSource(
    "notes", "terraces.md", "# Terraces\n\nA probe costs 95 euros. A survey was made by hand."
)
SPENT = "We spend 38,000 euros on valves and 16,000 euros on pumps; the mast costs 9,500 euros."
ANA = ClaimSource("person", "7", SPENT, speaker="Ana")


@pytest.mark.parametrize(
    "claim",
    [
        "Valves, pumps and mast come to 63,500 euros.",
        "Valves, pumps and the mast together cost 63,500 euros.",
        "For valves, pumps and the mast we spend 63,500 euros.",
    ],
)
def test_the_figures_of_all_things_that_are_named_come_to_their_sum(claim):
    found = check_claim(claim, [NOTES, ANA])
    assert found.computed == ("computed: 38,000 + 16,000 + 9,500",)
    assert found.status == "computed"


@pytest.mark.parametrize(
    "claim",
    [
        "Valves, pumps and mast come to 65,300 euros.",
        "Valves, pumps and the survey come to 63,500 euros.",
        "Valves, pumps and probes come to 54,095 euros.",
        "Valves, pumps and the mast each cost 63,500 euros.",
    ],
)
def test_another_sum_or_one_with_a_thing_that_has_no_figure_there_has_no_source(claim):
    assert check_claim(claim, [NOTES, ANA]).status == "unsupported"
