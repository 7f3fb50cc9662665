"""Additions of several sessions to one text, put in and taken out in any order."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reviews.documents.ancestry import find_roots
from reviews.documents.edited import edited_addition
from reviews.documents.insert import compose_text, plan_additions, prove_additions
from reviews.documents.marked_runs import point_of
from reviews.documents.markers import marker_of
from reviews.documents.occurrences import lines_of
from reviews.errors import DoesNotFit
from tests.documents.markdown import documents, rough_documents
from tests.drawing import examples

TITLES = st.sampled_from(["User Journeys", "A", "Lines", "Nothing of the kind"])
LONE_RETURN = "# A\n# A\n# A\n# A\n# A\n# A\n# A\n### User Journeys\n===\r```\n# A\n# A"


@dataclass(frozen=True)
class Row:
    pk: str
    position: int
    text: str
    heading: str
    marker: str
    removed: str = ""
    wordings: tuple[str, ...] = ()

    @property
    def inserted(self) -> str:
        return self.text


def session(text, number, title, count):
    """What session `number` adds to the text."""
    return planned(text, number, title, [f"- [All] {number}.{n}" for n in range(count)])


def planned(text, number, title, points):
    at = datetime(2026, 2, 20, 14, number, tzinfo=UTC)
    found = plan_additions(text, step_id="01-03", title=title, at=at, points=points)
    return [
        Row(f"{number}.{n}", one.position, one.text, one.heading, one.marker) for n, one in enumerate(found)
    ]


def stacked(text, titles, choose):
    """Sessions one after another, each reading what `choose` left of the ones before: (base, rows) of each, and
    the last text."""
    groups = []
    for number, title in enumerate(titles):
        rows = session(text, number, title, 2)
        groups.append((text, rows))
        text = compose_text(text, [row for row in rows if choose(row)])
    return groups, text


def check_that_they_come_back(text, titles):
    """Adding one session after another gives what composing all of them on the first text gives."""
    try:
        groups, last = stacked(text, titles, lambda row: True)
    except DoesNotFit:
        return
    (root,) = find_roots(groups)
    keys = [row.pk for _, rows in groups for row in rows]
    assert root.text == text
    assert root.composed(keys) == last
    assert root.composed([]) == text


@example(LONE_RETURN, ["Lines", "User Journeys", "User Journeys"])
@example(LONE_RETURN, ["Lines", "User Journeys"])
@example("x\n\n### User Journeys\r", ["Lines", "User Journeys"])
@example("x\r\n\r\n### User Journeys\r", ["Lines", "User Journeys"])
@example("# One\n***\r## A\r", ["One", "A"])
@example("### User Journeys\n  ", ["Lines", "User Journeys"])
@example("### User Journeys\r  ", ["Lines", "User Journeys", "User Journeys"])
@example("### User Journeys\r\n\t", ["Lines", "User Journeys"])
@given(rough_documents() | documents(), st.lists(TITLES, min_size=1, max_size=5))
@examples(60)
def test_sessions_that_read_each_other_come_back_to_one_text(text, titles):
    check_that_they_come_back(text, titles)


@pytest.mark.slow
@given(rough_documents(largest=20), st.lists(TITLES, min_size=2, max_size=5))
@settings(max_examples=1_000)
def test_the_same_in_long_texts(text, titles):
    check_that_they_come_back(text, titles)


def is_used_again(groups, taken):
    """Whether a session puts a heading again of which nothing stands any more: it keeps its first place among the
    others (docs/decisions.md)."""
    seen, standing = set(), set()
    for _, rows in groups:
        headings = {row.heading for row in rows}
        if headings & (seen - standing):
            return True
        seen |= headings
        standing |= {row.heading for row in rows if row.pk in taken}
    return False


def test_a_heading_that_is_used_again_keeps_its_first_place():
    taken = {"1.0", "2.0"}
    groups, _ = stacked(
        "## User Journeys\n", ["User Journeys", "A", "User Journeys"], lambda row: row.pk in taken
    )
    assert is_used_again(groups, taken)
    (root,) = find_roots(groups)
    text = root.composed(taken)
    assert text.index("- [All] 2.0") < text.index("- [All] 1.0")


@given(rough_documents() | documents(), st.lists(TITLES, min_size=2, max_size=3), st.data())
@examples(60)
def test_any_choice_of_their_additions_only_adds_and_the_order_never_matters(text, titles, data):
    taken = data.draw(st.sets(st.sampled_from([f"{n}.{m}" for n in range(3) for m in range(2)])))
    try:
        groups, last = stacked(text, titles, lambda row: row.pk in taken)
    except DoesNotFit:
        return
    (root,) = find_roots(groups)
    assert root.composed(taken) == last or is_used_again(groups, taken)
    keys = sorted(row.pk for _, rows in groups for row in rows)
    chosen = data.draw(st.permutations(keys)) if keys else []
    while chosen:
        chosen.pop()
        new = root.composed(chosen)
        prove_additions(text, new, root.chosen(chosen))
        assert all((point_of(row) in new) == (row.pk in chosen) for _, rows in groups for row in rows)
        runs = {(one.position, one.heading, one.marker) for one in root.chosen(chosen)}
        assert Counter(marker_of(line) for line in lines_of(new) if marker_of(line)) == Counter(
            marker for _, _, marker in runs
        )


EDITS = ["- [All] edited", "- [All] edited\n\n  more\n", "> quoted\r\n> twice", "- a\n\n      code\n\n- b  "]
DECISIONS = st.lists(st.tuples(TITLES, st.sampled_from(EDITS), st.randoms(use_true_random=False)), max_size=5)


@given(rough_documents() | documents(), DECISIONS)
@examples(60)
def test_sessions_that_read_edits_and_what_is_left_of_them_come_back_to_one_text(text, sessions):
    base, groups, there = text, [], set()
    for number, (title, typed, chance) in enumerate(sessions):
        try:
            rows = session(base, number, title, 2)
        except DoesNotFit:
            return
        edit = edited_addition(f"{typed} {number}", marker=rows[1].marker, inserted=rows[1].text, base=base)
        groups.append((base, [rows[0], replace(rows[1], text=edit, wordings=(edit,))]))
        (root,) = find_roots(groups)
        there = {key for key in (*there, *(row.pk for row in rows)) if chance.random() < 0.7}
        base = root.composed(there)
        prove_additions(text, base, root.chosen(there))
    assert not groups or find_roots(groups)[0].composed([]) == text


def test_a_point_is_not_taken_for_another_that_begins_with_the_same_words():
    text = "# User Journeys\n\nPay.\n"
    rows = planned(text, 0, "User Journeys", ["- [All] Retry", "- [All] Retry twice"])
    later = compose_text(text, rows[1:])
    found = find_roots([(text, rows), (later, session(later, 1, "User Journeys", 1))])
    assert [root.text for root in found] == [text]


def test_sessions_on_the_same_text_share_a_root():
    text = "# User Journeys\n\nPay.\n"
    (root,) = find_roots(
        [(text, session(text, 0, "User Journeys", 1)), (text, session(text, 1, "User Journeys", 1))]
    )
    assert root.composed(["0.0", "1.0"]).count("## Elaboration Insights") == 1


def test_a_text_that_somebody_changed_is_a_root_of_its_own():
    text = "# User Journeys\n\nPay.\n"
    first = session(text, 0, "User Journeys", 1)
    changed = compose_text(text, first).replace("Pay.", "Pay later.")
    found = find_roots([(text, first), (changed, session(changed, 1, "User Journeys", 1))])
    assert [root.text for root in found] == [text, changed]
