"""What the personas of an interview give beside their words."""

from typing import Literal

from pydantic import Field

from reviews.kinds.results import SecondLookResult, Strict

TopicKey = Literal[
    "problem", "affected", "why", "why_now", "how", "tradeoffs", "risks", "inaction", "evidence", "ask"
]


class TopicUpdate(Strict):
    """What the questioner now thinks of a topic. An answer needs a verbatim quote, a waiver a reason."""

    topic: TopicKey
    status: Literal["answered", "waived", "open"]
    quote: str = Field(
        default="",
        description="When answered: the statement of the author or of a person that settles it, verbatim.",
    )
    reason: str = Field(
        default="",
        description="When waived: why the topic is unnecessary, with a quote that shows it. When opened again: why.",
    )


class AskedQuestion(Strict):
    text: str = Field(description="The question as it stands in the message.")
    topic: TopicKey | Literal["other"] = "other"
    quote: str = Field(default="", description="The words of the notes that prompted it, verbatim, or empty.")


class VerdictParts(Strict):
    """The three parts of a final verdict, each a list of short sentences."""

    got_right: list[str] = Field(default_factory=list)
    improved: list[str] = Field(default_factory=list)
    caveats: list[str] = Field(default_factory=list)


class ResolvedUnknown(Strict):
    unknown: str = Field(description="The unknown as it is listed.")
    quote: str = Field(
        default="", description="Verbatim words of a person's message or the notes that answer it."
    )


RESOLVED = "Listed unknowns that have been answered since. One without such words stays open."


class QuestionResult(SecondLookResult):
    """Beside ELM's message of a round (purpose "interview.question").

    stance "not_ready" says that more questions are useless until people supply what is missing. "satisfied" is
    ignored unless the message has the marker on a line of its own (B6).
    """

    stance: Literal["asking", "satisfied", "not_ready"] = "asking"
    questions: list[AskedQuestion] = Field(default_factory=list)
    topics: list[TopicUpdate] = Field(default_factory=list)
    verdict: VerdictParts | None = None
    resolved_unknowns: list[ResolvedUnknown] = Field(default_factory=list, description=RESOLVED)


class SettleResult(Strict):
    """The answer to "which of the open topics are answered, which do you waive?" (purpose "interview.settle")."""

    topics: list[TopicUpdate] = Field(default_factory=list)
    verdict: VerdictParts | None = None
    resolved_unknowns: list[ResolvedUnknown] = Field(default_factory=list, description=RESOLVED)


class Citation(Strict):
    quote: str = Field(description="Verbatim words of the notes.")
    artifact: str = Field(default="", description="The name of the artifact the quote is from.")


class AnswerResult(Strict):
    """Beside an answer (purpose "interview.answer"). Unknowns are short sentences: what nobody here can say."""

    citations: list[Citation] = Field(default_factory=list)
    unknowns: list[str] = Field(default_factory=list)
    resolved_unknowns: list[ResolvedUnknown] = Field(default_factory=list, description=RESOLVED)


class Edit(Strict):
    """One improvement of the notes: `old`, found exactly once, becomes `new`. Empty `old` with `after` set puts
    `new` behind the line that contains `after`."""

    artifact: str = ""
    old: str = ""
    after: str = ""
    new: str
    reason: str = ""


class ImproveResult(Strict):
    """Improvements that a round has brought (purpose "interview.improve")."""

    edits: list[Edit] = Field(default_factory=list)


class AnswererResult(AnswerResult, ImproveResult):
    """Beside whatever the answerer says: one schema for both purposes, because a cache is kept per schema."""
