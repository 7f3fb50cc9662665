"""A roundtable without rows: the log in a list, a provider that is a function, people who do as they are told."""

from collections.abc import Callable, Mapping
from typing import Any

from reviews.kinds.notes import Note
from reviews.kinds.roundtable import machine
from reviews.kinds.roundtable.state import OtherStep, RoundtableSetup, RoundtableState, Seat, StepOutput
from reviews.log.values import (
    Apply,
    Ask,
    AskMany,
    Command,
    Event,
    Heard,
    Move,
    NewEvent,
    Record,
    Say,
    Speaker,
    WaitForUser,
)
from reviews.states import EventKind, State
from tests.kinds.memory import MemoryLog

SPEC = """# Offline mode

## User Journeys

A courier opens the app in a lift and sees the last list.

## Risks

Two couriers may edit the same parcel.
"""
NOTE = Note("a1", "requirements-spec.md", SPEC)
MAYA = Seat(
    "business-analyst",
    "Maya Chen",
    "Business Analyst",
    "user needs",
    "BA",
    ("user", "users", "why", "criteria"),
)
ALEX = Seat(
    "solutions-architect",
    "Alex Rivera",
    "Solutions Architect",
    "feasibility",
    "Architect",
    ("tradeoff", "risk", "option", "scalability"),
)
JORDAN = Seat(
    "system-designer",
    "Jordan Park",
    "System Designer",
    "interface",
    "Designer",
    ("interface", "contract", "error"),
)
CAST = (MAYA, ALEX, JORDAN)
ANA = Speaker("user:1", "Ana")
BEN = Speaker("user:2", "Ben")
AT = "2026-02-20T14:30:00.000Z"
STEPS = (
    OtherStep("01-03", "User Experience & Journeys", "Requirements"),
    OtherStep("03-02", "Technology Decisions", "Architecture"),
    OtherStep("04-04", "Error Handling & Validation", "Design"),
)

Provider = Callable[[Ask, RoundtableState], Heard]


def setup(**changed: Any) -> RoundtableSetup:
    """A roundtable on step 01-03, led by Maya, with ten turns, unless `changed` says otherwise."""
    usual: dict[str, Any] = {
        "notes": (NOTE,),
        "item": "offline mode feature",
        "topic": "User Experience & Journeys",
        "cast": CAST,
        "max_turns": 10,
        "provider": "scripted",
        "step_id": "01-03",
        "phase": "01",
        "phase_title": "Requirements",
        "next_phase_title": "Impact Analysis",
        "outputs": (StepOutput("requirements-spec.md", ("User Journeys",)),),
        "targets": ("a1",),
        "steps": STEPS,
        "boundary": "step",
        "next_step": "01-04",
        "starter": "Ana",
    }
    return RoundtableSetup(**usual | changed)


def talk(ask: Ask, state: RoundtableState) -> Heard:
    """Everybody says something harmless, and the summary cites every turn."""
    return SAYINGS[ask.purpose](ask, state)


def framing(ask: Ask, state: RoundtableState) -> Heard:
    return Heard(
        "Couriers work without a network.", {"focus_question": "What does a courier see during sync?"}
    )


def contribution(ask: Ask, state: RoundtableState) -> Heard:
    said = state.spoken.get(ask.speaker, 0)
    return Heard(f"Point {said + 1} of {ask.speaker}: the text says “the last list”.", {})


def differs(ask: Ask, state: RoundtableState) -> Heard:
    """Alex sees it differently than Maya, once."""
    found = {
        "other": "Maya",
        "mine": {"option": "one queue", "reason": "it is simpler", "brief": "One queue"},
        "theirs": {
            "option": "a list that explains itself",
            "reason": "couriers read it",
            "brief": "The list",
        },
    }
    return Heard("I see this differently.", {"disagreement": found} if ask.speaker == ALEX.key else {})


