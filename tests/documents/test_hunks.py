"""Edits find their place by code alone, and hunks can be taken in any choice."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.hunks import Hunk, Wanted, apply_changes, find_hunks, line_end, place_edits, rebase
from reviews.errors import DoesNotFit

NOTES = "# Plan\n\nWe retry three times.\nIt helps.\n\n## Risks\n\nNone.\n"

lines = st.lists(
    st.sampled_from(["a", "b", "b ", "# head", "é 🎈", "", "\ufeff", "x\r", "-", "--- "]), max_size=12
)
texts = st.tuples(lines, st.sampled_from(["\n", "\r\n"]), st.booleans()).map(
    lambda made: made[1].join(made[0]) + (made[1] if made[2] else "")
)


def improved(text: str, *wanted: Wanted) -> str:
    placed, refused = place_edits(text, wanted)
    assert refused == []
    return apply_changes(text, placed)


def why_refused(text: str, *wanted: Wanted) -> list[str]:
    return [refused.why for refused in place_edits(text, wanted)[1]]


def test_words_found_once_are_replaced():
    assert improved(NOTES, Wanted("three times in an hour", old="three times")) == NOTES.replace(
        "three times", "three times in an hour"
    )


def test_words_that_are_missing_or_ambiguous_are_refused_with_the_reason():
    assert why_refused(NOTES, Wanted("x", old="four times")) == ["The words to replace are not in the notes."]
    twice = ["The words to replace stand in the notes more than once."]
    assert why_refused("aaa", Wanted("x", old="aa")) == twice


def test_of_two_edits_that_overlap_the_first_is_made():
    placed, refused = place_edits(
        NOTES, [Wanted("four times", old="three times"), Wanted("x", old="times.\nIt")]
    )
    assert [edit.inserted for edit in placed] == ["four times"]
    assert refused[0].why == "It overlaps another improvement of the same round."


def test_edits_are_made_whatever_their_order():
    new = improved(NOTES, Wanted("Double charges.", old="None."), Wanted("We try", old="We retry"))
    assert new == NOTES.replace("None.", "Double charges.").replace("We retry", "We try")


def test_lines_are_added_behind_the_line_that_has_the_words():
    assert improved(NOTES, Wanted("By 4 %.", after="It helps")).count("It helps.\nBy 4 %.\n\n## Risks") == 1


def test_added_lines_keep_a_missing_final_newline_missing():
    assert improved("a\nb", Wanted("c\n", after="b")) == "a\nb\nc"
    assert improved("a\nb", Wanted("c", after="b"), Wanted("d", after="b")) == "a\nb\nc\nd"


def test_edits_take_the_line_ends_of_the_text():
    windows = NOTES.replace("\n", "\r\n")
    assert line_end(windows) == "\r\n"
    new = improved(windows, Wanted("One.\nTwo.", old="times.\nIt helps."), Wanted("Three.", after="None"))
    assert "\n" not in new.replace("\r\n", "")
    assert "three One.\r\nTwo." in new


def test_an_edit_that_says_no_place_or_nothing_new_is_refused():
    assert why_refused(NOTES, Wanted("x")) == ["It says neither which words to replace nor where to add."]
    assert why_refused(NOTES, Wanted("x", after="nowhere")) == [
        "The words to add behind are in the notes nowhere."
    ]
    assert why_refused(NOTES, Wanted(" ", after="None")) == ["There is nothing to add."]
    once = improved(NOTES, Wanted("three times a day", old="three times"), Wanted("New.", after="None"))
    again = [Wanted("three times a day", old="three times"), Wanted("New.", after="None")]
    assert why_refused(once, *again) == ["It is in the notes already."] * 2


@given(texts, st.lists(st.tuples(st.text("abx \n"), st.text("ab \n"), st.text("ab")), max_size=6))
def test_any_edits_are_either_placed_where_they_fit_or_refused(text, wanted):
    edits = [Wanted(new, old, after) for new, old, after in wanted]
    placed, refused = place_edits(text, edits)
    assert len(placed) + len(refused) == len(edits)
    new = apply_changes(text, placed)
    assert len(new) == len(text) + sum(len(edit.inserted) - len(edit.removed) for edit in placed)


def test_an_edit_of_another_text_does_not_fit():
    placed, _ = place_edits(NOTES, [Wanted("x", old="helps")])
    with pytest.raises(DoesNotFit):
        apply_changes("Something else.", placed)


@given(texts, texts)
def test_all_hunks_give_the_new_text_and_none_the_old(base, new):
    found = find_hunks(base, new)
    assert apply_changes(base, found) == new
    assert apply_changes(base, []) == base
    assert (found == []) == (base == new)


@given(texts, texts, st.data())
def test_any_choice_of_hunks_fits_in_any_order(base, new, data):
    found = find_hunks(base, new)
    chosen = data.draw(
        st.permutations(found).flatmap(lambda some: st.sampled_from([some[:n] for n in range(9)]))
    )
    result = apply_changes(base, chosen)
    assert len(result) == len(base) + sum(len(h.inserted) - len(h.removed) for h in chosen)
    assert all(one.end < other.position for one, other in pairwise(found))


def test_a_hunk_knows_the_heading_above_it_outside_code():
    base = "```\n# no heading\n```\ntext\n## Plan ##\nold\n"
    assert [
        hunk.section for hunk in find_hunks(base, base.replace("text", "words").replace("old", "new"))
    ] == [
        "",
        "Plan",
    ]


def test_a_hunk_is_placed_anew_in_a_text_that_has_moved_on():
    hunk = find_hunks(NOTES, NOTES.replace("None.", "Double charges."))[0]
    moved = "A new first line.\n\n" + NOTES
    assert rebase(hunk, NOTES, moved) == moved.index("None.")
    assert rebase(hunk, NOTES, NOTES) == hunk.position


@pytest.mark.parametrize("current", ["", "Other.\n", NOTES.replace("None.", "Some."), NOTES + NOTES])
def test_a_hunk_without_a_certain_place_has_none(current):
    hunk = find_hunks(NOTES, NOTES.replace("None.", "Double charges."))[0]
    assert rebase(hunk, NOTES, current) is None


def test_lines_that_stood_twice_may_be_the_other_ones_when_they_stand_once():
    hunk = find_hunks(NOTES, NOTES.removeprefix("# Plan\n\n"))[0]
    twice = NOTES + "\n# Plan\n\n"
    assert rebase(hunk, twice, twice.removeprefix("# Plan\n")) is None


def test_an_insertion_that_is_there_already_is_not_made_twice():
    better = NOTES.replace("It helps.\n", "It helps.\nBy 4 %.\n")
    hunk = find_hunks(NOTES, better)[0]
    assert rebase(hunk, NOTES, "New.\n" + better) is None


@given(texts, texts, texts)
def test_where_a_hunk_is_placed_its_lines_stand(base, new, other):
    for hunk in find_hunks(base, new):
        position = rebase(hunk, base, other)
        if position is not None:
            assert other.startswith(hunk.removed, position)
            apply_changes(other, [Hunk(position, hunk.removed, hunk.inserted)])


@pytest.mark.slow
@pytest.mark.parametrize("line", ["line {}", "the same", "every third {3}"])
def test_a_megabyte_is_compared_in_seconds(line):
    base = "".join(line.format(n, 0, 0, n % 3) + " of some words\n" for n in range(45_000))
    new = base.replace("00 of", "00 with some of").replace("the same", "the very same", 900) + "end\n"
    started = time.thread_time()
    assert apply_changes(base, find_hunks(base, new)) == new
    assert time.thread_time() - started < 5


def test_a_change_that_begins_with_a_heading_stands_under_that_heading():
    base = "# Plan\n\n## Not now\n\nLater.\n"
    (hunk,) = find_hunks(base, base + "\n## Open questions\n\n- Why now?\n")
    assert hunk.section == "Open questions"
