"""The additions of a session that stand together have their marker once; older texts have it before each point."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.compose import History, compose_changes, compose_session, layers_of
from reviews.documents.edited import edited_addition
from reviews.documents.insert import compose_text, plan_additions, prove_additions
from reviews.documents.marked_runs import point_of
from reviews.documents.markers import marker_of
from reviews.documents.occurrences import lines_of
from reviews.documents.upstream import new_positions
from reviews.errors import DoesNotFit
from tests.documents.markdown import documents, rough_documents
from tests.drawing import examples

SPEC = "# Spec\n\n## User Journeys\n\nA buyer pays.\n\n## Risks\n\nNone.\n"
POINTS = ("- [All] One.", "- [Maya] Two.", "- [Alex] Three.")
MARK = "<!-- Elaboration: step 01-03, 2026-02-20T14:00:00.000Z -->"
HEADING = "### Elaboration Insights (Step 01-03: User Journeys)"
EDITS = ["- [All] edited", "- [All] edited\n\n  more\n", "> quoted\r\n> twice", "- a\n\n      code\n\n- b  "]
TITLES = st.sampled_from(["User Journeys", "A", "Lines", "Nothing of the kind"])


@dataclass(frozen=True)
class Base:
    text: str


@dataclass(frozen=True)
class Row:
    """An addition as it is stored."""

    pk: str
    base: Base
    position: int
    inserted: str
    heading: str
    marker: str
    section: str
    session_id: int
    edited: str | None = None
    removed: str = ""

    @property
    def base_id(self) -> int:
        return hash(self.base)

    @property
    def text(self) -> str:
        return self.edited or self.inserted

    @property
    def wordings(self) -> tuple[str, ...]:
        return (self.edited,) if self.edited else ()


def held(text, number=0, *, points=POINTS, title="User Journeys"):
    """The points of session `number` about a text."""
    at = datetime(2026, 2, 20, 14, number, tzinfo=UTC)
    found = plan_additions(text, step_id="01-03", title=title, at=at, points=points)
    return [
        Row(
            f"{number}.{n}",
            Base(text),
            one.position,
            one.inserted,
            one.heading,
            one.marker,
            one.section,
            number,
        )
        for n, one in enumerate(found)
    ]


def edited(row, typed):
    words = edited_addition(typed, marker=row.marker, inserted=row.inserted, base=row.base.text)
    return replace(row, edited=words)


def old_layout(text, rows):
    """The text as it was composed before there was a marker for several points."""
    return compose_text(text, rows, repeating={row.marker for row in rows})


def markers_in(text):
    return Counter(marker_of(line) for line in lines_of(text) if marker_of(line))


class Decisions:
    """A text and what is in it, as decisions are made one by one."""

    def __init__(self, text, rows, applied=()):
        self.text, self.rows, self.applied = text, rows, set(applied)

    def decide(self, row):
        """Put the addition in, or take it out when it is in."""
        back = row.pk in self.applied
        self.applied ^= {row.pk}
        self.text = compose_changes(self.text, [row], self.rows, self.applied, back=back)


@pytest.mark.parametrize("chosen", [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)])
def test_c20_the_marker_stands_once_directly_before_the_first_point_that_is_in(chosen):
    points = "\n".join(POINTS[n] for n in chosen)
    new = compose_session(SPEC, [held(SPEC)[n] for n in chosen])
    assert new == SPEC.replace("## Risks", f"{HEADING}\n\n{MARK}\n{points}\n\n## Risks")


def test_points_in_two_sections_have_the_marker_in_each():
    more = [replace(row, position=len(SPEC), heading="## Elsewhere", pk=f"x{row.pk}") for row in held(SPEC)]
    assert markers_in(compose_session(SPEC, [*held(SPEC), *more])) == {MARK: 2}


def test_two_sessions_under_one_heading_have_a_marker_each():
    rows = [*held(SPEC), *held(SPEC, 1)]
    text = compose_session(SPEC, rows)
    assert set(markers_in(text).values()) == {1}
    assert text.count(HEADING) == 1


@pytest.mark.parametrize("typed", EDITS)
def test_a_point_that_a_person_makes_into_something_else_needs_no_marker_of_its_own(typed):
    first, second, third = held(SPEC)
    rows = [first, edited(second, typed), third]
    text = compose_session(SPEC, rows)
    assert markers_in(text) == {MARK: 1}
    assert text.index(point_of(rows[0])) < text.index(point_of(rows[1])) < text.index(point_of(rows[2]))


def test_words_that_are_no_bullet_stand_behind_a_blank_line():
    first, second, third = held(SPEC)
    text = compose_session(SPEC, [first, edited(second, "We agree."), third])
    assert f"{POINTS[0]}\n\nWe agree.\n{POINTS[2]}\n" in text


def test_a_text_with_a_marker_for_each_point_keeps_it_and_is_undone_exactly():
    rows = held(SPEC)
    for row in rows:
        left = [one for one in rows if one is not row]
        story = Decisions(old_layout(SPEC, rows), rows, {one.pk for one in rows})
        story.decide(row)
        assert story.text == old_layout(SPEC, left)
        story.decide(row)
        assert story.text == old_layout(SPEC, rows)


def test_a_session_that_reads_such_a_text_has_its_own_marker_once():
    old = held(SPEC)
    read = old_layout(SPEC, old)
    new = held(read, 1)
    story = Decisions(read, [*old, *new], {row.pk for row in old})
    for row in (new[2], new[0], new[1]):
        story.decide(row)
    assert markers_in(story.text) == {MARK: 3, new[0].marker: 1}
    for row in (*old, *new):
        story.decide(row)
    assert story.text == SPEC


def test_what_was_put_in_where_a_quote_was_found_is_taken_out_of_an_old_text_exactly():
    moved, rows = SPEC.replace("None.", "Many."), held(SPEC)
    text = old_layout(moved, held(moved))
    history = History(lambda: moved, (), [["0.0", "0.1", "0.2"]])
    left = compose_changes(text, rows[:1], rows, {"0.1", "0.2"}, back=True, history=history)
    assert left == old_layout(moved, held(moved)[1:])


@pytest.mark.parametrize("lay_out", [old_layout, compose_text])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_points_are_taken_out_one_by_one_of_a_text_that_somebody_changed(lay_out, order):
    rows = held(SPEC)
    rows[1] = edited(rows[1], "We agree.")
    moved = lay_out(SPEC, rows).replace("None.", "Many.")
    story = Decisions(moved, rows, {row.pk for row in rows})
    left = list(rows)
    for number in order:
        story.decide(rows[number])
        left.remove(rows[number])
        assert story.text == lay_out(SPEC, left).replace("None.", "Many.")


def test_the_marker_stays_above_a_point_that_somebody_reworded():
    rows = held(SPEC)
    story = Decisions(compose_text(SPEC, rows).replace("Two.", "Both."), rows, {row.pk for row in rows})
    story.decide(rows[0])
    assert f"{MARK}\n- [Maya] Both.\n{POINTS[2]}\n" in story.text
    story.decide(rows[2])
    assert f"{MARK}\n- [Maya] Both.\n\n## Risks" in story.text


def test_the_marker_goes_with_the_last_point_though_somebody_wrote_a_bullet_below():
    row = held(SPEC)[0]
    text = compose_text(SPEC, [row]).replace("One.\n", "One.\n- Mine.\n")
    story = Decisions(text, [row], {row.pk})
    story.decide(row)
    assert MARK not in story.text
    assert "- Mine.\n" in story.text


def test_a_point_goes_to_the_ones_of_its_session_that_the_text_has_itself():
    merged = compose_text(SPEC, held(SPEC)[:1])
    rows = [replace(row, base=Base(merged)) for row in held(SPEC)[1:]]
    spots = new_positions(merged, rows, ())
    rows = [replace(row, position=spot.position) for row, spot in zip(rows, spots, strict=True)]
    story = Decisions(merged, rows)
    story.decide(rows[1])
    story.decide(rows[0])
    assert story.text == compose_text(SPEC, held(SPEC))
    story.decide(rows[1])
    story.decide(rows[0])
    assert story.text == merged


def test_a_newer_text_that_has_the_points_below_one_marker_or_below_their_own_is_known_to_have_them():
    rows = held(SPEC)
    for text in (old_layout(SPEC, rows), compose_text(SPEC, rows)):
        newer = text.replace("None.", "Many.")
        assert all(spot.is_there for spot in new_positions(newer, rows, {row.pk for row in rows}))
    (first, _, third) = new_positions(compose_text(SPEC, rows[:2]), rows, {row.pk for row in rows})
    assert (first.is_there, third.is_there) == (True, False)


@examples(40)
@given(
    rough_documents() | documents(),
    st.lists(st.tuples(TITLES, st.booleans()), min_size=1, max_size=3),
    st.data(),
)
def test_whatever_is_accepted_by_either_rule_only_adds_and_without_it_the_text_is_what_it_was(
    text, sessions, data
):
    """Sessions one after another, the first of them by the older rule, each decision exact."""
    story = Decisions(text, [])
    for number, (title, is_edited) in enumerate(sessions):
        try:
            rows = held(story.text, number, title=title)
        except DoesNotFit:
            return
        if is_edited:
            typed = data.draw(st.sampled_from(EDITS))
            rows[1] = edited(rows[1], f"{typed} {number}")
        story.rows = [*story.rows, *rows]
        if not number:
            story.applied = {row.pk for row in rows}
            story.text = old_layout(text, rows)
        for row in data.draw(st.lists(st.sampled_from(story.rows), max_size=4)):
            before, is_in = story.text, row.pk in story.applied
            story.decide(row)
            if (
                not is_in
            ):  # out of an older text it is put back by today's rule when nothing tells the older one
                story.decide(row)
                assert story.text == before
                story.decide(row)
        layers = layers_of(rows, story.rows)
        assert layers.text == text
        assert layers.root is not None
        chosen, fitting = layers.root.chosen(story.applied), layers.fitting(story.text, story.applied)
        assert fitting is not None
        prove_additions(text, story.text, chosen, fitting.repeating)
        places = Counter(one[2] for one in {(one.position, one.heading, one.marker) for one in chosen})
        found = markers_in(story.text)
        assert all(
            found[marker] == count for marker, count in places.items() if marker != story.rows[0].marker
        )
    for row in data.draw(st.permutations([row for row in story.rows if row.pk in story.applied])):
        story.decide(row)
    assert story.text == text
