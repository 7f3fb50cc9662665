"""What the machines of several kinds fold from a log in the same way: the session's state, people's messages and what
became of them, calls, a turn that failed. Pure."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields
from datetime import date
from functools import cache, reduce
from typing import Any, ClassVar, Self

from reviews.kinds.notes import Failure
from reviews.log.values import Command, Event, Move, Speaker, WaitForUser
from reviews.states import ENDED, EndReason, EventKind, State


@cache
def _columns_of(made: type[Any]) -> frozenset[str]:
    return frozenset(column.name for column in fields(made))


def changed[Value](value: Value, **columns: Any) -> Value:
    """As `dataclasses.replace`, for classes that do nothing when they are made: a fold does it several times for each
    event, and this takes a fifth of the time. Raises TypeError for a column that there is not."""
    made: Any = type(value)
    names = _columns_of(made)
    own = vars(value) | columns
    if len(own) > len(names):
        if unknown := columns.keys() - names:
            raise TypeError(f"{made.__name__} has no {', '.join(unknown)}.")
        # What was computed of the old one and kept beside its columns does not go along.
        for computed in own.keys() - names:
            del own[computed]
    new = object.__new__(made)
    object.__setattr__(new, "__dict__", own)  # frozen ones take it only so
    return new


def appended[Value](values: tuple[Value, ...], *more: Value) -> tuple[Value, ...]:
    """The values of a `growing` column and `more` behind them."""
    held: Any = values
    if not isinstance(held, list):
        return values + more
    held.extend(more)  # the fold's own, see fold_events
    return values


def replaced[Value](values: tuple[Value, ...], place: int, value: Value) -> tuple[Value, ...]:
    """The values of a `growing` column with another one in this place."""
    own: Any = values if isinstance(values, list) else list(values)
    own[place] = value
    return own if own is values else tuple(own)


@dataclass(frozen=True)
class Message:
    """What a person said. `used` is the event that took it into account, `withdrawn` the one that took it back; 0 for
    none. `said_on`: the day, so that "by Friday" is a date."""

    number: int
    text: str
    speaker: Speaker
    _: KW_ONLY
    used: int = 0
    withdrawn: int = 0
    said_on: date | None = None

    def is_due(self, basis: int) -> bool:
        """Whether words that were read up to event `basis` take it into account first. A withdrawal that came after
        that came too late."""
        return not self.used and self.number <= basis and not 0 < self.withdrawn <= basis


@dataclass(frozen=True, kw_only=True)
class Folded[Said: Message]:
    """What every machine's state tells. `lifecycle` is the session's state; `messages` are in the order of the log, and
    `unused` are the places in them of those that nothing has used, so that an event does not cost more the longer
    people have talked; `calls` counts answered model calls by purpose; `retries` the useless replies in a row to what
    is asked now; `was_cut` says whether the last of them was cut off.

    `growing` names the tuples that have something more, or something else in a place, for each event: they are changed
    with `appended` and `replaced` only."""

    growing: ClassVar[tuple[str, ...]] = ("messages",)

    lifecycle: State = State.DRAFT
    last_number: int = 0
    messages: tuple[Said, ...] = ()
    unused: tuple[int, ...] = ()
    failure: Failure | None = None
    retries: int = 0
    was_cut: bool = False
    calls: Mapping[str, int] = field(default_factory=dict)

    @property
    def pending(self) -> tuple[Said, ...]:
        """People's messages that no turn has used yet and that were not withdrawn."""
        return tuple(message for message in self._waiting() if not message.withdrawn)

    def due(self, basis: int) -> tuple[Said, ...]:
        """The messages that words which were read up to event `basis` take into account first."""
        return tuple([message for message in self._waiting() if message.is_due(basis)])

    def _waiting(self) -> list[Said]:
        return [self.messages[place] for place in self.unused]

    @property
    def blocked(self) -> bool:
        """Whether a failed turn waits for somebody to press "Try again"."""
        return self.failure is not None and not self.failure.is_fatal

    def message(self, number: int) -> Said | None:
        place = self._place_of(number)
        return None if place is None else self.messages[place]

    def _place_of(self, number: int) -> int | None:
        """Where the message that is event `number` stands among the messages, None when there is none."""
        for waiting in self.unused:  # mostly one of these few
            if self.messages[waiting].number == number:
                return waiting
        place = bisect_left(self.messages, number, key=lambda message: message.number)
        found = self.messages[place : place + 1]
        return place if found and found[0].number == number else None

    def said(self, message: Said) -> Self:
        """The state once a person has said something more."""
        places = appended(self.unused, len(self.messages))
        return changed(self, messages=appended(self.messages, message), unused=places)

    def marked(self, number: int, **columns: Any) -> Self:
        """The state with that message changed."""
        place = self._place_of(number)
        if place is None:
            return self
        message = changed(self.messages[place], **columns)
        unused = tuple([one for one in self.unused if one != place]) if message.used else self.unused
        return changed(self, messages=replaced(self.messages, place, message), unused=unused)

    def called(self, purpose: str, **columns: Any) -> Self:
        """The state once a model has answered for this purpose, with what else has changed."""
        return changed(self, calls={**self.calls, purpose: self.calls.get(purpose, 0) + 1}, **columns)

    def took_back(self, event: Event) -> Self:
        """The state once somebody has withdrawn a message; one that was used stays."""
        message = self.message(int(event.data["withdraws"]))
        if message is None or message.used or message.withdrawn:
            return self
        return self.marked(message.number, withdrawn=event.number)

    def moved(self, event: Event) -> Self:
        """The state once the session went on to another one. Who resumes it after a failure starts afresh."""
        lifecycle = State(event.data["to"])
        if lifecycle != State.RUNNING:
            return changed(self, lifecycle=lifecycle)
        return changed(self, lifecycle=lifecycle, failure=None, retries=0 if self.failure else self.retries)

    def halted(self) -> Command | None:
        """The command after the end and after a failed turn; None while the machine has something to decide."""
        if self.lifecycle in ENDED:
            return WaitForUser("ended")
        if self.failure:
            failed = Move(State.FAILED, EndReason.ERROR, self.failure.text)
            return failed if self.failure.is_fatal else WaitForUser("error")
        return None


