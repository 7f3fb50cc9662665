"""Reads `{"message": "…", "record": {…}}` while it arrives, so that the message can be shown word by word.

Pure. A model that was asked for this shape may still answer in plain prose: then the prose is the message.
"""

import json
import re
from dataclasses import dataclass, replace
from typing import Any, Literal

HEAD = re.compile(r'\s*\{\s*"message"\s*:\s*"')
# All that can be decoded: neither half an escape nor the first half of a surrogate pair.
WHOLE = re.compile(
    r'(?:[^"\\]++|\\[^u]|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4})*+'
)
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the envelope has been read. `held` is text that can't be decoded yet."""

    phase: Literal["head", "message", "rest", "prose"] = "head"
    held: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A whole answer: the message, and the record as it came (None when there is none)."""

    message: str
    record: Any = None


def read_piece(reading: Reading, piece: str) -> tuple[Reading, str]:
    """Add raw text. Returns the new reading and the part of the message that can be shown now."""
    match reading.phase:
        case "prose":
            return reading, _storable_text(piece)
        case "rest":
            return reading, ""
        case "message":
            return _read_message(reading.held + piece)
        case _:
            return _read_head(replace(reading, held=reading.held + piece))


def open_envelope(raw: str) -> Opened:
    """Split a whole answer. Text that is no envelope is all message; half an envelope gives what it has."""
    try:
        value = json.loads(raw, strict=False)
    except ValueError:
        return Opened(_half_message(raw))
    if not isinstance(value, dict) or not isinstance(value.get("message"), str):
        return Opened(_storable_text(raw))
    return Opened(_storable_text(value["message"]), value.get("record"))


def _read_head(reading: Reading) -> tuple[Reading, str]:
    start = HEAD.match(reading.held)
    if start:
        return _read_message(reading.held[start.end() :])
    if reading.held.lstrip()[:1] in ("", "{"):
        return reading, ""
    return Reading("prose"), _storable_text(reading.held)


def _read_message(text: str) -> tuple[Reading, str]:
    end = WHOLE.match(text).end()  # type: ignore[union-attr]  # it matches the empty string
    phase: Literal["rest", "message"] = "rest" if text[end : end + 1] == '"' else "message"
    return Reading(phase, "" if phase == "rest" else text[end:]), _decode_string(text[:end])


def _half_message(raw: str) -> str:
    start = HEAD.match(raw)
    return _read_message(raw[start.end() :])[1] if start else _storable_text(raw)


def _decode_string(escaped: str) -> str:
    if "\\" not in escaped:
        return _storable_text(escaped)
    try:
        return _storable_text(json.loads(f'"{escaped}"', strict=False))
    except ValueError:
        return _storable_text(escaped)


def _storable_text(text: str) -> str:
    """The text without null characters and halves of surrogate pairs, which databases refuse."""
    return UNSTORABLE.sub("\ufffd", text)
