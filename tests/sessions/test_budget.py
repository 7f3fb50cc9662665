"""Money: nothing is spent beyond a limit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.models import Session, Team
from reviews.sessions import budget
from tests.factories import SessionFactory
from tests.log.test_store import in_threads


@pytest.fixture
def session(item) -> Session:
    return SessionFactory(item=item, budget_micros=1000, epoch=1)


def amounts(session: Session) -> tuple[int, int, int, int]:
    session.refresh_from_db()
    team = Team.objects.get(pk=session.item.team_id)
    return session.reserved_micros, session.spent_micros, team.reserved_micros, team.spent_micros


def test_a_call_reserves_and_settles_in_session_and_team(session):
    assert budget.reserve(session.pk, 1, 600)
    assert amounts(session) == (600, 0, 600, 0)
    budget.settle(session.pk, 600, 250)
    assert amounts(session) == (0, 250, 0, 250)


def test_a_call_beyond_the_sessions_limit_is_refused(session):
    assert budget.reserve(session.pk, 1, 600)
    assert not budget.reserve(session.pk, 1, 401)
    assert amounts(session) == (600, 0, 600, 0)


def test_a_call_beyond_the_teams_limit_is_refused_and_reserves_nothing(session):
    Team.objects.update(budget_micros=100)
    assert not budget.reserve(session.pk, 1, 101)
    assert amounts(session) == (0, 0, 0, 0)


def test_a_run_with_an_old_token_reserves_nothing(session):
    assert not budget.reserve(session.pk, 0, 1)
    assert amounts(session) == (0, 0, 0, 0)


@given(st.floats(min_value=0, max_value=1000))
def test_dollars_are_never_rounded_down_by_more_than_a_thousandth_of_a_micro(usd):
    assert budget.to_micros(usd) >= usd * 1_000_000 - 0.001


@pytest.mark.django_db(transaction=True)
def test_concurrent_calls_never_exceed_the_limit(session):
    results = in_threads(8, lambda n: budget.reserve(session.pk, 1, 300))
    assert results.count(True) == 3
    assert amounts(session) == (900, 0, 900, 0)
