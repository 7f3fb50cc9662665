"""What people and tables leave out because it is plain: a bound behind a figure, the currency, the end of a month."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource

NOTES = ClaimSource(
    "notes",
    "store.md",
    """# Cold store

The old store holds 380 pallets and lost 41 of them in 2025. A new compressor costs 148,000 euros.
The old one stays until the end of September 2026. A repair would last two summers at most.

| Option | Price | Pallets |
|---|---|---|
| Kelvin | 148,000 | 400 |
| Repair | 31,000 | 38000 |
""",
)
ANA = ClaimSource("person", "5", "We take Kelvin. I won't pay 14,500 more for five weeks.", speaker="Ana")
BEN = ClaimSource("person", "6", "No, the neighbour has room for 60 pallets, not more.", speaker="Ben")
SOURCES = [NOTES, ANA, BEN]


@pytest.mark.parametrize(
    "claim",
    [
        "The neighbour has room for at most 60 pallets.",
        "The repair lasts no more than two summers.",
        "Die Reparatur hält höchstens zwei Sommer.",
        "Ana won't pay 14,500 euros more.",
        "The repair costs 31,000 euros.",
        "The old one stays until 30 September.",
        "The old one stays until 30 September 2026.",
    ],
)
def test_it_is_said(claim):
    assert check_claim(claim, SOURCES).status in ("supported", "computed", "not_checked")


@pytest.mark.parametrize(
    "claim",
    [
        "The neighbour has room for at least 60 pallets.",
        "The repair lasts at least two summers.",
        "The old store holds 380 euros.",
        "The old store lost 41 euros in 2025.",
        "The repair costs 38,000 euros.",
        "Ana won't pay 14,500 dollars more.",
        "The old one stays until 29 September.",
        "The old one stays until 30 September 2027.",
        "Kelvin has room for 400 euros.",
        "60 pallets are about a third of the store.",
    ],
)
def test_something_else_is_not(claim):
    assert check_claim(claim, SOURCES).status == "unsupported"


def test_without_any_other_amount_a_bare_figure_has_no_currency():
    notes = ClaimSource("notes", "a.md", "The budget is 9,000 a month.")
    assert check_claim("The budget is EUR 9,000 a month.", [notes]).missing == ("EUR 9,000 a month",)
    two = ClaimSource("notes", "b.md", "We pay EUR 50 here and USD 60 there.")
    assert check_claim("The budget is EUR 9,000 a month.", [notes, two]).missing == ("EUR 9,000 a month",)
