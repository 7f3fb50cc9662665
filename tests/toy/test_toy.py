"""A new kind of session is a folder and one row: this one is made as docs/architecture.md says, and nothing else."""

import pytest

from reviews.errors import ElmError
from reviews.kinds import registry
from reviews.models import Session
from reviews.pages.gone import GONE
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


def test_ana_is_offered_it_where_she_starts_sessions(echo, ana, item, as_user):
    page = tidy(as_user(ana).get(item.get_absolute_url()).content.decode())
    assert f'href="/sessions/new/?item={item.slug}&amp;kind=toy"' in page
    page = tidy(as_user(ana).get("/sessions/").content.decode())
    assert (
        "A session is an interview, a roundtable, an angle review or an echo on an item's artifacts." in page
    )


def test_an_outsider_does_not_see_it(toy, as_user, cleo):
    assert as_user(cleo).get(toy.get_absolute_url()).status_code == 404


def test_a_kind_that_nobody_has_registered_can_not_be_started(ana, item):
    with pytest.raises(ElmError, match=r"^Only interviews.* roundtables.* can be started"):
        actions.create_session(item=item, kind="toy", artifacts=[], started_by=ana, config={})
    assert not Session.objects.exists()


@pytest.fixture
def gone(toy, ana):
    """Ana's session, after its kind was taken out of the registry."""
    said(toy, ana, "Where is the limit?")
    registry.unregister("toy")
    yield toy
    registry.register("toy", "tests.toy.kind.Toy")


def test_ana_reads_a_session_whose_kind_is_not_there_any_more(gone, ana, as_user):
    response = as_user(ana).get(gone.get_absolute_url())
    page = response.content.decode()
    assert response.status_code == 200
    assert GONE in page
    assert "You said: Where is the limit?" in page
    assert 'id="composer"' not in page
    assert GONE in as_user(ana).get("/sessions/").content.decode()


def test_ana_takes_away_what_is_stored_of_it(gone, ana, as_user):
    transcript = as_user(ana).get(f"{gone.get_absolute_url()}transcript.md").content.decode()
    assert f"{GONE}\n\n" in transcript
    assert "Ana: Where is the limit?\n\nELM: You said: Where is the limit?" in transcript
    export = as_user(ana).get(f"{gone.get_absolute_url()}export.json").json()
    assert export["session"]["kind"] == "toy"
    assert "You said: Where is the limit?" in [event["text"] for event in export["events"]]


def test_ana_can_not_go_on_with_it_and_is_told_why(gone, ana):
    with pytest.raises(ElmError, match=GONE):
        actions.say(gone, user=ana, text="Hello?")
    actions.stop(gone, by=ana)
    with pytest.raises(ElmError, match=GONE):
        actions.resume(gone, by=ana)
