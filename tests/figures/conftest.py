import pytest

from tests import factories


@pytest.fixture
def as_ana(as_user, ana, team):
    return as_user(ana)


@pytest.fixture
def artifact(item):
    return factories.ArtifactFactory(item=item, name="notes.md")


@pytest.fixture
def session(item):
    return factories.SessionFactory(item=item, state="finished", end_reason="converged")
