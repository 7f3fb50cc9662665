"""Figures at the ends of names, in ranges of days, of "these" and of a whole year; decisions below their headings."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from tests.language.sourcing.examples_of import goes_in

NOTES = ClaimSource(
    "notes",
    "archive.md",
    "# Archive\n\nEleven applications read from the archive. Three of these also write to it: Intake and Mail.\n\n"
    "For the procedures 60 person-days were planned. By 10 November, 37 of them had been used.\n\n"
    "In 2025 the night lorries used 302,400 kg of gas on their routes.\n\n"
    "The fund may contribute up to 20 percent of the eligible costs. The solar roof is not eligible, "
    "nor is the reserve.\n\n"
    "## Decisions\n\n1. **D1** Documents of more than 20 MB move to the object store.\n"
    "2. **D2** (provisional) The switch is on the weekend of 19 to 21 February 2027.\n\n"
    "The yard covers 9.2 hectares, of which the lower field makes up 2.4. A hectare needs 400 candles, and a candle "
    "costs £11. The licence is £1,150 a month, the training £2,400.\n\n"
    "**Sprinklers.** They need a licence for water, which takes six months.\n\n"
    "The old gateway gave up waiting after 8 seconds.\n\n"
    "| Instrument | Room |\n|---|---|\n| LC-3 | B14 |\n| LC-5 | C02 |\n",
)
GEORGE = ClaimSource("person", "event 5", "I am against buying the van.", speaker="George Pike")
ALEX = ClaimSource("turn", "turn 6", "I would move LC-3 to C02.", speaker="Alex Rivera")


def check(claim):
    return check_claim(claim, [NOTES, GEORGE, ALEX], known=["Alex Rivera", "George Pike"])


def status(claim):
    return check(claim).status


@pytest.mark.parametrize(
    "claim",
    [
        "Mail is one of the three applications that also write to the archive.",
        "By 10 November, 37 of the 60 person-days for the procedures had been used.",
        "The switch is on the weekend of 19 to 21 February 2027.",
        "It is decided that documents of more than 20 MB move to the object store.",
        "Alex Rivera would move LC-3 to C02.",
        "George Pike is against buying the van.",
        "The solar roof is not eligible for the contribution of the fund.",
        "The lower field has 2.4 hectares.",
        "Sprinklers need a licence for water, which takes six months.",
        "The old gateway gave up waiting after 8 seconds.",
        "George Pike: “I am against buying the van.”",
    ],
)
def test_what_was_said_goes_in(claim):
    assert goes_in(check(claim))


@pytest.mark.parametrize(
    "claim",
    [
        "The licence for six months and the training come to £9,300 (6 × £1,150 + £2,400).",
        "The lower field needs 960 candles (2.4 × 400), which cost £10,560 (960 × £11).",
    ],
)
def test_what_a_sentence_works_out_is_worked_out_again(claim):
    assert status(claim) == "computed"


def test_a_month_follows_from_a_sentence_that_tells_a_year():
    support = check("In 2025 the night lorries used on average 25,200 kg of gas a month.")
    assert goes_in(support)
    assert support.computed


@pytest.mark.parametrize(
    "claim",
    [
        "Mail is one of the seven applications that also write to the archive.",
        "The switch is on the weekend of 18 to 21 February 2027.",
        "It is decided that documents of more than 30 MB move to the object store.",
        "Alex Rivera would move LC-4 to C02.",
        "The licence for six months and the training come to £9,400 (6 × £1,150 + £2,400).",
        "The lower field has 3.4 hectares.",
        "George Pike: “I am for buying the van.”",
        "In 2025 the night lorries used on average 26,200 kg of gas a month.",
    ],
)
def test_what_nobody_said_waits(claim):
    assert status(claim) == "unsupported"


@pytest.mark.parametrize(
    "claim",
    [
        "A year of the licence, the training twice and candles for 2.4 hectares come to £29,160 "
        "(12 × £1,150 + £2,400 + £2,400 + 2.4 × 400 × £11).",
        "The licence for a year and the training come to £16,200 (12 × £1,150 + £2,400), "
        "and £13,800 of the £16,200 are the licence.",
        "By 10 November, 37 of the 60 person-days had been used, 62% (37 ÷ 60), and the solar roof is not eligible.",
    ],
)
def test_what_a_claim_works_out_may_have_many_steps_and_be_built_on(claim):
    support = check(claim)
    assert goes_in(support)
    assert support.computed


def test_what_a_persona_says_of_a_figure_that_somebody_sets_aside_is_its_own():
    ana = ClaimSource("person", "event 7", "I want 30 days instead of 90 to give notice.", speaker="Ana Berg")
    maya = ClaimSource(
        "turn", "turn 8", "If we give notice of 90 days, the depot carries the risk.", speaker="Maya Chen"
    )
    claim = "If we give notice of 90 days, the depot carries the risk."
    assert check_claim(claim, [NOTES, ana, maya]).status == "supported"
    assert check_claim("We give notice of 90 days.", [NOTES, ana]).status == "unsupported"


LOCKERS = ClaimSource(
    "notes",
    "lockers.md",
    "# Lockers\n\nOnly 5 customers are affected. Four lockers with 48 boxes each stand at the branches. "
    "A courier costs EUR 4.20 a parcel. A locker costs EUR 14,500 and EUR 1,200 a year for maintenance.\n\n"
    "In September 1,840 of 6,200 reservations expired because nobody fetched them within seven days.\n\n"
    "The pilot starts on 1 May 2027 and ends on 1 June 2027.\n\n"
    "| Item | Cost |\n|---|---|\n| Four lockers | EUR 58,000 |\n| Foundations | EUR 12,000 |\n"
    "| Software | EUR 9,500 |\n",
)


@pytest.mark.parametrize(
    "claim",
    [
        "5,000 customers are affected.",
        "A courier costs EUR 4,200 a parcel.",
        "A locker costs EUR 44,000.",
        "The software costs EUR 3,300.",
        "About 26 % of the reservations expired in September.",
        "About 4 % of the reservations expired in September.",
        "The software costs EUR 12,000.",
        "Foundations cost EUR 9,500.",
        "Maintenance costs EUR 14,500 a year.",
        "A locker costs EUR 1,200.",
        "The lockers cost EUR 58,000 a year.",
        "The pilot ends on 1 May 2027.",
    ],
)
def test_a_figure_of_another_size_kind_row_part_or_period_waits(claim):
    assert check_claim(claim, [LOCKERS]).status == "unsupported"


@pytest.mark.parametrize(
    "claim",
    [
        "5 customers are affected.",
        "A courier costs EUR 4.20 a parcel.",
        "The software costs EUR 9,500.",
        "Maintenance costs EUR 1,200 a year.",
        "A locker costs EUR 14,500.",
        "About 30 % of the reservations expired in September (1,840 of 6,200).",
        "Foundations and software together cost EUR 21,500.",
        "The pilot ends on 1 June 2027.",
    ],
)
def test_the_figure_itself_and_what_follows_from_two_of_a_kind_go_in(claim):
    assert goes_in(check_claim(claim, [LOCKERS]))


def test_the_name_of_a_thing_behind_a_count_is_no_magnitude():
    notes = ClaimSource("notes", "pilot.md", "# Pilot\n\nWe try it on 30 K2 stations in the south first.")
    claim = "The pilot is on 30 K2 stations in the south."
    assert goes_in(check_claim(claim, [notes]))
