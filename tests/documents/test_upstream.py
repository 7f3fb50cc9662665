"""Where changes go when the text is replaced by a newer one."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.compose import compose_changes, layers_of
from reviews.documents.hunks import find_hunks
from reviews.documents.upstream import new_positions

OLD = "# Plan\n\nWe retry.\n\nIt is quick.\n\n## Risks\n\nNone.\n"


@dataclass(frozen=True)
class Base:
    text: str


@dataclass
class Row:
    """A rewrite of an interview, as it is stored."""

    pk: int
    base: Base
    position: int
    removed: str
    inserted: str
    session_id: int = 1
    base_id: int = 1
    section: str = "Plan"
    heading: str = ""
    marker: str = ""
    wordings: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.inserted


def rewrites(old: str, new: str, *, start: int = 1) -> list[Row]:
    """The hunks from one text to the other."""
    found = find_hunks(old, new)
    return [Row(start + n, Base(old), one.position, one.removed, one.inserted) for n, one in enumerate(found)]


QUICK = rewrites(OLD, OLD.replace("It is quick.", "It takes 2 s."))


def test_a_rewrite_goes_where_its_words_stand_in_the_newer_text():
    newer = "A preface.\n\n" + OLD
    (spot,) = new_positions(newer, QUICK, applied=())
    assert newer[spot.position :].startswith("It is quick.")


def test_an_accepted_rewrite_that_the_newer_text_has_is_there():
    (spot,) = new_positions(OLD.replace("It is quick.", "It takes 2 s."), QUICK, applied={1})
    assert (spot.is_there, spot.position) == (True, None)


def test_a_proposal_whose_words_are_gone_says_so():
    (spot,) = new_positions(OLD.replace("It is quick.\n\n", ""), QUICK, applied=())
    assert (
        spot.why
        == "Could not place: the newer text reads differently around “Plan”, so this has no certain place any more."
    )


def test_of_two_accepted_changes_of_the_same_words_only_the_first_has_a_place():
    other = rewrites(OLD, OLD.replace("It is quick.", "It is slow."), start=2)
    other[0].session_id = 2
    first, second = new_positions(OLD, [*QUICK, *other], applied={1, 2})
    assert first.position is not None
    assert second.why == "Could not place: another change that was accepted is about the same words there."


def test_what_was_merged_and_reads_as_before_again_has_a_place():
    (spot,) = new_positions(OLD, QUICK, applied={1}, merged={1})
    assert OLD[spot.position :].startswith("It is quick.")


def test_rewrites_of_two_sessions_are_composed_in_any_order():
    other = rewrites(OLD, OLD.replace("None.", "Double charges."), start=2)
    other[0].session_id = 2
    rows = [*QUICK, *other]
    one = compose_changes(OLD, QUICK, rows, {1}, back=False)
    both = compose_changes(one, other, rows, {1, 2}, back=False)
    assert both == OLD.replace("It is quick.", "It takes 2 s.").replace("None.", "Double charges.")
    assert compose_changes(both, QUICK, rows, {2}, back=True) == OLD.replace("None.", "Double charges.")


LINES = st.lists(st.sampled_from(["a", "b", "c", "", "## d", "e f", "g"]), max_size=12).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


@given(LINES, LINES, LINES, st.integers(0, 255))
def test_what_has_a_place_can_be_put_in_and_taken_out_again(old, proposed, newer, choice):
    rows = rewrites(old, proposed)
    applied = {row.pk for row in rows if choice >> (row.pk % 8) & 1}
    placed = []
    for row, spot in zip(rows, new_positions(newer, rows, applied), strict=True):
        if spot.position is not None and row.pk in applied:
            assert newer.startswith(row.removed, spot.position)
            placed.append(Row(row.pk, Base(newer), spot.position, row.removed, row.inserted, base_id=2))
    if not placed:
        return
    keys = {row.pk for row in placed}
    text = layers_of(placed, placed).proved(keys)
    assert compose_changes(text, placed, placed, set(), back=True) == newer


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_ends_stay_as_they_are(ending):
    old = OLD.replace("\n", ending)
    rows = rewrites(old, old.replace("It is quick.", "It takes 2 s."))
    newer = f"A preface.{ending}{ending}{old}"
    (spot,) = new_positions(newer, rows, applied=())
    assert newer[spot.position :].startswith(f"It is quick.{ending}")


@dataclass
class Addition(Row):
    """An addition of a session that a person has edited before accepting it."""

    edited: str = ""

    @property
    def text(self) -> str:
        return self.edited


@pytest.mark.parametrize(
    ("stands", "is_there"), [("We try twice.", True), ("We try twice.\nThen we ask.", False)]
)
def test_an_edited_addition_is_there_in_the_words_it_was_accepted_in_only(stands, is_there):
    marker = "<!-- Elaboration: step 01-01, 2027-03-01 -->"
    made = Addition(1, Base(OLD), len(OLD), "", f"{marker}\nWe try twice.\nThen we ask.\n", marker=marker)
    made.edited = f"{marker}\nWe try twice.\n"
    (spot,) = new_positions(f"{OLD}\n{marker}\n{stands}\n", [made], applied={1})
    assert (spot.is_there, bool(spot.why)) == (is_there, not is_there)
