"""What is archived leaves the lists and the dashboard, can be found, and can't be started until it is restored."""

import pytest

from reviews.errors import ElmError
from reviews.models import AuditEntry, Session
from reviews.sessions import actions
from tests import factories


@pytest.mark.slow
def test_an_archived_item_leaves_the_lists_and_is_found_with_the_filter_and_by_search(
    as_ana, item, interview
):
    as_ana.post(f"/items/{item.slug}/archive/")
    for page in ("/items/", "/sessions/", "/"):
        assert b"Payment retries" not in as_ana.get(page).content.replace(b"Payments", b"")
    for page in (
        "/items/?archived=yes",
        "/sessions/?archived=yes",
        "/items/?archived=all",
        "/search/?q=retries",
    ):
        assert "Payment retries" in as_ana.get(page).text
    assert AuditEntry.objects.get(what="item_archived").told == "archived the item"


def test_nothing_of_an_archived_item_can_be_started_until_it_is_restored(as_ana, item, interview, ana):
    as_ana.post(f"/items/{item.slug}/archive/")
    pin = interview.pins.select_related("artifact__current").get()
    sent = {"item": item.slug, "kind": "interview", "answered_by": "ai", "artifacts": str(pin.artifact_id)}
    refused = as_ana.post("/sessions/new/", sent)
    assert refused.status_code == 422
    assert (
        "“Payment retries” is archived, and nothing of it can be started. Restore it first." in refused.text
    )
    with pytest.raises(ElmError, match="is archived"):
        actions.deeper(interview, by=ana)
    as_ana.post(f"/items/{item.slug}/restore/")
    assert as_ana.post("/sessions/new/", sent).status_code == 302


def test_archiving_stops_what_runs_and_restoring_leaves_it_stopped(as_ana, item, running, ana):
    told = as_ana.post(f"/items/{item.slug}/archive/", follow=True).text
    assert "The item is archived. 1 session stopped." in told
    running.refresh_from_db()
    assert running.state == "stopped"
    with pytest.raises(ElmError, match="Restore the item first"):
        actions.resume(running, by=ana)
    as_ana.post(f"/items/{item.slug}/restore/")
    running.refresh_from_db()
    assert running.state == "stopped"
    actions.resume(running, by=ana)


def test_an_archived_session_leaves_the_lists_and_can_not_go_on(as_ana, item, running, ana):
    as_ana.post(f"/sessions/{running.pk}/archive/")
    assert str(running.pk) not in as_ana.get("/sessions/").text
    assert str(running.pk) not in as_ana.get(f"/items/{item.slug}/").text
    assert str(running.pk) in as_ana.get("/sessions/?archived=yes").text
    with pytest.raises(ElmError, match="The session is archived"):
        actions.say(running, user=ana, text="Go on")
    page = as_ana.post(f"/sessions/{running.pk}/resume/", follow=True)
    assert "The session is archived, and can" in page.text


def test_an_archived_artifact_is_offered_to_no_session_and_comes_back_with_a_new_text(
    as_ana, item, interview
):
    artifact = item.artifacts.get()
    as_ana.post(f"/artifacts/{artifact.pk}/archive/")
    start = as_ana.get(f"/sessions/new/?item={item.slug}&kind=interview")
    assert str(artifact.pk) not in start.text
    with pytest.raises(ElmError, match="is archived or deleted"):
        actions.create_session(
            item=item, kind="interview", artifacts=[item.artifacts.get()], started_by=None, config={}
        )
    new = {"name": artifact.name, "text": "Something else."}
    told = as_ana.post(f"/items/{item.slug}/artifacts/new/", new, follow=True).text
    assert f"{artifact.name} was archived, and is back in its item." in told
    assert str(artifact.pk) in as_ana.get(f"/sessions/new/?item={item.slug}&kind=interview").text


def test_changes_of_an_archived_item_wait_for_nobody(as_ana, item, interview):
    assert "changes to review" in as_ana.get("/").text.lower()
    as_ana.post(f"/items/{item.slug}/archive/")
    assert "ELM asked for a number." not in as_ana.get("/changes/").text


def test_archiving_twice_says_so(as_ana, item):
    as_ana.post(f"/items/{item.slug}/archive/")
    assert "is archived already" in as_ana.post(f"/items/{item.slug}/archive/", follow=True).text


def test_a_member_can_not_stop_the_roundtable_of_another_by_archiving_its_item(
    as_ben, item, ana, monkeypatch
):
    table = factories.SessionFactory(item=item, kind="roundtable", state="running", started_by=ana)
    told = as_ben.post(f"/items/{item.slug}/archive/", follow=True).text
    assert "Only the person who started this roundtable" in told
    item.refresh_from_db()
    assert item.archived is None
    assert Session.objects.get(pk=table.pk).state == "running"
