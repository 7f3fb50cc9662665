"""An interview without rows: the log in a list, a provider that is a function, people who do as they are told."""

from collections.abc import Callable, Iterable
from typing import Any

from reviews.kinds.interview import machine
from reviews.kinds.interview.machine import InterviewState
from reviews.kinds.interview.state import InterviewSetup
from reviews.kinds.notes import Note
from reviews.language.scorecard import TOPICS
from reviews.log.values import Ask, Command, Heard, Move, NewEvent, Propose, Say, Speaker, WaitForUser
from reviews.states import EventKind
from tests.kinds.memory import MemoryLog

SHORT_NOTES = """# Payment retries

Four in a hundred cards are declined for reasons that go away within minutes.

We will retry each declined payment three times.
"""
QUOTE = "Four in a hundred cards are declined"
SETTLING = {
    "problem": QUOTE,
    "affected": "Customers who pay by card are affected in every country.",
    "why": "Each lost renewal costs us 40 euros of revenue.",
    "why_now": "The contract with the bank ends in June 2027.",
    "how": "We will retry each declined payment three times.",
    "tradeoffs": "We considered letters and rejected them because of the postage.",
    "risks": "The main risk is that a customer pays twice.",
    "inaction": "If nothing is done, the losses will grow every year.",
    "evidence": "We measured 4.1 % of failed renewals in March.",
    "ask": "We ask the board to approve 20,000 euros by May.",
}
"""Words of NOTES that settle each topic."""
NOTES = SHORT_NOTES + "".join(f"\n{words}\n" for words in SETTLING.values() if words not in SHORT_NOTES)
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
    """ELM is satisfied, with `topics` each answered by the words of the notes that settle it."""
    updates = [{"topic": topic, "status": "answered", "quote": SETTLING[topic]} for topic in topics]
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


class Stage(MemoryLog):
    """Obeys the machine one command at a time, as the runner does."""

    kind, machine = "interview", machine

    def __init__(self, provider: Provider, /, start: bool = True, **changed: Any) -> None:
        self.provider = provider
        self.proposed: tuple[Any, ...] = ()
        super().__init__(setup(**changed), start)

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

    def run_until(self, kind: EventKind, count: int = 1) -> "Stage":
        """Obey until the log has `count` events of `kind`."""
        while len(self.of(kind)) < count:
            assert not isinstance(self.step(), WaitForUser), f"waits before {kind}"
        return self
