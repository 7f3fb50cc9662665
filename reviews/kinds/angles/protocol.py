"""The messages between supervisor and worker (P004, P011): typed, stateless, each with all that it needs. What a model
is sent and what the page of a call shows are made of them. Pure."""

from collections.abc import Mapping
from typing import Any, Literal
from uuid import NAMESPACE_OID, uuid5

from pydantic import BaseModel, ConfigDict, Field

from reviews.kinds.angles.asking import EVALUATE, REFUTE, best_modification
from reviews.kinds.angles.closing import apply_modification
from reviews.kinds.angles.state import AnglesState, Issue, Modification, Unit
from reviews.log.values import Ask

VERSION = "1.0.0"
LONGEST_HINT = 1_000
MOST_HISTORY = 20
TOOL_SECONDS = 15.0
"""What an analyser may take; a tool that reads is done at once."""

type RequestType = Literal["tool_call", "verify", "refine", "analyze"]
type MessageType = Literal[
    "tool_request",
    "verify_request",
    "refine_request",
    "analyze_request",
    "response",
    "error",
    "heartbeat",
]
MESSAGES: Mapping[RequestType, MessageType] = {
    "tool_call": "tool_request",
    "verify": "verify_request",
    "refine": "refine_request",
    "analyze": "analyze_request",
}
"""What the envelope of a request says that it is."""


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Metrics(Message):
    tokens_used: int = 0
    duration_ms: int = 0
    model: str = ""


class CallError(Message):
    """`code` is one of INVALID_REQUEST, TOOL_FAILED, TIMEOUT, RATE_LIMITED, INTERNAL_ERROR, AMBIGUOUS_INPUT."""

    code: str
    message: str
    recoverable: bool

    @property
    def suggested_action(self) -> str:
        """What to do about it (P011)."""
        if not self.recoverable:
            return "abort"
        return {"RATE_LIMITED": "retry_with_backoff", "AMBIGUOUS_INPUT": "escalate"}.get(self.code, "retry")


class WorkerResponse(Message):
    request_id: str
    status: Literal["success", "partial", "error", "needs_input"]
    result: Any = None
    observations: list[str] = Field(default_factory=list)
    metrics: Metrics = Metrics()
    error: CallError | None = None


class Context(Message):
    """`history`: what this unit has been answered before."""

    original_request: str
    current_code: str | None
    pass_number: int
    angle_id: str | None
    history: list[WorkerResponse] = Field(default_factory=list)


class Constraints(Message):
    max_tokens: int
    timeout_ms: int
    must_preserve: list[str] | None = None


class SupervisorRequest(Message):
    request_id: str
    type: RequestType
    payload: dict[str, Any]
    context: Context
    constraints: Constraints


class Envelope(Message):
    """What every message travels in. `timestamp` is in milliseconds since 1970."""

    protocol_version: str = VERSION
    message_id: str
    correlation_id: str | None = None
    timestamp: int
    sender: Literal["supervisor", "worker", "system"]
    message_type: MessageType
    payload: dict[str, Any]


def request_for(state: AnglesState, ask: Ask, *, max_tokens: int, seconds: float) -> SupervisorRequest:
    """The request that `ask` makes, from the state that it was decided on."""
    unit = unit_of(state, ask)
    kind, payload = _payload(state, ask, unit)
    return SupervisorRequest(
        request_id=ask.context["request"],
        type=kind,
        payload=payload,
        context=Context(
            original_request=_original_request(state),
            current_code=unit.current,
            pass_number=ask.context["pass"],
            angle_id="+".join(angles_of(ask)),
            history=_history(state, unit),
        ),
        constraints=Constraints(
            max_tokens=max_tokens,
            timeout_ms=round(seconds * 1000),
            must_preserve=list(state.setup.must_preserve) or None,
        ),
    )


def _original_request(state: AnglesState) -> str:
    return state.setup.topic or "Review the text from every angle."


def unit_of(state: AnglesState, ask: Ask) -> Unit:
    """The unit that an ask is about."""
    if ask.purpose == REFUTE:
        return state.unit(state.issues[ask.context["fingerprint"]].unit)
    return state.unit(ask.context["unit"])


def angles_of(ask: Ask) -> list[str]:
    """The ids of the angles from which the call looks, the one that leads first."""
    lead = ask.context["angle"]
    return [lead, *(angle for angle in ask.context.get("angles", ()) if angle != lead)]


def rejected_of(unit: Unit, ask: Ask) -> Modification | None:
    """What an angle of this evaluation has proposed in the last pass and another one has rejected: it may try once
    more."""
    made = unit.passes[-1].rejected if unit.passes and ask.purpose == EVALUATE else None
    return made if made and made.angle in angles_of(ask) else None


