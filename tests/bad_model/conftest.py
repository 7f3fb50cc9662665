"""Holds the sessions of cases, one after the other, with one server, one event loop and one pool of threads."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from reviews.log import publish
from reviews.models import Session
from reviews.providers import registry
from reviews.sessions import actions, leases
from reviews.sessions.runner import Lease, run_session
from reviews.sessions.threads import Threads
from tests.bad_model.case import Case
from tests.bad_model.held import BadModel, Held, Hold, read_page
from tests.factories import ArtifactFactory, ItemFactory
from tests.kinds.angles.examples import QUERIES
from tests.providers.messages_server import MessagesServer
from tests.sessions.conftest import FULL_NOTES, SPEC
from tests.starter import load_starter

TEXTS = {
    "interview": ("notes.md", FULL_NOTES),
    "roundtable": ("requirements-spec.md", SPEC),
    "angles": ("prices.sql", QUERIES),
}
CONFIGS: dict[str, dict[str, Any]] = {
    "interview": {},
    "roundtable": {"step": "01-03", "max_turns": 6, "idle_minutes": None, "first_takes": False},
    "angles": {"angles": ["correctness", "security"], "max_passes": 3},
}


@pytest.fixture
def live_texts() -> Iterator[list[str]]:
    """Every text that an open page would have shown in the live turn, as it grew."""
    shown: list[str] = []

    def look(session_id, events: bool) -> None:
        if turn := publish.open_turn(session_id):
            shown.append(turn.text)

    publish.listen(publish.Listener(look, lambda *a: None, lambda *a: None, lambda: None))
    yield shown
    publish.listen(None)


@dataclass
class Engine:
    """Runs sessions as the scheduler would, all in one loop: a provider's connections belong to it."""

    runner: asyncio.Runner
    threads: Threads

    def run(self, session: Session) -> Session:
        """Run the session as far as it goes."""

        async def go() -> None:
            claim = await self.threads.run(leases.take, session.pk, "test")
            assert claim is not None
            await run_session(claim, Lease(until=float("inf")), self.threads)

        self.runner.run(go())
        session.refresh_from_db()
        return session

    async def close(self) -> None:
        await registry.close_all()
        await asyncio.to_thread(self.threads.close)


@pytest.fixture
def hold(ana, team, settings, as_user, live_texts) -> Iterator[Hold]:
    """`hold(case)` is its session, held to its end or to where it waits for good."""
    load_starter()
    model = BadModel()
    settings.ANTHROPIC_API_KEY = "k"
    settings.SESSIONS_PER_HOUR = settings.MESSAGES_PER_MINUTE = 1000  # Ana holds them all
    browser = as_user(ana)

    def held(case: Case) -> Held:
        earlier = held(case.before) if case.before else None
        if earlier:
            case.decides(earlier)
        model.take(case.kind, case.replies)
        before = len(server.requests)
        live_texts.clear()
        team.synthesis = case.synthesis
        team.save(update_fields=["synthesis"])
        session = engine.run(begin(case, ana, team, earlier))
        for words in case.says:
            actions.say(session, user=ana, text=words)
            session = engine.run(session)
        failed = session.events.filter(kind="error").exists()
        if case.kind == "roundtable" and session.state == "waiting" and not failed:
            actions.say(session, user=ana, text="done")
            session = engine.run(session)
        page = read_page(browser.get(session.get_absolute_url()).content.decode())
        return Held(session, tuple(live_texts), page, tuple(server.requests[before:]))

    with MessagesServer(model.reply) as server, asyncio.Runner() as runner:
        settings.ANTHROPIC_BASE_URL = server.url
        engine = Engine(runner, Threads())
        yield held
        runner.run(engine.close())


def begin(case: Case, ana, team, earlier: Held | None) -> Session:
    """The session of the case, started: on the item of the earlier one, or on one of its own."""
    item = earlier.session.item if earlier else ItemFactory(team=team, owner=ana)
    name, content = TEXTS[case.kind]
    content = case.notes or content
    config = CONFIGS[case.kind]
    session = actions.create_session(
        item=item,
        kind=case.kind,
        artifacts=item.artifacts.all()
        if earlier
        else [ArtifactFactory(item=item, name=name, content=content)],
        started_by=ana,
        config=config | dict(case.config),
        provider="claude",
        continues=earlier.session if earlier and "deeper" in config | dict(case.config) else None,
    )
    if case.kind == "angles":
        # As if Code Designer had been on when it was prepared: so there is something to be modified.
        session.config["designer"] = True
        session.save(update_fields=["config"])
    actions.start(session, by=ana)
    return session
