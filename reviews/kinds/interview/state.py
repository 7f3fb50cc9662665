"""What an interview's log adds up to, as values. Pure.

A round is one message of ELM (B8) with what came of it. The log is the truth, so everything here is computed:
which messages were used (by the `basis`, the last event that a model's words took into account), whether the
marker was there, which unknowns are still outstanding.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reviews.kinds.folding import Folded, Message
from reviews.kinds.interview.settling.unknowns import answers_unknown, merge_unknowns
from reviews.kinds.notes import Note
from reviews.language.matching import is_quoted
from reviews.language.scorecard import NOT_OWED, WAIVED, Scorecard
from reviews.language.wrap_intent import says_only_end
from reviews.log.values import Speaker
from reviews.states import EndReason

SET_ASIDE = frozenset({WAIVED, NOT_OWED})
QUOTED_WORDS = 2
"""Words that a later quote shares with an unknown at least: the notes had it when it was said to be unknown."""


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
    """What a person said in a round. `is_answer` marks the words that answer a question, `wraps_up` those that end
    the interview."""

    round: int
    is_answer: bool = False
    wraps_up: bool = False


@dataclass(frozen=True)
class Unknown:
    """What nobody here could say; `topics` are those of the question it came from, `resolved` is the event that had the
    answer."""

    text: str
    number: int
    topics: tuple[str, ...]
    resolved: int = 0


@dataclass(frozen=True)
class Improvement:
    """An edit that was made to the working notes, and the round it came from. `behind` is the line before something
    that was only added, "" at the beginning."""

    artifact: str
    name: str
    removed: str
    inserted: str
    reason: str
    round: int
    behind: str = ""


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
    """Everything that the log says. `proposed` is the number of the last proposal, `asked_back` that of ELM's question
    whether something was the answer or the end, `failed_at` that of the last call that failed or was too dear;
    `not_taken` says by kind of turn what was not taken of the last one, "" for nothing."""

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
    asked_back: int = 0
    failed_at: int = 0

    @property
    def wrap_up(self) -> InterviewMessage | None:
        """The message that wraps the interview up, None while nobody wants that. After the verdict it is too late; the
        verdict of a session that had to stop for its budget is not the last one."""
        said = self.verdict.number if self.verdict and self.verdict.reason != EndReason.BUDGET else None
        asked = (m for m in self.messages if m.wraps_up and not m.withdrawn)
        return next((m for m in asked if said is None or m.number < said), None)

    @property
    def wrapped_up_by(self) -> str:
        """The name of the person who has wrapped it up, "" for nobody."""
        return " ".join(self.wrap_up.speaker.name.split()) if self.wrap_up else ""

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
        """What people said that counts and is no answer to a question; who only wraps up tells a persona nothing."""
        said = (message for message in self.heard_messages if not message.is_answer)
        return tuple(m for m in said if not (m.wraps_up and says_only_end(m.text)))

    @property
    def outstanding(self) -> tuple[str, ...]:
        """The unknowns that nobody has answered, each once; none about topics that are set aside."""
        return merge_unknowns(unknown.text for unknown in self.unknowns if not self._is_closed(unknown))

    def said_since(self, number: int) -> list[str]:
        """What people said after event `number`."""
        return [message.text for message in self.heard_messages if message.number > number]

    def _is_closed(self, unknown: Unknown) -> bool:
        """Whether an unknown needs nobody any more: it is resolved, its topics are set aside, a person answers
        it, or words do that settle a topic later."""
        topics = [self.scorecard.topics[topic] for topic in unknown.topics]
        if unknown.resolved or (topics and all(topic.status in SET_ASIDE for topic in topics)):
            return True
        came_up = [
            round_ for round_ in self.rounds if round_.answer and round_.answer.number <= unknown.number
        ]
        asked = came_up[-1].event if came_up else 0
        if any(answers_unknown(unknown.text, words) for words in self.said_since(asked)):
            return True
        said = self.said_since(unknown.number)
        if topics and all(is_quoted(topic.quote, said) for topic in topics):
            return True
        later = (topic.quote for topic in self.scorecard.topics.values() if topic.round > len(came_up))
        return any(answers_unknown(unknown.text, quote, least=QUOTED_WORDS) for quote in later)
