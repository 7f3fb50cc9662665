"""Ana's item with a finished interview, one of whose changes is accepted, and a session that runs."""

import pytest

from reviews.changes import decide
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.sessions import actions
from reviews.states import EventKind
from tests import factories
from tests.changes.stage import ask, session_with


@pytest.fixture
def as_ana(as_user, ana):
    return as_user(ana)


@pytest.fixture
def as_ben(as_user, ben):
    return as_user(ben)


@pytest.fixture
def item(team, ana):
    return factories.ItemFactory(team=team, owner=ana, title="Payment retries")


@pytest.fixture
def interview(item, ana):
    """Finished; ELM asked, Ana said something secret, and she has accepted the first change."""
    session = session_with(item)
    ask(session)
    said = NewEvent(EventKind.USER_MESSAGE, "The merger is secret.", store.speaker_of(ana), {"by": ana.pk})
    store.append(session.pk, [said], user=ana)
    decide.accept(session.changes.get(order=1), ana)
    return session


@pytest.fixture
def running(item, ana, interview):
    """An interview that has just been started on the same artifact."""
    artifact = item.artifacts.select_related("current").get()
    session = actions.create_session(
        item=item, kind="interview", artifacts=[artifact], started_by=ana, config={}, provider="offline"
    )
    actions.start(session, by=ana)
    return session
