"""A whole roundtable, as the recorded script and as Claude over HTTP: the prompts, the model's side and the machine."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from reviews.accounts.sample import FOLDER
from reviews.kinds.notes import Note
from reviews.kinds.prompts import PromptPersona
from reviews.kinds.roundtable.prompts import build
from reviews.kinds.roundtable.state import Seat
from reviews.log.values import Heard
from reviews.providers.base import Provider
from reviews.providers.claude import ClaudeProvider, Timeout
from reviews.providers.scripted import ScriptedProvider
from reviews.states import EventKind
from tests.kinds.roundtable.table import ALEX, AT, JORDAN, MAYA, Table
from tests.providers.conftest import KEY, MODELS, hear
from tests.providers.messages_server import MessagesServer, say
from tests.providers.table_model import TableModel, first_name, purpose, turns

SAMPLE = Note("a1", "payment-retry-note.md", (FOLDER / "payment-retry-note.md").read_text(encoding="utf-8"))
CAST = {
    seat.key: PromptPersona(seat.key, seat.name, seat.role, f"You are {seat.name}.")
    for seat in (MAYA, ALEX, JORDAN)
}


@contextmanager
def table_with(provider: Provider, **changed) -> Iterator[Table]:
    """A table about the sample at which `provider` speaks for everybody."""
    with asyncio.Runner() as runner:

        def speak(ask, state) -> Heard:
            _, done = runner.run(hear(provider, build(state, ask, CAST, "feedbeef12345678")))
            return Heard(done.text, done.data.model_dump() if done.data else None, done.stop_reason, AT)

        yield Table(speak, notes=(SAMPLE,), **changed)
        runner.run(provider.aclose())


def claude_at(server: MessagesServer) -> ClaudeProvider:
    return ClaudeProvider(KEY, server.url, MODELS, max_retries=0, timeout=Timeout(2.0, 5.0))


@pytest.fixture(params=["scripted", "claude"])
def provider(request, serve) -> Provider:
    return (
        ScriptedProvider.demo(delay=0)
        if request.param == "scripted"
        else claude_at(serve(TableModel().reply))
    )


@pytest.mark.slow
def test_the_recorded_roundtable_goes_from_first_takes_to_a_summary(provider):
    with table_with(provider, first_takes=True) as table:
        table.run()
        for text in ("", "", "done"):
            table.after(text)
    assert table.end == ("finished", "user-initiated")
    assert len(table.of(EventKind.FIRST_TAKE)) == 3
    assert table.speakers() == ["Maya", "Alex", "Jordan", "Maya", "Alex", "Jordan", "Maya", "Alex", "Maya"]
    assert table.lines("disagreement")[0].endswith("keep more renewals or never charge wrongly?")
    assert table.of(EventKind.ANNOUNCEMENT) == []
    found = table.state.synthesis.data
    assert [point["attribution"] for point in found["insights"]] == [
        "Alex",
        "Jordan",
        "Maya",
        "Alex/Jordan",
        "Maya",
        "Alex",
    ]
    assert [point["attribution"] for point in found["open_questions"]] == ["Jordan", "Alex", "Alex"]
    assert len(table.added) == 9


def test_the_recorded_contributions_refer_to_turns_that_there_were(provider):
    with table_with(provider) as table:
        table.run()
        table.after("Is there a risk that a customer pays twice?")
    said = {turn.number: turn for turn in table.state.turns}
    referred = [
        (turn.first_name, said[n].first_name)
        for turn in said.values()
        for n in turn.data.get("refers_to", ())
    ]
    assert referred[:3] == [("Alex", "Maya"), ("Jordan", "Alex"), ("Maya", "Jordan")]


def test_a_recorded_roundtable_that_is_ended_early_sums_up_what_was_said(provider):
    with table_with(provider) as table:
        table.run()
        table.after("done")
    found = table.state.synthesis.data
    assert [point["attribution"] for point in found["insights"]] == ["Alex", "Jordan"]
    assert found["open_questions"] == []


def test_requests_tell_who_is_asked_for_what_and_after_which_turns(serve):
    server = serve(TableModel().reply)
    with table_with(claude_at(server), first_takes=True) as table:
        table.run()
    asked = [(first_name(request), purpose(request)) for request in server.requests]
    assert asked == [
        *((name, "first_take") for name in ("Maya", "Alex", "Jordan")),
        ("Maya", "framing"),
        ("Alex", "contribution"),
        ("Jordan", "contribution"),
    ]
    assert [turn.key for turn in turns(server.requests[-1])] == [MAYA.key, ALEX.key]


def test_somebody_can_be_told_to_say_something_else(serve):
    quiet = say("", {"passes": True})
    instead = {"Alex": lambda request: say("No."), "Jordan contribution": quiet}
    with table_with(claude_at(serve(TableModel(instead=instead).reply))) as table:
        table.run()
    assert [turn.text for turn in table.state.contributions] == ["No."]
    assert len(table.lines("passes")) == 1


def test_a_fourth_persona_passes_in_the_recorded_roundtable(provider, monkeypatch):
    sam = Seat("security", "Sam Vega", "Security Engineer")
    monkeypatch.setitem(CAST, sam.key, PromptPersona(sam.key, sam.name, sam.role, "You are Sam."))
    with table_with(provider, cast=(MAYA, ALEX, JORDAN, sam)) as table:
        table.run()
    assert table.speakers() == ["Maya", "Alex", "Jordan"]
    assert len(table.lines("passes")) == 1
