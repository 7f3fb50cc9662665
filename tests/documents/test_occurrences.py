"""Finding where changes stand in a text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.occurrences import Occurrence, find_occurrences, lines_of, marker_in

MARKER = "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->"
OTHER = MARKER.replace("14:30", "14:31")


def found(text, *wordings):
    return find_occurrences(lines_of(text), zip(wordings, "abcdefgh", strict=False))


def test_fr_008_05_points_of_one_session_share_a_marker_and_are_told_apart_by_their_words():
    text = f"# A\n\n{MARKER}\n- [Maya] One.\n{MARKER}\n- [Alex] Two.\n"
    assert found(text, f"{MARKER}\n- [Alex] Two.", f"{MARKER}\n- [Maya] One.") == [
        Occurrence(2, 2, "b"),
        Occurrence(4, 2, "a"),
    ]


def test_points_that_share_a_marker_begin_on_lines_of_their_own():
    text = f"# A\n\n{MARKER}\n- [Maya] One.\n- [Alex] Two.\n\nThree.\n"
    wordings = [f"{MARKER}\n- [Alex] Two.", f"{MARKER}\nThree.", f"{MARKER}\n- [Maya] One."]
    assert found(text, *wordings) == [Occurrence(2, 2, "c"), Occurrence(4, 1, "a"), Occurrence(6, 1, "b")]


@pytest.mark.parametrize("between", ["# B", "", OTHER])
def test_a_point_without_its_marker_is_known_below_its_own_only(between):
    text = f"{MARKER if between else ''}\n- One.\n{between}\n- Two.\n"
    assert "b" not in [one.key for one in found(text, f"{MARKER}\n- One.", f"{MARKER}\n- Two.")]


def test_a_point_is_known_behind_one_that_somebody_reworded_and_behind_one_with_a_heading():
    reworded, edited = f"{MARKER}\n- Won.\n- Two.\n", f"{MARKER}\n- One.\n\n# B\n\n- Two.\n"
    assert found(reworded, f"{MARKER}\n- One.", f"{MARKER}\n- Two.") == [Occurrence(2, 1, "b")]
    assert found(edited, f"{MARKER}\n- One.\n\n# B", f"{MARKER}\n- Two.") == [
        Occurrence(0, 4, "a"),
        Occurrence(5, 1, "b"),
    ]


def test_line_ends_and_blank_lines_around_do_not_matter():
    assert found(f"A\r\n{MARKER}\r\n- One.", f"\n{MARKER}\n- One.\n\n") == [Occurrence(1, 2, "a")]
    assert found(f"A\r{MARKER}\r- One.", f"{MARKER}\n- One.") == [Occurrence(1, 2, "a")]


def test_words_that_somebody_has_changed_are_not_found():
    assert found(f"{MARKER}\n- One!\n", f"{MARKER}\n- One.") == []
    assert found("- One.\n", f"{MARKER}\n- One.") == []


def test_of_two_that_begin_alike_the_longer_one_stands_there():
    assert found(f"{MARKER}\n- One.\n- More.", f"{MARKER}\n- One.", f"{MARKER}\n- One.\n- More.") == [
        Occurrence(0, 3, "b")
    ]


def test_nothing_is_found_of_what_says_nothing():
    assert found("\n\n", "", "\n") == []


def test_a_marker_is_read_at_the_end_of_a_line_only():
    assert marker_in(f"> {MARKER}  ") == MARKER
    assert marker_in(f"{MARKER} and more") == ""
    assert marker_in("<!-- a comment -->") == ""


@given(
    st.lists(st.sampled_from(["x", "", MARKER, "- a", "- b"]), max_size=30), st.sampled_from(["\n", "\r\n"])
)
def test_what_is_found_stands_there_and_no_line_twice(lines, end):
    text, wanted = end.join(lines), [f"{MARKER}\n- a", f"{MARKER}\n- a\n- b", "x\n- b"]
    places = found(text, *wanted)
    split = lines_of(text)
    for place in places:
        words = wanted["abc".index(place.key)].split("\n")
        there = split[place.start : place.start + place.count]
        assert there == words or [MARKER, *there] == words
        assert there == words or MARKER in split[: place.start]
    assert all(a.start + a.count <= b.start for a, b in pairwise(places))
