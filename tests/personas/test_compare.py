from hypothesis import given
from hypothesis import strategies as st

from personas.compare import Line, compare
from personas.content import PersonaText


def said(text="x", **fields):
    return PersonaText(**({"name": "Maya", "role": "analyst", "text": text} | fields))


def test_only_the_fields_that_differ_are_shown():
    [change] = compare(said(role="analyst"), said(role="architect"))
    assert (change.field, change.lines) == ("role", (Line("removed", "analyst"), Line("added", "architect")))


def test_equal_content_has_no_changes():
    assert compare(said(), said()) == []


def test_a_field_that_was_empty_is_only_added():
    [change] = compare(said(), said(principles=("Ask why.",)))
    assert change.lines == (Line("added", "Ask why."),)


def test_long_unchanged_stretches_are_left_out():
    old = "\n".join("abcdefghij")
    [change] = compare(said(old), said(old.replace("e", "E")))
    marks = [(line.mark, line.text) for line in change.lines]
    assert marks[:4] == [("gap", ""), ("same", "c"), ("same", "d"), ("removed", "e")]
    assert marks[4:] == [("added", "E"), ("same", "f"), ("same", "g"), ("gap", "")]


def test_the_words_that_differ_within_a_line_are_marked():
    [change] = compare(said("We ask who needs it first."), said("We ask who pays for it first."))
    gone, come = change.lines
    assert gone.words == ((False, "We ask who "), (True, "needs"), (False, " it first."))
    assert come.words == ((False, "We ask who "), (True, "pays for"), (False, " it first."))


def test_lines_with_little_in_common_are_shown_whole():
    [change] = compare(said("We ask who needs it first."), said("Costs, risks, dates."))
    assert [line.words for line in change.lines] == [(), ()]


words = st.lists(st.sampled_from("abc"), min_size=1, max_size=12).map("\n".join)


@given(words, words)
def test_added_and_removed_lines_are_exactly_what_changed(old, new):
    lines = [line for change in compare(said(old), said(new)) for line in change.lines]
    added = sum(line.mark == "added" for line in lines)
    removed = sum(line.mark == "removed" for line in lines)
    assert added - removed == len(new.splitlines()) - len(old.splitlines())
