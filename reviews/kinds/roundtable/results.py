"""What the personas of a roundtable give beside their words."""

from pydantic import Field

from reviews.kinds.results import SecondLookResult, Strict


class FramingResult(Strict):
    """Beside the lead's summary of what is there (purpose "roundtable.framing")."""

    focus_question: str = Field(default="", description="One open question that the discussion is about.")


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
    why: str = Field(default="", description="Why it is open, and who resolves it if anybody said that.")


class ActionItem(Point):
    text: str
    owner: str = ""


class SynthesisResult(Strict):
    """Beside the one sentence that sums a discussion up (purpose "roundtable.synthesis")."""

    insights: list[Insight] = Field(default_factory=list)
    decisions: list[Decision] = Field(default_factory=list)
    open_questions: list[OpenQuestion] = Field(default_factory=list)
    action_items: list[ActionItem] = Field(default_factory=list)


class TableResult(FramingResult, ContributionResult, SynthesisResult, SecondLookResult):
    """Beside whatever is said at the table: one schema for all of it, because a cache is kept per schema. Code reads
    only what the purpose of the call is for."""
