"""Taking a session over and leaving it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from reviews.models import Session
from reviews.sessions import budget, leases
from tests.factories import SessionFactory


@pytest.fixture
def woken(item) -> Session:
    session = SessionFactory(item=item, state="running")
    leases.wake(session.pk)
    return session


def test_a_session_that_nobody_woke_is_left_alone(item):
    SessionFactory(item=item, state="running")
    assert leases.take_next("me", 10) == []


def test_taking_over_gives_a_new_token(woken):
    claim = leases.take(woken.pk, "me")
    assert claim == leases.Claim(woken.pk, epoch=1, wake_seq=1)


def test_a_session_that_somebody_runs_can_not_be_taken(woken):
    leases.take(woken.pk, "me")
    assert leases.take(woken.pk, "you") is None
    woken.refresh_from_db()
    assert (woken.owner, woken.epoch) == ("me", 1)


def test_a_session_whose_lease_ran_out_can_be_taken(woken):
    leases.take(woken.pk, "me")
    Session.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    taken = leases.take(woken.pk, "you")
    assert taken is not None
    assert taken.epoch == 2


def test_a_wake_up_that_comes_while_leaving_is_not_lost(woken):
    claim = leases.take(woken.pk, "me")
    served = leases.current_wake(claim)
    leases.wake(woken.pk)
    assert leases.leave(claim, served) is False
    assert leases.leave(claim, leases.current_wake(claim)) is True
    assert not leases.to_run().exists()


def test_one_who_lost_the_session_may_leave_without_a_trace(woken):
    claim = leases.take(woken.pk, "me")
    Session.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    leases.take(woken.pk, "you")
    assert leases.leave(claim, 1) is True
    woken.refresh_from_db()
    assert (woken.owner, woken.served_seq) == ("you", 0)


def test_what_a_crashed_run_had_reserved_is_given_back(woken):
    claim = leases.take(woken.pk, "me")
    assert budget.reserve(woken.pk, claim.epoch, 700)
    Session.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    leases.take(woken.pk, "you")
    woken.refresh_from_db()
    woken.item.team.refresh_from_db()
    assert (woken.reserved_micros, woken.item.team.reserved_micros) == (0, 0)
