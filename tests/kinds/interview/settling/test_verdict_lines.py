"""Only what the notes, people and the changes carry is certified by a verdict."""

import pytest

from reviews.kinds.interview.verdict_lines import no_change_caveat
from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from reviews.log.values import Heard
from reviews.states import EventKind
from tests.kinds.interview.stage import NOTES, ROUND, Stage, satisfied, script

OWNER = {"got_right": [], "improved": ["The notes now name the owner, Anna Berg."], "caveats": []}


def test_no_change_no_praise_for_one():
    stage = Stage(script(ROUND, satisfied(verdict=OWNER))).run()
    data = stage.of(EventKind.VERDICT)[0].data
    assert data["improved"] == []
    assert (
        "Not found in the notes or in what people said: “The notes now name the owner, Anna Berg.”"
        in data["caveats"]
    )


def test_what_was_improved_is_told_from_the_changes_when_elm_says_something_else():
    edit = {
        "old": "three times",
        "new": "three times, a minute apart",
        "reason": "Names Anna Berg as the owner.",
    }
    stage = Stage(script(ROUND, satisfied(verdict=OWNER), improve=Heard("", {"edits": [edit]}))).run()
    data = stage.of(EventKind.VERDICT)[0].data
    assert data["improved"] == ["Changed a passage: “three times, a minute apart”"]
    assert any("Anna Berg" in caveat for caveat in data["caveats"])


def improved(edit: dict[str, str], *lines: str) -> dict[str, list[str]]:
    """What the verdict says when this edit was made and ELM says `lines` of it."""
    own = {"got_right": [], "improved": list(lines), "caveats": []}
    stage = Stage(script(ROUND, satisfied(verdict=own), improve=Heard("", {"edits": [edit]}))).run()
    return dict(stage.of(EventKind.VERDICT)[0].data)


AFFECTED = {"after": "Four in a hundred cards are declined", "new": "Customers who pay are affected."}
LATER = {"old": "three times", "new": "three times, a minute apart"}


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (AFFECTED, "The notes now say that customers who pay are affected."),
        (LATER, "Each declined payment is retried three times, a minute apart."),
    ],
)
def test_what_a_change_says_is_told_as_an_improvement(edit, line):
    [told] = improved(edit, line)["improved"]
    assert line in told


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (AFFECTED, "The main risk is that a customer pays twice."),
        (AFFECTED, "The notes now say that each lost renewal costs us 40 euros of revenue."),
        (LATER, "The main risk is that a customer pays twice."),
        (LATER, "We will retry each declined payment three times."),
    ],
)
def test_what_the_notes_said_before_is_no_improvement(edit, line):
    data = improved(edit, line)
    assert line not in " ".join(data["improved"])
    assert data["improved"] == [f"Changed a passage: “{edit['new']}”"]
    assert no_change_caveat(line) in data["caveats"]


@pytest.mark.parametrize(
    "again",
    [
        "The main risk is that a customer pays twice.",
        "We ask the board to approve at most 20,000 euros by May.",
    ],
)
def test_an_edit_that_stands_in_the_notes_already_improves_nothing(again):
    edit = {"after": "Four in a hundred cards are declined", "new": again, "reason": "Says it."}
    data = improved(edit, "The notes now say what is asked of the board.")
    assert data["improved"] == []


@pytest.mark.parametrize(
    ("line", "support"),
    [
        ("The main risk is that a customer pays twice.", "supported"),
        ("The main risk is named: a customer pays twice.", "not_checked"),
        ("They say “If nothing is done, the losses will grow every year”.", "supported"),
        ("The loss is put at 40 euros for each renewal.", "not_checked"),
        ("The loss is put at 400 euros for each renewal.", "unsupported"),
        ("The board, chaired by Anna Berg, has agreed.", "unsupported"),
        ("They say “the board has agreed”.", "unsupported"),
        ("The reasoning is sound throughout.", "not_checked"),
    ],
)
def test_a_line_is_carried_by_its_sources_or_it_is_not(line, support):
    assert check_claim(line, [ClaimSource("notes", "retries.md", NOTES)]).status == support


SUMMED_UP = """\
# Kilns

We looked into it from 2 to 6 May with a copy of the order list (410 orders). Five firings took 61 to 78 minutes and
lost at most 3 pots. Last year a firing of the whole order list took 95 minutes. In March 104 of the pots, 6%, were
cracked or not glazed at all (Cleo's log).

## Considered and rejected

- A second shed with a rented kiln: 9,000 euros a year.
- Firing on Sundays: the neighbours complain about the smoke.
"""


@pytest.mark.parametrize(
    ("line", "is_refused"),
    [
        ("Five firings with a copy of the order list took 61 to 78 minutes and lost at most 3 pots.", False),
        ("Five firings with a copy of the order list took 16 to 78 minutes and lost at most 3 pots.", True),
        ("104 of the pots were cracked or not glazed at all.", False),
        ("A second shed and firing on Sundays were rejected, each with its reason.", False),
        ("A second shed and hiring a potter were rejected, each with its reason.", True),
        ("A second shed and firing on Sundays were approved.", True),
    ],
)
def test_a_line_may_sum_up_several_sentences_and_add_nothing(line, is_refused):
    found = check_claim(line, [ClaimSource("notes", "kilns.md", SUMMED_UP)])
    assert (found.status == "unsupported") == is_refused