def summed_up(ask: Ask, state: RoundtableState) -> Heard:
    points = [{"text": f"Point of turn {turn.turn}.", "events": [turn.number]} for turn in state.turns[1:]]
    return Heard("Couriers see what is pending.", {"insights": points}, at=AT)


def take(ask: Ask, state: RoundtableState) -> Heard:
    return Heard(f"First, {ask.speaker} would look at the lift.")


SAYINGS: Mapping[str, Provider] = {
    "roundtable.first_take": take,
    "roundtable.framing": framing,
    "roundtable.contribution": contribution,
    "roundtable.synthesis": summed_up,
}


def says(**replies: Any) -> Provider:
    """`talk`, with other replies for some purposes: a Heard, or a function of the ask and the state."""

    def provider(ask: Ask, state: RoundtableState) -> Heard:
        reply = replies.get(ask.purpose.removeprefix("roundtable."), talk)
        return reply if isinstance(reply, Heard) else reply(ask, state)

    return provider


class Table(MemoryLog):
    """Obeys the machine one command at a time, as the runner does."""

    kind, machine = "roundtable", machine

    def __init__(self, provider: Provider = talk, /, start: bool = True, **changed: Any) -> None:
        self.provider = provider
        self.asks: list[Ask] = []
        self.added: tuple[Any, ...] = ()
        super().__init__(setup(**changed), start)

    def say(self, text: str, speaker: Speaker = ANA, **data: Any) -> int:
        """Ana, who may end it, speaks; no text lets them go on. Returns the number of her message."""
        data = {"goes_on": not text and "withdraws" not in data, "may_end": speaker == ANA, **data}
        self.append(NewEvent(EventKind.USER_MESSAGE, text, speaker, data))
        number = len(self.events)
        if self.state.lifecycle == State.WAITING:
            self.move(State.RUNNING)
        return number

    def tick(self) -> None:
        """Nobody has said anything for long."""
        self.append(NewEvent(EventKind.USER_MESSAGE, "", None, {"goes_on": True, "idle": True}))
        self.move(State.RUNNING)

    def withdraw(self, number: int) -> None:
        self.append(NewEvent(EventKind.USER_MESSAGE, "", ANA, {"withdraws": number}))

    def step(self) -> Command:
        """Obey one command and return it."""
        command = machine.decide(self.state)
        match command:
            case Ask():
                self.ask(command)
            case AskMany(asks):
                for ask in asks:
                    self.ask(ask)
            case Say(events):
                self.append(*events)
            case Apply(changes):
                self.added = changes
                data = {"action": "proposed", "count": len(changes)}
                self.append(NewEvent(EventKind.CHANGE, "", None, data), *command.announce)
            case Record():
                self.append(NewEvent(EventKind.RECORD, command.summary, None, as_data(command)))
            case Move(to, reason, text):
                self.move(to, reason, text)
            case WaitForUser() if self.state.lifecycle == State.RUNNING:
                self.move(State.WAITING)
        return command

    def ask(self, ask: Ask) -> None:
        self.asks.append(ask)
        self.append(*machine.hear(self.state, ask, self.provider(ask, self.state)))

    def after(self, text: str, speaker: Speaker = ANA) -> list[Event]:
        """What is said from when somebody says `text` until it waits again."""
        self.run()
        number = self.say(text, speaker)
        self.run()
        return [event for event in self.events[number:] if event.kind != EventKind.STATE]

    def lines(self, what: str) -> list[str]:
        """The lead's lines of this sort."""
        return [e.text for e in self.of(EventKind.FACILITATION) if e.data["what"] == what]

    def speakers(self) -> list[str]:
        """The first names of whoever took a turn, in order."""
        return [turn.first_name for turn in self.state.turns]


def as_data(made: Record) -> dict[str, Any]:
    """A record as the event that the runner leaves behind."""
    return {
        "step_id": made.step_id,
        "topic": made.topic,
        "turn_count": made.turn_count,
        "personas_active": list(made.people),
        "timestamp": AT,
        "synthesis_summary": made.summary,
        "outcome": made.outcome,
    }
