"""A page reads only what came since somebody looked last; what is kept is bounded and never ahead of the log."""

import re
from uuid import uuid4

import pytest
from django.db import transaction

from reviews.kinds.folding import Folded
from reviews.log import store
from reviews.log.values import Event, NewEvent
from reviews.sessions import loading
from reviews.sessions.kept_states import KeptState, KeptStates, kept_states, size_of_event, size_of_notes
from reviews.states import EventKind

ANA, BEN, CLEO = ((uuid4(), "{}") for _ in range(3))


def state(number: int, size: int = 0) -> KeptState:
    return KeptState(Folded(last_number=number), size)


def test_the_newest_state_of_a_session_is_kept():
    kept = KeptStates()
    assert kept.get(ANA) is None
    kept.keep(ANA, newer := state(5))
    kept.keep(ANA, state(3))
    assert kept.get(ANA) is newer


def test_sessions_that_nobody_looked_at_for_longest_make_room():
    kept = KeptStates(most_sessions=2)
    for session in (ANA, BEN):
        kept.keep(session, state(5))
    kept.get(ANA)
    kept.keep(CLEO, state(5))
    assert kept.get(BEN) is None
    assert kept.get(ANA)
    assert kept.get(CLEO)


def test_long_sessions_take_the_room_of_several():
    kept = KeptStates(most_events=10)
    kept.keep(ANA, state(6))
    kept.keep(BEN, state(4))
    kept.keep(BEN, state(5))
    assert kept.get(ANA) is None
    assert kept.events == 5
    kept.keep(CLEO, state(11))
    assert not kept.states
    assert kept.events == 0


def test_long_texts_take_the_room_of_several_and_one_that_is_too_long_is_not_kept():
    kept = KeptStates(most_characters=100)
    kept.keep(ANA, state(1, size=60))
    kept.keep(BEN, state(1, size=30))
    kept.keep(BEN, state(2, size=50))
    assert kept.get(ANA) is None
    assert kept.characters == 50
    kept.keep(CLEO, state(1, size=101))
    assert not kept.states
    assert kept.characters == 0


def test_an_event_counts_what_it_says_and_every_text_in_its_data():
    event = Event(1, EventKind.ANNOUNCEMENT, "four", data={"a": "xx", "b": [{"c": "yyy"}, ("z", 7, None)]})
    assert size_of_event(event) == 4 + 2 + 3 + 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_session_is_as_large_as_its_notes_and_its_log_together(start):
    session = start()
    loading.folded(session)
    store.append(session.pk, [NewEvent(EventKind.ANNOUNCEMENT, "One more.")])
    loading.folded(session)
    kept = kept_states.get((session.pk, repr(session.config)))
    assert kept
    log = sum(size_of_event(event) for event in store.after(session.pk, 0))
    assert kept.size == log + size_of_notes(loading.notes_of(session))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_second_look_reads_only_what_came_since(start, django_assert_num_queries):
    session = start()
    loading.folded(session)
    store.append(session.pk, [NewEvent(EventKind.ANNOUNCEMENT, "One more.")])
    with django_assert_num_queries(1) as looked:
        state = loading.folded(session)
    assert re.search(rf'"number" > \(?{state.last_number - 1}\b', looked.captured_queries[0]["sql"])
    kept = kept_states.get((session.pk, repr(session.config)))
    assert kept
    assert kept.state is state


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_event_that_was_taken_back_is_not_kept(start):
    session = start()
    before = loading.folded(session).last_number
    with transaction.atomic():
        store.append(session.pk, [NewEvent(EventKind.ANNOUNCEMENT, "Never said.")])
        assert loading.folded(session).last_number == before + 1
        transaction.set_rollback(True)
    assert loading.folded(session).last_number == before
