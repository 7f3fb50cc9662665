"""First takes come in any order: what follows from them is the same for each."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.prompts import PromptPersona
from reviews.kinds.roundtable.machine import decide, fold
from reviews.kinds.roundtable.offline.speakers import SPEAKERS
from reviews.kinds.roundtable.prompts import build
from reviews.kinds.roundtable.purposes import SYNTHESIS
from reviews.kinds.roundtable.state import RoundtableState, Seat
from reviews.kinds.roundtable.transcript import write
from reviews.log.values import Ask, AskMany, Heard
from reviews.providers.base import Facts, Prompt
from reviews.states import EventKind
from tests.drawing import examples
from tests.kinds.roundtable import chaos
from tests.kinds.roundtable.table import CAST, Table, says

SAM = Seat("security", "Sam Field", "Security Reviewer", "abuse", "Security", ("token",))
EVA = Seat("operator", "Eva Berg", "Operator", "running it", "Ops", ("alarm",))
first_take = SPEAKERS["roundtable.first_take"]
ROTATION = [seat.key for seat in (*CAST, SAM, EVA)]
PERSONAS = {seat.key: PromptPersona(seat.key, seat.name, seat.role, "Look.") for seat in (*CAST, SAM, EVA)}


class Prompts:
    """A provider that keeps the prompts it is sent."""

    def __init__(self, seed: int) -> None:
        self.speak = chaos.provider(seed)
        self.sent: list[Prompt] = []

    def __call__(self, ask: Ask, state: RoundtableState) -> Heard:
        self.sent.append(build(state, ask, PERSONAS, "feedbeef12345678"))
        return self.speak(ask, state)

    def words(self) -> list[Prompt]:
        """The prompts as a model would get them. Rules get the state instead, and look at what they may know."""
        return [replace(prompt, facts=Facts()) for prompt in self.sent]


def asked(state: RoundtableState) -> list[Ask]:
    command = decide(state)
    return list(command.asks) if isinstance(command, AskMany) else []


def taken(provider: Prompts, order: list[str], killed: frozenset[int] = frozenset()) -> Table:
    """A table whose first takes came in this order. After each place in `killed` the process ends, and another one
    asks for what is missing."""
    table = Table(provider, cast=(*CAST, SAM, EVA), first_takes=True, max_turns=12)
    while not asked(table.state):
        table.step()
    asks = {ask.speaker: ask for ask in asked(table.state)}
    for place, key in enumerate(order, 1):
        table.ask(asks[key])
        if place in killed:
            missing = [key for key in ROTATION if key not in order[:place]]
            asks = {ask.speaker: ask for ask in asked(fold(table.events, table.setup))}
            assert list(asks) == missing
    ask_again(table, order)
    return table


def ask_again(table: Table, order: list[str]) -> None:
    """Whose take was cut off is asked once more, in this order."""
    asks = {ask.speaker: ask for ask in asked(table.state)}
    assert set(asks) == set(ROTATION) - set(table.state.takes)
    for key in (key for key in order if key in asks):
        table.ask(asks[key])


def transcript(table: Table) -> str:
    turns = {turn.number: turn.turn for turn in table.state.turns}
    cast = [seat.speaker for seat in table.setup.cast]
    return write(table.events, topic="Plan", turns=turns, cast=cast)


@pytest.mark.slow
@given(st.integers(0, 10**6), st.permutations(ROTATION), st.frozensets(st.integers(1, 4)))
@examples(50)
def test_the_state_and_all_that_follows_is_the_same_for_every_order_of_first_takes(seed, order, killed):
    usual, other = Prompts(seed), Prompts(seed)
    expected, found = taken(usual, ROTATION), taken(other, order, killed)
    assert found.state == expected.state
    assert list(found.state.takes) == list(expected.state.takes) == ROTATION
    assert sorted(other.words(), key=lambda prompt: prompt.speaker) == sorted(
        usual.words(), key=lambda prompt: prompt.speaker
    )
    written, wrote = len(found.events), len(found.asks)
    for table in (expected, found):
        table.run()
        table.say("done")
        table.run()
    assert found.state == expected.state
    assert found.events[written:] == expected.events[written:]
    assert other.words()[wrote:] == usual.words()[wrote:]
    assert transcript(found) == transcript(expected)


def test_a_take_that_is_cut_off_is_asked_for_once_more_and_kept_when_it_is_cut_again():
    cut = Heard("First, I would look at", None, "max_tokens")
    table = Table(says(first_take=cut), first_takes=True)
    while not table.state.retried_takes:
        table.step()
    again = asked(table.state)
    assert [(ask.speaker, ask.context["cut"]) for ask in again] == [(seat.key, True) for seat in CAST]
    prompt = build(table.state, again[0], PERSONAS, "feedbeef12345678")
    assert "Your last reply was cut off" in prompt.request
    table.step()
    assert [take.data.get("cut") for take in table.of(EventKind.FIRST_TAKE)] == [True] * 3
    assert table.state.retries == 0


def test_the_synthesis_reads_first_takes_in_the_order_of_the_table():
    provider = Prompts(1)
    table = taken(provider, ROTATION[::-1])
    table.run()
    table.say("done")
    table.run()
    prompt = next(prompt for prompt in provider.sent if prompt.purpose == SYNTHESIS)
    assert list(prompt.facts.state.takes) == ROTATION
    names = [material.name for material in prompt.materials if material.name.startswith("first take of")]
    written = [seat for seat in (*CAST, SAM, EVA) if prompt.facts.state.takes[seat.key]]
    assert len(written) > 1
    assert names == [f"first take of {seat.name}" for seat in written]


def test_rules_write_a_first_take_without_knowing_the_others():
    first, last = Prompts(1), Prompts(1)
    taken(first, ROTATION)
    taken(last, ROTATION[::-1])
    said = [{prompt.speaker: first_take(prompt) for prompt in one.sent} for one in (first, last)]
    assert said[0] == said[1]
    assert set(said[0]) == set(ROTATION)


def test_two_asks_that_could_not_be_told_apart_are_refused():
    ask = Ask("roundtable.first_take", SAM.key)
    with pytest.raises(ValueError, match="told apart"):
        AskMany((ask, Ask("roundtable.first_take", SAM.key, {"basis": 3})))
    AskMany((ask, Ask("roundtable.first_take", EVA.key), Ask("roundtable.framing", SAM.key)))
    with pytest.raises(ValueError, match="At least one"):
        AskMany((ask,), at_once=0)
