"""Only what the notes, people and the changes carry is certified by a verdict."""

import pytest

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
        "Not in the notes, and nobody said it: “The notes now name the owner, Anna Berg.”" in data["caveats"]
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


@pytest.mark.parametrize(
    ("line", "support"),
    [
        ("The main risk is named: a customer pays twice.", "supported"),
        ("They say “If nothing is done, the losses will grow every year”.", "supported"),
        ("The loss is put at 40 euros for each renewal.", "supported"),
        ("The loss is put at 400 euros for each renewal.", "unsupported"),
        ("The board, chaired by Anna Berg, has agreed.", "unsupported"),
        ("They say “the board has agreed”.", "unsupported"),
        ("The reasoning is sound throughout.", "not_checked"),
    ],
)
def test_a_line_is_carried_by_its_sources_or_it_is_not(line, support):
    assert check_claim(line, [ClaimSource("notes", "retries.md", NOTES)]).status == support
