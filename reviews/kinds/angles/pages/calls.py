"""The messages of one call, rebuilt from the log: what was asked, and what was answered, each in its envelope. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import NAMESPACE_OID, uuid5

from reviews.kinds.angles.asking import REFUTE, evaluations, refutations, verifications
from reviews.kinds.angles.prompts import purpose_of
from reviews.kinds.angles.protocol import (
    MESSAGES,
    Envelope,
    SupervisorRequest,
    WorkerResponse,
    check_envelope,
    request_for,
    response_of,
    tool_request,
    tool_response,
)
from reviews.kinds.angles.state import AnglesState
from reviews.log.values import Ask

type Party = Literal["supervisor", "worker", "system"]


@dataclass(frozen=True)
class Call:
    """A call's messages. request: None when the log does not tell any more what it was."""

    request: Envelope | None
    response: Envelope
    suggested_action: str = ""


def call_of(state: AnglesState, data: Mapping[str, Any], answered: datetime) -> Call:
    """The messages of the call whose answer's event has `data`. state: as it was when the call was decided on, at the
    answer's basis; answered: when the answer was stored, where it does not say itself when it was there."""
    there = _moment(data) or answered
    ask = _ask_of(state, str(data["request"]))
    asks, answers = parties(ask)
    request = _request_envelope(state, ask, asks, there, int(data["ms"])) if ask else None
    response = response_of(data)
    action = response.error.suggested_action if response.error else ""
    return Call(request, _response_envelope(response, answers, there), action)


def tool_call_of(
    state: AnglesState,
    call: Mapping[str, Any],
    brought: Mapping[str, Any],
    asked: datetime,
    answered: datetime,
) -> Call:
    """The messages of a tool's call: who looks from an angle asks, or the supervisor, and the app answers. state: as it
    was when the tool was called; call, brought: the data of the two events, stored at these times."""
    request = tool_request(state, call, int(brought["call"]))
    response = tool_response(request.request_id, brought)
    envelope = _envelope(request, "worker" if call.get("unit") else "supervisor", asked)
    action = response.error.suggested_action if response.error else ""
    return Call(envelope, _response_envelope(response, "system", answered), action)


def problem_of(call: Call, now: datetime) -> str:
    """What is wrong with the first of the call's messages that is not as the protocol has it, "" for nothing: a server
    whose clock went wrong has stored times of the future."""
    sent = (one for one in (call.request, call.response) if one)
    return next(filter(None, (check_envelope(one, _milliseconds(now)) for one in sent)), "")


def parties(ask: Ask | None) -> tuple[Party, Party]:
    """Who asks and who answers: the supervisor is asked for a second look by the app."""
    return ("system", "supervisor") if ask and ask.purpose == REFUTE else ("supervisor", "worker")


def _ask_of(state: AnglesState, request: str) -> Ask | None:
    """The ask with this id among those that the state leads to."""
    asks = (*evaluations(state), *refutations(state), *verifications(state))
    return next((ask for ask in asks if ask.context["request"] == request), None)


def _request_envelope(state: AnglesState, ask: Ask, sender: Party, answered: datetime, ms: int) -> Envelope:
    purpose = purpose_of(ask)
    request = request_for(state, ask, max_tokens=purpose.max_tokens, seconds=purpose.seconds)
    sent = answered - timedelta(milliseconds=ms)
    return _envelope(request, sender, sent)


def _envelope(request: SupervisorRequest, sender: Party, sent: datetime) -> Envelope:
    return Envelope(
        message_id=request.request_id,
        timestamp=_milliseconds(sent),
        sender=sender,
        message_type=MESSAGES[request.type],
        payload=request.model_dump(mode="json"),
    )


def _response_envelope(response: WorkerResponse, sender: Party, answered: datetime) -> Envelope:
    return Envelope(
        message_id=str(uuid5(NAMESPACE_OID, f"response {response.request_id}")),
        correlation_id=response.request_id,
        timestamp=_milliseconds(answered),
        sender=sender,
        message_type="error" if response.error else "response",
        payload=response.model_dump(mode="json"),
    )


def _moment(data: Mapping[str, Any]) -> datetime | None:
    try:
        return datetime.fromisoformat(str(data["at"]))
    except ValueError:
        return None


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
