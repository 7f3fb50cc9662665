"""Whatever people decide about the additions of several sessions, in whatever order: nothing of the artifact is
lost, what was accepted stands there once, and taking all of it back gives the bytes back."""

import random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from reviews.changes import decide as apply
from reviews.documents.headings import every_line
from reviews.documents.marked_runs import point_of
from reviews.errors import DoesNotFit, IllegalMove
from reviews.models import Change
from tests import factories
from tests.changes.stage import now
from tests.changes.table import held, held_about
from tests.documents.markdown import documents, rough_documents
from tests.drawing import examples

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["accept", "accept", "undo", "undo", "reject", "edit", "again"]), st.integers(0, 9)
    ),
    max_size=12,
)
ORDERS = st.randoms(use_true_random=False)
TITLES = st.sampled_from(["User Journeys", "A", "Lines", "Nothing of the kind"])
# A later session has read the first wording; both are taken out again.
EDITED_BELOW_ANOTHER = [("accept", 1), ("again", 0), ("accept", 2), ("undo", 1), ("edit", 1)]
# The second session's points go before the first one's, behind a line that ends with a lone carriage return.
LONE_RETURN = "# A\n### User Journeys\n===\r```\n# A"
BOTH_THEN_ONE = [
    ("accept", 0),
    ("again", 1),
    ("accept", 2),
    ("again", 3),
    ("accept", 4),
    ("undo", 0),
    ("accept", 3),
]
SLOW = settings(max_examples=100, suppress_health_check=list(HealthCheck))
FAST = examples(25, *HealthCheck)


def act(name, artifact, user, number, title):
    """One step: a decision on one of the changes, or another session about the artifact as it is."""
    changes = list(Change.objects.filter(artifact=artifact).order_by("session__created", "order"))
    try:
        if name == "again" and len(changes) < 6:
            held_about(artifact, [f"- [All] {len(changes)}.{n}" for n in range(2)], title=title)
        elif name == "edit":
            change = changes[number % len(changes)]
            apply.accept(change, user, text=f"- [All] edited {change.pk}\n\n  more")
        elif name != "again":
            getattr(apply, name)(changes[number % len(changes)], user)
    except IllegalMove:
        pass


def check(raw, artifact):
    """Every line of the artifact is there in order, and of the points those that were accepted."""
    text = now(artifact).decode("utf-8-sig")
    lines, old = iter(every_line(text)), every_line(raw.decode("utf-8-sig"))
    assert all(line in lines for line in old[:-1])
    for change in Change.objects.filter(artifact=artifact):
        assert text.count(point_of(change)) == (change.status == "applied")


def decide(text, marked, titles, steps, order):
    user = factories.UserFactory()
    raw = b"\xef\xbb\xbf" * marked + text.encode()
    try:
        session = held(factories.ItemFactory(), raw, ["- [All] first", "- [All] second"], title=titles[0])
    except DoesNotFit:
        return
    artifact = session.pins.get().artifact
    for number, (name, index) in enumerate(steps):
        act(name, artifact, user, index, titles[number % len(titles)])
        check(raw, artifact)
    applied = list(Change.objects.filter(artifact=artifact, status="applied").order_by("created", "order"))
    order.shuffle(applied)
    for change in applied:
        apply.undo(change, user)
    assert now(artifact) == raw


class Decisions(TestCase):
    @example("# A", False, ["User Journeys"], EDITED_BELOW_ANOTHER, random.Random(0))
    @example("# A", False, ["User Journeys"], EDITED_BELOW_ANOTHER, random.Random(1))
    @example(LONE_RETURN, False, ["Lines", "User Journeys"], BOTH_THEN_ONE, random.Random(0))
    @example("### User Journeys\r\n\t", True, ["Lines", "User Journeys"], BOTH_THEN_ONE, random.Random(0))
    @FAST
    @given(
        documents() | rough_documents(),
        st.booleans(),
        st.lists(TITLES, min_size=1, max_size=4),
        STEPS,
        ORDERS,
    )
    def test_any_sequence_of_decisions_only_adds_and_can_be_taken_back(
        self, text, marked, titles, steps, order
    ):
        decide(text, marked, titles, steps, order)

    @pytest.mark.slow
    @SLOW
    @given(
        documents(largest=25) | rough_documents(largest=15),
        st.booleans(),
        st.lists(TITLES, min_size=1, max_size=4),
        STEPS,
        ORDERS,
    )
    def test_the_same_many_times_over(self, text, marked, titles, steps, order):
        decide(text, marked, titles, steps, order)
