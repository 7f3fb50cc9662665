"""Of very long notes only the beginning is compared: what is not found there is not checked, and waits."""

import pytest

from reviews.kinds.interview.sourced import with_support
from reviews.kinds.interview.state import Improvement
from reviews.kinds.interview.verdict_lines import NOT_CHECKED, NOT_IN_NOTES, reasons_of, sort_lines
from reviews.kinds.notes import Note
from reviews.kinds.support import LONGEST_READ, goes_in_unseen
from reviews.log.values import ProposedChange
from tests.kinds.interview.stage import NOTES, ROUND, Stage, script

INVENTED = "The board has approved EUR 70,000."
BEHIND = "The fee is 90 euros."


def on(text: str) -> Stage:
    return Stage(script(ROUND), notes=(Note("a1", "retries.md", text),))


LONG = on(NOTES + " " * LONGEST_READ + BEHIND)


def change(inserted: str) -> ProposedChange:
    return ProposedChange("a1", 0, "", inserted)


@pytest.mark.parametrize("inserted", [INVENTED, BEHIND])
def test_what_the_beginning_of_long_notes_does_not_say_is_not_checked_and_waits(inserted):
    (made,) = with_support(LONG.state, [change(inserted)])
    assert (made.support["status"], made.support["sentence"]) == ("not_checked", "")
    assert not goes_in_unseen(made.support)


def test_what_the_beginning_of_long_notes_says_is_supported():
    (made,) = with_support(LONG.state, [change("We measured 4.1 % of failed renewals in March.")])
    assert made.support["status"] == "supported"


def test_a_line_of_a_verdict_that_is_not_in_short_notes_is_said_to_be_in_none():
    assert sort_lines(on(NOTES).state, [INVENTED]) == ([], [NOT_IN_NOTES.format(line=INVENTED)])
    assert sort_lines(LONG.state, [INVENTED]) == ([], [NOT_CHECKED.format(line=INVENTED)])


def test_a_reason_that_neither_the_edit_nor_the_sources_have_is_left_out():
    edits = [
        Improvement("a1", "retries.md", "", "A card is declined.", reason, 1)
        for reason in ("Ana asked for EUR 70,000.", "A card is declined.")
    ]
    assert reasons_of(edits, [NOTES]) == ["", "A card is declined."]
