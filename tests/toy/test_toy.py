"""A new kind of session is a folder and one row: this one is made as docs/architecture.md says, and nothing else."""

import pytest

from reviews.errors import ElmError
from reviews.kinds import registry
from reviews.models import Session
from reviews.sessions import actions
from tests.pages import tidy
from tests.sessions.conftest import run_once
from tests.starter import load_starter

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def echo():
    """The toy kind is there for one test."""
    registry.register("toy", "tests.toy.kind.Toy")
    yield
    registry.unregister("toy")


@pytest.fixture
def toy(echo, ana, item):
    """A session of the toy kind that Ana has started, run until it waits for her."""
    load_starter()
    session = actions.create_session(
        item=item, kind="toy", artifacts=[], started_by=ana, config={}, provider="offline"
    )
    actions.start(session, by=ana)
    return run_once(session)


def said(session: Session, user, *texts: str) -> Session:
    for text in texts:
        actions.say(session, user=user, text=text)
        run_once(session)
    return session


def test_it_runs_to_its_end_by_rules(toy, ana):
    assert toy.state == "waiting"
    said(toy, ana, "One.", "Two.", "Three.")
    assert (toy.state, toy.end_reason) == ("finished", "user-initiated")
    answers = toy.events.filter(kind="contribution").values_list("text", flat=True)
    assert list(answers) == ["You said: One.", "You said: Two.", "You said: Three."]


def test_its_page_its_events_and_its_transcript_are_there(toy, ana, ben, as_user):
    said(toy, ana, "Where is the limit?")
    page = as_user(ben).get(toy.get_absolute_url()).content.decode()
    assert "<h1>Echo</h1>" in page
    assert "You said: Where is the limit?" in page
    events = as_user(ben).get(f"{toy.get_absolute_url()}events/", HTTP_ACCEPT="application/json").json()
    assert [event["text"] for event in events["events"] if event["kind"] == "contribution"] == [
        "You said: Where is the limit?"
    ]
    transcript = as_user(ben).get(f"{toy.get_absolute_url()}transcript.md").content.decode()
    assert "Ana: Where is the limit?\n\nELM: You said: Where is the limit?" in transcript
    export = as_user(ben).get(f"{toy.get_absolute_url()}export.json").json()
    assert export["session"]["kind"] == "toy"
    assert export["scorecard"] == {}


def test_lists_and_filters_know_it(toy, as_user, ana):
    page = tidy(as_user(ana).get("/sessions/?kind=toy").content.decode())
    assert "Echo on Payment retries" in page
    assert '<option value="toy" selected>Echo</option>' in page


def test_an_outsider_does_not_see_it(toy, as_user, cleo):
    assert as_user(cleo).get(toy.get_absolute_url()).status_code == 404


def test_a_kind_that_nobody_has_registered_can_not_be_started(ana, item):
    with pytest.raises(ElmError, match=r"^Only interviews.* roundtables.* can be started"):
        actions.create_session(item=item, kind="toy", artifacts=[], started_by=ana, config={})
    assert not Session.objects.exists()
