"""What a text says in two ways is found once, and what only looks like it is left alone."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.reading.document import read_document
from reviews.offline.reviewer import review_text
from reviews.offline.rules import counts, numbers, scopes, statements, statuses, timelines
from reviews.states import Severity

CONFLICTS = {
    "number_conflict", "date_conflict", "count_conflict", "statement_conflict", "status_conflict", "scope_conflict",
}  # fmt: skip


def conflicts(first: str, second: str = "", top: str = "") -> list[str]:
    text = f"# House\n\n{top}\n\n## One\n\n{first}\n\n## Two\n\n{second}\n"
    return [one.kind for one in review_text(text, "a.md") if one.kind in CONFLICTS]


CLASH = [
    ("number_conflict", "Log files are kept for 90 days.", "After 30 days, the log files are deleted."),
    ("number_conflict", "The move needs a budget of €120,000.", "The budget for the move is 150k euros."),
    ("number_conflict", "At the 95th percentile the API answers within 200 ms.",
     "The API must answer within 0.5 seconds at the 95th percentile."),
    ("number_conflict", "The outage lasted 45 minutes.", "During the two-hour outage no orders came in."),
    ("number_conflict", "Backups run every night.", "Backups run once a week, on Sunday."),
    ("number_conflict", "New members need a two-thirds majority of the board.",
     "The board takes in new members by a simple majority."),
    ("number_conflict", "The team consists of four nurses.", "The six nurses on the team share one pager."),
    ("date_conflict", "The hall opens on Monday, 5 March 2024.", ""),
    ("date_conflict", "The supplier contract ends on 30 June 2031.",
     "Our supplier contract runs until 31 December 2031."),
    ("date_conflict", "The window is from 22:00 to 23:30, 60 minutes in total.", ""),
    ("count_conflict", "It comes in 3 phases:\n\n1. Ask\n2. Build\n3. Test\n4. Ship", ""),
    ("count_conflict", "The tool speaks four languages: English, French, and German.", ""),
    ("count_conflict", "The console has five operating modes: set-up, show and maintenance.", ""),
    ("count_conflict", "We lost 86 units of blood: 52 of group 0, 21 of group A and 9 of group B. It was hot.", ""),
    ("count_conflict", "We weighed three ways against each other:\n\n- rail\n- road\n- sea\n- air", ""),
    ("count_conflict", "Present, four persons: Ana Berg, Ben Adler, Cleo Maas\nExcused: Nils Ode", ""),
    ("count_conflict", "We see two options.", "### Option 1\n\nStay.\n\n### Option 2\n\nGo.\n\n### Option 3\n\nWait."),
    ("count_conflict", "Present (7): Ana, Ben and five others.", "Eight in favour, none against, one abstention."),
    ("statement_conflict", "The service is not intended to deprecate any invoice endpoints.",
     "It is proposed to deprecate the invoice endpoints of the service."),
    ("statement_conflict", "No customer was affected by the outage.", "The outage affected about 300 customers."),
    ("statement_conflict", "The system never deletes user accounts.", "User accounts will be deleted after two years."),
    ("statement_conflict", "Access to the archive is optional for partners.", "Access to the archive is mandatory."),
    ("statement_conflict", "The price is still to be decided.", "### Open questions\n\nNone at this time."),
    ("statement_conflict", "Visitors can book their own room.",
     "### Next months\n\nWe plan to let one group of visitors book a room."),
    ("statement_conflict", "Library books are sorted by the reading club.", "Library books are sorted by staff."),
    ("scope_conflict", "Support for Windows is out of scope for this project.",
     "In the second sprint we will add Windows support."),
]  # fmt: skip

FINE = [
    ("We lose 9,000 euros of revenue a month.", "That is 108,000 euros of revenue a year."),
    ("The box costs 18,400 euros once.", "The box costs 210 euros a month."),
    ("Today the rate of failed orders is 0.5 %.", "Our target is a rate of failed orders of 0.05 %."),
    ("If more than 3 orders a day fail, we stop.", "Fewer than 5 orders a day may fail by June."),
    ("The share of failed orders fell from 4 % to 2 %.", "The share of failed orders is 3 % in Spain."),
    ("Present (9): Ana, Ben and seven others.", "Six in favour, two against, one abstention."),
    ("Uploads have at most 20 MB.", "A typical upload has 5 MB."),
    ("About 22 MB of memory is used by the image.", "The image uses 22.4 MB of memory."),
    ("- Notify by message after 5 minutes\n- Notify by phone after 10 minutes", ""),
    ("We threw away 82 units of blood: 52 of group 0, 21 of group A and 9 of group B.", ""),
    ("We have 12 vans, among them: 5 in Ghent, 4 in Lille and 2 in Rouen.", ""),
    ("We have 12 vans: 5 new ones, 2 with a lift.", ""),
    ("There are at least two reasons:\n\n- cost\n- time\n- people", ""),
    ("For the two teams we need:\n\n- desks\n- chairs\n- lamps", ""),
    ("It comes in two phases:\n\n- Build\n  - ask\n  - draw\n- Ship", ""),
    ("It has two parts:\n\n1. Build:\n\n- ask\n- draw\n\n2. Ship:\n\n- call\n- load", ""),
    ("Shops come in two groups that differ in terms of:\n\n- size\n- place\n- rent", ""),
    ("We support four languages, such as English, French, and German.", ""),
    ("The hall opens on Tuesday, 5 March 2024.", ""),
    ("If the disk is full, data is lost.", "No data was lost in the test."),
    ("Currently user accounts are never deleted.", "### Background\n\nUser accounts were deleted by hand."),
    ("### Open questions\n\nNone.", "The price is decided."),
    ("### Non-goals\n\n- Windows support", "### Alternatives\n\nWe will add Windows support."),
    ("### Non-goals\n\n- Windows support", "We will not add Windows support."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "first", "second"), CLASH, ids=[f"{k}: {a[:40]}" for k, a, _ in CLASH])
def test_a_contradiction_is_told_once(kind, first, second):
    assert conflicts(first, second) == [kind]


@pytest.mark.parametrize(("first", "second"), FINE, ids=[a[:50] for a, _ in FINE])
def test_what_agrees_is_left_alone(first, second):
    assert conflicts(first, second) == []


@pytest.mark.parametrize(
    ("status", "said", "found"),
    [
        ("Rejected", "We are proposing to proceed with the second option.", True),
        ("Proposed", "This change has been implemented.", True),
        (
            "Draft, not yet approved by the board",
            "The board approved the box, and it has been binding since.",
            True,
        ),
        ("Proposed", "Once this change has been implemented, the old one goes.", False),
        ("Accepted", "Which box to buy is still to be decided.", True),
        ("Accepted", "Once this draft has been approved by all of us, the red box is bought.", True),
        ("Accepted", "Until the board has agreed, no ward changes over.", True),
        ("Accepted", "Once the order has been approved, the shop packs it.", False),
        ("Accepted", "We buy the red box.", False),
        ("Superseded", "We decided to buy the red box.", False),
    ],
)
def test_the_status_has_to_fit_the_text(status, said, found):
    assert conflicts(said, top=f"Status: {status}") == ["status_conflict"] * found


def test_a_rejection_with_its_reason_keeps_what_was_proposed():
    reason = "The board rejected it for its price."
    assert conflicts("We will proceed with the second option.", reason, top="Status: Rejected") == []


def test_one_entry_of_a_timeline_out_of_order_is_told_with_the_one_above():
    entries = ["14:29", "14:49", "14:43", "14:55", "15:36"]
    text = "# Outage\n\n" + "\n\n".join(f"### {time}\n\nSomething was done." for time in entries)
    (found,) = [one for one in review_text(text) if one.kind == "date_conflict"]
    assert (found.quote, found.severity) == ("14:43", Severity.LOW)
    assert "14:49" in found.message


def test_an_outage_that_the_timeline_has_longer_is_told():
    entries = ["12:00 a deploy", "12:10 sales drop to zero", "12:30 a call", "13:20 sales are restored"]
    text = "# Outage\n\nThere was an outage of 10-30 minutes.\n\n" + "\n".join(f"- {one}" for one in entries)
    (found,) = [one for one in review_text(text) if one.kind == "date_conflict"]
    assert "70 minutes from 12:10 to 13:20, in line 6" in found.message


def test_a_timeline_that_goes_past_midnight_is_in_order():
    text = "# Outage\n\n" + "\n".join(f"- {time}: done" for time in ["22:10", "23:50", "00:20", "01:00"])
    assert not [one for one in review_text(text) if one.kind == "date_conflict"]


def test_a_cell_against_a_sentence_and_a_total_against_its_column():
    table = "| Box | Cost of buying |\n|---|---|\n| Red return box | 400 euros |\n"
    table += "| Blue shelf | 500 euros |\n| Total | 950 euros |"
    found = conflicts(table, "The red return box has a cost of 450 euros for buying.")
    assert found == ["number_conflict", "number_conflict"]


def test_a_total_that_is_right_is_left_alone():
    assert conflicts("| Box | Cost |\n|---|---|\n| Red | 400 |\n| Blue | 500 |\n| Total | 900 |") == []


def test_both_passages_are_in_the_message():
    text = "# Plan\n\nBackups run every night.\n\n## Two\n\nBackups run once a week, on Sunday.\n"
    (found,) = [one for one in review_text(text) if one.kind == "number_conflict"]
    assert (found.is_hint, found.line) == (True, 7)
    assert "in line 3: “Backups run every night" in found.message


@given(st.text(alphabet="019 .,:%€knoets|-#\n()", max_size=400))
def test_any_text_can_be_read(text):
    document = read_document(text)
    for rule in (numbers, counts, timelines, statements, statuses, scopes):
        list(rule.find(document))


@pytest.mark.slow
def test_a_hostile_text_of_100_000_figures_takes_seconds():
    document = read_document(
        "The pilot never stores 12 users and 13 boxes in 14 days:\n- no data was lost\n\n" * 25_000
    )
    start = time.perf_counter()
    for rule in (numbers, counts, timelines, statements, statuses, scopes):
        list(rule.find(document))
    assert time.perf_counter() - start < 60
