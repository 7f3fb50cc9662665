"""A roundtable on a shipped step, and what it leaves behind."""

import asyncio

from reviews.errors import LostOwnership
from reviews.models import Session
from reviews.sessions import actions, leases
from reviews.sessions.runner import Lease, run_session
from reviews.sessions.threads import Threads
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


class Short(Lease):
    """A lease that ends after so many looks: as if the process had been killed there."""

    def __init__(self, looks: int) -> None:
        super().__init__(until=float("inf"))
        self.looks = looks

    def check(self) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise LostOwnership("The process has ended.")


def killed(session: Session, looks: int) -> Session:
    """The session as a process leaves it that is killed after so many looks at its lease."""

    async def go() -> None:
        threads = Threads()
        claim = await threads.run(leases.take, session.pk, "killed")
        assert claim is not None
        await run_session(claim, Short(looks), threads)
        await asyncio.to_thread(threads.close)

    asyncio.run(go())
    leases.release_all()
    session.refresh_from_db()
    return session
