"""What is copied or quoted is supported only as it stands there: not without its heading, its condition or its
speaker."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from tests.language.sourcing.examples_of import goes_in

NOTES = ClaimSource(
    "notes",
    "export.md",
    """# Export

## Decisions

- We ship the CSV export on 3 April 2027.
- The old XML export stays until the end of June, except for trial accounts.

## Rejected

- Move the export to a nightly job at two o'clock.

## Risks

- The switch takes longer than four hours.

## What we know

Hypothesis: customers with over 100 seats leave because of the slow dashboard.

Ultracom is far from ready to deliver the sensors.

"We would pay for single sign-on" (Contoso).

"The dashboard is too slow in the morning" (Northwind).

The import of the address book runs at night.
""",
)
PEOPLE = ("Ana", "Ben", "Jordan")


def said(name: str, text: str, asked: str = "") -> ClaimSource:
    return ClaimSource("person", "7", text, asked, name)


def status(claim: str, *people: ClaimSource, noted: bool = False) -> str:
    return check_claim(claim, [NOTES, *people], known=PEOPLE, noted=noted).status


@pytest.mark.parametrize(
    "claim",
    [
        "We ship the CSV export on 3 April 2027.",
        "The import of the address book runs at night.",
        "Ultracom is far from ready to deliver the sensors.",
        "The switch may take longer than four hours: “The switch takes longer than four hours”.",
        "“We would pay for single sign-on” (Contoso).",
    ],
)
def test_what_stands_there_is_supported(claim):
    assert status(claim) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "The switch takes longer than four hours.",
        "Move the export to a nightly job at two o'clock.",
        "Customers with over 100 seats leave because of the slow dashboard.",
        "Ultracom is ready to deliver the sensors.",
        "“We would pay for single sign-on” (Northwind).",
    ],
)
def test_what_leaves_out_how_it_is_meant_is_not(claim):
    assert status(claim) != "supported"


def test_nothing_that_stands_under_rejected_is_decided():
    assert status("Move the export to a nightly job at two o'clock.", noted=True) == "unsupported"


@pytest.mark.parametrize(
    "message",
    [
        "Forget what I wrote about trial accounts and the XML export, they keep it too.",
        "The XML export of the trial accounts is off.",
    ],
)
def test_what_a_person_may_have_changed_is_not_supported_any_more(message):
    line = "The old XML export stays until the end of June, except for trial accounts."
    assert status(line) == "supported"
    assert status(line, said("Ana", message)) != "supported"


def test_what_a_person_only_quotes_is_not_said_by_that_person():
    ben = said("Ben", "> The load balancer dropped half of the requests.\nThat is wrong, it was the pool.")
    assert not goes_in(check_claim("The load balancer dropped half of the requests.", [NOTES, ben]))


def test_a_quotation_that_leaves_out_what_denies_it_is_none():
    ana = said("Ana", "I don't believe that the contract is signed.")
    assert status("Ana: “the contract is signed”", ana) == "unsupported"
    assert status("Ana: “I don't believe that the contract is signed”", ana) == "supported"


def test_a_quotation_is_of_whoever_said_it():
    jordan = said("Jordan", "Not by itself, we also had to restart the workers.", "Did the rollback fix it?")
    others = (jordan, said("Ben", "My first guess was a deadlock."))
    quote = "“Not by itself, we also had to restart the workers.”"
    assert [status(f"{name}: {quote}", *others) for name in ("Jordan", "Ben")] == ["supported", "unsupported"]


def test_a_name_that_only_a_persona_gave_is_none_where_a_sentence_begins_either():
    alex = ClaimSource(
        "turn", "3", "I would let Siemens host the import of the address book.", speaker="Alex"
    )
    claims = ("Siemens hosts the import.", "The import is hosted by Siemens.", "The import runs at night.")
    found = [goes_in(check_claim(claim, [NOTES, alex], known=(*PEOPLE, "Alex"))) for claim in claims]
    assert found == [False, False, True]


def test_a_name_that_the_notes_give_is_not_taken_from_it_by_somebody_elses_plan():
    maya = said("Ana", "Next time I will run the import of the address book.")
    notes = ClaimSource("notes", "retro.md", "Jordan stopped the import of the address book in May.")
    claim = "Jordan stopped the import of the address book in May."
    assert goes_in(check_claim(claim, [notes, maya], known=PEOPLE))


MINUTES = ClaimSource(
    "notes",
    "minutes.md",
    "# Plan\n\nThe API is described at https://docs.example.com/api/v2.\n\n```\n# retries are set to seven\n```\n\n"
    "Old minutes, to be deleted:\n\nThe budget is EUR 90,000.\n\nThe tests run in Hall 4.\n",
)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Retries are set to seven.", "not_checked"),
        ("The budget is EUR 90,000.", "not_checked"),
        ("The tests run in Hall 4.", "supported"),
        ("The API is described at docs.example.com/api/v2.", "supported"),
        ("The API is described at docs.example.com/api/v3.", "unsupported"),
    ],
)
def test_code_and_what_a_lead_sets_apart_carry_nothing_by_themselves(claim, expected):
    assert check_claim(claim, [MINUTES]).status == expected


COUNTED = ClaimSource(
    "notes",
    "pilot.md",
    "# Pilot\n\nOf 200 customers 120 complained and 30 left. The pilot has 12 shops in Kent and 8 in Essex.\n",
)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Of 200 customers 120 complained.", "supported"),
        ("The pilot has 12 shops in Kent.", "supported"),
        ("Of 200 customers 30 complained.", "not_checked"),
        ("Of 200 customers 120 left.", "not_checked"),
        ("The pilot has 8 shops in Kent.", "not_checked"),
        ("The pilot has 8 shops in Essex.", "supported"),
        ("Of 200 customers 120 left, more than half.", "not_checked"),
    ],
)
def test_a_figure_before_the_word_of_another_is_not_supported(claim, expected):
    assert check_claim(claim, [COUNTED]).status == expected


@pytest.mark.parametrize(
    ("notes", "claim"),
    [
        ("5 banks failed and 4 banks passed.", "4 banks failed."),
        ("Kent pays 70 euros and Essex pays 80 euros.", "Kent pays 80 euros."),
        ("We have 7 shops open and 3 shops closed.", "We have 3 shops open."),
        ("Of 9 banks 5 paid late, 4 paid on time.", "Of 9 banks 4 paid late."),
    ],
)
def test_figures_in_each_others_clauses_are_not_supported(notes, claim):
    assert check_claim(claim, [ClaimSource("notes", "n.md", f"# N\n\n{notes}\n")]).status != "supported"
