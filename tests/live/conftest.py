"""An interview on Ana's notes whose log the tests write by hand, and ways to watch it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import websockets

from reviews.live import hub
from reviews.log import publish
from reviews.log.values import NewEvent, Speaker
from reviews.models import Session
from reviews.states import EventKind
from tests import servers
from tests.live import table
from tests.live.running import running_session

ELM, CLAUDE = Speaker("elm", "ELM", "chief executive"), Speaker("answerer", "Claude", "colleague")


@pytest.fixture
def session(item, ana) -> Session:
    """A running interview, which no engine serves."""
    return running_session("interview", item, ana, {"name": "notes.md"}, answered_by="ai")


@pytest.fixture
def roundtable(item, ana) -> Session:
    """A running roundtable that Ana has started, which no engine serves."""
    return table.table(item, ana)


@pytest.fixture
def server(transactional_db):
    with servers.running() as found:
        yield found


@pytest.fixture(autouse=True)
async def no_hub_stays():
    yield
    await hub.stop()
    publish.listen(None)


def question(text: str, number: int = 1, **data) -> NewEvent:
    """What ELM asks in round `number`."""
    return NewEvent(EventKind.QUESTION, text, ELM, {"round": number, **data})


def answer(text: str, number: int = 1, **data) -> NewEvent:
    return NewEvent(EventKind.ANSWER, text, CLAUDE, {"round": number, **data})


def opened(session: Session, number: int, key: str = "elm") -> None:
    """Somebody begins to speak."""
    publish.turn_opened(session.pk, number, {"key": key, "name": key.upper(), "role": ""})


@asynccontextmanager
async def watching(server, session, cookie, *, after: int | None = 0, origin="") -> AsyncIterator:
    """A socket to the session, as a browser opens it."""
    query = "" if after is None else f"?after={after}"
    async with websockets.connect(
        f"{server.socket_url}/ws/sessions/{getattr(session, 'pk', session)}/{query}",
        origin=origin or server.url,
        additional_headers={"Cookie": f"sessionid={cookie}"} if cookie else {},
    ) as socket:
        yield socket


async def next_frame(socket, key: str) -> dict:
    """The next frame that has `key`."""
    while True:
        frame = json.loads(await socket.recv())
        if key in frame:
            return frame


async def arrival(socket) -> str:
    """What a page gets when it comes: the HTML up to the moment at which it watches."""
    html = ""
    while True:
        frame = json.loads(await socket.recv())
        html += frame.get("content", "")
        if "people" in frame.get("p", {}):
            return html


async def people(socket) -> list[str]:
    """Who is said to watch, the next time that it is said."""
    while True:
        told = (await next_frame(socket, "p"))["p"]
        if "people" in told:
            return told["people"]
