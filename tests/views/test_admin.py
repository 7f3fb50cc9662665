"""The admin's pages: each opens, history stays as it is, and lists do not grow in queries."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User

from reviews.admin import base
from reviews.models import (
    Artifact,
    AuditEntry,
    BlindReview,
    BranchCommit,
    Change,
    Comment,
    Event,
    Finding,
    Item,
    ModelCall,
    Repository,
    Revision,
    Session,
    SessionArtifact,
)
from reviews.states import State
from tests import factories

pytestmark = pytest.mark.slow

OURS = [model for model in admin.site._registry if model._meta.app_label == "reviews"]
HISTORY = [Artifact, AuditEntry, Revision, Session, Event, ModelCall, Change, BlindReview]
LINKED = [Repository, BranchCommit, Finding, Comment]


@pytest.fixture
def browser(as_user, db):
    return as_user(User.objects.create_superuser("root"))


@pytest.fixture
def linked(item, artifact, session, ana) -> None:
    """Three rows of what belongs to repositories."""
    for number in (1, 2, 3):
        repository = factories.RepositoryFactory(team=item.team, linked_by=ana, credential="ELM_GIT_RETRY")
        factories.FindingFactory(artifact=artifact, claim="retry", assignee=ana)
        BranchCommit.objects.create(
            session=session,
            repository=repository,
            branch="elm/retry",
            base="a" * 40,
            commit=f"{number}" * 40,
            message="Retry",
            made_by=ana,
        )
    for finding in Finding.objects.all():
        Comment.objects.create(finding=finding, author=ana, text="retry <b>")


@pytest.fixture
def left_behind(item, ana) -> None:
    """Three roundtables with their records and blind reviews, the first two on step 01-03 with Alex and Maya."""
    for number, step in enumerate(("01-03", "01-03", ""), 1):
        held = factories.SessionFactory(
            item=item, kind="roundtable", step_id=step, topic="" if step else "Costs", state="finished"
        )
        factories.ElaborationRecordFactory(
            session=held,
            item=item,
            step_id=step,
            topic=held.topic,
            personas_active=["alex", "maya"] if step else ["maya"],
            synthesis_summary=f"Who may retry {number}",
        )
        BlindReview.objects.create(session=held, by=ana, answers={}, correct=number, total=4)


@pytest.fixture
def rows(item, artifact, session, ana, linked, left_behind) -> None:
    """Three rows of everything."""
    for number in (1, 2, 3):
        AuditEntry.objects.create(what="invited", who=ana, who_name="ana", about_name="retry", team=item.team)
        event = Event.objects.create(
            session=session, number=number, kind="answer", text=f"retry {number}", user=ana
        )
        ModelCall.objects.create(session=session, event=event, provider="offline", purpose="x")
        revision = Revision.objects.create(
            artifact=artifact, number=number + 1, content=b"x", made_by=ana, session=session
        )
        Change.objects.create(session=session, artifact=artifact, base=revision, order=number, position=0)
    SessionArtifact.objects.create(session=session, artifact=artifact, revision=artifact.current)
    factories.ItemFactory.create_batch(2, team=item.team)
    factories.SessionFactory.create_batch(2, item=item, started_by=ana)


def address(model, page: str) -> str:
    return f"/admin/reviews/{model._meta.model_name}/{page}"


@pytest.mark.parametrize("model", OURS)
def test_every_list_and_every_row_opens(model, browser, rows):
    assert browser.get(address(model, "")).status_code == 200
    assert browser.get(address(model, "?q=retry")).status_code == 200
    row = model.objects.first()
    assert browser.get(address(model, f"{row.pk}/change/")).status_code == 200


@pytest.mark.parametrize("model", [*HISTORY, *LINKED])
def test_history_can_not_be_added_changed_or_deleted(model, browser, rows):
    before, row = model.objects.count(), model.objects.first()
    assert browser.get(address(model, "add/")).status_code == 403
    assert browser.post(address(model, f"{row.pk}/change/"), {}).status_code == 403
    assert browser.post(address(model, f"{row.pk}/delete/"), {"post": "yes"}).status_code == 403
    assert model.objects.count() == before


QUERIES = {
    "team": 5,
    "auditentry": 7,
    "item": 8,
    "artifact": 7,
    "revision": 5,
    "session": 7,
    "event": 5,
    "modelcall": 7,
    "change": 5,
    "repository": 7,
    "branchcommit": 7,
    "finding": 5,
    "comment": 4,
    "elaborationrecord": 11,
    "blindreview": 10,
}


@pytest.mark.parametrize("model", OURS)
def test_a_list_takes_a_constant_number_of_queries(model, browser, rows, django_assert_num_queries):
    with django_assert_num_queries(QUERIES[model._meta.model_name]):
        browser.get(address(model, ""))


@pytest.mark.parametrize("column", ["?o=1", "?o=-2", "?o=5"])
def test_a_sorted_list_has_the_newest_rows_in_that_order(column, browser, rows, django_assert_num_queries):
    with django_assert_num_queries(7):
        shown = browser.get(address(Event, column)).context["cl"].result_list
    assert len(shown) == Event.objects.count()
    by_number = browser.get(address(Event, "?o=1")).context["cl"].result_list
    assert [event.number for event in by_number] == [1, 2, 3]


def test_a_sorted_list_leaves_out_what_is_older_than_the_newest_rows(browser, rows, monkeypatch):
    monkeypatch.setattr(base, "MOST_COUNTED", 2)
    by_number = browser.get(address(Event, "?o=1")).context["cl"].result_list
    assert [event.number for event in by_number] == [2, 3]


def test_the_lists_link_to_each_other(browser, rows, session, item):
    page = browser.get(address(Session, f"{session.pk}/change/")).content.decode()
    assert f"/admin/reviews/event/?session={session.pk}" in page
    assert f"/admin/reviews/modelcall/?session={session.pk}" in page
    assert browser.get(f"/admin/reviews/event/?session={session.pk}").context["cl"].result_count == 3


def test_events_are_found_by_their_words(browser, rows):
    assert browser.get(address(Event, "?q=retry+2")).context["cl"].result_count == 1
    assert browser.get(address(Event, "?q=nonsense")).context["cl"].result_count == 0


def test_a_revision_shows_its_text_escaped(browser, artifact):
    bad = Revision.objects.create(artifact=artifact, number=2, content=b"<script>x</script>")
    page = browser.get(address(Revision, f"{bad.pk}/change/")).content.decode()
    assert "&lt;script&gt;x&lt;/script&gt;" in page


def test_an_item_is_deleted_with_its_history_after_a_page_that_counts_it(browser, rows, item):
    page = browser.get(address(Item, f"{item.pk}/delete/")).content.decode()
    assert "events: 3" in page.replace("Events", "events")
    Session.objects.update(state=State.FINISHED)
    browser.post(address(Item, f"{item.pk}/delete/"), {"post": "yes"})
    assert not Event.objects.exists()
    assert not Item.objects.filter(pk=item.pk).exists()


def test_ana_is_no_staff_and_does_not_get_in(as_ana):
    assert as_ana.get("/admin/reviews/event/").status_code == 302
