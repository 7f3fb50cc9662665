"""What a person decides in a message is decided, however a writer puts it; what reports no decision needs none."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.commitments.deciders import find_deciders
from reviews.language.sourcing.sources import ClaimSource
from tests.language.sourcing.examples_of import goes_in

NOTES = ClaimSource(
    "notes",
    "depot.md",
    "# Key handover\n\nA van key is handed over at the desk. No reply counts as consent after 12 hours. The desk may "
    "refuse a handover.",
)
ASKED = "Who answers at the weekend, when the desk is closed and no reply counts as consent?"
DECIDED = ClaimSource(
    "person",
    "event 6",
    "Then we decide it: a handover at the weekend needs the driver's signature in the log, and expires an hour "
    "before departure without it. For weekdays no reply stays a consent after 12 hours.",
    ASKED,
)


def check(claim, *sources, noted=False):
    return check_claim(claim, [NOTES, *sources], known=["Maya Chen", "Alex Rivera"], noted=noted)


@pytest.mark.parametrize("noted", [True, False])
@pytest.mark.parametrize(
    "claim",
    [
        "A handover at the weekend needs the driver's signature in the log and expires an hour before departure "
        "without it.",
        "A handover at the weekend needs the driver's signature in the log, and without it expires an hour before "
        "departure.",
        "A handover at the weekend needs the driver's signature in the log. Without that signature it expires an "
        "hour before departure.",
        "For handovers on weekdays, no reply stays a consent after 12 hours.",
        "A handover at the weekend needs the driver's signature in the log.",
    ],
)
def test_what_a_person_decides_is_decided(claim, noted):
    support = check(claim, DECIDED, noted=noted)
    assert (goes_in(support), support.undecided, support.against) == (True, (), ())


@pytest.mark.parametrize(
    "claim",
    [
        "A handover at the weekend does not need the driver's signature in the log.",
        "A handover at the weekend needs no signature of the driver in the log, and does not expire.",
        "A handover on weekdays needs the driver's signature in the log, and no reply is no consent after 12 hours.",
        "For weekdays no reply stays a consent after 24 hours.",
    ],
)
def test_the_opposite_of_what_a_person_decides_waits(claim):
    assert check(claim, DECIDED, noted=True).status == "unsupported"


LOCKS = ClaimSource(
    "notes",
    "locks.md",
    "# Locks\n\nThe booking system may refuse a booking. The lock of a van opens with a card. The booking system "
    "retries a booking every hour. A lender hands over the van and the van has two keys.",
)


@pytest.mark.parametrize(
    "claim",
    [
        "The lender never learns that the booking system has rejected a booking, so a late booking and a rejected "
        "one look the same.",
        "A booking that is rejected by silence leaves the van with the lender.",
        "No note covers the case that one booking of a van is accepted and the other rejected.",
        "The booking system retries every hour, so that no booking is rejected alone.",
        "We ask for approval of the van bookings.",
        "Silence still approves a booking of the van.",
        "The lock seems to accept or reject single cards of a van.",
    ],
)
def test_what_a_machine_does_and_what_is_asked_for_needs_nobody_who_decided(claim):
    assert check_claim(claim, [LOCKS]).undecided == ()


@pytest.mark.parametrize(
    "claim",
    [
        "The booking of a van was rejected by the system owner.",
        "The system team has approved the booking of a van.",
        "The lock of the van is rejected.",
        "The board has rejected the booking system.",
        "The booking system is dropped.",
        "The approved lock of the van opens with a card.",
    ],
)
def test_what_people_are_said_to_decide_needs_somebody_who_did(claim):
    assert len(check_claim(claim, [LOCKS]).undecided) == 1


@pytest.mark.parametrize(
    "claim",
    [
        "The lock of a van opens with a card, and the booking system never retries a booking.",
        "The van has two keys, and the lock does not open with a card.",
        "The lender does not hand over the van, and the van has two keys.",
    ],
)
def test_what_is_denied_in_a_part_of_a_sentence_counts_where_the_notes_speak_of_it(claim):
    assert check_claim(claim, [LOCKS]).status == "unsupported"


BAKERY = ClaimSource(
    "notes", "shops.md", "# Shops\n\nThe station shop closes at 20:00, with walk-in hours on Mondays."
)
LISTED = ClaimSource(
    "person",
    "event 3",
    "The board has decided today: the station shop stays open until 20:00. In the harbour shop nothing is baked. "
    "The walk-in hours are put off for now.",
)
LISTED_AND_OPEN = ClaimSource(
    "person",
    "event 3",
    "The board has decided today: the station shop stays open. Whether it bakes is not known.",
)


@pytest.mark.parametrize(
    "claim",
    [
        "The board has decided that nothing is baked in the harbour shop.",
        "The board decided to put off the walk-in hours for now.",
    ],
)
def test_what_follows_behind_a_colon_of_deciding_is_decided_too(claim):
    assert goes_in(check_claim(claim, [BAKERY, LISTED]))


def test_a_question_behind_such_a_colon_decides_nothing():
    claim = "The board has decided that the station shop bakes."
    assert check_claim(claim, [BAKERY, LISTED_AND_OPEN]).status == "unsupported"


ANA_STAYS = ClaimSource(
    "person",
    "event 9",
    "Decision: we stay with the desk for 2027. The harbour side has no power.",
    speaker="Ana Berg",
)
BEN_FINE = ClaimSource("person", "event 10", "Fine. I will print new key tags.", speaker="Ben Carlier")


@pytest.mark.parametrize(
    "claim",
    [
        "For 2027 we stay with the desk; Ana decided this.",
        "For 2027 we stay with the desk, as Ana decided.",
        "For 2027 we stay with the desk (decided by Ana Berg).",
        "Ana decided that for 2027 we stay with the desk.",
        "For 2027 we stay with the desk. This was decided by Ana and Ben.",
        "For 2027 we stay with the desk, das hat Ana beschlossen.",
    ],
)
def test_a_decision_may_name_who_made_it(claim):
    assert check(claim, ANA_STAYS, BEN_FINE).status == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "For 2027 we stay with the desk; Ben decided this.",
        "Ben decided that for 2027 we stay with the desk.",
        "For 2027 we hand vans over at the garage; Ana decided this.",
        "For 2027 we do not stay with the desk, as Ana decided.",
    ],
)
def test_a_decision_of_somebody_else_or_of_something_else_is_nobodys(claim):
    found = check(claim, ANA_STAYS, BEN_FINE)
    assert found.status == "unsupported"
    assert found.undecided


@pytest.mark.parametrize(
    "claim",
    [
        "Cleo decided that for 2027 we stay with the desk.",
        "For 2027 we stay with the desk; Cleo Marchand decided this.",
        "For 2027 we stay with the desk. This was decided by Ana and Cleo.",
    ],
)
def test_a_decision_of_somebody_who_wrote_nothing_waits_unless_notes_or_people_tell_of_it(claim):
    assert check(claim, ANA_STAYS, BEN_FINE).undecided
    told = ClaimSource(
        "person", "event 11", "Cleo decided that we stay with the desk.", speaker="Ben Carlier"
    )
    assert not check(claim.replace(" Marchand", ""), ANA_STAYS, BEN_FINE, told).undecided


@pytest.mark.parametrize(
    "claim",
    ["The board decided that for 2027 we stay.", "Nobody decided that for 2027 we leave the desk."],
)
def test_a_board_and_nobody_are_no_names_of_people_who_decided(claim):
    assert find_deciders(claim, frozenset({"ana", "ben"})) == []


ANA_SETS_ASIDE = ClaimSource(
    "person",
    "event 11",
    "I approve the budget of 12,000 euros for the garage. We drop the night shift. I reject the card readers.",
    speaker="Ana Berg",
)
MAYA_DOUBTS = ClaimSource(
    "turn",
    "event 4",
    "I would keep the card readers, since people lose their keys. The night shift costs too much.",
    speaker="Maya Chen",
)
WHAT_ANA_DID = [
    "Ana approved the budget of 12,000 euros for the garage.",
    "Ana has dropped the night shift.",
    "Ana rejected the card readers.",
    "Ana decided to stay with the desk for 2027.",
    "Ana decided against the card readers.",
    "Ana said that the harbour side has no power.",
]


@pytest.mark.parametrize("claim", WHAT_ANA_DID)
@pytest.mark.parametrize("who", ["Ana", "Ben", "Maya", "Cleo"])
def test_what_one_person_decided_or_said_is_credited_to_nobody_else(claim, who):
    found = check_claim(
        claim.replace("Ana", who),
        [NOTES, MAYA_DOUBTS, ANA_STAYS, BEN_FINE, ANA_SETS_ASIDE],
        known=["Maya Chen", "Alex Rivera", "Ana Berg", "Ben Carlier"],
    )
    assert goes_in(found) is (who == "Ana")


def test_an_idea_may_be_told_as_somebodys_by_whoever_speaks_of_it():
    said = ClaimSource(
        "person", "event 12", "Twice as many readers won't work, there are 250 at most.", speaker="Ana Berg"
    )
    idea = ClaimSource("turn", "event 5", "Could we double the readers?", speaker="Maya Chen")
    claim = "Maya's idea won't work: twice as many readers are more than 250."
    assert check_claim(claim, [NOTES, idea, said], known=["Maya Chen", "Ana Berg"]).missing == ()


def test_who_decided_is_told_of_one_sentence_only():
    printed = (
        "It was decided that the office prints the new key tags for the desk before the end of the week."
    )
    notes = ClaimSource("notes", "tags.md", printed)
    claim = f"Ana decided that for 2027 we stay with the desk. {printed}"
    assert check(claim, ANA_STAYS, BEN_FINE, notes).status == "supported"
    other = f"Ben decided that for 2027 we stay with the desk. {printed}"
    assert check(other, ANA_STAYS, BEN_FINE, notes).status == "unsupported"


def test_what_a_person_says_of_partners_leaves_open_only_what_that_is_about():
    notes = ClaimSource(
        "notes", "pilot.md", "The partners' meeting approved the pilot with a cap of £12,500."
    )
    said = (
        "I would not touch standby pay before June, but that is for the partners and they have not decided."
    )
    found = check_claim(
        "The fee is not known, and the partners approved the pilot with a cap of £12,500.",
        [notes, ClaimSource("person", "event 4", said, speaker="Ana Berg")],
    )
    assert found.undecided == ()


PLAN = ClaimSource(
    "turn",
    "event 7",
    "Keep both rounds open, the one with the pier and the one without it?",
    "",
    "Alex Rivera",
)
ROUNDS = ClaimSource(
    "person",
    "event 8",
    "Ok, 14 August, Ilse decides then. Five vans from 2027 only if the second desk is staffed, otherwise three.",
    PLAN.text,
    "Ana",
)


@pytest.mark.parametrize(
    "claim",
    [
        "On the rounds (one with and one without the pier), Ana: “Ok, 14 August, Ilse decides then.”",
        "On the vans, Ana: “Five vans from 2027 only if the second desk is staffed, otherwise three.”",
        "Ana: “Ok, 14 August, Ilse decides then.” That saves a round.",
    ],
)
def test_whole_clauses_of_a_person_are_that_persons_word_whatever_leads_to_them(claim):
    notes = ClaimSource(
        "notes", "pier.md", "# Rounds\n\nThe rounds of the vans end at the pier, which has one desk."
    )
    support = check_claim(claim, [notes, PLAN, ROUNDS], known=["Alex Rivera"], noted=True)
    assert (support.undecided, support.against) == ((), ())