type Taker[State_] = Callable[[State_, Event], State_]


def take_event[State_: Folded[Any]](
    state: State_, event: Event, takers: Mapping[EventKind, Taker[State_]]
) -> State_:
    """The state after one more event. Kinds that mean nothing to a machine change nothing but the number."""
    taker = takers.get(event.kind)
    after = taker(state, event) if taker else state
    made: Any = type(state)
    columns = vars(after)
    if after is state or len(columns) > len(_columns_of(made)):
        return changed(after, last_number=event.number)
    # A copy that was made just now, of which nothing was computed yet and which nobody else has.
    columns["last_number"] = event.number
    return after


def fold_events[State_: Folded[Any]](
    advance: Taker[State_], events: Iterable[Event], state: State_
) -> State_:
    """The state after more events, as if `advance` took in one after the other.

    What grows is lists until the end: tuples would be copied for each event, and a log of twice the events would take
    four times as long. Nobody sees the states in between."""
    new = list(events)
    if not new:
        return state  # with what was computed of it
    own = changed(state, **{name: list(getattr(state, name)) for name in state.growing})
    after = reduce(advance, new, own)
    return changed(after, **{name: tuple(getattr(after, name)) for name in state.growing})


def failure_of(event: Event) -> Failure:
    """What an error's event says of the turn that failed."""
    return Failure(event.text, str(event.data.get("purpose") or ""), bool(event.data.get("fatal")))


def basis_of(data: Mapping[str, Any]) -> int:
    """The last event that words take into account, from the data of their event or the context of their ask."""
    return int(data.get("basis") or 0)
