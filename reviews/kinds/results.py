"""The structured results that personas give beside their words. Checked here, by schema, never parsed from prose."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

TopicKey = Literal[
    "problem", "affected", "why", "why_now", "how", "tradeoffs", "risks", "inaction", "evidence", "ask"
]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TopicUpdate(Strict):
    """What the questioner now thinks of a topic. An answer needs a verbatim quote, a waiver a reason."""

    topic: TopicKey
    status: Literal["answered", "waived", "open"]
    quote: str = Field(
        default="", description="Verbatim words from the notes or an answer that settle the topic."
    )
    reason: str = Field(default="", description="Why the topic does not apply, when it is waived.")


class AskedQuestion(Strict):
    text: str = Field(description="The question as it stands in the message.")
    topic: TopicKey | Literal["other"] = "other"
    quote: str = Field(default="", description="The words of the notes that prompted it, verbatim, or empty.")


class VerdictParts(Strict):
    """The three parts of a final verdict, each a list of short sentences."""

    got_right: list[str] = Field(default_factory=list)
    improved: list[str] = Field(default_factory=list)
    caveats: list[str] = Field(default_factory=list)


class QuestionResult(Strict):
    """Beside ELM's message of a round (purpose "interview.question").

    stance "not_ready" says that more questions are useless until people supply what is missing. "satisfied" is
    ignored unless the message has the marker on a line of its own (B6).
    """

    stance: Literal["asking", "satisfied", "not_ready"] = "asking"
    questions: list[AskedQuestion] = Field(default_factory=list)
    topics: list[TopicUpdate] = Field(default_factory=list)
    verdict: VerdictParts | None = None


class SettleResult(Strict):
    """The answer to "which of the open topics are answered, which do you waive?" (purpose "interview.settle")."""

    topics: list[TopicUpdate] = Field(default_factory=list)
    verdict: VerdictParts | None = None


class Citation(Strict):
    quote: str = Field(description="Verbatim words of the notes.")
    artifact: str = Field(default="", description="The name of the artifact the quote is from.")


class AnswerResult(Strict):
    """Beside an answer (purpose "interview.answer"). Unknowns are short sentences: what nobody here can say."""

    citations: list[Citation] = Field(default_factory=list)
    unknowns: list[str] = Field(default_factory=list)


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


class FramingResult(Strict):
    """Beside the lead's summary of what is there (purpose "roundtable.framing")."""

    focus_question: str = Field(description="One open question that the discussion is about.")


class Drift(Strict):
    """Somebody left the topic. `by` is a first name, or "User" for a person."""

    by: str = "User"
    subject: str = Field(description="What they spoke about instead, in a few words.")
    belongs_to: str = Field(default="", description="The step or phase it belongs to, by its title.")


class Side(Strict):
    option: str = Field(description="What is favoured.")
    reason: str = ""
    brief: str = Field(default="", description="The option in two to five words.")


class Disagreement(Strict):
    """The speaker sees something differently than `other`, a persona that has spoken, by its first name."""

    other: str
    mine: Side
    theirs: Side


class ContributionResult(Strict):
    """Beside a persona's contribution (purpose "roundtable.contribution"). `passes`: nothing distinct to
    add. `refers_to`: the numbers of the turns it refers to."""

    passes: bool = False
    refers_to: list[int] = Field(default_factory=list)
    drift: Drift | None = None
    disagreement: Disagreement | None = None
    changed_mind: str = Field(default="", description="What the discussion changed in your first take.")


class Point(Strict):
    """Something that came out of a discussion, with the numbers of the turns that said it."""

    events: list[int] = Field(default_factory=list)
    artifact: str = Field(default="", description="The file that it belongs into, or empty.")


class Insight(Point):
    text: str


class Decision(Point):
    text: str
    rationale: str = ""


class OpenQuestion(Point):
    text: str
    why: str = Field(default="", description="Why it is open and who resolves it.")


class ActionItem(Point):
    text: str
    owner: str = ""


class SynthesisResult(Strict):
    """Beside the one sentence that sums a discussion up (purpose "roundtable.synthesis")."""

    insights: list[Insight] = Field(default_factory=list)
    decisions: list[Decision] = Field(default_factory=list)
    open_questions: list[OpenQuestion] = Field(default_factory=list)
    action_items: list[ActionItem] = Field(default_factory=list)
