"""An angle review held by hand: the machine's commands are obeyed, answers come from a table of the test's own."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from reviews.kinds.angles import machine
from reviews.kinds.angles.evidence import evidence_events
from reviews.kinds.angles.results import EvaluateResult, RefuteResult, TogetherResult, VerifyResult
from reviews.kinds.angles.state import AngleSpec, AnglesSetup, AnglesState
from reviews.kinds.notes import Note
from reviews.log import payloads
from reviews.log.values import (
    Ask,
    AskMany,
    Command,
    Event,
    Failed,
    Heard,
    KeepFindings,
    Move,
    NewEvent,
    Propose,
    Ran,
    RunTool,
    Say,
    Speaker,
    WaitForUser,
)
from reviews.states import EventKind, State

CODE = """def total(prices):
    result = 0
    for price in prices:
        result = price
    return result


def first(prices):
    return prices[0]
"""
SUPERVISOR = Speaker("supervisor", "Supervisor", "")
WORKER = Speaker("worker", "Worker", "")
CORRECTNESS = AngleSpec("correctness", "Correctness", 0.6)
SECURITY = AngleSpec("security", "Security", 0.4)
RESULTS = {
    "angles.evaluate": EvaluateResult,
    "angles.refute": RefuteResult,
    "angles.verify": VerifyResult,
}
type Answerer = Callable[[AnglesState, Ask], Mapping[str, Any] | Failed]


def nothing(state: AnglesState, ask: Ask) -> Mapping[str, Any]:
    """A worker who finds nothing, and a supervisor who refutes nothing."""
    return {}


def setup_for(text: str = CODE, **columns: Any) -> AnglesSetup:
    """A review of one file by two angles, with a model and with Code Designer on."""
    made = AnglesSetup(
        session="s1",
        notes=(Note("a1", "prices.py", text),),
        angles=(CORRECTNESS, SECURITY),
        supervisor=SUPERVISOR,
        worker=WORKER,
        by_rules=False,
        designer=True,
    )
    return replace(made, **columns)


def two_units(text: str) -> list[dict[str, Any]]:
    """The units of a text: what stands before its last "def", and the rest; one for a text without."""
    cut = max(text.rfind("def "), 0)
    parts = [(0, cut), (cut, len(text))] if cut else [(0, len(text))]
    return [
        {
            "artifact": "a1",
            "key": f"block:{number}",
            "name": f"block {number}",
            "kind": "block",
            "start": start,
            "end": end,
            "first_line": text[:start].count("\n") + 1,
        }
        for number, (start, end) in enumerate(parts, 1)
    ]


class Held:
    """A review that goes on until it ends or waits."""

    def __init__(
        self, setup: AnglesSetup, answer: Answerer = nothing, alerts: Callable[..., Any] | None = None
    ):
        self.setup, self.answer, self.alerts = setup, answer, alerts
        self.events: list[Event] = []
        self.commands: list[Command] = []
        self.seen: list[tuple[AnglesState, Ask]] = []
        self.numbers = count(1)
        self.state = machine.fold([], setup)
        self.append([NewEvent(EventKind.STATE, "", None, {"from": "draft", "to": "running"})])

    @classmethod
    def from_log(cls, setup: AnglesSetup, events: Iterable[Event], answer: Answerer = nothing) -> "Held":
        """The review as whoever reads the log finds it."""
        held = cls(setup, answer)
        held.events = list(events)
        held.state = machine.fold(held.events, setup)
        held.numbers = count(held.state.last_number + 1)
        return held

    def append(self, events: Iterable[NewEvent]) -> None:
        """Store events, checked as the log checks them."""
        for new in events:
            data = payloads.validate("angles", new.kind, new.data)
            event = Event(next(self.numbers), new.kind, new.text, new.speaker, data)
            self.events.append(event)
            self.state = machine.advance(self.state, event)

    def go(self) -> "Held":
        """On until it ends or waits."""
        for _ in range(2000):
            if not self.step():
                return self
        raise AssertionError("It does not end.")

    def step(self) -> bool:
        """Obey one command. False when there is nothing to do any more."""
        command = machine.decide(self.state)
        self.commands.append(command)
        return self.obey(command)

    def obey(self, command: Command) -> bool:
        match command:
            case Say(events):
                self.append(events)
            case RunTool():
                self.append(evidence_events(self.state, command, self.run_tool(command)))
            case AskMany(asks):
                state = self.state
                for ask in asks:
                    self.hear(state, ask)
            case KeepFindings():
                self.append([NewEvent(EventKind.ANNOUNCEMENT, "Kept.", None, {"what": "findings"})])
            case Propose(changes):
                data = {"action": "proposed", "count": len(changes)}
                self.append([NewEvent(EventKind.CHANGE, "Proposed.", None, data)])
            case Move(to, reason, text):
                data = {"from": self.state.lifecycle, "to": to, "reason": reason}
                self.append([NewEvent(EventKind.STATE, text, None, data)])
                return to == State.SYNTHESIZING
            case WaitForUser():
                return False
            case _:
                raise TypeError(command)
        return True

    def hear(self, state: AnglesState, ask: Ask) -> None:
        self.seen.append((state, ask))
        said = self.answer(state, ask)
        if isinstance(said, Failed):
            events = machine.failed(state, ask, said)
            assert events, "the session stops"
            self.append(events)
            return
        result = TogetherResult if "angles" in ask.context else RESULTS[ask.purpose]
        data = result(**said).model_dump()
        self.append(machine.hear(state, ask, Heard("", data, tokens=10, at="2026-01-01T00:00:00.000Z")))

    def run_tool(self, command: RunTool) -> Ran:
        if self.state.call and self.state.call.asker[0]:
            return Ran({"result": f"{command.tool} says so."})
        if command.tool == "outline":
            return Ran({"units": [unit for note in self.setup.notes for unit in two_units(note.text)]})
        if self.alerts is None:
            read = {angle.id: {"status": "read", "why": ""} for angle in self.setup.angles}
            return Ran({"alerts": [], "read": read})
        return Ran(self.alerts(self.state))

    def say(self, text: str) -> "Held":
        self.append([NewEvent(EventKind.USER_MESSAGE, text, Speaker("user:1", "Ana"), {"by": 1})])
        return self.go()

    def asked(self, purpose: str) -> list[Ask]:
        """Every question of this purpose that was asked."""
        many = [one for one in self.commands if isinstance(one, AskMany)]
        return [ask for one in many for ask in one.asks if ask.purpose == purpose]

    def of_kind(self, kind: EventKind) -> list[Event]:
        return [event for event in self.events if event.kind == kind]
