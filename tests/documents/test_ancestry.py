"""Additions of several sessions to one text, put in and taken out in any order."""

from dataclasses import dataclass
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.ancestry import roots
from reviews.documents.insert import compose, plan, prove
from reviews.errors import DoesNotFit
from tests.documents.markdown import documents
from tests.drawing import examples

TITLES = st.sampled_from(["User Journeys", "A", "Lines", "Nothing of the kind"])


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
    at = datetime(2026, 2, 20, 14, number, tzinfo=UTC)
    points = [f"- [All] {number}.{n}" for n in range(count)]
    found = plan(text, step_id="01-03", title=title, at=at, points=points)
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
        text = compose(text, [row for row in rows if choose(row)])
    return groups, text


@given(documents(), st.lists(TITLES, min_size=1, max_size=4))
@examples(60)
def test_sessions_that_read_each_other_come_back_to_one_text(text, titles):
    try:
        groups, last = stacked(text, titles, lambda row: True)
    except DoesNotFit:
        return
    (root,) = roots(groups)
    keys = [row.pk for _, rows in groups for row in rows]
    assert root.text == text
    assert root.composed(keys) == last
    assert root.composed([]) == text


@given(documents(), st.lists(TITLES, min_size=2, max_size=3), st.data())
@examples(60)
def test_any_choice_of_their_additions_only_adds_and_the_order_never_matters(text, titles, data):
    taken = data.draw(st.sets(st.sampled_from([f"{n}.{m}" for n in range(3) for m in range(2)])))
    try:
        groups, last = stacked(text, titles, lambda row: row.pk in taken)
    except DoesNotFit:
        return
    (root,) = roots(groups)
    assert root.composed(taken) == last
    keys = sorted(row.pk for _, rows in groups for row in rows)
    chosen = data.draw(st.permutations(keys)) if keys else []
    while chosen:
        chosen.pop()
        new = root.composed(chosen)
        prove(text, new, root.chosen(chosen))
        assert all((row.text in new) == (row.pk in chosen) for _, rows in groups for row in rows)


def test_sessions_on_the_same_text_share_a_root():
    text = "# User Journeys\n\nPay.\n"
    (root,) = roots(
        [(text, session(text, 0, "User Journeys", 1)), (text, session(text, 1, "User Journeys", 1))]
    )
    assert root.composed(["0.0", "1.0"]).count("## Elaboration Insights") == 1


def test_a_text_that_somebody_changed_is_a_root_of_its_own():
    text = "# User Journeys\n\nPay.\n"
    first = session(text, 0, "User Journeys", 1)
    changed = compose(text, first).replace("Pay.", "Pay later.")
    found = roots([(text, first), (changed, session(changed, 1, "User Journeys", 1))])
    assert [root.text for root in found] == [text, changed]