def _payload(state: AnglesState, ask: Ask, unit: Unit) -> tuple[RequestType, dict[str, Any]]:
    """The type of the request and what is asked: to look at a unit from an angle, or again once its modification was
    rejected, to refute a finding, to check a modification."""
    angle = state.setup.angle(ask.context["angle"])
    if rejected := rejected_of(unit, ask):
        issues = [plain_issue(one) for one in state.standing(unit) if one.angle == rejected.angle]
        why = f"{rejected.checker} has rejected your modification: {rejected.why}"
        preserve = list(state.setup.must_preserve)
        return "refine", {"code": unit.current, "issues": issues, "preserve": preserve, "guidance": why}
    if ask.purpose == EVALUATE:
        criteria = [line for key in angles_of(ask) for line in state.setup.angle(key).criteria]
        return "verify", {"code": unit.current, "angle_id": "+".join(angles_of(ask)), "criteria": criteria}
    if ask.purpose == REFUTE:
        issue = state.issues[ask.context["fingerprint"]]
        return "analyze", {
            "code": unit.current,
            "questions": [f"Does this finding stand? {issue.description}"],
        }
    made = best_modification(state, unit)
    code = apply_modification(unit.current, made) if made else unit.current
    return "verify", {"code": code, "angle_id": angle.id, "criteria": list(angle.criteria)}


def _history(state: AnglesState, unit: Unit) -> list[WorkerResponse]:
    """What each angle has said of the unit when it last read it: its findings, if only that there were none."""
    return [
        WorkerResponse(
            request_id=said.request,
            status=said.status.value,
            result={"angle_id": angle, "issues": [plain_issue(state.issues[key]) for key in said.found]},
        )
        for angle, said in unit.answered.items()
    ][:MOST_HISTORY]


def plain_issue(issue: Issue) -> dict[str, Any]:
    """A finding as messages have it (`Issue` of P003), with what became of it."""
    became = "refuted" if issue.refuted else "the same as another" if issue.duplicate_of else "stands"
    return {
        "severity": issue.severity.value,
        "location": {"line": issue.line, "column": issue.column},
        "quote": issue.quote,
        "description": issue.description,
        "suggested_fix": issue.fix or None,
        "confidence": issue.confidence,
        "became": became,
    }


def response_of(data: Mapping[str, Any]) -> WorkerResponse:
    """The response that an event of this review has stored (AnswerData, RefutationData or VerificationData)."""
    failed = data.get("status", data.get("outcome")) == "error"
    error = data.get("error") or {
        "code": "INTERNAL_ERROR",
        "message": data.get("reason", ""),
        "recoverable": True,
    }
    own = (
        "request",
        "basis",
        "pass_number",
        "tokens",
        "ms",
        "micros",
        "model",
        "at",
        "observations",
        "error",
        "shared",
    )
    return WorkerResponse(
        request_id=data["request"],
        status="error" if failed else data.get("status", "success"),
        result=None if failed else {key: value for key, value in data.items() if key not in own},
        observations=list(data.get("observations") or ()),
        metrics=Metrics(tokens_used=data["tokens"], duration_ms=data["ms"], model=data["model"]),
        error=CallError(**error) if failed else None,
    )


def tool_request(state: AnglesState, call: Mapping[str, Any], number: int) -> SupervisorRequest:
    """The request that a tool's call makes: `call` is the data of its event, which has this number. A tool is given no
    tokens."""
    unit, angle = str(call.get("unit") or ""), str(call.get("angle") or "")
    why = f"asked for while looking at {state.unit(unit).name}" if unit else "a step of the pass"
    return SupervisorRequest(
        request_id=str(uuid5(NAMESPACE_OID, f"{state.setup.session} tool {number}")),
        type="tool_call",
        payload={
            "tool_name": call["tool"],
            "arguments": dict(call["arguments"]),
            "documentation_hint": str(call["preview"])[:LONGEST_HINT],
            "execution_context": why,
        },
        context=Context(
            original_request=_original_request(state),
            current_code=state.unit(unit).current if unit else None,
            pass_number=int(call["pass_number"]),
            angle_id=angle or None,
        ),
        constraints=Constraints(max_tokens=0, timeout_ms=round(TOOL_SECONDS * 1000)),
    )


def tool_response(request: str, brought: Mapping[str, Any]) -> WorkerResponse:
    """The response that the event of a tool's result (EvidenceData) has stored."""
    own = ("call", "tool", "artifact", "pass_number", "unit", "angle", "error", "ms", "at")
    words = str(brought["error"])
    return WorkerResponse(
        request_id=request,
        status="error" if words else "success",
        result=None if words else {key: value for key, value in brought.items() if key not in own and value},
        metrics=Metrics(duration_ms=int(brought["ms"])),
        error=CallError(code="TOOL_FAILED", message=words, recoverable=True) if words else None,
    )


def check_envelope(message: Envelope, now_ms: int) -> str:
    """What is wrong with a message, "" for nothing: its version, its time, and that a response names its request."""
    if message.protocol_version.split(".")[0] != VERSION.split(".")[0]:
        return f"Version {message.protocol_version} of the protocol is not known; this is {VERSION}."
    if message.timestamp > now_ms:
        return "The message comes from the future."
    if message.message_type in ("response", "error") and not message.correlation_id:
        return "The response does not say which request it answers."
    return ""
