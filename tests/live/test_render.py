"""What a look at a session shows is one moment of it, even when more is written meanwhile."""

import pytest
from django.db.models import F

from reviews.language.scorecard import NOT_QUOTED
from reviews.live import render
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Session
from reviews.states import EventKind
from tests.live.conftest import CLAUDE, question
from tests.long_log import interview_log, store_log

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


def test_what_was_not_taken_of_a_turn_is_told_on_it(session, as_user, ana):
    topic = {"topic": "risks", "status": "answered", "quote": "<b>No</b> risk", "why": NOT_QUOTED}
    edit = {"old": "four times", "new": "twice", "why": "The words to replace are not in the notes."}
    store.append(session.pk, [question("Why?", refused_topics=[topic])])
    store.append(session.pk, [NewEvent(EventKind.REVISION, "", CLAUDE, {"round": 1, "refused": [edit]})])
    page = " ".join(as_user(ana).get(session.get_absolute_url()).content.decode().split())
    assert "1 quote was not found</summary>" in page
    assert "<li>Risks: “&lt;b&gt;No&lt;/b&gt; risk”</li>" in page
    assert "1 edit could not be placed</summary>" in page
    assert "“four times” The words to replace are not in the notes." in page
    assert "found nothing to improve" not in page


@pytest.mark.slow
def test_who_missed_very_much_gets_the_newest_events_instead(session, ana):
    store_log(session, interview_log(700), ana)
    seen = render.since(session.pk, 10, {True, False})
    assert (seen.number, seen.first, seen.more) == (700, 621, False)
    assert 'hx-target="#log" hx-swap="innerHTML"' in seen.html[True]
    assert seen.html[False].count("data-number=") == 80
    assert "?before=621" in seen.html[False]
    little = render.since(session.pk, 640, {True})
    assert (little.number, little.first) == (700, 0)
    assert 'hx-target="#log" hx-swap="beforeend"' in little.html[True]
