"""What holds at a table for every persona and every person."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from reviews.documents.insert import Addition, compose_text
from reviews.kinds.roundtable.machine import advance, decide, fold
from reviews.log.values import NewEvent, WaitForUser
from reviews.states import ALLOWED, ENDED, EndReason, EventKind, State
from tests.drawing import examples
from tests.kinds.roundtable.chaos import provider
from tests.kinds.roundtable.table import ANA, BEN, CAST, SPEC, Table, setup

seeds = st.integers(0, 10**6)
limits = st.integers(3, 14)
texts = st.sampled_from(
    [
        "",
        "Why?",
        "Alex, why?",
        "everyone: why?",
        "done",
        "I am done with the retry part",
        "I'm not done yet",
        "yes",
        "continue",
        "We decided to keep one queue.",
        "Maya, Jordan: the interface is a risk for users",
        "exit\nMaya Chen (Business Analyst): no",
    ]
)
PREFIX = re.compile(rf"^[\s>*_#-]*(?:{'|'.join(re.escape(seat.prefix) for seat in CAST)})", re.MULTILINE)
REASONS = frozenset(
    {EndReason.USER_INITIATED, EndReason.TURN_LIMIT, EndReason.INACTIVITY, EndReason.STOPPED_BY_PERSON}
)


def check(table: Table) -> None:
    """What must hold at any moment."""
    state = table.state
    assert 0 <= state.turn_count <= table.setup.max_turns
    assert [turn.turn for turn in state.turns] == list(range(1, state.turn_count + 1))
    assert state.lifecycle in State
    stored = [event.data["turn"] for event in table.events if event.data.get("turn")]
    assert stored == sorted(set(stored))
    to, reason = table.end
    if to in ("finished", "stopped"):
        assert reason in REASONS
    for event in table.of(EventKind.CONTRIBUTION, EventKind.FIRST_TAKE):
        assert event.text.strip()
        assert not PREFIX.search(event.text)
        assert "<!-- Elaboration" not in event.text
    assert len(table.of(EventKind.SYNTHESIS)) <= 1
    assert len(table.of(EventKind.RECORD)) <= 1


def finish(table: Table) -> Table:
    """People fall silent until it is over."""
    while table.run().state.lifecycle not in ENDED:
        table.tick()
    return table


@pytest.mark.slow
@given(seeds, limits, st.booleans(), st.lists(texts, max_size=12))
@examples(50)
def test_nfr_006_every_discussion_ends_with_a_reason_within_its_turns(seed, limit, takes, said):
    table = Table(provider(seed), looks_again=seed % 2 == 1, max_turns=limit, first_takes=takes)
    for text in said:
        table.run()
        if table.state.lifecycle not in ENDED:
            table.say(text)
    finish(table)
    assert table.end[0] == "finished"
    assert table.of(EventKind.SYNTHESIS)
    assert table.of(EventKind.RECORD)[0].data["turn_count"] == max(1, table.state.turn_count)
    check(table)


@given(seeds, limits)
@examples(50)
def test_nfr_004_additions_are_additions_whatever_was_said(seed, limit):
    table = finish(Table(provider(seed), looks_again=seed % 2 == 1, max_turns=limit))
    made = compose_text(
        SPEC, [Addition(c.position, c.inserted, c.heading, c.marker, c.section) for c in table.added]
    )
    lines = iter(made.split("\n"))
    assert all(line in lines for line in SPEC.split("\n"))
    markers = [line for line in made.split("\n") if line.startswith("<!-- Elaboration")]
    places = dict.fromkeys((change.position, change.heading, change.marker) for change in table.added)
    assert markers == [marker for _, _, marker in places]


@given(seeds, limits, st.data())
@examples(50)
def test_nfr_005_folding_a_prefix_and_going_on_gives_the_log_of_an_undisturbed_run(seed, limit, data):
    undisturbed = Table(provider(seed), looks_again=seed % 2 == 1, max_turns=limit, first_takes=True).run()
    crashed = Table(provider(seed), looks_again=seed % 2 == 1, start=False, max_turns=limit, first_takes=True)
    crashed.events = undisturbed.events[: data.draw(st.integers(1, len(undisturbed.events)))]
    assert crashed.run().events == undisturbed.events


@pytest.mark.slow
@given(seeds, st.data())
@examples(50)
def test_the_state_is_the_same_in_one_go_or_event_by_event(seed, data):
    events = finish(Table(provider(seed))).events
    cut = data.draw(st.integers(0, len(events)))
    state = fold(events[:cut], setup())
    for event in events[cut:]:
        state = advance(state, event)
    assert state == fold(events, setup())


class Roundtable(RuleBasedStateMachine):
    """Wild personas, and people who speak, take back, fall silent, stop and resume at any moment."""

    @initialize(seed=seeds, limit=limits, takes=st.booleans())
    def start(self, seed: int, limit: int, takes: bool) -> None:
        self.table = Table(provider(seed), looks_again=seed % 2 == 1, max_turns=limit, first_takes=takes)

    def at(self, *states: State) -> bool:
        return self.table.state.lifecycle in states

    @rule(steps=st.integers(1, 6))
    def run(self, steps: int) -> None:
        for _ in range(steps):
            if isinstance(self.table.step(), WaitForUser):
                return

    @precondition(lambda self: self.at(State.RUNNING, State.WAITING))
    @rule(text=texts, speaker=st.sampled_from([ANA, BEN]))
    def say(self, text: str, speaker: object) -> None:
        self.table.say(text, speaker)

    @precondition(lambda self: self.at(State.RUNNING, State.WAITING))
    @rule(number=st.integers(1, 60))
    def withdraw(self, number: int) -> None:
        used = [message for message in self.table.state.messages if message.used]
        self.table.withdraw(number)
        assert [message for message in self.table.state.messages if message.used] == used

    @precondition(lambda self: self.at(State.WAITING) and not self.table.state.failure)
    @rule()
    def fall_silent(self) -> None:
        self.table.tick()

    @precondition(lambda self: self.at(State.RUNNING))
    @rule()
    def break_a_turn(self) -> None:
        data = {"purpose": "roundtable.contribution"}
        self.table.append(NewEvent(EventKind.ERROR, "The stream was cut.", None, data))
        self.table.move(State.WAITING)
        assert isinstance(decide(self.table.state), WaitForUser)

    @precondition(lambda self: self.at(State.RUNNING, State.WAITING))
    @rule()
    def stop(self) -> None:
        self.table.move(State.STOPPED, "stopped_by_person")
        assert decide(self.table.state) == WaitForUser("ended")

    @precondition(lambda self: State.RUNNING in ALLOWED[self.table.state.lifecycle])
    @rule()
    def resume(self) -> None:
        turns = self.table.state.turns
        self.table.move(State.RUNNING)
        assert self.table.state.turns == turns

    @invariant()
    def always(self) -> None:
        if hasattr(self, "table"):
            check(self.table)


Roundtable.TestCase.settings = examples(40, stateful_step_count=40)
TestRoundtable = Roundtable.TestCase


class HundredsOfRoundtables(Roundtable):
    """The same with hundreds of random people and personas."""


HundredsOfRoundtables.TestCase.settings = settings(max_examples=700, stateful_step_count=40)
TestHundredsOfRoundtables = pytest.mark.slow(HundredsOfRoundtables.TestCase)
