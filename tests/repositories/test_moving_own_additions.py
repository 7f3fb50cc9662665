"""What ELM put in stays nobody's word when notes move to a newer commit, until a person or the repository takes it."""

import pytest

from reviews.changes import decide
from reviews.changes.authorship import added_to, authored_text
from reviews.models import Artifact, Change
from reviews.repositories import moving
from tests.repositories.stage import MORE, PLAN
from tests.repositories.test_moving import newer, now, proposals

__all__ = ["newer"]


@pytest.fixture
def put_in(plan):
    """The two additions; ELM has put both in at once."""
    rows = proposals(plan)
    decide.apply_now(rows[0].session_id, rows)
    return rows


def current(plan):
    return Artifact.objects.select_related("current__artifact").get(pk=plan.pk).current


def test_at_a_newer_commit_it_is_still_no_part_of_the_notes(plan, ana, newer, put_in):
    moving.move(plan, newer(MORE), ana)
    assert b"- [Maya] One." in now(plan)
    assert "One." not in authored_text(current(plan))
    assert authored_text(current(plan)).split() == MORE.decode().split()


def test_one_that_was_accepted_is_the_notes_text_at_a_newer_commit_too(plan, ana, newer, put_in):
    decide.accept(Change.objects.get(pk=put_in[0].pk), ana)
    moving.move(plan, newer(MORE), ana)
    text = authored_text(current(plan))
    assert "- [Maya] One." in text
    assert "- [Alex] Two." not in text
    assert {one.by for one in added_to(current(plan)) if one.is_accepted} == {"Ana"}


def test_what_the_repository_has_itself_was_taken_in_by_people(plan, ana, newer, put_in):
    moving.move(plan, newer(now(plan)), ana)
    text = authored_text(current(plan))
    assert "- [Maya] One." in text
    assert "- [Alex] Two." in text


def test_taken_out_and_accepted_again_it_is_accepted_by_who_did_that(plan, ana, put_in):
    change = Change.objects.get(pk=put_in[0].pk)
    decide.undo(change, ana)
    assert "One." not in current(plan).text
    decide.accept(Change.objects.get(pk=change.pk), ana)
    assert "- [Maya] One." in authored_text(current(plan))


def test_reworded_by_a_person_it_is_theirs(plan, ana, put_in):
    change = Change.objects.get(pk=put_in[0].pk)
    decide.undo(change, ana)
    decide.accept(change, ana, text=change.inserted.replace("One.", "One, and no more."))
    assert "One, and no more." in authored_text(current(plan))
    assert "Two." not in authored_text(current(plan))


def test_everything_can_be_taken_out_again(plan, ana, put_in):
    decide.accept(Change.objects.get(pk=put_in[0].pk), ana)
    for row in put_in:
        decide.undo(Change.objects.get(pk=row.pk), ana)
    assert now(plan) == PLAN
