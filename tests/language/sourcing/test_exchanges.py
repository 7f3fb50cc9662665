"""What people wrote to each other, with its days and its speakers, carries what is said of it."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.sourcing.bounds import bound_of
from reviews.language.sourcing.claims import check_claim, read_sources
from reviews.language.sourcing.contradicting.opposites import excludes, widens
from reviews.language.sourcing.relative_dates import find_told_dates
from reviews.language.sourcing.sources import ClaimSource
from tests.drawing import examples
from tests.kinds.interview.stage import NOTES
from tests.language.sourcing.examples_of import exchange, goes_in

THURSDAY = date(2026, 11, 12)


@pytest.mark.parametrize("example", exchange("honest"), ids=lambda one: one.claim)
def test_what_was_said_goes_in(example):
    assert goes_in(example.checked())


@pytest.mark.parametrize("example", exchange("invention"), ids=lambda one: one.claim)
def test_what_nobody_said_waits(example):
    assert not goes_in(example.checked())


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("by Friday", "2026-11-13"),
        ("next Wednesday", "2026-11-18"),
        ("am nächsten Dienstag", "2026-11-17"),
        ("tomorrow", "2026-11-13"),
        ("übermorgen", "2026-11-14"),
        ("in three weeks", "2026-12-03"),
        ("in zwei Monaten", "2027-01-12"),
        ("dans deux semaines", "2026-11-26"),
        ("the third Sunday in January", "2027-01-17"),
        ("letzten Freitag im März", "2027-03-26"),
        ("bis Ende des Monats", "2026-11-30"),
        ("by the end of the year", "2026-12-31"),
        ("Ende Februar", "2027-02-28"),
        ("last Monday", "2026-11-09"),
        ("two weeks after that", "2026-11-24"),
    ],
)
def test_a_date_counts_from_the_day_of_the_message(written, day):
    (found,) = find_told_dates(written, THURSDAY, date(2026, 11, 10))
    assert [moment.value for moment in found[2]] == [day]


def test_next_friday_in_the_same_week_can_mean_two():
    ((_, _, moments),) = find_told_dates("next Friday", THURSDAY)
    assert [moment.value for moment in moments] == ["2026-11-13", "2026-11-20"]


@pytest.mark.parametrize("written", ["on Tuesdays", "dienstags", "three weeks", "the end", "Friday's"])
def test_what_names_no_day_is_no_date(written):
    assert find_told_dates(written, THURSDAY) == [] or written == "Friday's"


@given(st.text(max_size=200), st.dates(date(1990, 1, 1), date(2100, 1, 1)))
@examples(40)
def test_told_dates_stand_where_they_say(text, day):
    assert all(0 <= start < end <= len(text) for start, end, _ in find_told_dates(text, day))


def test_words_exclude_each_other():
    assert excludes("It is mandatory.", "It is optional.")
    assert not excludes("It is mandatory.", "It was optional and is mandatory.")
    assert widens("All nodes are strict.", "Only the static nodes are strict.")
    assert not widens("Only static nodes are strict.", "Only the static nodes are strict.")


@pytest.mark.parametrize(
    ("before", "bound"),
    [("at most ", 1), ("höchstens ", 1), ("at least EUR ", -1), ("not more than ", 1), ("the ", 0)],
)
def test_what_stands_in_front_of_a_figure_bounds_it(before, bound):
    assert bound_of(f"{before}40 days", len(before)) == bound


LINES = [line for line in NOTES.split("\n") if line and not line.startswith("#")]


def test_no_line_of_the_notes_contradicts_them():
    """A line that goes on with "it" is also about what the line before is about, but says nothing against it."""
    notes = NOTES + "\nIt is not decided yet who pays. Files over 100 MB are left out. It needs no network.\n"
    read = read_sources([ClaimSource("notes", "a.md", notes)])
    checked = [read.check(line) for line in (*LINES, "Files over 100 MB are left out.")]
    assert [found.against for found in checked] == [()] * len(checked)


def test_a_heading_is_not_denied_by_the_sentence_under_it():
    notes = ClaimSource(
        "notes", "a.md", "## The export command\n\nIt is not a library. The command has no options."
    )
    assert check_claim("The export command", [notes]).status == "supported"


def test_a_line_that_introduces_a_quotation_says_nothing_else():
    notes = ClaimSource("notes", "a.md", "A carrier may be late, and then nobody tells the customer.")
    assert check_claim("They name a risk: “A carrier may be late”.", [notes]).status == "supported"
    assert check_claim("Refunds are automatic: “A carrier may be late”.", [notes]).status == "not_checked"


def test_the_day_of_a_message_is_a_date_that_a_claim_may_name():
    ana = ClaimSource(
        "person", "event 3", "I asked the teams on Monday.", speaker="Ana", said_on=date(2026, 11, 27)
    )
    claim = "Ana asked the teams on the Monday before 27 November 2026."
    assert goes_in(check_claim(claim, [ana], known=["Ana"]))
    assert check_claim(claim.replace("27", "28"), [ana], known=["Ana"]).status == "unsupported"


@pytest.mark.parametrize(
    ("asked", "reply"),
    [
        ("The board has approved EUR 1 million for the retries. Who is affected?", "Yes, the shoppers."),
        (
            "The board has approved EUR 1 million for the retries. Who is affected?",
            "Ok, shoppers who pay by card.",
        ),
        (
            "Is the checkout slow?\nIs it true that the board has approved EUR 1 million for the retries?",
            "Yes, the checkout is slow.",
        ),
    ],
)
def test_a_yes_takes_over_the_question_that_it_answers_and_nothing_told_beside_it(asked, reply):
    sources = [
        ClaimSource("notes", "a.md", "The checkout is slow."),
        ClaimSource("person", "4", reply, asked=asked),
    ]
    assert (
        check_claim("The board has approved EUR 1 million for the retries.", sources).status == "unsupported"
    )


def test_a_yes_to_is_that_right_takes_over_what_stands_before_it():
    reply = ClaimSource("person", "4", "Yes.", asked="Support needs two more people. Is that right?")
    assert check_claim("Support needs two more people.", [reply]).status == "supported"


@pytest.mark.parametrize("reply", ["Mia Wolf does.", "It is Mia Wolf.", "2. Mia Wolf", "Mia Wolf owns it."])
def test_a_name_in_reply_to_who_owns_it_is_the_owners(reply):
    sources = [
        ClaimSource("notes", "a.md", "The webhook endpoint receives events."),
        ClaimSource("person", "4", reply, asked="Who owns the webhook endpoint?", speaker="Ana"),
    ]
    assert check_claim("Mia Wolf owns the webhook endpoint.", sources).missing == ()
