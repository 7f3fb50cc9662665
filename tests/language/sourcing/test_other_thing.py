"""A line carries nothing about another thing, another time of the day or a difference that nobody told, and what
somebody only asks for, or forbids of a thing, decides nothing about it."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource

NOTES = ClaimSource(
    "notes",
    "trains.md",
    "# Night trains\n\n## Cars\n\nA sleeper costs 149 euros, and there are couchettes too. The purser locks the cars "
    "each morning. The booking system takes vouchers.\n\n## Decisions\n\nThe crew asked for a bonus. Tomas Kral has "
    "decided that the old bar car stays in use.",
)


def said(text: str) -> ClaimSource:
    return ClaimSource("person", "7", text, speaker="Ana")


ANA = said("We agreed that dogs are allowed in sleepers. Vouchers must not be combined with a discount.")


def decided(claim: str) -> str:
    return check_claim(claim, [NOTES, ANA], noted=True).status


@pytest.mark.parametrize(
    "claim",
    [
        "Dogs are allowed in couchettes.",
        "Vouchers are dropped.",
        "The bonus of the crew is accepted.",
        "The old bar car is taken out of use.",
    ],
)
def test_nobody_decides_of_a_thing_what_is_decided_of_another_one_or_only_asked_for(claim):
    assert decided(claim) == "unsupported"


@pytest.mark.parametrize("claim", ["Dogs are allowed in sleepers.", "The old bar car stays in use."])
def test_what_somebody_did_decide_needs_nothing_more(claim):
    assert decided(claim) != "unsupported"


def test_vouchers_that_ana_does_not_want_are_dropped():
    assert check_claim("Vouchers are dropped.", [NOTES, said("We do without vouchers.")]).undecided == ()


def test_a_price_is_no_difference_of_two_prices():
    assert check_claim("Sleepers cost 149 euros more than couchettes.", [NOTES]).status == "unsupported"
    notes = ClaimSource("notes", "n.md", "Sleepers cost 149 euros more than couchettes.")
    assert check_claim("Sleepers cost 149 euros more than couchettes do.", [notes]).status == "supported"


def test_what_is_done_in_the_morning_is_not_done_in_the_evening():
    assert check_claim("The purser locks the cars each evening.", [NOTES]).status == "unsupported"
    assert check_claim("Each morning the purser locks the cars.", [NOTES]).status == "supported"


def test_what_a_persona_said_before_gives_nobody_in_a_message_more_to_do():
    notes = ClaimSource(
        "notes", "trains.md", "Lea Moser keeps the keys.\n\n## Cleaning\n\nCars are cleaned in Villach."
    )
    before = "I have read what the notes say of the cars."
    rota = ClaimSource("person", "7", "Lea Moser writes the rota.", before, "Ana")
    assert check_claim("Lea Moser cleans the cars in Villach.", [notes, rota]).status == "unsupported"
    reply = ClaimSource("person", "7", "Lea Moser does.", "Who cleans the cars in Villach?", "Ana")
    assert check_claim("Lea Moser cleans the cars in Villach.", [notes, reply]).status != "unsupported"


def test_a_guest_who_cancels_has_decided_nothing_for_the_team():
    notes = ClaimSource("notes", "n.md", "Guests get half of the money back after 14 days when they cancel.")
    assert (
        check_claim("A guest who cancels gets half of the money back after 14 days.", [notes]).undecided == ()
    )
    assert check_claim("The team cancels the pilot, which a guest likes.", [notes]).undecided != ()


def test_a_row_with_one_word_of_a_sentence_says_less_than_the_line_with_its_figures():
    notes = ClaimSource(
        "notes", "n.md", "| Item | Price |\n|---|--:|\n| Power | 6,200 € |\n| Wages | 9,000 € |"
    )
    ana = said("Power gets 10 % dearer in 2027.")
    assert check_claim("Power gets 10 % cheaper in 2027.", [notes, ana]).status == "unsupported"
    assert check_claim("Power gets 10 % dearer in 2027.", [notes, ana]).status == "supported"


def test_what_is_no_longer_done_in_one_place_is_not_dropped_altogether():
    ana = said("We decided that oysters are no longer delivered to restaurants.")
    assert check_claim("Oysters are dropped.", [ana], noted=True).status == "unsupported"
    claim = "Oysters are no longer delivered to restaurants."
    assert check_claim(claim, [ana], noted=True).status != "unsupported"
