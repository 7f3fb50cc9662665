"""What the worker and the supervisor give beside their words."""

from typing import Annotated, Literal

from pydantic import Field

from reviews.kinds.results import Strict

Confidence = Annotated[float, Field(ge=0, le=1)]


class FoundIssue(Strict):
    severity: Literal["low", "medium", "high", "critical"]
    quote: str = Field(
        default="", description="Verbatim words of the unit that show the problem; empty for an absence only."
    )
    absent: bool = Field(
        default=False, description="True when something is missing, which no words can show."
    )
    description: str = Field(description="What is wrong and what follows from it, in one or two sentences.")
    suggested_fix: str = Field(default="", description="What to do about it, in a sentence or in code.")
    confidence: Confidence = 0.7


class ProposedModification(Strict):
    before: str = Field(description="Verbatim text of the unit that stands there exactly once.")
    after: str = Field(description="What should stand there instead.")
    reason: str = Field(description="Which finding it settles, and how.")


class WantedTool(Strict):
    tool: Literal["read_file", "search_text", "list_files", "outline", "lint", "run_analyzer"]
    name: str = Field(default="", description="The text, where the tool takes one.")
    text: str = Field(default="", description="With search_text: the words to look for.")
    names: list[str] = Field(
        default_factory=list,
        max_length=20,
        description="With search_text: the texts to search, none for all.",
    )
    angles: list[str] = Field(
        default_factory=list, max_length=8, description="With run_analyzer: the angles, none for all."
    )
    first_line: int = Field(default=1, ge=1)
    last_line: int = Field(default=200, ge=1)
    limit: int = Field(default=50, ge=1, description="With search_text: how many lines at most.")


class EvaluateResult(Strict):
    """What an angle makes of a unit (purpose "angles.evaluate")."""

    status: Literal["success", "partial", "needs_input"] = "success"
    issues: list[FoundIssue] = Field(default_factory=list, max_length=30)
    suggestions: list[str] = Field(default_factory=list, max_length=10)
    observations: list[str] = Field(default_factory=list, max_length=10)
    confidence: Confidence = 0.5
    modification: ProposedModification | None = None
    wants: list[WantedTool] = Field(
        default_factory=list, max_length=3, description="Tools whose result you need before you can say more."
    )
    question: str = Field(default="", description="With status needs_input: what a person must say first.")


class IssueOfAngle(FoundIssue):
    angle: str = Field(default="", description="The id of the angle from which you see it.")


class TogetherResult(EvaluateResult):
    """What several angles in one call make of a unit (P009)."""

    issues: list[IssueOfAngle] = Field(default_factory=list, max_length=60)  # type: ignore[assignment]


class RefuteResult(Strict):
    """What a second look makes of a finding (purpose "angles.refute")."""

    outcome: Literal["stands", "refuted", "unsure"] = "unsure"
    quote: str = Field(default="", description="When refuted: verbatim words of the text that show why.")
    reason: str = ""


class VerifyResult(Strict):
    """What another angle makes of a modification (purpose "angles.verify")."""

    approved: bool = False
    reason: str = ""
