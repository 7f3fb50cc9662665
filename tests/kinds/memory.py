"""A session without rows: its log is a list, which its machine folds as the runner has it do."""

from types import ModuleType
from typing import Any

from reviews.log import payloads
from reviews.log.values import Event, NewEvent, WaitForUser
from reviews.states import EventKind, State, may_move


class MemoryLog:
    """The log of a session of `kind`; every event passes its payload's check. What extends it obeys one command at a
    time by `step`, which returns it."""

    kind: str
    machine: ModuleType

    def __init__(self, setup: Any, start: bool) -> None:
        self.setup = setup
        self.events: list[Event] = []
        self._folded = self.machine.fold([], setup)
        if start:
            self.move(State.RUNNING)

    @property
    def state(self) -> Any:
        """The fold of the log, remembered between two looks."""
        if self._folded.setup is not self.setup or self._folded.last_number > len(self.events):
            self._folded = self.machine.fold([], self.setup)
        for event in self.events[self._folded.last_number :]:
            self._folded = self.machine.advance(self._folded, event)
        return self._folded

    def append(self, *new: NewEvent) -> None:
        for event in new:
            data = payloads.validate(self.kind, event.kind, event.data)
            self.events.append(Event(len(self.events) + 1, event.kind, event.text, event.speaker, data))

    def move(self, to: State, reason: str | None = None, text: str = "") -> None:
        old = self.state.lifecycle
        assert may_move(old, to), f"{old} to {to}"
        self.append(NewEvent(EventKind.STATE, text, None, {"from": old, "to": to, "reason": reason}))

    def of(self, *kinds: EventKind) -> list[Event]:
        return [event for event in self.events if event.kind in kinds]

    @property
    def end(self) -> tuple[str, str | None]:
        """The state and the reason of the last move."""
        last = self.of(EventKind.STATE)[-1].data
        return last["to"], last["reason"]

    def run[Log: MemoryLog](self: Log, steps: int = 500) -> Log:
        """Obey until the machine waits or the session has ended."""
        for _ in range(steps):
            if isinstance(self.step(), WaitForUser):
                return self
        raise AssertionError(f"The {self.kind} did not end within {steps} steps.")
