"""What much belongs to is deleted in the background: how far that is, is told, and it goes on after a restart."""

import pytest
from django.contrib.auth.models import User

from personas.models import Persona, Version
from reviews.keeping import delete, deletions
from reviews.models import AuditEntry, Deletion, Event, Item, Membership, Session, Team
from reviews.repositories import jobs
from reviews.states import State
from tests import factories

HTMX = {"HX-Request": "true"}


@pytest.fixture
def large(monkeypatch):
    """Everything is, and it goes a row at a time."""
    monkeypatch.setattr(deletions, "LARGE", 0)
    monkeypatch.setattr(deletions, "TELL_SECONDS", 0)
    monkeypatch.setattr(delete, "BATCH", 1)


@pytest.fixture
def waiting(large, as_ana, item, running):
    """Ana has deleted the item, in which a session runs; no thread has begun yet."""
    page = as_ana.post(f"/items/{item.slug}/delete/", {"typed": item.title})
    assert page.headers["Location"] == f"/items/{item.slug}/delete/"
    return Deletion.objects.get()


def test_what_runs_is_stopped_at_once_and_the_page_says_how_far_it_is(waiting, as_ana, item, running):
    running.refresh_from_db()
    assert running.state == State.STOPPED
    assert Event.objects.exists()
    page = as_ana.get(f"/items/{item.slug}/delete/")
    assert "Much belongs to it" in page.text
    assert 'value="0"' in page.text
    again = as_ana.post(f"/items/{item.slug}/restore/", follow=True)
    assert "It is being deleted, and some of it is gone already." in again.text
    item.refresh_from_db()
    assert item.archived


def test_when_it_is_done_the_page_leads_away_and_only_the_audit_log_tells_of_it(
    waiting, as_ana, item, interview
):
    told = f"sessions: {Session.objects.count()}"
    deletions.take.call(str(waiting.pk))
    assert not Item.objects.exists()
    assert not Session.objects.exists()
    assert not Deletion.objects.exists()
    assert as_ana.get(f"/items/{item.slug}/delete/", headers=HTMX).headers["HX-Redirect"] == "/items/"
    entry = AuditEntry.objects.get(what="item_deleted")
    assert (entry.who_name, entry.subject) == ("ana", f"item:{item.pk}")
    assert told in entry.detail


def test_a_server_that_ends_leaves_it_to_the_next_one(waiting):
    jobs.stopping.set()
    try:
        deletions.take.call(str(waiting.pk))
    finally:
        jobs.stopping.clear()
    waiting.refresh_from_db()
    assert (waiting.beat, waiting.done, waiting.percent) == (None, 1, 100 // waiting.total)
    assert deletions.due() == []  # it was asked for just now
    Deletion.objects.update(created="2026-01-01T00:00Z")
    assert deletions.due() == [waiting.pk]
    deletions.take.call(str(waiting.pk))
    assert not Item.objects.exists()


def test_of_two_that_try_one_deletes(waiting):
    Deletion.objects.update(beat="2999-01-01T00:00Z")
    deletions.take.call(str(waiting.pk))
    assert Item.objects.exists()


def test_a_team_goes_from_the_administration_with_its_personas_and_their_versions(
    large, as_user, ana, team, running
):
    own = Persona(team=team, kind="roundtable", key="t-rosa", name="Rosa Lind", role="Lead", text="Ask.")
    own.save()
    other = factories.ItemFactory()
    root = as_user(User.objects.create_superuser("root"))
    page = root.post(f"/admin/reviews/team/{team.pk}/delete/", {"post": "yes"}, follow=True)
    assert "is being deleted" in page.text
    assert not Membership.objects.filter(team=team).exists()
    running.refresh_from_db()
    assert running.state == State.STOPPED
    deletions.take.call(str(Deletion.objects.get().pk))
    assert not Team.objects.filter(pk=team.pk).exists()
    assert list(Item.objects.all()) == [other]
    assert not Version.objects.filter(key="t-rosa").exists()
    names = AuditEntry.objects.filter(what="deleted_by_staff").values_list("who_name", "detail")
    assert list(names) == [("root", f"team {team.pk}")]


def test_a_small_one_is_gone_at_once(as_ana, item, interview):
    as_ana.post(f"/sessions/{interview.pk}/delete/", {"typed": "delete"})
    assert not Session.objects.exists()
    assert not Deletion.objects.exists()
