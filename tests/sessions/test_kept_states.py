"""A page reads only what came since somebody looked last; what is kept is bounded and never ahead of the log."""

import re
from uuid import uuid4

import pytest
from django.db import transaction

from reviews.kinds.folding import Folded
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.sessions import loading
from reviews.sessions.kept_states import KeptStates, kept_states
from reviews.states import EventKind

ANA, BEN, CLEO = ((uuid4(), "{}") for _ in range(3))


def test_the_newest_state_of_a_session_is_kept():
    kept = KeptStates()
    assert kept.get(ANA) is None
    kept.keep(ANA, newer := Folded(last_number=5))
    kept.keep(ANA, Folded(last_number=3))
    assert kept.get(ANA) is newer


def test_sessions_that_nobody_looked_at_for_longest_make_room():
    kept = KeptStates(most_sessions=2)
    for session in (ANA, BEN):
        kept.keep(session, Folded(last_number=5))
    kept.get(ANA)
    kept.keep(CLEO, Folded(last_number=5))
    assert kept.get(BEN) is None
    assert kept.get(ANA)
    assert kept.get(CLEO)


def test_long_sessions_take_the_room_of_several():
    kept = KeptStates(most_events=10)
    kept.keep(ANA, Folded(last_number=6))
    kept.keep(BEN, Folded(last_number=4))
    kept.keep(BEN, Folded(last_number=5))
    assert kept.get(ANA) is None
    assert kept.events == 5
    kept.keep(CLEO, Folded(last_number=11))
    assert not kept.states
    assert kept.events == 0


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_second_look_reads_only_what_came_since(start, django_assert_num_queries):
    session = start()
    loading.folded(session)
    store.append(session.pk, [NewEvent(EventKind.ANNOUNCEMENT, "One more.")])
    with django_assert_num_queries(1) as looked:
        state = loading.folded(session)
    assert re.search(rf'"number" > \(?{state.last_number - 1}\b', looked.captured_queries[0]["sql"])
    assert kept_states.get((session.pk, repr(session.config))) is state


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
