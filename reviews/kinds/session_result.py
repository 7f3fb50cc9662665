"""What came of a session, as the card at the top of its page says it: the parts that its kind gives. Values only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reviews.states import State

ENDS: dict[str, str] = {State.STOPPED: "is stopped", State.FAILED: "failed"}
HAS_ENDED = "has ended"
GO_ON = "Resume it to go on"


@dataclass(frozen=True)
class LinkedQuote:
    """Words that something rests on, whose they are or in which file they stand, and where a browser finds them."""

    quote: str
    name: str
    url: str


@dataclass(frozen=True)
class ResultLine:
    """A sentence and what it rests on."""

    sentence: str
    sources: Sequence[LinkedQuote] = ()

    @property
    def quotes_them(self) -> bool:
        """Whether the sentence has the words of its sources itself, so that they need no repeating."""
        return bool(self.sources) and all(source.quote in self.sentence for source in self.sources)


@dataclass(frozen=True)
class ResultPart:
    """Sentences under a heading. icon: its sign; none: what is said when there are none; sources: what a sentence rests
    on, where that is known."""

    key: str
    title: str
    icon: str
    sentences: Sequence[str] = ()
    none: str = ""
    sources: Mapping[str, Sequence[LinkedQuote]] = field(default_factory=dict)

    @property
    def lines(self) -> list[ResultLine]:
        return [ResultLine(sentence, self.sources.get(sentence, ())) for sentence in self.sentences]


@dataclass(frozen=True)
class NextStep:
    """Where one may go from here. acts: only people who may act can."""

    label: str
    url: str
    icon: str = "arrow-right"
    acts: bool = False


@dataclass(frozen=True)
class RaisedPoint:
    """Something that a session raised, as it is compared with what another one raised. key: the same for the same
    point, whichever session raised it; where: its file and place; fate: what became of it, "" for nothing to tell."""

    key: str
    text: str
    where: str
    fate: str = ""


@dataclass(frozen=True)
class SessionResult:
    """What came of a session that has ended.

    outcome: why it ended and after how much, without a full stop; has_verdict: its end is a verdict, whose badge stands
    beside the title; summary: what it came to, in sentences; event: where the log tells it at length, 0 for nowhere;
    advice: what is to be done about what stayed open.
    """

    title: str
    outcome: str = ""
    has_verdict: bool = False
    summary: str = ""
    parts: Sequence[ResultPart] = ()
    open_questions: Sequence[str] = ()
    event: int = 0
    advice: str = ""
    next_steps: Sequence[NextStep] = ()


def plain_result(label: str, state: str, end_label: str) -> SessionResult:
    """What can be said of any session. label: what its kind is called."""
    title = f"This {label.lower()} {ENDS.get(state, HAS_ENDED)}"
    return SessionResult(title, end_label, advice=GO_ON if state in ENDS else "")
