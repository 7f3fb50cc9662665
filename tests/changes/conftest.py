import pytest

from reviews.models import Artifact, Item, Session
from tests.changes.stage import session_with


@pytest.fixture
def session(item: Item) -> Session:
    """A finished interview about Ana's notes that proposes three changes."""
    return session_with(item)


@pytest.fixture
def notes(session: Session) -> Artifact:
    return session.pins.get().artifact
