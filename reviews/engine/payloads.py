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
    """Words of the app itself. `again`: the purpose that is asked once more, after the useless `reply`."""

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
    """A person's message. `withdraws`: takes back the message with that number, and says nothing else."""

    withdraws: int | None = None
    by: int | None = None
    client_id: str = ""


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
    ids) of one artifact, with the number of the revision that came of it."""

    action: str = "proposed"
    count: int = Field(default=0, ge=0)
    changes: list[str] = Field(default_factory=list)
    artifact: str = ""
    revision: int | None = None


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
}


def validate(kind: EventKind, data: Mapping[str, Any]) -> dict[str, Any]:
    """`data` checked against its kind's shape, as plain JSON values with the defaults filled in.

    Raises ValueError (pydantic's ValidationError is one) when it does not fit or the kind has no shape.
    """
    if kind not in SHAPES:
        raise ValueError(f"Events of the kind {kind} have no shape yet.")
    return SHAPES[kind].model_validate(dict(data)).model_dump(mode="json", by_alias=True)
