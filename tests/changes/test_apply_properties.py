"""Whatever people decide, in whatever order: the bytes are those of the accepted changes, and no others."""

from itertools import cycle

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from reviews.changes import decide
from reviews.documents.hunks import Hunk, apply_changes
from reviews.errors import IllegalMove
from tests import factories
from tests.changes.stage import now, session_with
from tests.drawing import examples
from tests.starter import load_starter

LINES = st.lists(st.text(st.sampled_from("ab é\U0001f600#"), max_size=6), min_size=1, max_size=9)
ENDS = st.lists(st.sampled_from(["\n", "\n", "\r\n", "\r"]), min_size=1, max_size=3)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["accept", "edit", "reject", "undo"]), st.integers(0, 8), st.text("xy\n", max_size=5)
    ),
    max_size=12,
)


def joined(lines, ends, closed):
    """The lines with these ends in turn, the last one with or without its own."""
    pieces = [piece for pair in zip(lines, cycle(ends), strict=False) for piece in pair]
    return "".join(pieces if closed else pieces[:-1])


def act(name, change, user, typed):
    try:
        if name == "edit":
            decide.accept(change, user, text=typed)
        else:
            getattr(decide, name)(change, user)
    except IllegalMove:
        pass


def wanted(session, base):
    """What the accepted changes make of the base, computed apart from the code under test."""
    rows = session.changes.filter(status="applied")
    return apply_changes(base, [Hunk(row.position, row.removed, row.text) for row in rows])


class Decisions(TestCase):
    @classmethod
    def setUpTestData(cls):
        load_starter()

    @examples(60)
    @given(LINES, LINES, ENDS, st.booleans(), st.booleans(), STEPS)
    def test_any_sequence_of_decisions_gives_the_base_with_the_accepted_changes(
        self, old, new, ends, marked, closed, steps
    ):
        user = factories.UserFactory()
        base, better = (joined(lines, ends, closed) for lines in (old, new))
        raw = b"\xef\xbb\xbf" * marked + base.encode()
        session = session_with(factories.ItemFactory(), [(raw, better)])
        original = session.pins.get().revision
        for name, index, typed in steps:
            changes = list(session.changes.all())
            if changes:
                act(name, changes[index % len(changes)], user, typed)
            expected = b"\xef\xbb\xbf" * marked + wanted(session, base).encode()
            assert now(original.artifact) == expected
        if not session.changes.filter(status="applied").exists():
            assert now(original.artifact) == raw
        original.refresh_from_db()
        assert bytes(original.content) == raw
