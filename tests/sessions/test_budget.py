"""Money: nothing is spent beyond a limit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.models import Session, Team
from reviews.sessions import budget, recording
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


def test_a_call_beyond_the_teams_limit_of_the_month_is_refused_and_reserves_nothing(session):
    Team.objects.update(month_budget_micros=500)
    assert budget.reserve(session.pk, 1, 300)
    assert not budget.reserve(session.pk, 1, 201)
    budget.settle(session.pk, 300, 250)
    assert budget.reserve(session.pk, 1, 250)
    assert not budget.reserve(session.pk, 1, 1)


def test_a_new_month_begins_with_nothing_spent_and_what_is_reserved_counts_on(session, monkeypatch):
    Team.objects.update(month_budget_micros=500)
    for month, allowed in (("2026-11", True), ("2026-11", False), ("2026-12", True), ("2026-11", False)):
        monkeypatch.setattr(budget, "this_month", lambda month=month: month)
        assert budget.reserve(session.pk, 1, 300) == allowed
        if allowed:
            budget.settle(session.pk, 300, 300)
    team = Team.objects.get()
    assert (team.month, team.month_spent_micros, team.spent_micros) == ("2026-12", 300, 600)


def test_the_sentence_names_the_limit_that_has_least_left(session):
    assert "the session’s own budget: $0.00 of $0.00 are spent" in recording.limit_told(session.pk)
    Session.objects.update(budget_micros=9_000_000)
    Team.objects.update(budget_micros=5_000_000, month_budget_micros=2_000_000)
    budget.settle(session.pk, 0, 1_950_000)
    assert budget.reserve(session.pk, 1, 40_000)
    told = recording.limit_told(session.pk)
    assert "the team’s budget for " in told
    assert "$1.95 of $2.00 are spent" in told
    assert "hold $0.04" in told
    Session.objects.update(budget_micros=None)
    Team.objects.update(budget_micros=None, month_budget_micros=None)
    assert recording.limit_told(session.pk) == ""


@given(st.floats(min_value=0, max_value=1000))
def test_dollars_are_never_rounded_down_by_more_than_a_thousandth_of_a_micro(usd):
    assert budget.to_micros(usd) >= usd * 1_000_000 - 0.001


@pytest.mark.django_db(transaction=True)
def test_concurrent_calls_never_exceed_the_limit(session):
    results = in_threads(8, lambda n: budget.reserve(session.pk, 1, 300))
    assert results.count(True) == 3
    assert amounts(session) == (900, 0, 900, 0)


@pytest.mark.slow
@pytest.mark.parametrize("column", ["budget_micros", "month_budget_micros"])
@pytest.mark.django_db(transaction=True)
def test_many_sessions_that_reserve_and_settle_at_once_never_pass_a_limit_of_the_team(column, item):
    """What is spent and reserved is looked at while they go on, and again at the end."""
    sessions = SessionFactory.create_batch(4, item=item, epoch=1)
    Team.objects.update(**{column: 10_000})
    spent = "spent_micros" if column == "budget_micros" else "month_spent_micros"

    def spend(number: int) -> tuple[int, int]:
        allowed = most = 0
        pk = sessions[number % 4].pk
        for call in range(12):
            if budget.reserve(pk, 1, 300):
                allowed += 1
                held = Team.objects.values_list(spent, "reserved_micros").get()
                most = max(most, sum(held))
                budget.settle(pk, 300, 300 if call % 2 else 100)
        return allowed, most

    results = in_threads(8, spend)
    team = Team.objects.get()
    assert max(most for _, most in results) <= 10_000
    assert getattr(team, spent) + team.reserved_micros <= 10_000
    assert team.reserved_micros == 0
    # What can't be reserved any more is a whole call.
    assert getattr(team, spent) > 10_000 - 300
    assert sum(allowed for allowed, _ in results) < 96
