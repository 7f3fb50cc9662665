import pytest
from django.test import Client

from reviews.models import Item, Session
from tests import factories
from tests.changes.stage import session_with


@pytest.fixture
def session(item: Item) -> Session:
    """A finished interview about Ana's notes that proposes three changes."""
    return session_with(item)


@pytest.fixture
def elsewhere(cleo) -> Item:
    """An item of Cleo's own team."""
    team = cleo.memberships.get().team
    return factories.ItemFactory(team=team, title="Secret merger", description="Nobody may know.")


@pytest.fixture
def as_ana(as_user, ana, team) -> Client:
    return as_user(ana)
