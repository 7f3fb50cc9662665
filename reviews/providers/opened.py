"""What an answer comes to: the JSON in it as plain values, and of an envelope its message and its record. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_STRING_OR_LAST_COMMA = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|,(?=\s{0,40}[}\]])', re.DOTALL)
_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda name: None)
NO_JSON = object()
ENVELOPE = frozenset({"message", "record"})
"""The keys of an envelope."""
DEEPEST = 4
"""How deep an envelope may lie in other objects."""
MOST_LOOKED_AT = 100
_NAMES_OF_WORDS = frozenset({"text", "reply", "content", "answer", "response", "output"})
MOST_TRIED = 8
"""How many places are tried for one thing, and how many parts are put together."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A whole answer: the message, and the record as it came (None when there is none).

    is_json: whether the message came in JSON; cut: whether that ended in the middle of the message; broken_record: what
    can be read of a record that breaks off.
    """

    message: str
    record: Any = None
    is_json: bool = field(default=False, compare=False)
    cut: bool = field(default=False, compare=False)
    broken_record: Any = field(default=None, compare=False)


def opened_value(value: Any, *, nested: bool = False) -> Opened:
    """An answer that is JSON as a whole. Only one envelope in another is opened, whatever key it stands under."""
    value = _one_object(value)
    if not isinstance(value, Mapping):
        return Opened("", is_json=True)
    if "message" not in value and "record" in value:
        value = _with_message(value)
    if "message" not in value:
        inner = None if nested or "record" in value else _only_envelope(value)
        return (
            opened_value(inner, nested=True)
            if inner
            else Opened("", value.get("record", value), is_json=True)
        )
    message = _message_words(value["message"])
    others = {key: part for key, part in value.items() if key != "message"} or None
    record = value.get("record", others)
    inner = _envelope_in(message) if message.startswith("{") and not nested else None
    if inner:
        found = opened_value(inner, nested=True)
        return replace(found, record=found.record if record is None else record)
    return Opened(storable_text(message), record, is_json=True)


def _one_object(value: Any) -> Any:
    """The object that an answer is, its keys as they were asked for ("Message" is "message"); of a list of envelopes or
    parts of one what comes first of each."""
    if isinstance(value, list):
        value = _with_words_named(value)
        objects = [_one_object(part) for part in value[:MOST_TRIED] if isinstance(part, Mapping)]
        if value and all(isinstance(part, str) for part in value):
            return {"message": value}
        if len(value) != 1 and not any(part.keys() & ENVELOPE for part in objects):
            return None
        value = {key: part for one in reversed(objects) for key, part in one.items()}
    if not isinstance(value, Mapping) or not value:
        return value
    named = {key: str(key).strip().lower() for key in value}
    return {
        named[key] if named[key] in ENVELOPE and named[key] not in value else key: part
        for key, part in value.items()
    }


def _only_envelope(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The envelope that stands under another key ("response", "arguments"), as an object or as text; None for none and
    for several."""
    level = [value]
    for _ in range(DEEPEST):
        parts = [part for one in level for part in one.values()][:MOST_LOOKED_AT]
        inside = [_object_in(part) if isinstance(part, str) else _one_object(part) for part in parts]
        level = [part for part in inside if isinstance(part, Mapping)]
        if found := [part for part in level if "message" in part]:
            return found[0] if len(found) == 1 and not is_schema(found[0]["message"]) else None
    return None


def _with_message(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """An envelope whose message has another key, as long as only one part of it is words: "text", "reply", or a field
    of its own within the record."""
    others = [key for key in value if key != "record"]
    if len(others) == 1 and isinstance(value[others[0]], str) and " " in value[others[0]].strip():
        return {"message": value[others[0]], "record": value["record"]}
    record = value["record"]
    if not others and isinstance(record, Mapping) and isinstance(record.get("message"), str):
        rest = {key: part for key, part in record.items() if key != "message"}
        return {"message": record["message"], "record": rest}
    return value


def with_words_of_record(found: Opened, fields: frozenset[str]) -> Opened:
    """`found`, whose words may stand among the fields of its record under a name that only words have."""
    if found.message or not fields or not isinstance(found.record, Mapping):
        return found
    named = [key for key in found.record if key in _NAMES_OF_WORDS - fields]
    if (
        len(named) != 1
        or not isinstance(found.record[named[0]], str)
        or found.record.keys().isdisjoint(fields)
    ):
        return found
    record = {key: part for key, part in found.record.items() if key != named[0]}
    return replace(found, message=storable_text(found.record[named[0]]), record=record)


def only_words(record: Any) -> str:
    """The words of an object of which only one part is a text of some words; "" for any other."""
    parts = list(record.values()) if isinstance(record, Mapping) else []
    texts = [part for part in parts if isinstance(part, str) and " " in part.strip()]
    return storable_text(texts[0]) if len(texts) == 1 else ""


def _with_words_named(value: list[Any]) -> list[Any]:
    """A list of the message in plain words and the record, as the two parts of an envelope."""
    if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], Mapping):
        return [{"message": value[0]}, {"record": value[1].get("record", value[1])}]
    return value


def is_schema(message: Any) -> bool:
    """Whether a part called "message" only says which type a message has to have."""
    return isinstance(message, Mapping) and "type" in message and not _message_words(message)


def _envelope_in(text: str) -> Mapping[str, Any] | None:
    """The envelope that a text is."""
    value = _object_in(text)
    return value if isinstance(value, Mapping) and "message" in value else None


def _object_in(text: str) -> Any:
    """The object or the list of objects that a text is."""
    return _one_object(decoded_value(text, 0)[0])


def _message_words(message: Any) -> str:
    """The message as words: some models give it as a list of paragraphs, as content with a type, or as nothing."""
    if isinstance(message, list):
        return "\n\n".join(filter(None, map(_message_words, message)))
    if isinstance(message, Mapping):
        message = next((message[key] for key in ("text", "content", "value") if key in message), None)
    return message if isinstance(message, str) else ""


def joined_records(records: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Several records as one: lists are joined without what stands there already, of other values the first counts."""
    joined: dict[str, Any] = {}
    for key, value in (pair for record in records for pair in record.items()):
        there = joined.setdefault(key, value)
        if there is not value and isinstance(there, list) and isinstance(value, list):
            joined[key] = there + [part for part in value if part not in there]
    return joined or None


def decoded_value(raw: str, start: int) -> tuple[Any, int]:
    """The JSON object or list that begins at `start`, and where it ends. Otherwise NO_JSON and the place up to which
    it was readable: the end of `raw` for one that breaks off."""
    if raw[start : start + 1] not in ("{", "["):
        return NO_JSON, start
    try:
        text = raw[:start] + _without_last_commas(raw[start:])  # a quotation mark before it opens no string
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return NO_JSON, len(raw) if error.msg.startswith("Unterminated string") else error.pos
    except (ValueError, RecursionError):  # a number of too many digits, or lists in lists in lists
        return NO_JSON, start


def _without_last_commas(raw: str) -> str:
    """`raw`, as long as before, with blanks for the commas behind the last part of objects and lists."""
    return _STRING_OR_LAST_COMMA.sub(lambda found: found[0] if found[0] != "," else " ", raw)


def storable_text(text: str) -> str:
    """The text without null characters and halves of surrogate pairs, which databases refuse."""
    return UNSTORABLE.sub("\ufffd", text)
