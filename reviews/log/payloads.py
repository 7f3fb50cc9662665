"""The shape of each kind's `data`, checked when an event is appended. Nothing else may be in it."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from reviews.states import EndReason, EventKind, State


class Payload(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class TopicData(Payload):
    topic: str
    status: str
    quote: str = ""
    reason: str = ""


class RefusedTopicData(TopicData):
    why: str


class AskedData(Payload):
    text: str
    topic: str = "other"
    quote: str = ""


class PartsData(Payload):
    got_right: list[str] = Field(default_factory=list)
    improved: list[str] = Field(default_factory=list)
    caveats: list[str] = Field(default_factory=list)


class TurnData(Payload):
    """`round` counts from 1; `basis` is the last event that the words took into account."""

    round: int = Field(default=0, ge=0)
    basis: int = Field(default=0, ge=0)


class QuestionData(TurnData):
    """ELM's message. `outside`: not 2 to 4 questions (B12). `marker`: found by code. `cut`: out of tokens.
    `topics` are the updates that count, `refused_topics` the others; `verdict` are ELM's own parts."""

    questions: list[AskedData] = Field(default_factory=list)
    stance: str = "asking"
    marker: bool = False
    outside: bool = False
    topics: list[TopicData] = Field(default_factory=list)
    refused_topics: list[RefusedTopicData] = Field(default_factory=list)
    verdict: PartsData | None = None
    cut: bool = False


class CitationData(Payload):
    """A quote that was found in the notes; `artifact` is an id, `name` a file name."""

    quote: str
    artifact: str = ""
    name: str = ""


class AnswerData(TurnData):
    """`not_found`: quotes that are not in the notes. `messages`: the numbers of the person's messages that
    the answer is made of, empty when a persona answered."""

    citations: list[CitationData] = Field(default_factory=list)
    not_found: list[str] = Field(default_factory=list)
    unknowns: list[str] = Field(default_factory=list)
    messages: list[int] = Field(default_factory=list)
    cut: bool = False


class EditData(Payload):
    """An edit of the working notes: `removed`, at character `position`, became `inserted`."""

    artifact: str
    name: str = ""
    position: int = Field(ge=0)
    removed: str = ""
    inserted: str = ""
    reason: str = ""


class RefusedEditData(Payload):
    """An edit that had no place, as it was worded, and why."""

    artifact: str = ""
    old: str = ""
    after: str = ""
    new: str = ""
    reason: str = ""
    why: str


class RevisionData(TurnData):
    edits: list[EditData] = Field(default_factory=list)
    refused: list[RefusedEditData] = Field(default_factory=list)


class GateData(TurnData):
    """ELM was asked about each open topic; `open` are the keys that are open still."""

    topics: list[TopicData] = Field(default_factory=list)
    refused_topics: list[RefusedTopicData] = Field(default_factory=list)
    open: list[str] = Field(default_factory=list)
    verdict: PartsData | None = None


class VerdictData(PartsData):
    reason: EndReason
    open_topics: list[str] = Field(default_factory=list)
    unknowns: list[str] = Field(default_factory=list)


class AnnouncementData(Payload):
    """Words of the app itself. `again`: the purpose that is asked once more, after the useless `reply`.
    `what` and `artifact` (an id): what it is about, for the announcements of a roundtable. `uncited`: numbers of
    turns that the reply should have cited."""

    what: str = ""
    artifact: str = ""
    uncited: list[int] = Field(default_factory=list)
    again: str = ""
    reply: str = ""
    basis: int = Field(default=0, ge=0)


class StateData(Payload):
    """A move. `by` is the id of the user who made it; `partial` is what was being said when it was
    stopped."""

    old: State = Field(alias="from")
    to: State
    reason: EndReason | None = None
    by: int | None = None
    partial: str = ""


class MessageData(Payload):
    """A person's message. `withdraws`: takes back the message with that number, and says nothing else.
    `goes_on`: nothing to say, let them continue; `idle`: nobody was there to say even that. `may_end`: the
    speaker may end the session. `menu`: said at the menu, after the end."""

    withdraws: int | None = None
    by: int | None = None
    client_id: str = ""
    goes_on: bool = False
    idle: bool = False
    may_end: bool = False
    menu: bool = False


class ErrorData(Payload):
    """A turn that failed. `partial` is what had been said of it, `fatal` that asking again was in vain."""

    purpose: str = ""
    retryable: bool = True
    partial: str = ""
    request_id: str = ""
    problem: str = ""
    fatal: bool = False
    basis: int = Field(default=0, ge=0)


