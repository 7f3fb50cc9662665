"""Deleting takes everything that belongs to it, says before what goes and stays, and is noted without the content."""

import threading
import time

import pytest
from django.db import connection

from reviews.changes import decide
from reviews.keeping import belongings, delete
from reviews.log import store
from reviews.models import (
    Artifact,
    AuditEntry,
    Change,
    ElaborationRecord,
    Event,
    Finding,
    Item,
    ModelCall,
    Revision,
    Session,
    Tag,
)
from reviews.sessions import budget, leases
from reviews.states import State
from tests import factories
from tests.changes.stage import propose


def test_an_item_goes_only_after_its_title_was_typed(as_ana, item, interview):
    page = as_ana.get(f"/items/{item.slug}/delete/").text
    assert "1 artifact<" in page
    assert "1 session<" in page
    assert "revisions of texts" in page
    assert "Archive instead" in page
    refused = as_ana.post(f"/items/{item.slug}/delete/", {"typed": "payments"})
    assert refused.status_code == 422
    assert "That is not “Payment retries”. Nothing was deleted." in refused.text
    assert 'value="payments"' in refused.text
    assert as_ana.post(f"/items/{item.slug}/delete/", {"typed": " payment  Retries "}).status_code == 302
    for model in (Item, Artifact, Revision, Session, Event, Change, Finding, ModelCall):
        assert not model.objects.exists(), model


def test_the_audit_entry_stays_without_the_content(as_ana, item, interview, team):
    as_ana.post(f"/items/{item.slug}/delete/", {"typed": item.title})
    entry = AuditEntry.objects.get(what="item_deleted")
    assert (entry.who_name, entry.team, entry.subject) == ("ana", team, f"item:{item.pk}")
    assert entry.detail.startswith("artifacts: 1, revisions: 2, sessions: 1, events: ")
    assert not {"secret", "Payment"} & set(str(vars(entry)).split())


def test_what_runs_is_stopped_first_and_its_run_can_write_no_more(item, running, ana, monkeypatch):
    leases.take(running.pk, "a run")
    states = []
    empty = delete.empty_session

    def noted(pk, tell):
        states.append((pk, Session.objects.get(pk=pk).state))
        empty(pk, tell)

    monkeypatch.setattr(delete, "empty_session", noted)
    delete.delete_session(running, ana)
    assert states == [(running.pk, State.STOPPED)]
    with pytest.raises(store.LostOwnership):
        store.append(running.pk, [], epoch=1)
    budget.settle(running.pk, 5, 5)  # the run that was cancelled settles late
    assert not Session.objects.filter(pk=running.pk).exists()


def test_one_that_is_just_being_finished_is_ended(item, interview, ana, team):
    Session.objects.filter(pk=interview.pk).update(state="synthesizing", end_reason="", reserved_micros=7)
    team.reserved_micros = 7
    team.save()
    delete.delete_session(interview, ana)
    team.refresh_from_db()
    assert team.reserved_micros == 0
    assert not Session.objects.exists()


def test_what_was_accepted_of_a_deleted_session_stays_and_other_changes_still_fit(
    as_ana, item, interview, ana
):
    artifact = item.artifacts.get()
    text = artifact.current.text
    assert "Four in a hundred" in text
    other = factories.SessionFactory(item=item, state="finished")
    change = propose(other, artifact, text.replace("three times", "twice"))[0]
    page = as_ana.get(f"/sessions/{interview.pk}/delete/").text
    assert "What was accepted, 1 change, stays in the text" in page
    assert as_ana.post(f"/sessions/{interview.pk}/delete/", {"typed": "delete"}).status_code == 302
    artifact.refresh_from_db()
    assert artifact.current.text == text
    decide.accept(Change.objects.get(pk=change.pk), ana)
    artifact.refresh_from_db()
    assert artifact.current.text == text.replace("three times", "twice")


def test_findings_comments_and_the_record_of_a_session_go_with_it(item, interview, ana):
    artifact = item.artifacts.get()
    own = factories.FindingFactory(artifact=artifact, session=interview)
    rules = factories.FindingFactory(artifact=artifact)
    factories.ElaborationRecordFactory(item=item, session=interview)
    delete.delete_session(interview, ana)
    assert list(Finding.objects.all()) == [rules]
    assert own != rules
    assert not ElaborationRecord.objects.exists()


