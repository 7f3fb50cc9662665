"""The lines that a card shows around its change."""

import pytest

from reviews.models import Change
from reviews.views.review.cards import CONTEXT, change_window

TEXT = "".join(f"line {n}\n" for n in range(1, 8))


def shown(base, position, removed, inserted):
    """(sign, number, text) of each row."""
    change = Change(position=position, removed=removed, inserted=inserted)
    signs = {"kept": " ", "removed": "-", "inserted": "+"}
    return [(signs[row.kind], row.old_number, row.text) for row in change_window(base, change)]


def test_a_changed_line_stands_between_two_on_either_side():
    rows = shown(TEXT, TEXT.index("line 4"), "line 4\n", "four\n")
    assert rows == [
        (" ", 2, "line 2"),
        (" ", 3, "line 3"),
        ("-", 4, "line 4"),
        ("+", None, "four"),
        (" ", 5, "line 5"),
        (" ", 6, "line 6"),
    ]
    assert CONTEXT == 2


def test_changed_words_show_their_whole_line():
    rows = shown(TEXT, TEXT.index("4"), "4", "four")
    assert rows[2:4] == [("-", 4, "line 4"), ("+", None, "line four")]
    assert rows[-1] == (" ", 6, "line 6")


@pytest.mark.parametrize(
    ("position", "inserted", "rows"),
    [
        (0, "new\n", [("+", None, "new"), (" ", 1, "a"), (" ", 2, "b")]),
        (4, "new\n", [(" ", 1, "a"), (" ", 2, "b"), ("+", None, "new"), (" ", 3, "c")]),
        (5, "\nnew", [(" ", 2, "b"), (" ", 3, "c"), ("+", None, "new")]),
    ],
    ids=["at the start", "in the middle", "at an end without newline"],
)
def test_insertions_show_their_neighbours(position, inserted, rows):
    assert shown("a\nb\nc", position, "", inserted)[-len(rows) :] == rows


def test_an_empty_text_can_get_its_first_line():
    assert shown("", 0, "", "first\n") == [("+", None, "first")]
