"""An interview without rows: the log in a list, a provider that is a function, people who do as they are told."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from reviews.kinds.interview import machine
from reviews.kinds.interview.machine import InterviewState
from reviews.kinds.interview.state import InterviewSetup
from reviews.kinds.notes import Note
from reviews.language.scorecard import TOPICS
from reviews.log import payloads
from reviews.log.values import Ask, Command, Event, Heard, Move, NewEvent, Propose, Say, Speaker, WaitForUser
from reviews.states import EventKind, State, may_move

NOTES = """# Payment retries

Four in a hundred cards are declined for reasons that go away within minutes.

We will retry each declined payment three times.
"""
QUOTE = "Four in a hundred cards are declined"
ELM = Speaker("elm", "ELM", "CEO and CTO")
CLAUDE = Speaker("answerer", "Claude", "answers for the notes")
ANA = Speaker("user:1", "Ana")

Provider = Callable[[Ask, InterviewState], Heard]


def setup(**changed: Any) -> InterviewSetup:
    """Ana's notes, answered by a persona, without a limit, unless `changed` says otherwise."""
    usual: dict[str, Any] = {
        "notes": (Note("a1", "retries.md", NOTES),),
        "answered_by": "ai",
        "max_rounds": None,
        "elm": ELM,
        "answerer": CLAUDE,
        "provider": "scripted",
    }
    return InterviewSetup(**usual | changed)


def asked(*texts: str, **data: Any) -> Heard:
    """ELM asks the questions."""
    return Heard("\n".join(texts), {"questions": [{"text": text} for text in texts], **data})


def satisfied(
    text: str = "Clear.\n\n[SATISFIED]", *, topics: Iterable[str] = tuple(TOPICS), **data: Any
) -> Heard:
    """ELM is satisfied, with `topics` answered by a quote that is in the notes."""
    updates = [{"topic": topic, "status": "answered", "quote": QUOTE} for topic in topics]
    return Heard(text, {"stance": "satisfied", "topics": updates, **data})


ROUND = asked("What goes wrong today?", "Who notices it?")
ANSWER = Heard("Cards are declined.", {"citations": [{"quote": QUOTE}], "unknowns": []})
NOTHING = Heard("Nothing to change.", {"edits": []})
HM = Heard("Hm.")


def script(
    *questions: Heard, answer: Heard = ANSWER, improve: Heard = NOTHING, settle: Heard = HM
) -> Provider:
    """A provider that asks these `questions` in turn, the last one again and again."""
    others = {"interview.answer": answer, "interview.improve": improve, "interview.settle": settle}

    def provider(ask: Ask, state: InterviewState) -> Heard:
        step = state.calls.get("interview.question", 0)
        return others.get(ask.purpose) or questions[min(step, len(questions) - 1)]

    return provider


class Stage:
    """Obeys the machine one command at a time, as the runner does; every event passes its payload's check."""

    def __init__(self, provider: Provider, start: bool = True, **changed: Any) -> None:
        self.provider, self.setup = provider, setup(**changed)
        self.events: list[Event] = []
        self.proposed: tuple[Any, ...] = ()
        self._folded = machine.fold([], self.setup)
        if start:
            self.move(State.RUNNING)

    @property
    def state(self) -> InterviewState:
        """The fold of the log, remembered between two looks."""
        if self._folded.setup is not self.setup or self._folded.last_number > len(self.events):
            self._folded = machine.fold([], self.setup)
        for event in self.events[self._folded.last_number :]:
            self._folded = machine.advance(self._folded, event)
        return self._folded

    def append(self, *new: NewEvent) -> None:
        for event in new:
            data = payloads.validate("interview", event.kind, event.data)
            self.events.append(Event(len(self.events) + 1, event.kind, event.text, event.speaker, data))

    def move(self, to: State, reason: str | None = None, text: str = "") -> None:
        old = self.state.lifecycle
        assert may_move(old, to), f"{old} to {to}"
        self.append(NewEvent(EventKind.STATE, text, None, {"from": old, "to": to, "reason": reason}))

    def say(self, text: str, speaker: Speaker = ANA, **data: Any) -> int:
        """Ana speaks; returns the number of her message."""
        self.append(NewEvent(EventKind.USER_MESSAGE, text, speaker, data))
        return len(self.events)

    def withdraw(self, number: int) -> None:
        self.say("", withdraws=number)

    def step(self) -> Command:
        """Obey one command and return it."""
        state = self.state
        command = machine.decide(state)
        match command:
            case Ask():
                self.append(*machine.hear(state, command, self.provider(command, state)))
            case Say(events):
                self.append(*events)
            case Propose(changes):
                self.proposed = changes
                self.append(
                    NewEvent(EventKind.CHANGE, "", None, {"action": "proposed", "count": len(changes)})
                )
            case Move(to, reason, text):
                self.move(to, reason, text)
        return command

    def run(self, steps: int = 500) -> "Stage":
        """Obey until the machine waits or the session has ended."""
        for _ in range(steps):
            if isinstance(self.step(), WaitForUser):
                return self
        raise AssertionError(f"The interview did not end within {steps} steps.")

    def run_until(self, kind: EventKind, count: int = 1) -> "Stage":
        """Obey until the log has `count` events of `kind`."""
        while len(self.of(kind)) < count:
            assert not isinstance(self.step(), WaitForUser), f"waits before {kind}"
        return self

    def of(self, kind: EventKind) -> list[Event]:
        return [event for event in self.events if event.kind == kind]

    @property
    def end(self) -> tuple[str, str | None]:
        """The state and the reason of the last move."""
        last: Mapping[str, Any] = self.of(EventKind.STATE)[-1].data
        return last["to"], last["reason"]
