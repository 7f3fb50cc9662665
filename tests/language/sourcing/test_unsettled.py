"""A message that decides nothing, or something else, carries no decision; neither does what personas alone agree on."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource

NOTES = ClaimSource("notes", "search.md", "# Search\n\nThe index is slow. Options are Elastic and Postgres.")


def said(text: str) -> ClaimSource:
    return ClaimSource("person", "5", text, speaker="Ana")


def argued(text: str) -> ClaimSource:
    return ClaimSource("turn", "4", text, speaker="Alex")


@pytest.mark.parametrize("claim", ["We decided to use Elastic.", "Elastic is approved."])
@pytest.mark.parametrize(
    "message",
    [
        "Maybe we use Elastic.",
        "If legal agrees, we use Elastic.",
        "The board will decide on Elastic in May.",
        "We talked about Elastic and Postgres and decided on Postgres.",
        "Last year we decided on Elastic, but that was withdrawn.",
        "I doubt that Elastic is approved.",
        "Elastic is faster, but I won't pay for it.",
        "Elastic sounds nice but we don't have the people.",
    ],
)
def test_a_doubt_a_condition_another_choice_or_one_taken_back_decides_nothing(message, claim):
    assert check_claim(claim, [NOTES, said(message)]).status == "unsupported"


@pytest.mark.parametrize(
    "message",
    [
        "We use Elastic.",
        "We decided on Elastic.",
        "Let's go with Elastic.",
        "It is expensive, but we use Elastic.",
        "We use Elastic, but we won't buy their support.",
    ],
)
def test_a_plain_word_decides(message):
    assert check_claim("We decided to use Elastic.", [NOTES, said(message)]).undecided == ()


@pytest.mark.parametrize(
    "claim",
    [
        "We have opted for Elastic for the search index.",
        "All are in favour of Elastic for the search index.",
        "Decisions: Elastic for the search index.",
        "Elastic is chosen for the search index.",
        "Elastic was picked for the search index.",
    ],
)
def test_personas_alone_opt_for_nothing_in_whatever_words(claim):
    turn = argued("I'd take Elastic for the search index; Postgres is slower.")
    found = check_claim(claim, [NOTES, turn, said("Who pays?")])
    assert found.only_personas
    assert found.status == "unsupported"
