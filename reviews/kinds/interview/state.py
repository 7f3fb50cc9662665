"""What an interview's log adds up to, as values. Pure.

A round is one message of ELM (B8) with what came of it. The log is the truth, so everything here is computed:
which messages were used (by the `basis`, the last event that a model's words took into account), whether the
marker was there, which unknowns are still outstanding.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from reviews.kinds.folding import Folded, Message, changed
from reviews.kinds.interview.settling.open_unknowns import open_unknowns
from reviews.kinds.interview.settling.unknowns import first_unknowns, merge_unknowns
from reviews.kinds.notes import Note
from reviews.language.repetition import shared_words
from reviews.language.scorecard import TOPICS, Scorecard
from reviews.language.wrap_intent import says_only_end
from reviews.log.values import Speaker
from reviews.states import EndReason


@dataclass(frozen=True)
class InterviewSetup:
    """What is known before the first event. `answerer` is the persona that answers for the notes and words
    the improvements, also when a person answers. `previous` is the transcript of the review that this one
    deepens. `looks_again`: whether a second look comes before the verdict. `people`: who takes part,
    as far as that is known from the start; `names`: what else needs no source when it is named."""

    notes: tuple[Note, ...]
    answered_by: str
    max_rounds: int | None
    elm: Speaker
    answerer: Speaker
    provider: str
    looks_again: bool = False
    deeper: bool = False
    previous: str = ""
    topic: str = ""
    people: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    text: str
    topic: str = "other"
    quote: str = ""


@dataclass(frozen=True)
class Answer:
    """`number` is the answer's event; `messages` are the numbers of the person's messages that it is made of;
    `unsourced` is what it states and neither the notes nor people say."""

    number: int
    text: str
    speaker: Speaker
    messages: tuple[int, ...] = ()
    unsourced: tuple[str, ...] = ()


@dataclass(frozen=True)
class Round:
    """One message of ELM: `event` is its number in the log, `open_topics` what was open after it."""

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
    """What nobody here could say, when these questions were asked; `resolved` is the event that had the answer."""

    text: str
    number: int
    questions: tuple[Question, ...]
    resolved: int = 0

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """The topics of the questions that it shares most words with; of all when it shares none."""
        shared = [shared_words(self.text, question.text) for question in self.questions]
        nearest = [q.topic for q, count in zip(self.questions, shared, strict=True) if count == max(shared)]
        return tuple(topic for topic in dict.fromkeys(nearest) if topic in TOPICS)


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
    whether something was the answer or the end, `failed_at` that of the last call when it failed or was too dear;
    `not_taken` says by kind of turn what was not taken of the last one, "" for nothing. `raised` is all that nobody
    could say, each time it was said, and `resolved` has for a text the last event that had the answer. `looks` is what
    a second look has found, None before it."""

    growing: ClassVar = ("messages", "rounds", "raised", "improvements")

    setup: InterviewSetup
    notes: tuple[Note, ...]
    rounds: tuple[Round, ...] = ()
    scorecard: Scorecard = field(default_factory=Scorecard)
    raised: tuple[Unknown, ...] = ()
    resolved: Mapping[str, int] = field(default_factory=dict)
    improvements: tuple[Improvement, ...] = ()
    gate: Gate | None = None
    verdict: Verdict | None = None
    revised: int = 0
    proposed: int = 0
    not_taken: Mapping[str, str] = field(default_factory=dict)
    asked_back: int = 0
    failed_at: int = 0
    looks: tuple[Mapping[str, Any], ...] | None = None

    @cached_property
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

    @cached_property
    def unknowns(self) -> tuple[Unknown, ...]:
        """What nobody could say, each thing once: as it was said first."""
        told = first_unknowns([unknown.text for unknown in self.raised])
        return tuple(
            changed(one, resolved=number) if (number := self.resolved.get(one.text, 0)) > one.number else one
            for one in map(self.raised.__getitem__, told)
        )

    @cached_property
    def outstanding(self) -> tuple[str, ...]:
        """The unknowns that nobody has answered, each once; none about topics that are set aside."""
        still = open_unknowns(self.unknowns, self.rounds, self.scorecard, self.heard_messages)
        return merge_unknowns(unknown.text for unknown in still)
