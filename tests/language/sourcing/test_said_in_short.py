"""What people and tables leave out because it is plain: a bound behind a figure, the currency, the end of a month."""

from datetime import date

import pytest

from reviews.language.sourcing.bounds import bound_of
from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.content import count_negations
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


ROSTER = ClaimSource(
    "notes",
    "roster.md",
    """# Night roster

1. A third nurse from 22:00 to 06:00, on seven nights a week.
2. The call lights are answered within 4 minutes; today the median is 7.
3. No agency staff on more than 2 nights a week.

- Sensors under the mattress ($ 18,000 once): rejected, they ring at every turn.

## Open

- Does the union agree?
""",
)
INES = ClaimSource(
    "person",
    "7",
    "The union said yes on Tuesday. It wants a review after three months though.",
    "Does the union agree?",
    "Ines",
    date(2026, 5, 7),
)
START = ClaimSource(
    "person", "9", "We start on 1 June with four nights.", speaker="Ines", said_on=date(2026, 5, 7)
)
MAYA = ClaimSource("turn", "8", "I'd start with the nights that have the most falls.", speaker="Maya")
LEA = ClaimSource("person", "11", "Who trains them?", speaker="Lea")
ALL = [ROSTER, INES, START, MAYA, LEA]


@pytest.mark.parametrize(
    "claim",
    [
        "The third nurse works eight hours, from 22:00 to 06:00.",
        "The union agreed on 5 May 2026.",
        "The union agreed, but wants a review after three months.",
        "No more than 2 nights a week may be covered by agency staff.",
        "The median is 7 minutes today.",
        "The mattress sensors were rejected because they ring at every turn.",
        "Decision: start on 1 June with four nights (Ines).",
        "The review is due after three months.",
    ],
)
def test_it_is_said_in_the_words_of_a_ward(claim):
    assert check_claim(claim, ALL).status in ("supported", "computed", "not_checked")


@pytest.mark.parametrize(
    "claim",
    [
        "The third nurse works nine hours, from 22:00 to 06:00.",
        "The union agreed on 6 May 2026.",
        "The union has not agreed.",
        "At least 2 nights a week are covered by agency staff.",
        "Decision: start on 1 June with four nights (Lea).",
        "Decision: start on 2 June with four nights (Ines).",
    ],
)
def test_something_else_is_not_said_in_the_words_of_a_ward(claim):
    assert check_claim(claim, ALL).status == "unsupported"


def test_a_denial_that_bounds_a_figure_turns_nothing_round():
    assert count_negations("No agency staff on more than 2 nights.") == 0
    assert count_negations("The van can't take more than sixty boxes.") == 0
    assert count_negations("The pump does not cost more than the old one.") == 1
    assert bound_of("No staff on more than 2 nights.", 22) == 1
    assert bound_of("No more than 2 nights.", 13) == 1
    assert bound_of("More than 2 nights.", 10) == -1


SHIFTS = ClaimSource(
    "notes",
    "shifts.md",
    "# Volunteer shifts by app\n\nEvery week two coordinators spend a morning on it.\n\n"
    "The app is free for charities with fewer than 200 volunteers.",
)
RUTH = ClaimSource(
    "person",
    "6",
    "Until noon the day before, otherwise we never find anybody.",
    "Who decides if a volunteer may cancel on the same day?",
    "Ruth",
)
OFFICER = ClaimSource(
    "person", "8", "Our data protection officer looked at it, she has no objection.", speaker="Ruth"
)


@pytest.mark.parametrize(
    "claim",
    [
        "The app costs nothing as long as there are fewer than 200 volunteers.",
        "The data protection officer has looked at it and has no objection.",
        "Decision: cancelling until noon the day before (Ruth).",
        "It was asked who decides on cancellations on the same day.",
    ],
)
def test_it_is_said_in_the_words_of_a_food_bank(claim):
    assert check_claim(claim, [SHIFTS, RUTH, OFFICER]).status in ("supported", "computed", "not_checked")


@pytest.mark.parametrize(
    "claim",
    [
        "The app is free for charities with fewer than 300 volunteers.",
        "The data protection officer has looked at it and has an objection.",
        "Decision: cancelling until eight the day before (Ruth).",
    ],
)
def test_something_else_is_not_said_in_the_words_of_a_food_bank(claim):
    assert check_claim(claim, [SHIFTS, RUTH, OFFICER]).status == "unsupported"
