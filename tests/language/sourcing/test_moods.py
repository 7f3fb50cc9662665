"""A question, a supposition, a plan and a denial say nothing that is told as so."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource

NOTES = ClaimSource("notes", "plan.md", "# Plan\n\nThe budget is open.")


def said(text):
    return ClaimSource("person", "event 3", text, speaker="Ana Berg")


THOUGHT_OF = [
    ("The budget is EUR 1 million.", "Is the budget EUR 1 million?"),
    ("The budget is EUR 1 million.", "If the budget were EUR 1 million, we could hire five people."),
    ("The import is encrypted.", "It is open whether the import is encrypted."),
    ("The pilot starts on 1 May 2027.", "Could the pilot start on 1 May 2027?"),
    ("The software never fails.", "If the software fails, boxes open with a key."),
    ("Legal has checked the text.", "Legal has to check the text."),
    ("All customers were informed.", "All customers will be informed in May."),
    ("The contract was signed in May.", "The contract will be signed in May."),
]


@pytest.mark.parametrize(("claim", "message"), THOUGHT_OF)
def test_what_ana_only_asks_supposes_or_plans_is_not_said(claim, message):
    found = check_claim(claim, [NOTES, said(message)])
    assert found.status == "unsupported"
    assert found.thought


@pytest.mark.parametrize(("claim", "message"), THOUGHT_OF)
def test_when_ben_then_says_so_it_is_said(claim, message):
    ben = ClaimSource("person", "event 4", claim, speaker="Ben Carlier")
    assert check_claim(claim, [NOTES, said(message), ben]).status == "supported"


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("The budget is EUR 1 million.", "The budget is not EUR 1 million."),
        ("The budget is EUR 1 million.", "It is wrong that the budget is EUR 1 million."),
        ("Anna Kurz owns the plan.", "Anna Kurz refused to own the plan."),
        ("A plain retry is not enough.", "No queue for now, a plain retry is enough."),
        ("The import does not block the portal.", "The import blocks the portal, which nobody wants."),
        ("The backup is not tested.", "No money is lost because the backup is tested."),
    ],
)
def test_the_opposite_of_what_ana_says_waits_whatever_else_she_denies(claim, message):
    found = check_claim(claim, [NOTES, said(message)])
    assert found.status == "unsupported"
    assert found.against


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("Is the import encrypted?", "Is the import encrypted?"),
        ("It is open whether the import is encrypted.", "Is the import encrypted?"),
        ("The text would have to be checked.", "If Legal checks the text, we wait a week."),
        ("Ben calibrates the sensors by Friday.", "Ben, can you calibrate the sensors by Friday?"),
        ("Legal has to check the text.", "Legal has to check the text."),
        (
            "The text is checked in May, and Wendy wants to be heard.",
            "Wendy wants to be heard, so I leave it open.",
        ),
    ],
)
def test_a_question_an_open_point_and_a_task_may_be_told_as_what_they_are(claim, message):
    assert check_claim(claim, [NOTES, said(message)], known=["Ben"]).thought == ()
