"""A script for the scripted provider, written to a file as an admin would."""

import asyncio
import json
from pathlib import Path

import pytest

from reviews.models import Session
from reviews.sessions import actions, leases
from reviews.sessions.runner import Lease, run_session
from reviews.sessions.threads import Threads
from tests.factories import NOTES, ArtifactFactory
from tests.starter import load_starter

LINE = "Cards are declined for reasons that go away within minutes, and we lose those orders."
ASKED = {"stance": "asking", "questions": [{"text": "Who is affected?", "topic": "affected"}], "topics": []}
FACTS = {
    "affected": "Shoppers who pay by card are affected in every country.",
    "why_now": "The contract with the bank ends in June 2027.",
    "tradeoffs": "We considered letters and rejected them because of the postage.",
    "risks": "The main risk is that a shopper pays twice.",
    "inaction": "If nothing is done, the losses will grow every year.",
    "evidence": "We measured 4.1 % of declined payments in March.",
    "ask": "We ask the board to approve 20,000 euros by May.",
}
FULL_NOTES = "\n".join([NOTES, "## Facts\n", *(f"{words}\n" for words in FACTS.values())])
"""Notes that settle every topic by words of their own."""
QUOTES = {"problem": LINE, "why": LINE, "how": "We will retry each declined payment three times."} | FACTS
SETTLED = [{"topic": key, "status": "answered", "quote": quote} for key, quote in QUOTES.items()]
PARTS = {
    "got_right": ["The main risk is that a shopper pays twice."],
    "improved": [],
    "caveats": ["Watch the costs."],
}
SCRIPT = {
    "interview.question": [
        {"text": "Who is affected?\nWhat happens if nothing is done?", "data": ASKED},
        {
            "text": "That is clear now.\n\n[SATISFIED]\n",
            "data": {"stance": "satisfied", "topics": SETTLED, "verdict": PARTS},
        },
    ],
    "interview.answer": [{"text": f"The notes say: “{LINE}”", "data": {"citations": [{"quote": LINE}]}}],
    "interview.improve": [
        {
            "text": "I say who is affected.",
            "data": {
                "edits": [{"after": "## Plan", "new": "Shoppers are affected.", "reason": "It was asked."}]
            },
        }
    ],
    "interview.settle": [{"text": "All is settled.", "data": {"topics": SETTLED, "verdict": PARTS}}],
}
POINT = {
    "insights": [
        {"text": "Shoppers see a second attempt.", "events": ["last:solutions-architect", "last:any"]}
    ]
}
ROUNDTABLE = {
    "roundtable.first_take": [{"text": "I would look at the orders first."}],
    "roundtable.framing": [{"text": "Orders are lost.", "data": {"focus_question": "Who notices it?"}}],
    "roundtable.contribution": [
        {"text": "The notes say “Cards are declined”, so shoppers see a second attempt.", "data": {}}
    ],
    "roundtable.synthesis": [{"text": "shoppers see a second attempt", "data": POINT}],
}
SPEC = "# Spec\n\n## Business Context\n\nWhy.\n\n## User Journeys\n\nA buyer pays.\n\n## Risks\n\nNone.\n"


@pytest.fixture
def script(tmp_path, settings):
    """`script({purpose: […]})` replaces lines of the script that the scripted provider says."""

    def write(lines: dict | None = None) -> Path:
        path = tmp_path / f"script-{len(list(tmp_path.iterdir()))}.json"
        path.write_text(json.dumps(SCRIPT | (lines or {})))
        settings.ELM_SCRIPT = str(path)
        return path

    write()
    return write


@pytest.fixture
def start(ana, item, script):
    """`start()` is an interview that Ana has just started on her notes, run by the scripted provider."""
    load_starter()

    def begin(**config) -> Session:
        artifact = ArtifactFactory(item=item, content=FULL_NOTES)
        session = actions.create_session(
            item=item,
            kind="interview",
            artifacts=[artifact],
            started_by=ana,
            config=config,
            provider="scripted",
        )
        actions.start(session, by=ana)
        return session

    return begin


@pytest.fixture
def spec(item):
    return ArtifactFactory(item=item, name="requirements-spec.md", content=SPEC)


@pytest.fixture
def hold(ana, item, spec, tmp_path, settings):
    """`hold("01-03")` is a roundtable on a shipped step that Ana, who owns the item, has just started."""
    load_starter()
    item.owner = ana
    item.save()

    def begin(step: str = "01-03", script: dict | None = None, artifacts=None, **config) -> Session:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        path.write_text(json.dumps(ROUNDTABLE | (script or {})))
        settings.ELM_SCRIPT = str(path)
        session = actions.create_session(
            item=item,
            kind="roundtable",
            artifacts=[spec] if artifacts is None else artifacts,
            started_by=ana,
            config={"step": step, "max_turns": 6, "idle_minutes": None} | config,
            provider="scripted",
        )
        actions.start(session, by=ana)
        return session

    return begin


def run_once(session: Session) -> Session:
    """Take the session over and run it as far as it goes, as the engine does."""

    async def go() -> None:
        threads = Threads(1)
        claim = await threads.run(leases.take, session.pk, "test")
        assert claim is not None
        await run_session(claim, Lease(until=float("inf")), threads)
        await asyncio.to_thread(threads.close)

    asyncio.run(go())
    session.refresh_from_db()
    return session
