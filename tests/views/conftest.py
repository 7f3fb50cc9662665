"""What the pages' tests share: an artifact of the item, sessions, and the personas that a session needs."""

import pytest
from django.test import Client

from reviews.models import Artifact, Item, Session
from tests import factories
from tests.starter import load_starter


@pytest.fixture
def artifact(item: Item) -> Artifact:
    return factories.ArtifactFactory(item=item, name="notes.md")


@pytest.fixture
def session(item: Item, ana) -> Session:
    return factories.SessionFactory(item=item, started_by=ana, state="running")


@pytest.fixture
def elsewhere(cleo) -> Item:
    """An item of Cleo's own team."""
    team = cleo.memberships.get().team
    return factories.ItemFactory(team=team, title="Secret merger", description="Nobody may know.")


@pytest.fixture
def personas(db) -> None:
    load_starter()


@pytest.fixture
def as_ana(as_user, ana, team) -> Client:
    return as_user(ana)
