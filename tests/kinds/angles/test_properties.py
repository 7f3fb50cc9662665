"""What holds for every angle review, whatever workers say and in whichever order."""

import hashlib
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.documents.hunks import Replacement, apply_changes
from reviews.kinds.angles import machine
from reviews.kinds.angles.payloads import SHAPES
from reviews.kinds.angles.state import AnglesState, Outcome, UnitStatus
from reviews.log import payloads
from reviews.log.values import AskMany, Failed, NewEvent
from reviews.states import EndReason, EventKind, State
from tests.drawing import examples
from tests.kinds.angles.table import CODE, Held, setup_for

seeds = st.integers(0, 10**6)
strategies = st.sampled_from(["exhaustive", "adaptive", "sampled"])


@pytest.fixture(autouse=True, scope="module")
def shapes():
    payloads.register("angles", SHAPES)


def wild(seed: int, failing: float = 0.1):
    """A worker and a supervisor who say anything; the same for the same question, whenever it is asked."""

    def answer(state: AnglesState, ask):
        number = ask.context["pass"] if Random(f"{seed} {ask.part}").random() < 0.5 else 0
        draw = Random(f"{seed} {ask.purpose} {ask.part} {number} {ask.context['attempt']}")
        if draw.random() < failing:
            return Failed("Busy.", problem="overloaded")
        if ask.purpose == "angles.refute":
            return {
                "outcome": draw.choice(["stands", "refuted", "unsure"]),
                "reason": "So.",
                "quote": "return result",
            }
        if ask.purpose == "angles.verify":
            return {"approved": draw.random() < 0.7, "reason": "So."}
        lines = [line for line in state.unit(ask.context["unit"]).current.splitlines() if line.strip()]
        return {
            "issues": issues(draw, lines),
            "modification": modification(draw, lines),
            "confidence": draw.random(),
        }

    return answer


def issues(draw: Random, lines: list[str]):
    quotes = [draw.choice([*lines, "invented words", ""]) for _ in range(draw.randint(0, 3))]
    return [
        {
            "quote": quote,
            "severity": draw.choice(["low", "medium", "critical"]),
            "description": f"About {quote}.",
            "absent": draw.random() < 0.3,
        }
        for quote in quotes
    ]


def modification(draw: Random, lines: list[str]):
    if draw.random() < 0.6 or not lines:
        return None
    line = draw.choice(lines)
    return {"before": line, "after": draw.choice([line + "  # noted", "", line.upper()]), "reason": "Better."}


def known(state: AnglesState):
    """What a state says, but for the numbers of events and the order in which answers came."""
    units = [
        (unit.id, unit.current, unit.outcome, [(one.number, one.open, one.text) for one in unit.passes])
        for unit in state.units
    ]
    found = {
        key: (one.severity, one.refuted, one.duplicate_of, one.agreed, one.passes)
        for key, one in state.issues.items()
    }
    return units, found, state.reason, [replace(one, event=0) for one in state.closed]


class Shuffled(Held):
    """Answers come in any order."""

    def obey(self, command):
        if isinstance(command, AskMany):
            asks = list(command.asks)
            Random(hashlib.sha256(str(len(self.events)).encode()).hexdigest()).shuffle(asks)
            command = AskMany(tuple(asks))
        return super().obey(command)


@given(seed=seeds, strategy=strategies)
@examples(60)
def test_every_review_ends_and_tells_the_truth_about_it(seed, strategy):
    held = Held(setup_for(strategy=strategy), wild(seed)).go()
    state = held.state
    assert state.lifecycle == State.FINISHED
    assert len(state.closed) <= 8
    assert {unit.status for unit in state.units} == {UnitStatus.COMPLETE}
    if state.reason == EndReason.CONVERGED:
        assert {unit.outcome for unit in state.units} <= {Outcome.CONVERGED, Outcome.SKIPPED}
    for unit in state.units:
        if unit.outcome == Outcome.CONVERGED:
            before, last = unit.passes[-2:]
            assert before.open == last.open
            assert not (before.modification)
            assert not (last.modification)
            assert not (before.failed)
            assert not (last.failed)
    for issue in state.issues.values():
        assert issue.quote in CODE or not issue.pinned


@given(seed=seeds)
@examples(40)
def test_the_order_of_answers_does_not_matter(seed):
    one = Held(setup_for(), wild(seed)).go()
    other = Shuffled(setup_for(), wild(seed)).go()
    assert known(one.state) == known(other.state)


@given(seed=seeds, cut=st.integers(1, 400))
@examples(60)
def test_a_kill_at_any_call_loses_and_doubles_nothing(seed, cut):
    whole = Held(setup_for(), wild(seed)).go()
    again = Held.from_log(setup_for(), whole.events[:cut], wild(seed))
    again.go()
    assert known(again.state) == known(whole.state)
    requests = [event.data["request"] for event in again.events if event.data.get("request")]
    assert len(requests) == len(set(requests))


@given(seed=seeds)
@examples(40)
def test_what_is_proposed_makes_the_working_text_of_the_pinned_one(seed):
    state = Held(setup_for(), wild(seed, failing=0)).go().state
    changes = machine.proposed_changes(state)
    edits = [Replacement(one.position, one.removed, one.inserted) for one in changes]
    assert apply_changes(CODE, edits) == state.working_text("a1")


@given(seed=seeds, place=st.integers(0, 1), to_pass=st.integers(0, 8))
@examples(40)
def test_a_unit_that_is_rolled_back_has_the_text_of_that_pass_and_stays_so(seed, place, to_pass):
    held = Held(setup_for(), wild(seed, failing=0))
    for _ in range(6):
        held.step()
    unit = held.state.units[place]
    wanted = unit.text_after(to_pass)
    data = {"unit": unit.id, "to_pass": to_pass, "by": 1}
    held.append([NewEvent(EventKind.REVISION, "Rolled back.", None, data)])
    held.go()
    assert held.state.unit(unit.id).current == wanted
    assert held.state.unit(unit.id).outcome == Outcome.ROLLED_BACK
    assert held.state.lifecycle == State.FINISHED
