"""The toy's machine: somebody says something, ELM says it back, and after three times it is over."""

from dataclasses import dataclass, replace
from functools import reduce

from reviews.kinds.notes import Failure
from reviews.log.values import Ask, Event, Move, NewEvent, Speaker, WaitForUser
from reviews.states import ENDED, EndReason, EventKind, State

TIMES = 3
ELM = Speaker("elm", "ELM", "Echo")


@dataclass(frozen=True)
class Setup:
    item: str


@dataclass(frozen=True)
class Said:
    number: int
    text: str
    speaker: Speaker
    used: int = 0
    withdrawn: int = 0


@dataclass(frozen=True)
class ToyState:
    setup: Setup
    lifecycle: State = State.DRAFT
    last_number: int = 0
    messages: tuple[Said, ...] = ()
    failure: Failure | None = None
    times: int = 0

    @property
    def pending(self) -> tuple[Said, ...]:
        return tuple(said for said in self.messages if not said.used and not said.withdrawn)

    @property
    def blocked(self) -> bool:
        return self.failure is not None


def fold(events, setup: Setup) -> ToyState:
    return reduce(advance, events, ToyState(setup))


def advance(state: ToyState, event: Event) -> ToyState:
    state = replace(state, last_number=event.number)
    match event.kind:
        case EventKind.STATE:
            return replace(state, lifecycle=State(event.data["to"]), failure=None)
        case EventKind.ERROR:
            return replace(state, failure=Failure(event.text, "toy.echo", False))
        case EventKind.USER_MESSAGE:
            said = Said(event.number, event.text, event.speaker or ELM)
            return replace(state, messages=(*state.messages, said))
        case EventKind.CONTRIBUTION:
            basis = event.data["basis"]
            used = (
                said if said.number > basis else replace(said, used=event.number) for said in state.messages
            )
            return replace(state, messages=tuple(used), times=state.times + 1)
    return state


def decide(state: ToyState):
    if state.lifecycle in ENDED:
        return WaitForUser("ended")
    if state.failure:
        return WaitForUser("error")
    if state.times >= TIMES:
        if state.lifecycle != State.SYNTHESIZING:
            return Move(State.SYNTHESIZING)
        return Move(State.FINISHED, EndReason.USER_INITIATED)
    if state.pending:
        return Ask("toy.echo", ELM.key, {"basis": state.last_number})
    return WaitForUser("message")


def hear(state: ToyState, ask: Ask, heard) -> tuple[NewEvent, ...]:
    return (NewEvent(EventKind.CONTRIBUTION, heard.text, ELM, {"basis": ask.context["basis"]}),)


def broke(state: ToyState):
    return (), NewEvent(EventKind.ANNOUNCEMENT, "The budget is used up.")


def speaker(setup: Setup, key: str) -> Speaker:
    return ELM
