"""The outline of a text."""

import pytest

from reviews.code.languages import language_of
from reviews.code.outline import MOST_ENTRIES, OutlineEntry, outline
from tests.code.real_code import FILES, read


def test_notes_are_outlined_by_their_headings():
    assert outline(read("notes.md"), "markdown") == [
        OutlineEntry(5, 0, "section", "A ledger"),
        OutlineEntry(7, 1, "section", "Goal"),
        OutlineEntry(12, 2, "section", "What it holds"),
        OutlineEntry(22, 1, "section", "Retry policy"),
        OutlineEntry(32, 1, "section", "Open questions"),
    ]


def test_code_is_outlined_by_classes_and_functions():
    found = [
        (entry.line, entry.depth, entry.kind, entry.name) for entry in outline(read("ledger.hpp"), "cpp")
    ]
    assert found == [
        (7, 0, "namespace", "banks"),
        (10, 1, "class", "Entry"),
        (15, 1, "class", "Ledger"),
        (18, 2, "method", "Ledger"),
        (20, 2, "method", "post"),
        (31, 1, "function", "Ledger<T>::total"),
        (44, 1, "class", "State"),
    ]


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix != ".md"], ids=lambda path: path.name)
def test_a_line_of_the_outline_has_the_name(path):
    lines = read(path.name).split("\n")
    found = outline(read(path.name), language_of(path.name, ""))
    assert found
    for entry in found:
        around = " ".join(lines[entry.line - 1 : entry.line + 3])
        assert entry.name.rpartition(".")[2].rpartition(" ")[2] in around


def test_a_text_has_no_outline_and_a_long_one_is_cut():
    assert outline("words\n\nmore\n", "text") == outline("", "python") == []
    assert len(outline("# A\n\n" * (MOST_ENTRIES + 1), "markdown")) == MOST_ENTRIES
