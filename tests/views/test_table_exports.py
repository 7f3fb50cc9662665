"""What can be taken away from a roundtable, and found of it."""

import json

import pytest

from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Change, Session, SessionArtifact
from reviews.search import search_teams
from reviews.states import EventKind
from tests import factories
from tests.views.table import ALEX, MAYA, held

POINT = {"text": "Retries cost money.", "attribution": "Maya/Alex", "events": [2, 3], "artifact": ""}
SUMMARY = {"summary": "Retries are paid for.", "at": "2026-02-20T14:30:00.000Z", "insights": [POINT]}


@pytest.fixture
def session(item, ana) -> Session:
    """A roundtable with everything that one can have."""
    made = held(item, ana, topic="Payment journeys")
    person = store.speaker_of(ana)
    said = [
        NewEvent(EventKind.INTRODUCTION, "---\nELABORATION MODE\n---"),
        NewEvent(EventKind.FIRST_TAKE, "Chargebacks worry me.", ALEX),
        NewEvent(EventKind.USER_MESSAGE, "Maya, who pays?", person, {"by": ana.pk}),
        NewEvent(EventKind.FACILITATION, "Any final points?", MAYA, {"what": "warning"}),
        NewEvent(EventKind.SYNTHESIS, "### Elaboration Insights\n\n- [Maya/Alex] Retries cost money.", None, SUMMARY),
        NewEvent(EventKind.RECORD, "Retries are paid for.", None, RECORD),
        NewEvent(EventKind.MENU, "---\n[E] …\n---", None, {"boundary": "step", "next": "01-06"}),
    ]  # fmt: skip
    store.append(made.pk, said, user=ana)
    return Session.objects.get(pk=made.pk)


RECORD = {
    "step_id": "01-05",
    "turn_count": 7,
    "personas_active": [MAYA.key, ALEX.key],
    "timestamp": "2026-02-20T14:30:00.000Z",
    "synthesis_summary": "Retries are paid for.",
}


def export(browser, session) -> dict:
    return json.loads(browser.get(f"/sessions/{session.pk}/export.json").content)


def test_the_transcript_has_everything_that_was_said_with_turns_and_prefixes(as_ana, session):
    text = as_ana.get(f"/sessions/{session.pk}/transcript.md").content.decode()
    assert text.startswith("*offline reviewer: rules, no model*\n\n# Roundtable: Payment journeys\n")
    assert "**Turn 2**\n\nMaya Chen (Business Analyst): Who needs the retry, and why?\n" in text
    assert "Ana: Maya, who pays?\n" in text
    assert "\n\nMaya Chen (Business Analyst): Any final points?\n" in text
    assert "## Synthesis\n\n### Elaboration Insights\n" in text
    assert text.endswith("Alex Rivera (Solutions Architect): Chargebacks worry me.\n")


def test_the_transcript_of_a_model_has_no_line_above(as_ana, session):
    Session.objects.update(provider="claude")
    assert as_ana.get(f"/sessions/{session.pk}/transcript.md").content.startswith(b"# Roundtable:")


def test_the_export_has_every_kind_of_event_with_its_data(as_ana, session):
    Session.objects.update(step_id="01-05", turns=7)
    found = export(as_ana, session)
    shown = {name: found["session"][name] for name in ("kind", "step_id", "topic", "turns")}
    assert shown == {"kind": "roundtable", "step_id": "01-05", "topic": "Payment journeys", "turns": 7}
    kinds = [event["kind"] for event in found["events"]]
    assert kinds == ["framing", *["contribution"] * 5, "introduction", "first_take", "user_message",
                     "facilitation", "synthesis", "record", "menu"]  # fmt: skip
    assert found["events"][0]["data"]["focus"] == "What matters?"
    assert (found["scorecard"], found["verdict"]) == ({}, None)
    assert found["synthesis"]["event"] == 11
    assert found["synthesis"]["insights"][0]["attribution"] == "Maya/Alex"
    assert found["record"]["synthesis_summary"] == "Retries are paid for."


def test_the_export_says_where_an_addition_stands(as_ana, item, session):
    artifact = factories.ArtifactFactory(item=item)
    SessionArtifact.objects.create(session=session, artifact=artifact, revision=artifact.current)
    marker, heading = (
        "<!-- Elaboration: step 01-05, 2026-02-20T14:30:00.000Z -->",
        "#### Elaboration Insights",
    )
    Change.objects.create(
        session=session, artifact=artifact, base=artifact.current, order=1, position=0,
        marker=marker, heading=heading, inserted=f"{marker}\n- [All] Yes.\n",
    )  # fmt: skip
    change = export(as_ana, session)["changes"][0]
    assert (change["marker"], change["heading"]) == (marker, heading)


@pytest.mark.parametrize(
    ("words", "number"),
    [("retry why", 2), ("chargebacks", 8), ("who pays", 9), ("elaboration insights", 11)],
)
def test_contributions_takes_messages_and_the_synthesis_are_found(words, number, ana, session):
    assert [event.number for event in search_teams(ana, words).events] == [number]


def test_lists_show_what_a_roundtable_is_about_and_its_turns(as_ana, item, session):
    Session.objects.update(turns=7, rounds=0, step_id="01-05")
    for path in ("/", "/sessions/", "/sessions/?kind=roundtable", f"/items/{item.slug}/"):
        page = as_ana.get(path).content.decode()
        assert "Roundtable: Payment journeys" in page
        assert "step 01-05 · 7 turns" in page
    assert "Payment journeys" not in as_ana.get("/sessions/?kind=interview").content.decode()
