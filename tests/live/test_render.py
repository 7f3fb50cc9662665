"""What a look at a session shows is one moment of it, even when more is written meanwhile."""

import pytest
from django.db.models import F

from reviews.live import render
from reviews.log import store
from reviews.models import Session
from tests.live.conftest import question

pytestmark = pytest.mark.django_db


@pytest.fixture
def read_too_early(session):
    """A session whose row was read just before its second event was stored."""
    store.append(session.pk, [question("Why?")])
    Session.objects.filter(pk=session.pk).update(last_number=F("last_number") - 1)
    return session


def test_events_after_the_row_that_was_read_wait_for_the_next_look(read_too_early):
    seen = render.since(read_too_early.pk, 0, {True})
    assert seen.number == 1
    assert "event-2" not in seen.html[True]


def test_the_page_ends_with_the_event_that_it_names_as_its_last(read_too_early, as_user, ana):
    page = as_user(ana).get(read_too_early.get_absolute_url()).content.decode()
    assert 'data-last="1"' in page
    assert 'id="event-1"' in page
    assert 'id="event-2"' not in page
