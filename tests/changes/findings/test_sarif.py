"""The SARIF log of a session says what people have dismissed."""

import json

import pytest

from reviews.changes import findings
from reviews.models import SessionArtifact
from reviews.models.finding import FindingStatus
from tests import factories
from tests.changes.findings.stage import check, vague


@pytest.fixture
def session(notes):
    """An interview that has read the notes."""
    made = factories.SessionFactory(item=notes.item)
    SessionArtifact.objects.create(session=made, artifact=notes, revision=notes.current)
    return made


def suppressions(client, session):
    """What each result says, by its rule."""
    log = json.loads(client.get(f"/sessions/{session.pk}/export.sarif").content)
    return {result["ruleId"]: result["suppressions"] for result in log["runs"][0]["results"]}


def test_a_dismissed_finding_is_suppressed_from_outside_with_its_reason(as_user, ana, notes, session):
    check(notes)
    findings.decide(vague(notes), FindingStatus.DISMISSED, ana, "The annex has the figure.")
    found = suppressions(as_user(ana), session)
    assert found["vague_claim"] == [{"kind": "external", "justification": "The annex has the figure."}]


def test_what_nobody_has_dismissed_says_that_it_is_not_suppressed(as_user, ana, notes, session):
    check(notes)
    findings.decide(vague(notes), FindingStatus.ACCEPTED, ana)
    assert suppressions(as_user(ana), session)["vague_claim"] == []
