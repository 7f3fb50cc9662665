"""The cast and the stage: Ana owns, Ben is on her team, Cleo is not."""

import time

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client, TransactionTestCase

from elm_site.lifespan import collect_rarely
from reviews.accounts.devices import NOTED
from reviews.code_designer import switch
from reviews.models import Item, Team
from reviews.providers import registry
from tests import drawing, emptying, factories

RARELY = (100_000, 50, 100)
"""How much is made before Python looks for rings of objects that nobody uses: each look costs, and a test is short."""

drawing.register_profiles()
emptying.register()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a database: `.ci/postgres` runs nothing else."""
    for item in items:
        if needs_database(item):
            item.add_marker("database")


def needs_database(item: pytest.Item) -> bool:
    """Whether pytest-django would let the test, or one of its fixtures, use a database."""
    case, fixtures = getattr(item, "cls", None), set(getattr(item, "fixturenames", ()))
    return (
        item.get_closest_marker("django_db") is not None
        or not fixtures.isdisjoint({"db", "transactional_db"})
        or (case is not None and issubclass(case, TransactionTestCase))
    )


def pytest_collection_finish():
    """What is there now stays to the end: Python need not look again and again whether it is still used."""
    drawing.load_product()
    collect_rarely(RARELY)


@pytest.fixture(autouse=True, scope="session")
def no_network():
    """A test that would call a provider on another machine fails instead."""
    registry.ALLOW_REMOTE = False


@pytest.fixture(autouse=True, scope="session")
def no_static_files():
    """Each client would look through all static files first, and wait for three event loops at every page."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "static_files" not in name]


@pytest.fixture(autouse=True)
def code_designer(monkeypatch):
    """Nobody has switched Code Designer, which this process knows without a look, for as long as a test takes."""
    monkeypatch.setattr(switch, "known", switch.Known())
    monkeypatch.setattr(switch, "LOOK_SECONDS", float("inf"))
    switch.known.see(None)
    return switch.known


@pytest.fixture
def ana(db) -> User:
    """She is an admin of her team."""
    return factories.UserFactory(username="ana", first_name="Ana")


@pytest.fixture
def team(ana: User) -> Team:
    team = factories.TeamFactory(name="Payments")
    factories.MembershipFactory(team=team, user=ana, role="admin")
    return team


@pytest.fixture
def ben(team: Team) -> User:
    """He is a member of Ana's team."""
    ben = factories.UserFactory(username="ben", first_name="Ben")
    factories.MembershipFactory(team=team, user=ben, role="member")
    return ben


@pytest.fixture
def vera(team: Team) -> User:
    """She may only read in Ana's team."""
    vera = factories.UserFactory(username="vera", first_name="Vera")
    factories.MembershipFactory(team=team, user=vera, role="viewer")
    return vera


@pytest.fixture
def cleo(db) -> User:
    """She has a team of her own and should have no access to Ana's."""
    cleo = factories.UserFactory(username="cleo", first_name="Cleo")
    factories.MembershipFactory(team=factories.TeamFactory(name="Elsewhere"), user=cleo, role="admin")
    return cleo


@pytest.fixture
def item(team: Team) -> Item:
    return factories.ItemFactory(team=team, title="Payment retries")


@pytest.fixture
def as_user():
    """`as_user(ana)` is a browser in which Ana is logged in."""

    def logged_in(user: User) -> Client:
        # Half of the suite logs in: this is what `force_login` leaves in the browser, without its five more queries.
        session = SessionStore()
        session.update(
            {
                SESSION_KEY: str(user.pk),
                BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
                HASH_SESSION_KEY: user.get_session_auth_hash(),
                NOTED: time.time(),
            }
        )
        session.create()
        client = Client()
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
        return client

    return logged_in
