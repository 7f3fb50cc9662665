"""The toy's machine: somebody says something, ELM says it back, and after three times it is over."""

from dataclasses import dataclass, replace
from functools import reduce

from reviews.kinds.folding import Folded, Message, failure_of, take_event
from reviews.log.values import Ask, Event, Move, NewEvent, Speaker, WaitForUser
from reviews.states import EndReason, EventKind, State

TIMES = 3
ELM = Speaker("elm", "ELM", "Echo")


@dataclass(frozen=True)
class Setup:
    item: str


@dataclass(frozen=True)
class ToyState(Folded[Message]):
    setup: Setup
    times: int = 0


def fold(events, setup: Setup) -> ToyState:
    return reduce(advance, events, ToyState(setup))


def advance(state: ToyState, event: Event) -> ToyState:
    return take_event(state, event, TAKERS)


def take_message(state: ToyState, event: Event) -> ToyState:
    if event.data.get("withdraws") is not None:
        return state.took_back(event)
    return state.said(Message(event.number, event.text, event.speaker or ELM))


def take_echo(state: ToyState, event: Event) -> ToyState:
    for said in state.due(event.data["basis"]):
        state = state.marked(said.number, used=event.number, withdrawn=0)
    return replace(state, times=state.times + 1)


TAKERS = {
    EventKind.STATE: ToyState.moved,
    EventKind.ERROR: lambda state, event: replace(state, failure=failure_of(event)),
    EventKind.USER_MESSAGE: take_message,
    EventKind.CONTRIBUTION: take_echo,
}


def decide(state: ToyState):
    if halted := state.halted():
        return halted
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