class ChangeData(Payload):
    """`action` is "proposed" with `count`, or a decision ("applied", "rejected", …) about `changes` (their
    ids) of one artifact, with the number of the revision that came of it.

    "moved" says that the artifact is at another `commit` and where `changes` stand there is in the text;
    "committed" and "pushed" that ELM made the `commit` on `branch`, or brought it to the other side.
    """

    action: str = "proposed"
    count: int = Field(default=0, ge=0)
    changes: list[str] = Field(default_factory=list)
    artifact: str = ""
    revision: int | None = None
    commit: str = ""
    branch: str = ""


class IntroductionData(Payload):
    pass


class TakeData(Payload):
    basis: int = Field(default=0, ge=0)


class FramingData(TakeData):
    """`summary` are the model's words; `ask_first` is the key of the persona that answers first."""

    turn: int = Field(default=1, ge=1)
    summary: str = ""
    focus: str
    ask_first: str = ""


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
    """`turn` is the counter after it. `refers_to` are numbers of earlier turns, checked."""

    turn: int = Field(ge=1)
    refers_to: list[int] = Field(default_factory=list)
    changed_mind: str = ""
    disagreement: DisagreementData | None = None
    cut: bool = False


class ChoiceData(Payload):
    """A side of a disagreement: the persona (key and first name), what it favours and why."""

    key: str
    name: str
    option: str
    reason: str = ""
    brief: str = ""


class FacilitationData(TakeData):
    """`what` is one of redirect, warning, limit, inactivity, clarify, exit, disagreement, passes, may_not_end,
    feedback. `turn` is the counter after it when it counts as one, else 0. `about` is the number of the event
    that it answers."""

    what: str
    turn: int = Field(default=0, ge=0)
    about: int = Field(default=0, ge=0)
    sides: list[ChoiceData] = Field(default_factory=list)
    drift: DriftData | None = None


class PointData(Payload):
    """`artifact` is the id of the artifact that it is added to, "" for none."""

    text: str
    attribution: str
    events: list[int] = Field(default_factory=list)
    artifact: str = ""


class DecisionData(PointData):
    rationale: str = ""


class OpenQuestionData(PointData):
    why: str = ""


class ActionItemData(PointData):
    owner: str = ""


class SynthesisData(TakeData):
    """`at` is the ISO time that markers carry, `exit` what the summary shows. `minimal`: nobody but the lead had
    spoken; `degraded`: a key takeaway only (ERR-ELAB-007); `partial`: the budget ran out, by code."""

    at: str = ""
    summary: str
    exit: str = "user-initiated"
    minimal: bool = False
    degraded: bool = False
    partial: bool = False
    insights: list[PointData] = Field(default_factory=list)
    decisions: list[DecisionData] = Field(default_factory=list)
    open_questions: list[OpenQuestionData] = Field(default_factory=list)
    action_items: list[ActionItemData] = Field(default_factory=list)


class RecordData(Payload):
    step_id: str
    topic: str = ""
    turn_count: int = Field(ge=1)
    personas_active: list[str] = Field(default_factory=list)
    timestamp: str
    synthesis_summary: str
    outcome: str = "complete"


class MenuData(Payload):
    """`boundary` is "step" or "phase"; `next` the id of the step behind it, "" after the last."""

    boundary: str
    next: str = ""


SHAPES: dict[EventKind, type[Payload]] = {
    EventKind.QUESTION: QuestionData,
    EventKind.ANSWER: AnswerData,
    EventKind.REVISION: RevisionData,
    EventKind.GATE: GateData,
    EventKind.VERDICT: VerdictData,
    EventKind.ANNOUNCEMENT: AnnouncementData,
    EventKind.STATE: StateData,
    EventKind.USER_MESSAGE: MessageData,
    EventKind.ERROR: ErrorData,
    EventKind.CHANGE: ChangeData,
    EventKind.INTRODUCTION: IntroductionData,
    EventKind.FIRST_TAKE: TakeData,
    EventKind.FRAMING: FramingData,
    EventKind.CONTRIBUTION: ContributionData,
    EventKind.FACILITATION: FacilitationData,
    EventKind.SYNTHESIS: SynthesisData,
    EventKind.RECORD: RecordData,
    EventKind.MENU: MenuData,
}


def validate(kind: EventKind, data: Mapping[str, Any]) -> dict[str, Any]:
    """`data` checked against its kind's shape, as plain JSON values with the defaults filled in.

    Raises ValueError (pydantic's ValidationError is one) when it does not fit or the kind has no shape.
    """
    if kind not in SHAPES:
        raise ValueError(f"Events of the kind {kind} have no shape yet.")
    return SHAPES[kind].model_validate(dict(data)).model_dump(mode="json", by_alias=True)
