"""The log: numbers without gaps, one owner, one writer of the state."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from itertools import product

import pytest
from django.db import connections

from reviews.errors import IllegalMove, LostOwnership
from reviews.log import store
from reviews.log.store import OutOfDate
from reviews.log.values import NewEvent
from reviews.models import Event, Session
from reviews.states import ALLOWED, EndReason, EventKind, State
from tests.factories import SessionFactory

HELLO = NewEvent(EventKind.ANNOUNCEMENT, "Hello")


@pytest.fixture
def session(item) -> Session:
    return SessionFactory(item=item, epoch=3)


def test_events_are_numbered_from_one_without_gaps(session):
    store.append(session.pk, [HELLO, HELLO])
    store.append(session.pk, [HELLO])
    assert [event.number for event in store.after(session.pk, 0)] == [1, 2, 3]
    assert [event.number for event in store.after(session.pk, 2)] == [3]


def test_what_was_stored_is_read_as_it_was_and_messages_have_their_day(session, ana, settings):
    settings.TIME_ZONE = "Pacific/Auckland"
    said = NewEvent(EventKind.USER_MESSAGE, "“Ja” – 日本 \\ \n", store.speaker_of(ana), {"by": ana.pk})
    rows = store.append(session.pk, [HELLO, said, HELLO])
    late = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    Event.objects.filter(session=session).update(created=late)
    read = store.after(session.pk, 0)
    assert [(event.kind, event.text, event.data) for event in read] == [
        (row.kind, row.text, row.data) for row in rows
    ]
    assert [event.day for event in read] == [None, date(2026, 3, 2), None]


def test_a_run_with_an_old_token_writes_nothing(session):
    with pytest.raises(LostOwnership):
        store.append(session.pk, [HELLO], epoch=2)
    assert not Event.objects.exists()
    session.refresh_from_db()
    assert session.last_number == 0


def test_what_was_decided_on_an_older_log_is_not_written(session):
    store.append(session.pk, [HELLO])
    with pytest.raises(OutOfDate):
        store.append(session.pk, [HELLO], epoch=3, expect=0)
    assert Event.objects.count() == 1


def test_an_event_is_never_changed(session):
    row = store.append(session.pk, [HELLO])[0]
    with pytest.raises(TypeError):
        row.save()


@pytest.mark.parametrize(("old", "new"), list(product(State, State)))
def test_only_the_moves_of_the_table_are_made(session, old, new):
    Session.objects.filter(pk=session.pk).update(state=old)
    if new in ALLOWED[old]:
        store.move(session.pk, new)
        assert Event.objects.get().data["to"] == new
    else:
        with pytest.raises(IllegalMove):
            store.move(session.pk, new)
        assert not Event.objects.exists()
    session.refresh_from_db()
    assert session.state == (new if new in ALLOWED[old] else old)


def test_an_ending_is_dated_and_has_its_reason_until_it_is_resumed(session):
    store.move(session.pk, State.RUNNING)
    store.move(session.pk, State.STOPPED, reason=EndReason.STOPPED_BY_PERSON)
    session.refresh_from_db()
    assert session.end_reason == "stopped_by_person"
    assert session.ended is not None
    store.move(session.pk, State.RUNNING)
    session.refresh_from_db()
    assert (session.end_reason, session.ended) == ("", None)


def in_threads(count: int, work) -> list:
    """What `work` returned or raised in `count` threads at once, each with a connection of its own."""

    def job(number: int):
        try:
            return work(number)
        except IllegalMove as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(job, range(count)))


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_start_a_session_at_once_exactly_one_does(session):
    results = in_threads(8, lambda n: store.move(session.pk, State.RUNNING, allowed=(State.DRAFT,)))
    assert sum(isinstance(result, IllegalMove) for result in results) == 7
    assert Event.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_eight_who_speak_at_once_get_eight_numbers(session):
    in_threads(8, lambda n: store.append(session.pk, [HELLO]))
    assert [event.number for event in store.after(session.pk, 0)] == list(range(1, 9))
