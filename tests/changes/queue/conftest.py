import pytest

from reviews.models import Change, Finding, Session
from tests import factories
from tests.changes.queue.stage import proposing


@pytest.fixture
def session(item) -> Session:
    """A finished interview about Ana's notes that proposes three changes."""
    return proposing(item)


@pytest.fixture
def change(session) -> Change:
    """The first of them."""
    return session.changes.get(order=1)


@pytest.fixture
def finding(change) -> Finding:
    """An open finding in the same notes."""
    return factories.FindingFactory(artifact=change.artifact, severity="high")
