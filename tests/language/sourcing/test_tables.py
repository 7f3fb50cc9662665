"""Figures that stand in a table or in brackets, and what a column comes to."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from tests.language.sourcing.examples_of import goes_in

NOTES = ClaimSource(
    "notes",
    "bakery.md",
    """# Bakery

Bread is sold in two shops. By March, 30 % of the bread shall go through the hatch by the door.

| | Mill Lane | Harbour |
|---|---|---|
| Share of bread | 17 % | 6 % |
| Complaints | 3 | 12 |

Customers liked it (4.6 of 5).

| Item | Per shop | 20 shops |
|---|---|---|
| Hatch | €12,500 | €251,200 |
| Wiring | €3,100 | €62,000 |
| Training | €450 | €9,000 |

The maker offers 11 % off the hatches.
""",
)


@pytest.mark.parametrize(
    "claim",
    [
        "The two shops did well (17 % of the bread went through the hatch in Mill Lane and 6 % in Harbour).",
        "Bread is sold in the two shops, and customers liked it at the door (4.6 of 5).",
    ],
)
def test_a_figure_that_stands_in_a_row_or_in_brackets_is_found(claim):
    assert goes_in(check_claim(claim, [NOTES]))


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("In Mill Lane 6 % of the bread went through the hatch by the door.", ("6 %",)),
        ("Customers of the two shops gave the bread 4.4 of 5.", ("4.4",)),
        ("Each shop costs €16,150.", ("€16,150",)),
        ("That is about €29,000 of the €251,200 for the hatches.", ("€29,000",)),
        ("Complaints come to 15 % in both shops.", ("15 %",)),
    ],
)
def test_a_figure_of_another_column_or_sum_is_missing(claim, missing):
    assert check_claim(claim, [NOTES]).missing == missing


@pytest.mark.parametrize(
    ("claim", "how"),
    [
        ("Together each shop costs €16,050.", "12,500 + 3,100 + 450"),
        ("All 20 shops cost €322,200 together.", "251,200 + 62,000 + 9,000"),
        ("With 11 % off, about €27,600 of the €251,200 for the hatches is saved.", "11 % of 251,200"),
    ],
)
def test_sums_of_a_column_and_rounded_shares_follow(claim, how):
    assert check_claim(claim, [NOTES]).computed == (f"computed: {how}",)


COSTS = ClaimSource(
    "notes",
    "costs.md",
    """# Costs

| Item | Cost |
|---|---|
| Build | 42,000 euros |
| Licence | 8,000 euros |
| Training | 5,000 euros |
| Old licence | 3,000 euros |

Support costs EUR 300 a month for two years. Of 200 customers 120 complained and 30 left.
""",
)


@pytest.mark.parametrize(
    ("claim", "how"),
    [
        ("Build and licence cost 50,000 euros together.", "42,000 + 8,000"),
        ("Build and training cost 47,000 euros.", "42,000 + 5,000"),
        ("Two years of support cost EUR 7,200.", "300 × 24"),
        ("Of 200 customers 120 complained, more than half.", "120 ÷ 200 > 50 %"),
        ("Of 200 customers 30 left, less than a quarter.", "30 ÷ 200 < 25 %"),
    ],
)
def test_rows_that_are_named_are_added_and_shares_are_compared_with_their_bound(claim, how):
    assert check_claim(claim, [COSTS]).computed == (f"computed: {how}",)


@pytest.mark.parametrize(
    "claim",
    [
        "Licence and training cost 47,000 euros.",
        "Build and licence cost 51,000 euros together.",
        "The licence costs 34,000 euros.",
        "Of 200 customers 120 complained, less than half.",
        "Of 200 customers 120 complained, more than 70 %.",
        "Of 200 customers 120 complained, no less than 70 %.",
        "Of 200 customers 120 complained and 30 left, more than half left.",
        "Of 200 customers 120 complained, fewer than 90 % stayed.",
        "Of 200 customers 120 complained, so costs rose by more than 50 %.",
        "120 of 200 complained, more than half of them twice.",
        "The old licence costs 11,000 euros.",
        "The old licence and the build cost 53,000 euros.",
        "Build and licence cost 50,000 euros each.",
        "Build or licence costs 50,000 euros.",
        "Neither build nor licence cost 50,000 euros.",
        "The licence without the build costs 50,000 euros.",
        "The licence costs 50,000 euros, the build is extra.",
        "Build, licence and training together cost 50,000 euros.",
        "Build and licence and training cost 47,000 euros.",
        "Build and licence together cost twice 50,000 euros.",
    ],
)
def test_rows_that_are_not_named_are_added_to_nothing(claim):
    assert check_claim(claim, [COSTS]).status == "unsupported"
