"""A whole roundtable by rules, from the item's page to the files that are left of it."""

import json
import re

import pytest

from reviews.models import BlindReview, ElaborationRecord, Event, Session
from reviews.search import search_teams
from tests import factories
from tests.sessions.conftest import run_once
from tests.starter import load_starter
from tests.views.test_blind import right

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session(as_ana, item) -> Session:
    """A roundtable on user journeys that Ana started, spoke in and ended."""
    load_starter()
    spec = factories.ArtifactFactory(
        item=item,
        name="requirements-spec.md",
        content=factories.NOTES + "\n## User Journeys\n\nA buyer pays.\n",
    )
    sent = {
        "item": item.slug,
        "kind": "roundtable",
        "step": "01-03",
        "artifacts": [spec.pk],
        "first_takes": "on",
    }
    as_ana.post("/sessions/new/", sent)
    made = run_once(Session.objects.get())
    for text in ("Alex, what about declined cards?", "done"):
        as_ana.post(f"/sessions/{made.pk}/messages/", {"text": text})
        run_once(made)
    return made


@pytest.mark.slow
def test_nfr_005_everything_is_there_when_it_has_ended(session, as_ana, ana, item):
    assert (session.state, session.end_reason) == ("finished", "user-initiated")
    record = ElaborationRecord.objects.get()
    page = as_ana.get(f"/items/{item.slug}/").content.decode()
    assert f'<a href="/sessions/{session.pk}/">01-03 User Experience &amp; Journeys</a>' in page
    exported = json.loads(as_ana.get(f"/items/{item.slug}/meta.json").content)["elaborations"]
    assert [one["turn_count"] for one in exported] == [record.turn_count] == [session.turns]
    assert exported[0]["step_id"] == "01-03"
    assert set(exported[0]) == {"step_id", "turn_count", "personas_active", "timestamp", "synthesis_summary"}
    assert len(search_teams(ana, "declined cards").events) >= 1


@pytest.mark.slow
def test_c2_the_transcript_numbers_every_turn_once_and_in_order(session, as_ana):
    text = as_ana.get(f"/sessions/{session.pk}/transcript.md").content.decode()
    assert [int(number) for number in re.findall(r"^\*\*Turn (\d+)\*\*$", text, re.MULTILINE)] == list(
        range(1, session.turns + 1)
    )
    assert "Ana: Alex, what about declined cards?" in text
    assert text.count("\n## ") >= 3
    takes = text.split("## First takes")[1]
    assert all(name in takes for name in ("Maya Chen (", "Alex Rivera (", "Jordan Park ("))


@pytest.mark.slow
def test_nfr_002_the_voices_of_a_real_discussion_can_be_reviewed_blindly(session, as_ana):
    as_ana.post(f"/sessions/{session.pk}/blind/", right(session))
    review = BlindReview.objects.get()
    assert review.total == Event.objects.filter(kind="contribution").count() == review.correct
