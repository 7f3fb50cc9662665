"""The shapes of the events that only angle reviews have."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from reviews.log.payloads import Payload, Raised, Rare, SalvagedData
from reviews.states import EndReason, EventKind, Severity


class TookData(SalvagedData):
    """What an answer took: tokens in and out, milliseconds, millionths of a US dollar. `basis` is the last event that
    it took into account, `at` when it was there (ISO)."""

    request: str = ""
    basis: int = Field(default=0, ge=0)
    pass_number: int = Field(default=0, ge=0)
    tokens: int = 0
    ms: int = 0
    micros: int = 0
    model: str = ""
    at: str = ""


class UnitData(Payload):
    """A unit: characters `start` to `end` of the artifact's pinned text."""

    artifact: str
    key: str
    name: str
    kind: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    first_line: int = Field(ge=1)


class IssueData(Payload):
    """A finding, see `state.Issue`. `unit` is the id of its unit."""

    fingerprint: str
    unit: str
    angle: str
    severity: Severity
    quote: str = ""
    line: int = Field(ge=1)
    column: int = Field(ge=1)
    description: str
    fix: str = ""
    confidence: float = 0.7
    rule: Annotated[str, Rare] = ""
    pinned: bool = True


def issue_points(data: Mapping[str, Any]) -> list[Raised]:
    """What is found becomes rows at the end, which later sessions are shown. A rule says the same of every passage."""
    found = data.get("issues") or ()
    said = ((one["quote"], "" if one.get("rule") else one["description"]) for one in found)
    return [Raised(" ".join(words).strip(), is_kept=False) for words in said]


class ModificationData(Payload):
    unit: str
    angle: str
    before: str
    after: str
    reason: str = ""


class ToolCallData(Payload):
    """A tool is about to run. `preview` are the first lines of its document (P002); `unit` and `angle`: for whom, when
    a worker has asked for it."""

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    preview: str = ""
    pass_number: int = 0
    unit: Annotated[str, Rare] = ""
    angle: Annotated[str, Rare] = ""


class ReadData(Payload):
    """Whether an angle's analysers have read an artifact, and if not, why."""

    status: Literal["read", "failed", "skipped"]
    why: str = ""


class CheckedModification(ModificationData):
    """A modification that code has checked by running the analysers again."""

    approved: bool = False
    why: str = ""


class EvidenceData(Payload):
    """What the tool of event `call` brought. `units` and `skipped` (why a unit is not read, by its key) are of
    "outline", and so is `authored`: the units are without what ELM put in and nobody has accepted; `read`, `issues` and
    `modifications` of "run_analyzer"; `result` is what a tool says to the worker that has asked for it."""

    call: int = Field(ge=1)
    tool: str
    artifact: str = ""
    pass_number: int = 0
    unit: Annotated[str, Rare] = ""
    angle: Annotated[str, Rare] = ""
    result: Annotated[str, Rare] = ""
    error: str = ""
    ms: int = 0
    at: str = ""
    units: Annotated[list[UnitData], Rare] = Field(default_factory=list)
    skipped: Annotated[dict[str, str], Rare] = Field(default_factory=dict)
    authored: Annotated[bool, Rare] = False
    read: Annotated[dict[str, ReadData], Rare] = Field(default_factory=dict)
    issues: Annotated[list[IssueData], Rare] = Field(default_factory=list)
    modifications: Annotated[list[CheckedModification], Rare] = Field(default_factory=list)

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        return issue_points(data)


class ErrorOfCall(Payload):
    """Why there is no answer (P004)."""

    code: str
    message: str
    recoverable: bool


class WantedTool(Payload):
    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class AnswerData(TookData):
    """What an angle said of a unit. `unproven`: findings whose quote the unit does not have, left out; `refused`: why
    the proposed modification was not taken; `wants`: the tools that it asks for before it says more; `shared`: it was
    said in a call of several angles, whose tokens and cost are counted with another of its answers."""

    unit: str
    angle: str
    status: Literal["success", "partial", "error", "needs_input"]
    issues: list[IssueData] = Field(default_factory=list)
    unproven: Annotated[list[str], Rare] = Field(default_factory=list)
    suggestions: Annotated[list[str], Rare] = Field(default_factory=list)
    observations: Annotated[list[str], Rare] = Field(default_factory=list)
    confidence: float = 0.0
    modification: Annotated[ModificationData | None, Rare] = None
    refused: Annotated[str, Rare] = ""
    question: Annotated[str, Rare] = ""
    wants: Annotated[list[WantedTool], Rare] = Field(default_factory=list)
    error: Annotated[ErrorOfCall | None, Rare] = None
    shared: Annotated[bool, Rare] = False

    @classmethod
    def raised(cls, text: str, data: Mapping[str, Any]) -> Iterable[Raised]:
        return issue_points(data)


class RefutationData(TookData):
    """What the second look made of a finding. One that is refuted is backed by a `quote` that code has found."""

    fingerprint: str
    outcome: Literal["stands", "refuted", "unsure", "error"]
    reason: str = ""
    quote: str = ""


class VerificationData(TookData):
    """What `checker`, another angle, made of a modification."""

    modification: ModificationData
    checker: str
    outcome: Literal["approved", "rejected", "error"]
    reason: str = ""


class PassData(Payload):
    """A pass is over, see `state.PassSummary`."""

    number: int = Field(ge=1)
    found: dict[str, int]
    open: int
    new: int
    gone: int
    modified: int
    converged: int
    size: int
    trend: str
    signals: list[str] = Field(default_factory=list)
    left: int = 0


class RollbackData(Payload):
    """A person took a unit back to its text at the end of a pass, 0 for the original."""

    unit: str
    to_pass: int = Field(ge=0)
    by: int | None = None


class ReceiptData(Payload):
    """How many units an angle has read, could not read, and skipped."""

    read: int = 0
    failed: int = 0
    skipped: int = 0


class OutcomeData(Payload):
    """How it ended: `score` adds up severity × confidence × weight of what stands, `scores` by angle (D11)."""

    reason: EndReason
    passes: int
    findings: dict[str, int]
    refuted: int = 0
    modified: int = 0
    score: float = 0.0
    scores: dict[str, float] = Field(default_factory=dict)
    receipts: dict[str, ReceiptData] = Field(default_factory=dict)


SHAPES: dict[EventKind, type[Payload]] = {
    EventKind.TOOL_CALL: ToolCallData,
    EventKind.EVIDENCE: EvidenceData,
    EventKind.CONTRIBUTION: AnswerData,
    EventKind.FINDING: RefutationData,
    EventKind.GATE: VerificationData,
    EventKind.PASS: PassData,
    EventKind.REVISION: RollbackData,
    EventKind.VERDICT: OutcomeData,
}