@pytest.mark.slow
def test_of_an_artifact_that_sessions_have_read_only_their_texts_stay(as_ana, item, interview, ana):
    artifact = item.artifacts.get()
    factories.FindingFactory(artifact=artifact)
    as_ana.post(f"/items/{item.slug}/artifacts/new/", {"name": artifact.name, "text": "A third text."})
    page = as_ana.get(f"/artifacts/{artifact.pk}/delete/").text
    assert "1 revision of a text" in page
    assert "1 finding<" in page
    assert "The session that has read it keeps 2 revisions of it" in page
    assert as_ana.post(f"/artifacts/{artifact.pk}/delete/", {"typed": artifact.name}).status_code == 302
    assert [r.number for r in Revision.objects.order_by("number")] == [1, 2]
    assert f"{artifact.name} is deleted." in as_ana.get(f"/items/{item.slug}/").text
    assert artifact.name not in as_ana.get(f"/items/{item.slug}/").text
    assert artifact.name not in as_ana.get("/search/?q=notes").text
    shown = as_ana.get(f"/artifacts/{artifact.pk}/")
    assert "Deleted from its item" in shown.text
    assert "Four in a hundred" in shown.text
    assert as_ana.get(f"/sessions/{interview.pk}/").status_code == 200
    assert as_ana.get(f"/sessions/{interview.pk}/changes/").status_code == 200
    rest = interview.changes.filter(status="proposed").first()
    assert "was deleted from its item" in as_ana.post(f"/changes/{rest.pk}/accept/", follow=True).text
    delete.delete_session(interview, ana)
    assert not Artifact.objects.exists()


def test_a_name_is_free_again_when_its_artifact_was_deleted(as_ana, item, interview):
    artifact = item.artifacts.get()
    as_ana.post(f"/artifacts/{artifact.pk}/delete/", {"typed": artifact.name})
    as_ana.post(f"/items/{item.slug}/artifacts/new/", {"name": artifact.name, "text": "Anew."})
    assert item.artifacts.in_use().get().current.text.strip() == "Anew."


def test_an_artifact_that_nobody_has_read_goes_whole(as_ana, item):
    artifact = factories.ArtifactFactory(item=item)
    factories.FindingFactory(artifact=artifact)
    as_ana.post(f"/artifacts/{artifact.pk}/delete/", {"typed": artifact.name})
    assert not Artifact.objects.exists()
    assert not Revision.objects.exists()
    assert not Finding.objects.exists()


def test_a_member_deletes_what_is_theirs_and_nothing_else(as_ben, item, interview, ben):
    assert as_ben.get(f"/items/{item.slug}/delete/").status_code == 403
    assert as_ben.post(f"/sessions/{interview.pk}/delete/", {"typed": "delete"}).status_code == 403
    own = factories.SessionFactory(item=item, started_by=ben, state="finished")
    assert as_ben.post(f"/sessions/{own.pk}/delete/", {"typed": "delete"}).status_code == 302
    assert list(Session.objects.all()) == [interview]


def test_who_was_cut_off_deletes_again(item, interview, ana, monkeypatch):
    monkeypatch.setattr(delete, "BATCH", 1)
    drop = delete.drop_session
    monkeypatch.setattr(delete, "drop_session", lambda pk: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        delete.delete_session(interview, ana)
    left = Session.objects.get()
    assert left.archived
    assert not left.events.exists()
    monkeypatch.setattr(delete, "drop_session", drop)
    delete.delete_session(left, ana)
    assert not Session.objects.exists()


def test_what_goes_is_counted_in_a_constant_number_of_queries(item, interview, django_assert_num_queries):
    factories.ArtifactFactory.create_batch(5, item=item)
    factories.SessionFactory.create_batch(5, item=item)
    with django_assert_num_queries(11):
        belongings.of_item(item)


def test_tags_that_nothing_has_any_more_are_forgotten(as_ana, item, team):
    as_ana.post(f"/items/{item.slug}/edit/", {"title": item.title, "tags": "Q3"})
    assert Tag.objects.get().name == "q3"
    as_ana.post(f"/items/{item.slug}/edit/", {"title": item.title, "tags": ""})
    assert not Tag.objects.exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_ten_thousand_events_go_within_seconds_and_hold_up_nobody(item, interview, ana):
    words = "We will retry each declined payment three times. " * 8
    rows = (
        Event(session=interview, number=number, kind="contribution", text=f"{number} {words}")
        for number in range(100, 10_100)
    )
    Event.objects.bulk_create(rows, batch_size=1_000)
    other = factories.SessionFactory(item=item)
    longest, done = [0.0], threading.Event()

    def write():
        while not done.is_set():
            began = time.monotonic()
            Session.objects.filter(pk=other.pk).update(turns=1)
            longest[0] = max(longest[0], time.monotonic() - began)
            done.wait(0.01)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    began = time.monotonic()
    delete.delete_session(interview, ana)
    took = time.monotonic() - began
    done.set()
    writer.join()
    print(f"10,000 events in {took:.2f} s; the longest wait of a writer {longest[0]:.2f} s")
    assert not Event.objects.exists()
    assert took < 20
    assert longest[0] < 3
