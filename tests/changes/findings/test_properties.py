"""Whatever is written, checked and decided, in whatever order: the rows say what the rules find and people said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from reviews.changes import findings
from reviews.errors import IllegalMove
from reviews.models.finding import FindingStatus
from tests import factories
from tests.changes.findings.stage import check, write
from tests.drawing import examples

SENTENCES = [
    "The page is significantly better.",
    "TBD",
    "We lose 30 orders a month.",
    "## Plan",
    "It may work.",
]
TEXTS = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=7).map("\n\n".join)
DECISIONS = [FindingStatus.ACCEPTED, FindingStatus.DISMISSED, FindingStatus.OPEN]
STEPS = st.lists(
    st.tuples(st.sampled_from(["write", "check", *DECISIONS]), TEXTS, st.integers(0, 4)), max_size=12
)


def act(artifact, step, text, index, user):
    if step == "write":
        return write(artifact, text, user)
    if step == "check":
        return check(artifact)
    rows = list(artifact.findings.all())
    try:
        return rows and findings.decide(rows[index % len(rows)], step, user, "No matter.")
    except IllegalMove:
        return None


@pytest.mark.slow
class Rounds(TestCase):
    @examples(50)
    @given(TEXTS, STEPS)
    def test_after_any_steps_every_finding_has_its_words_and_the_right_status(self, text, steps):
        user = factories.UserFactory()
        artifact = factories.ArtifactFactory(content=text)
        for step, other, index in steps:
            act(artifact, step, other, index, user)
            artifact.refresh_from_db()
            for row in artifact.findings.exclude(status="fixed").exclude(quote=""):
                stands = row.revision.text.splitlines()[row.line - 1][row.column - 1 :]
                assert stands.startswith(row.quote)
                assert bool(row.unplaced) == (row.revision_id != artifact.current_id)
        dismissed = set(artifact.findings.filter(status="dismissed").values_list("fingerprint", flat=True))
        check(artifact)
        found = set(findings.read_revision(artifact.current).found)
        for row in artifact.findings.all():
            assert (row.status == "fixed") == (row.fingerprint not in found | dismissed)
            assert (row.status == "dismissed") == (row.fingerprint in dismissed)
            assert (row.seen == artifact.checks) == (row.fingerprint in found)
