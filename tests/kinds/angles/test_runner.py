"""Angle reviews through the real runner: rows from the start to the end, calls that fail, a kill at any call, a stop, a
budget."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import pytest

from reviews.code.analysers import analysis
from reviews.code.analysers.alert import SourceFile
from reviews.code.analysers.process import Limits
from reviews.code.analysers.tool import Found, Tool
from reviews.errors import ProviderError
from reviews.kinds.registry import session_kind
from reviews.models import Session
from reviews.providers import registry
from reviews.providers.base import Estimate, Prompt, Usage
from reviews.providers.scripted import ScriptedProvider, ScriptedReply
from reviews.sessions import actions, leases, loading
from reviews.states import EventKind
from tests import factories
from tests.faults.held import left_by
from tests.faults.held_angles import SCRIPT
from tests.kinds.angles.examples import QUERIES
from tests.sessions.conftest import run_once
from tests.sessions.held import Short, run_with
from tests.starter import load_starter

pytestmark = pytest.mark.django_db(transaction=True)
FIX = {"before": "MAX(price)", "after": "SUM(price)", "reason": "Adds up every price."}
BUG = {"severity": "high", "quote": "MAX(price)", "description": "Only the highest price is kept."}
BUSY = ProviderError("The model is busy.", kind="overloaded")
NO_KEY = ProviderError("The key is wrong.", kind="authentication", permanent=True)


class Reader(ScriptedProvider):
    """Finds and mends the bug of QUERIES. Raises `error` for the calls with these numbers, from 1; `price`: what each
    call costs in US dollars."""

    def __init__(self, error: ProviderError | None = None, failing: tuple[int, ...] = (), price: float = 0.0):
        super().__init__(self.reply)
        self.error, self.failing, self.price, self.asked = error, failing, price, list[str]()

    def reply(self, prompt: Prompt) -> ScriptedReply:
        self.asked.append(prompt.purpose)
        if len(self.asked) in self.failing:
            return ScriptedReply("", error=self.error)
        if prompt.purpose != "angles.evaluate":
            return ScriptedReply("So.", SCRIPT[prompt.purpose])
        unit = next(one.text for one in prompt.materials if one.name == "the unit")
        found = {"issues": [BUG], "modification": FIX, "confidence": 0.9} if BUG["quote"] in unit else {}
        return ScriptedReply("Read.", found)

    def estimate(self, prompt: Prompt) -> Estimate:
        return Estimate(1, 100, self.price)

    def cost(self, model: str, usage: Usage) -> float:
        return self.price


@pytest.fixture
def begin(team, ana, monkeypatch):
    """`begin()` is a review by two angles that Ana has just started on two queries; a `reader` reads them."""
    load_starter()

    def start(
        reader: ScriptedProvider | None = None, name: str = "prices.sql", text: str = QUERIES, **config: Any
    ):
        registry._made.clear()
        item = factories.ItemFactory(team=team, owner=ana)
        if reader:
            monkeypatch.setitem(registry._MAKERS, "scripted", lambda: reader)
        session = actions.create_session(
            item=item,
            kind="angles",
            artifacts=[factories.ArtifactFactory(item=item, name=name, content=text)],
            started_by=ana,
            config={"angles": ["correctness", "security"], **config},
            provider="scripted" if reader else "offline",
        )
        session.config["designer"] = True
        session.save(update_fields=["config"])
        actions.start(session, by=ana)
        return session

    yield start
    registry._made.clear()


@pytest.fixture
def analysed_once(monkeypatch):
    """What an analyser says of a text is kept: it would start anew for each of many sessions, and say the same."""
    said: dict[str, list[Found]] = {}
    start = analysis.run_tool

    def run_tool(tool: Tool, sources: Sequence[SourceFile], limits: Limits) -> list[Found]:
        asked = repr((tool.name, sources, limits))
        if asked not in said:
            said[asked] = start(tool, sources, limits)
        return said[asked]

    monkeypatch.setattr(analysis, "run_tool", run_tool)


def answers(session: Session) -> Mapping[str, int]:
    """How often each status stands in the log."""
    rows = session.events.filter(kind=EventKind.CONTRIBUTION)
    return Counter(data["status"] for data in rows.values_list("data", flat=True))


@pytest.mark.slow
def test_by_rules_it_ends_with_rows_of_findings_and_changes(begin):
    text = "def run(words):\n    if words is 0:\n        return None\n    return eval(words)\n"
    session = run_once(begin(name="run.py", text=text))
    assert (session.state, session.end_reason) == ("finished", "converged")
    assert {(row.by, row.line, row.status) for row in session.findings.all()} == {("security", 4, "open")}
    change = session.changes.get()
    assert (change.removed.strip(), change.inserted.strip()) == ("if words is 0:", "if words == 0:")


@pytest.mark.slow
def test_with_a_reader_it_ends_with_rows_of_findings_and_changes(begin):
    reader = Reader()
    session = run_once(begin(reader))
    assert (session.state, session.end_reason) == ("finished", "converged")
    change = session.changes.get()
    assert change.removed.replace("MAX", "SUM") == change.inserted
    assert session.calls == len(reader.asked) == loading.folded(session).spent.calls
    assert session.reserved_micros == 0
    passes = session.events.filter(kind=EventKind.PASS).count()
    assert session_kind("angles").how_far(session) == f"{passes} passes"


@pytest.mark.slow
def test_a_call_that_fails_is_made_again_and_looks_like_no_finding(begin):
    undisturbed = run_once(begin(Reader()))
    session = run_once(begin(Reader(BUSY, failing=(1, 3))))
    assert (session.state, session.end_reason) == ("finished", "converged")
    assert answers(session) == answers(undisturbed) | {"error": 2}


@pytest.mark.slow
def test_calls_that_go_on_failing_leave_units_that_nobody_has_read(begin):
    session = run_once(begin(Reader(BUSY, failing=tuple(range(1, 500)))))
    assert (session.state, session.end_reason) == ("finished", "partly_read")
    assert set(answers(session)) == {"error"}
    assert not session.findings.exists()


@pytest.mark.slow
def test_an_error_that_would_meet_every_call_waits_for_a_person_and_goes_on(begin, ana):
    reader = Reader(NO_KEY, failing=(2,))
    session = run_once(begin(reader))
    assert session.state == "waiting"
    assert session.events.filter(kind=EventKind.ERROR).get().text == NO_KEY.args[0]
    actions.resume(session, by=ana)
    assert run_once(session).end_reason == "converged"
    assert answers(session)["error"] == 0


@pytest.mark.slow
def test_stopped_and_resumed_it_goes_on_where_it_was(begin, ana):
    undisturbed = left_by(run_once(begin(Reader())), ana)
    session = begin(Reader())
    asyncio.run(run_with(session, Short(14)))
    leases.release_all()
    read = answers(session)
    actions.stop(session, by=ana)
    assert sum(read.values()) > 0
    actions.resume(session, by=ana)
    again = left_by(run_once(session), ana)
    assert again.faults == undisturbed.faults
    assert again.outcome == undisturbed.outcome


@pytest.mark.slow
def test_p006_a_question_waits_on_the_page_until_ana_has_answered_it(begin, ana, as_user):
    class Asking(Reader):
        """Asks what "faster" means until somebody has said it."""

        def reply(self, prompt: Prompt) -> ScriptedReply:
            told = any(one.kind == "message" for one in prompt.materials)
            if prompt.purpose == "angles.evaluate" and not told:
                return ScriptedReply("", {"status": "needs_input", "question": "Faster for which input?"})
            return super().reply(prompt)

    session = run_once(begin(Asking()))
    assert session.state == "waiting"
    page = as_user(ana).get(session.get_absolute_url()).content.decode()
    assert "Faster for which input?" in page
    assert "Your answer" in page
    as_user(ana).post(f"/sessions/{session.pk}/messages/", {"text": "For a million rows."})
    assert run_once(session).end_reason == "converged"
    (said,) = loading.folded(session).messages
    used = session.events.get(number=said.used)
    assert (said.text, used.kind) == ("For a million rows.", EventKind.CONTRIBUTION)


@pytest.mark.slow
def test_a_kill_at_any_look_at_the_lease_loses_and_doubles_nothing(begin, ana, analysed_once):
    undisturbed = left_by(run_once(begin(Reader())), ana)
    for looks in count(1):
        session = begin(Reader())
        asyncio.run(run_with(session, Short(looks)))
        leases.release_all()
        session.refresh_from_db()
        if session.state == "finished":
            break
        again = left_by(run_once(session), ana)
        assert again.log == undisturbed.log, looks
        assert (again.outcome, again.faults) == (undisturbed.outcome, undisturbed.faults), looks
    assert looks > 20


@pytest.mark.slow
def test_without_money_for_one_more_call_it_stops_with_what_there_is(begin):
    reader = Reader(price=1.0)
    session = run_once(begin(reader, budget_usd=3.5))
    assert (session.state, session.end_reason) == ("stopped", "budget")
    assert len(reader.asked) == 3
    assert session.reserved_micros == 0
    assert sum(answers(session).values()) == 3
