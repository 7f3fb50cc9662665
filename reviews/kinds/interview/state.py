"""What an interview's log adds up to, as values. Pure.

A round is one message of ELM (B8) with what came of it. The log is the truth, so everything here is computed:
which messages were used (by the `basis`, the last event that a model's words took into account), whether the
marker was there, which unknowns are still outstanding.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reviews.kinds.folding import Folded, Message
from reviews.kinds.notes import Note
from reviews.language.matching import is_quoted
from reviews.language.scorecard import Scorecard
from reviews.log.values import Speaker


@dataclass(frozen=True)
class InterviewSetup:
    """What is known before the first event. `answerer` is the persona that answers for the notes and words
    the improvements, also when a person answers. `previous` is the transcript of the review that this one
    deepens."""

    notes: tuple[Note, ...]
    answered_by: str
    max_rounds: int | None
    elm: Speaker
    answerer: Speaker
    provider: str
    deeper: bool = False
    previous: str = ""
    topic: str = ""


@dataclass(frozen=True)
class Question:
    text: str
    topic: str = "other"
    quote: str = ""


@dataclass(frozen=True)
class Answer:
    """`number` is the answer's event; `messages` are the numbers of the person's messages that it is made
    of."""

    number: int
    text: str
    speaker: Speaker
    messages: tuple[int, ...] = ()


@dataclass(frozen=True)
class Round:
    """One message of ELM: `event` is its number in the log, `open_topics` what was open after it.

    `repeats_questions` and `repeats_answer` say that all of its questions, and its answer, came before.
    """

    number: int
    event: int
    text: str
    questions: tuple[Question, ...]
    stance: str
    marker: bool
    open_topics: tuple[str, ...]
    verdict: Mapping[str, Any] | None = None
    answer: Answer | None = None
    improved: bool = False
    repeats_questions: bool = False
    repeats_answer: bool = False

    @property
    def is_complete(self) -> bool:
        return self.answer is not None and self.improved


@dataclass(frozen=True)
class InterviewMessage(Message):
    """What a person said in a round. `is_answer` marks the words that answer a question."""

    round: int
    is_answer: bool = False


@dataclass(frozen=True)
class Unknown:
    """What nobody here could say; `topics` are those of the question it came from."""

    text: str
    number: int
    topics: tuple[str, ...]


@dataclass(frozen=True)
class Improvement:
    """An edit that was made to the working notes, and the round it came from."""

    artifact: str
    name: str
    removed: str
    inserted: str
    reason: str
    round: int


@dataclass(frozen=True)
class Verdict:
    number: int
    text: str
    reason: str


@dataclass(frozen=True)
class Gate:
    """What became of the open topics when ELM was asked about each, once."""

    number: int
    verdict: Mapping[str, Any] | None


@dataclass(frozen=True)
class InterviewState(Folded[InterviewMessage]):
    """Everything that the log says. `proposed` is the number of the last proposal; `not_taken` says by kind of turn
    what was not taken of the last one, "" for nothing."""

    setup: InterviewSetup
    notes: tuple[Note, ...]
    rounds: tuple[Round, ...] = ()
    scorecard: Scorecard = field(default_factory=Scorecard)
    unknowns: tuple[Unknown, ...] = ()
    improvements: tuple[Improvement, ...] = ()
    gate: Gate | None = None
    verdict: Verdict | None = None
    revised: int = 0
    proposed: int = 0
    not_taken: Mapping[str, str] = field(default_factory=dict)

    @property
    def current(self) -> Round | None:
        """The newest round, None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def exchanges(self) -> int:
        """How many rounds were answered (B8)."""
        return sum(round_.answer is not None for round_ in self.rounds)

    @property
    def heard_messages(self) -> tuple[InterviewMessage, ...]:
        """People's messages that count: all but the withdrawn."""
        return tuple(message for message in self.messages if not message.withdrawn)

    @property
    def steering(self) -> tuple[InterviewMessage, ...]:
        """What people said that counts and is no answer to a question."""
        return tuple(message for message in self.heard_messages if not message.is_answer)

    @property
    def outstanding(self) -> tuple[str, ...]:
        """The unknowns that nobody has filled: one is filled when a topic of its question was answered since
        then in words that a person said."""
        return tuple(unknown.text for unknown in self.unknowns if not self._is_filled(unknown))

    def _is_filled(self, unknown: Unknown) -> bool:
        said = [m.text for m in self.heard_messages if m.number > unknown.number]
        quotes = [self.scorecard.topics[topic].quote for topic in unknown.topics]
        return bool(quotes) and all(is_quoted(quote, said) for quote in quotes)
