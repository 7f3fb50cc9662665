"""A roundtable on a shipped step, and what it leaves behind."""

from reviews.models import Session
from reviews.sessions import actions
from reviews.states import EventKind
from tests.sessions.conftest import run_once


def end(session: Session, user) -> Session:
    if session.state != "waiting":
        run_once(session)
    actions.say(session, user=user, text="done")
    return run_once(session)


def told(session: Session) -> list[str]:
    return list(session.events.filter(kind=EventKind.ANNOUNCEMENT).values_list("text", flat=True))


def text_of(session: Session) -> str:
    return session.artifacts.get().current.content.decode()
