"""The shapes of the events that only interviews have."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import Field

from reviews.log.payloads import Payload, Raised, Rare, SalvagedData
from reviews.states import EndReason, EventKind

UNKNOWN_FATE = "Nobody in the session could say"


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


class TurnData(SalvagedData):
    """`round` counts from 1; `basis` is the last event that the words took into account."""

    round: int = Field(default=0, ge=0)
    basis: int = Field(default=0, ge=0)


class ResolvedUnknownData(Payload):
    """An unknown that has its answer, in the words of `quote`."""

    unknown: str
    quote: str = ""


class QuestionData(TurnData):
    """ELM's message. `outside`: not 2 to 4 questions (B12). `marker`: found by code. `cut`: out of tokens.
    `topics` are the updates that count, `refused_topics` the others; `verdict` are ELM's own parts.
    `not_found`: quotes of questions that stand in no source. `not_owed`: the topics that this kind of document does not
    owe, each with why, as code decided it; `needless`: the questions about these."""

    questions: list[AskedData] = Field(default_factory=list)
    stance: str = "asking"
    marker: bool = False
    outside: bool = False
    topics: list[TopicData] = Field(default_factory=list)
    refused_topics: list[RefusedTopicData] = Field(default_factory=list)
    verdict: PartsData | None = None
    cut: bool = False
    not_found: Annotated[list[str], Rare] = Field(default_factory=list)
    not_owed: Annotated[dict[str, str], Rare] = Field(default_factory=dict)
    needless: Annotated[list[str], Rare] = Field(default_factory=list)
    resolved_unknowns: Annotated[list[ResolvedUnknownData], Rare] = Field(default_factory=list)

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        return (Raised(str(asked.get("text"))) for asked in data.get("questions") or ())


class CitationData(Payload):
    """A quote that was found in the notes; `artifact` is an id, `name` a file name."""

    quote: str
    artifact: str = ""
    name: str = ""


class AnswerData(TurnData):
    """`not_found`: quotes that are not in the notes. `unsourced`: figures, names and decisions that a persona states
    and neither the notes nor people do. `messages`: the numbers of the person's messages that the answer is made of,
    empty when a persona answered."""

    citations: list[CitationData] = Field(default_factory=list)
    not_found: list[str] = Field(default_factory=list)
    unsourced: Annotated[list[str], Rare] = Field(default_factory=list)
    unknowns: list[str] = Field(default_factory=list)
    resolved_unknowns: Annotated[list[ResolvedUnknownData], Rare] = Field(default_factory=list)
    messages: list[int] = Field(default_factory=list)
    cut: bool = False

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        return unknown_points(data)


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
    cut: Annotated[bool, Rare] = False


class GateData(TurnData):
    """ELM was asked about each open topic; `open` are the keys that are open still."""

    topics: list[TopicData] = Field(default_factory=list)
    refused_topics: list[RefusedTopicData] = Field(default_factory=list)
    open: list[str] = Field(default_factory=list)
    verdict: PartsData | None = None
    resolved_unknowns: Annotated[list[ResolvedUnknownData], Rare] = Field(default_factory=list)
    cut: Annotated[bool, Rare] = False


class LineSourceData(Payload):
    """A passage of `kind` notes, person, topic or turn; `key` is the file's name or the event's number."""

    kind: str
    key: str = ""
    text: str


class VerdictData(PartsData):
    """`wrapped_up_by`: the name of the person who ended the interview before ELM did. `sources`: what a line of
    `got_right` or `improved` rests on, by the line."""

    reason: EndReason
    open_topics: list[str] = Field(default_factory=list)
    unknowns: list[str] = Field(default_factory=list)
    wrapped_up_by: Annotated[str, Rare] = ""
    sources: Annotated[dict[str, list[LineSourceData]], Rare] = Field(default_factory=dict)

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        return unknown_points(data)


def unknown_points(data: Mapping[str, Any]) -> list[Raised]:
    return [Raised(str(unknown), UNKNOWN_FATE) for unknown in data.get("unknowns") or ()]


SHAPES: dict[EventKind, type[Payload]] = {
    EventKind.QUESTION: QuestionData,
    EventKind.ANSWER: AnswerData,
    EventKind.REVISION: RevisionData,
    EventKind.GATE: GateData,
    EventKind.VERDICT: VerdictData,
}
