"""The newest sessions of several teams are those of all of them together, whatever each team has."""

from datetime import UTC, datetime, timedelta
from itertools import product
from random import Random

import pytest

from reviews.models import Session
from reviews.states import State
from tests import factories

BEGUN = datetime(2026, 11, 23, tzinfo=UTC)


@pytest.fixture
def teams(db):
    """Teams with no, few and many sessions, some of which began at the same moment."""
    random, made = Random(7), []
    for count in (0, 1, 4, 12):
        item = factories.ItemFactory()
        for _ in range(count):
            session = factories.SessionFactory(item=item, state=random.choice([State.FINISHED, State.FAILED]))
            began = BEGUN + timedelta(hours=random.randint(0, 9))
            Session.objects.filter(pk=session.pk).update(created=began)
        made.append(item.team_id)
    return made


@pytest.mark.slow
def test_the_newest_are_the_first_of_all_that_are_sorted(teams):
    chosen = [teams[:1], teams[2:3], teams[:2], teams[1:], teams]
    kept = (Session.objects.all(), Session.objects.filter(state=State.FINISHED).for_list())
    for some, count, rows in product(chosen, (1, 3, 5, 30), kept):
        assert list(rows.newest(some, count)) == list(rows.filter(team__in=some))[:count]


def test_several_teams_cost_one_query(teams, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert len(Session.objects.newest(teams, 6)) == 6
