"""The shapes of the events that only roundtables have."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import Field

from reviews.log.payloads import Payload, Raised, Rare, SalvagedData, said_points
from reviews.states import EventKind

FATES = {
    "decisions": ("Decided", "rationale"),
    "open_questions": ("Left open", "why"),
    "action_items": ("To be done", "owner"),
    "insights": ("Noted", ""),
}
"""What became of the points of a synthesis, and which of their fields says more of it."""


class IntroductionData(Payload):
    pass


class TakeData(SalvagedData):
    basis: int = Field(default=0, ge=0)


class FirstTakeData(TakeData):
    cut: Annotated[bool, Rare] = False


class FramingData(TakeData):
    """`summary` are the model's words; `ask_first` is the key of the persona that answers first."""

    turn: int = Field(default=1, ge=1)
    summary: str = ""
    focus: str
    ask_first: str = ""
    cut: Annotated[bool, Rare] = False

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        return [Raised(str(data.get("focus") or ""), is_kept=False)]


class DriftData(Payload):
    by: str = "User"
    subject: str
    belongs_to: str = ""


class SideData(Payload):
    option: str
    reason: str = ""
    brief: str = ""


class DisagreementData(Payload):
    """`other` is the key of the persona that sees it differently."""

    other: str
    mine: SideData
    theirs: SideData


class ContributionData(TakeData):
    """`turn` is the counter after it. `refers_to` are numbers of earlier turns, checked; `unproven` first names of
    personas that it names as having said something, with no turn of theirs."""

    turn: int = Field(ge=1)
    refers_to: list[int] = Field(default_factory=list)
    changed_mind: str = ""
    disagreement: DisagreementData | None = None
    unproven: Annotated[list[str], Rare] = Field(default_factory=list)
    cut: bool = False

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        return said_points(text)


class ChoiceData(Payload):
    """A side of a disagreement: the persona (key and first name), what it favours and why."""

    key: str
    name: str
    option: str
    reason: str = ""
    brief: str = ""


class FacilitationData(TakeData):
    """`what` is one of redirect, warning, limit, inactivity, clarify, exit, disagreement, passes, may_not_end,
    feedback. `silent`: who passes was asked twice and answered nothing. `turn` is the counter after it when it counts
    as one, else 0. `about` is the number of the event that it answers."""

    what: str
    silent: Annotated[bool, Rare] = False
    turn: int = Field(default=0, ge=0)
    about: int = Field(default=0, ge=0)
    sides: list[ChoiceData] = Field(default_factory=list)
    drift: DriftData | None = None


class PointData(Payload):
    """`artifact` is the id of the artifact that it is added to, "" for none; `support` says how far its sources carry
    it (see `kinds/support.py`)."""

    text: str
    attribution: str
    events: list[int] = Field(default_factory=list)
    artifact: str = ""
    support: Annotated[dict[str, Any], Rare] = Field(default_factory=dict)


class DecisionData(PointData):
    rationale: str = ""


class OpenQuestionData(PointData):
    """`why_by_app`: whether code says why the question is open, and not whoever summed up."""

    why: str = ""
    why_by_app: Annotated[bool, Rare] = False


class ActionItemData(PointData):
    owner: str = ""


class SynthesisData(TakeData):
    """`at` is the ISO time that markers carry, `exit` what the summary shows. `minimal`: nobody but the lead had
    spoken; `few_voices`: the insights rest on one persona though more spoke (SM-001); `degraded`: a key takeaway only
    (ERR-ELAB-007); `partial`: the budget ran out, by code."""

    at: str = ""
    summary: str
    exit: str = "user-initiated"
    minimal: bool = False
    degraded: bool = False
    few_voices: Annotated[bool, Rare] = False
    partial: bool = False
    insights: list[PointData] = Field(default_factory=list)
    decisions: list[DecisionData] = Field(default_factory=list)
    open_questions: list[OpenQuestionData] = Field(default_factory=list)
    action_items: list[ActionItemData] = Field(default_factory=list)
    cut: Annotated[bool, Rare] = False

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        for name, (fate, also) in FATES.items():
            for point in data.get(name) or ():
                reason = str(point.get(also) or "").rstrip(".")
                yield Raised(str(point.get("text")), f"{fate}: {reason}" if reason else fate)


class MenuData(Payload):
    """`boundary` is "step" or "phase"; `next` the id of the step after it, "" after the last."""

    boundary: str
    next: str = ""


SHAPES: dict[EventKind, type[Payload]] = {
    EventKind.INTRODUCTION: IntroductionData,
    EventKind.FIRST_TAKE: FirstTakeData,
    EventKind.FRAMING: FramingData,
    EventKind.CONTRIBUTION: ContributionData,
    EventKind.FACILITATION: FacilitationData,
    EventKind.SYNTHESIS: SynthesisData,
    EventKind.MENU: MenuData,
}
