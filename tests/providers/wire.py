"""Answers of the scripted server as bytes: the events of a stream, or one JSON document."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.providers.messages_server import Answer

TOKEN = re.compile(r"\s*\S+|\s+")
ODD = (("content_block_delta", {"index": 0, "delta": {"type": "hum_delta"}}), ("weather", {"sun": True}))


@dataclass(frozen=True)
class Event:
    """Bytes to send, and what to do with the connection before (stall) or after (cut)."""

    data: bytes = b""
    is_token: bool = False
    cut: bool = False
    stall: bool = False


def head(status: int, request_id: str, length: int, headers: Mapping[str, str]) -> bytes:
    """The head of an answer in one piece."""
    lines = [f"HTTP/1.1 {status} Scripted", "content-type: application/json", f"content-length: {length}"]
    lines += [f"request-id: {request_id}", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def stream_head(request_id: str) -> bytes:
    """The head of a stream."""
    return (
        "HTTP/1.1 200 Scripted\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
        f"transfer-encoding: chunked\r\nrequest-id: {request_id}\r\n\r\n"
    ).encode()


def error_body(error_type: str, message: str, request_id: str) -> bytes:
    """The body of an error."""
    error = {"type": error_type, "message": message}
    return json.dumps({"type": "error", "error": error, "request_id": request_id}).encode()


def message(body: Mapping[str, Any], answer: "Answer") -> dict[str, Any]:
    """The answer as one JSON document."""
    text, tool = shape(body, answer)
    content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    if tool is not None:
        content.append({"type": "tool_use", "id": "toolu_1", "name": "record", "input": tool})
    usage = {**answer.usage, "output_tokens": _output(answer, len(list(_tokens(text))))}
    return _message(body) | {"content": content, "stop_reason": _stop(answer, tool), "usage": usage}


def shape(body: Mapping[str, Any], answer: "Answer") -> tuple[str, Mapping[str, Any] | None]:
    """The text and the tool's input: an envelope, a tool call or neither, whatever the request asks for."""
    if answer.data is None or answer.prose:
        return answer.text, None
    if _wants_envelope(body):
        envelope = {"message": answer.text, "record": answer.data}
        return json.dumps(envelope, ensure_ascii=False), None
    return answer.text, answer.data if body.get("tools") else None


def events(body: Mapping[str, Any], answer: "Answer") -> Iterator[Event]:
    """The whole stream, with the accident that the answer wants in it."""
    text, tool = shape(body, answer)
    yield _start(body, answer)
    yield _event("ping", {})
    yield from _thinking()
    sent = 0
    yield _event("content_block_start", {"index": 1, "content_block": {"type": "text", "text": ""}})
    for sent, token in enumerate(_live(body, answer) if answer.tokens else _tokens(text)):
        if answer.after and sent == answer.after_tokens:
            yield from _accident(answer)
        delta = {"type": "text_delta", "text": token}
        yield _event("content_block_delta", {"index": 1, "delta": delta}, is_token=True)
    yield _event("content_block_stop", {"index": 1})
    if tool is not None:
        yield from _tool(tool)
    usage = {"output_tokens": _output(answer, sent + 1)}
    delta = {"stop_reason": _stop(answer, tool), "stop_sequence": None}
    yield _event("message_delta", {"delta": delta, "usage": usage})
    yield _event("message_stop", {})


def _live(body: Mapping[str, Any], answer: "Answer") -> Iterator[str]:
    """The tokens that are made when they are sent, inside an envelope when one is wanted."""
    assert answer.tokens
    if answer.data is None or answer.prose or not _wants_envelope(body):
        yield from answer.tokens()
        return
    yield '{"message": "'
    for token in answer.tokens():
        yield json.dumps(token)[1:-1]
    yield f'", "record": {json.dumps(answer.data)}}}'


def _wants_envelope(body: Mapping[str, Any]) -> bool:
    return "format" in body.get("output_config", {})


def _start(body: Mapping[str, Any], answer: "Answer") -> Event:
    empty = _message(body) | {"content": [], "stop_reason": None}
    return _event("message_start", {"message": empty | {"usage": {**answer.usage, "output_tokens": 1}}})


def _message(body: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", ""),
        "stop_sequence": None,
    }


def _thinking() -> Iterator[Event]:
    """Current models begin with a thinking block, which comes empty."""
    block = {"type": "thinking", "thinking": "", "signature": ""}
    yield _event("content_block_start", {"index": 0, "content_block": block})
    delta = {"type": "signature_delta", "signature": "c2lnbmVk"}
    yield _event("content_block_delta", {"index": 0, "delta": delta})
    yield _event("content_block_stop", {"index": 0})


def _tool(tool: Mapping[str, Any]) -> Iterator[Event]:
    block = {"type": "tool_use", "id": "toolu_1", "name": "record", "input": {}}
    yield _event("content_block_start", {"index": 2, "content_block": block})
    raw = json.dumps(tool, ensure_ascii=False)
    for start in range(0, len(raw), 7):
        delta = {"type": "input_json_delta", "partial_json": raw[start : start + 7]}
        yield _event("content_block_delta", {"index": 2, "delta": delta})
    yield _event("content_block_stop", {"index": 2})


def _accident(answer: "Answer") -> Iterator[Event]:
    match answer.after:
        case "cut":
            yield Event(cut=True)
        case "stall":
            yield Event(stall=True)
        case "error":
            error = {"type": answer.error_type, "message": "It broke."}
            yield _event("error", {"error": error}, cut=True)
        case "junk":
            yield Event(b'event: content_block_delta\ndata: {"type": "content_bl\n\n')
        case "shapeless":
            yield _event("content_block_delta", {"index": 1, "delta": {"type": "text_delta"}})
        case "odd":
            yield from (_event(name, data) for name, data in ODD)
        case other:
            raise ValueError(f"There is no accident called {other}.")


def _event(name: str, data: Mapping[str, Any], is_token: bool = False, cut: bool = False) -> Event:
    body = json.dumps({"type": name, **data}, ensure_ascii=False)
    return Event(f"event: {name}\ndata: {body}\n\n".encode(), is_token, cut)


def _tokens(text: str) -> list[str]:
    return TOKEN.findall(text)


def _stop(answer: "Answer", tool: Mapping[str, Any] | None) -> str:
    return "tool_use" if tool is not None and answer.stop_reason == "end_turn" else answer.stop_reason


def _output(answer: "Answer", sent: int) -> int:
    return sent if answer.output_tokens is None else answer.output_tokens
