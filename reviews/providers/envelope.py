"""Reads `{"message": "…", "record": {…}}` while it arrives, so that the message can be shown word by word.

Pure, linear in the length of the answer. A model that was asked for this shape may still answer in plain prose: then
the prose is the message, and a record beside it is the record. It may also put the shape into a Markdown fence, or
write a few words before or behind it: those are left out. Whatever it does, nobody gets to see its JSON.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import Any, Literal

from pydantic_core import from_json

from reviews.providers.bare_quotes import MOST_TRIED, clear_end, closes, escape_quotes, possible_ends

HEAD = re.compile(r'\s*+(?:`{3,}+[^\S\n]*+\w{0,10}+[^\S\n]*+\n)?+\s*+\{\s*+"message"\s*+:\s*+"')
# All that can be decoded: neither half an escape nor the first half of a surrogate pair.
WHOLE = re.compile(
    r'(?:[^"\\]++|\\[^u]|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4})*+'
)
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
ENVELOPE = frozenset({"message", "record"})
"""The keys of an envelope."""
CLOSED_FENCE = re.compile(r"\A`{3,}+")
HALF_FENCE = re.compile(r"`{1,20}[^\S\n]{0,9}\w{0,10}[^\S\n]{0,9}")
KEYED = re.compile(r"\s*+(?:`{3,}+[^\n]{0,20}+\n)?+\s*+\{\s*+[\"']\w{1,40}+[\"']\s*+:")
"""The beginning of an object, which nobody writes as the first words of prose."""
OBJECT = re.compile(r'\{\s{0,40}+"\w{1,40}+"\s{0,40}+:')
"""Where any object begins; behind a few words it may be an envelope with a key of its own in front."""
MOST_PREAMBLE = 160
"""Characters before an envelope that are a preamble ("Here is the JSON:") and no part of the message."""
LONGEST_OPENING = 120
"""Characters that the opening of an envelope can take, with its fence."""
_STRING_OR_LAST_COMMA = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|,(?=\s{0,40}[}\]])', re.DOTALL)
_NO_JSON = object()


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the envelope has been read. `held` is text that can't be decoded or shown yet. In the phase "rest"
    nothing more is shown until the answer has ended."""

    phase: Literal["head", "message", "rest", "prose"] = "head"
    held: str = ""
    begun: bool = False


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


def read_piece(reading: Reading, piece: str, fields: frozenset[str] = frozenset()) -> tuple[Reading, str]:
    """Add raw text. Returns the new reading and the part of the message that can be shown now. fields: the keys of the
    record that was asked for."""
    match reading.phase:
        case "prose":
            return _read_prose(reading.held + piece, fields)
        case "rest":
            return reading, ""
        case "message":
            return _read_message(reading.held + piece, begun=reading.begun)
        case _:
            return _read_head(replace(reading, held=reading.held + piece), fields)


def open_envelope(raw: str, fields: frozenset[str] = frozenset()) -> Opened:
    """Split a whole answer. Text that is no envelope is all message, but for a record with these `fields` beside it;
    half an envelope gives what it has; JSON of another shape is a record without a message."""
    start = _skipped_fence(raw)
    if "`" in raw[:start] and not raw[start:].strip("` \t\r\n"):
        return Opened("", is_json=True)
    raw, start = _once_decoded(raw, start)
    value, end = _decoded_value(raw, start)
    if value is not _NO_JSON and not raw[end:].strip("` \t\r\n"):
        return _opened_value(value)
    inside = _opened_inside(raw)
    if inside:
        return inside
    if behind := _opened_behind_preamble(raw):
        return behind
    if HEAD.match(raw):
        return _half_opened(raw, 0)
    if beside := _opened_beside(raw, fields):
        return beside
    if KEYED.match(raw):
        return Opened("", is_json=True, cut=True)
    return Opened(_storable_text(raw))


def _read_head(reading: Reading, fields: frozenset[str]) -> tuple[Reading, str]:
    """Wait until the first characters tell an envelope from prose, and prose from a preamble."""
    held = reading.held
    start = HEAD.match(held)
    if start:
        return _read_message(held[start.end() :], begun=False)
    words = held.lstrip()
    if _may_open(words, fields):
        return (Reading("rest"), "") if len(held) > 4 * LONGEST_OPENING else (reading, "")
    body = held[_skipped_fence(held) :]
    if KEYED.match(held) or body[:1] == "{" or "".join(body[:40].split())[:2] in ("[{", '["', '"{'):
        return Reading("rest"), ""
    if _opening(ENVELOPE | fields).search(held) or OBJECT.search(held, 0, MOST_PREAMBLE + LONGEST_OPENING):
        return Reading("rest"), ""
    return _read_prose(held, fields) if _held_from(words, fields) > MOST_PREAMBLE else (reading, "")


def _read_prose(text: str, fields: frozenset[str]) -> tuple[Reading, str]:
    """Show prose up to where an envelope or a record begins or may be beginning."""
    found = _opening(ENVELOPE | fields).search(text)
    if found:
        return Reading("rest"), _storable_text(text[: found.start()])
    end = _held_from(text, fields)
    return Reading("prose", text[end:]), _storable_text(text[:end])


def _held_from(text: str, fields: frozenset[str]) -> int:
    """The place in `text` behind which an envelope or a record may be beginning; its length when none is."""
    start = max(0, len(text) - LONGEST_OPENING)
    places = (place for place in range(start, len(text)) if text[place] in "`{")
    return next((place for place in places if _may_open(text[place:], fields)), len(text))


@cache
def _opening(keys: frozenset[str]) -> re.Pattern[str]:
    """Where an object that has one of these keys first may begin in the middle of an answer, with its fence."""
    return re.compile(
        r"(?P<fence>(?<!`)`{3,}+[^\S\n]{0,9}+\w{0,10}+[^\S\n]{0,9}+\n\s{0,20}+)?+"
        rf'(?P<json>\{{)\s{{0,40}}+"(?:{"|".join(sorted(map(re.escape, keys)))})"\s{{0,40}}+:'
    )


def _may_open(text: str, fields: frozenset[str]) -> bool:
    """Whether `text` may be the first characters of an envelope, of a record or of the fence around one."""
    if text[:1] == "`":
        fence, newline, text = text.partition("\n")
        if not HALF_FENCE.fullmatch(fence):
            return False
        if not newline:
            return True
    tight = "".join(text[: 2 * LONGEST_OPENING].split())
    openings = ('{"message":"', '{"record":', *(f'{{"{name}":' for name in fields))
    return any(opening.startswith(tight) for opening in openings)


def _read_message(text: str, *, begun: bool) -> tuple[Reading, str]:
    said, end = _read_string(text)
    if not begun:
        first = said.lstrip()[:1]
        # An envelope as the message of an envelope: what is in it is known at the end.
        if first == "{":
            return Reading("rest"), ""
        if not first and text[end : end + 1] != '"' and len(text) < LONGEST_OPENING:
            return Reading("message", text), ""
    if text[end : end + 1] == '"':
        return Reading("rest"), said
    return Reading("message", text[end:], begun=True), said


def _opened_value(value: Any, *, nested: bool = False) -> Opened:
    """An answer that is JSON as a whole. Only one envelope in another is opened."""
    if isinstance(value, list):
        value = value[0] if len(value) == 1 else None
    if not isinstance(value, Mapping):
        return Opened("", is_json=True)
    if "message" not in value:
        return Opened("", value.get("record", value), is_json=True)
    message = _message_words(value["message"])
    others = {key: part for key, part in value.items() if key != "message"} or None
    record = value.get("record", others)
    inner = _decoded_value(message, 0)[0] if message.startswith("{") and not nested else _NO_JSON
    if isinstance(inner, Mapping) and "message" in inner:
        found = _opened_value(inner, nested=True)
        return replace(found, record=found.record if record is None else record)
    return Opened(_storable_text(message), record, is_json=True)


def _message_words(message: Any) -> str:
    """The message as words: some models give it as a list of paragraphs, or as nothing."""
    if isinstance(message, list):
        return "\n\n".join(part for part in message if isinstance(part, str))
    return message if isinstance(message, str) else ""


def _opened_inside(raw: str) -> Opened | None:
    """The first envelope that begins somewhere in `raw`, without what stands behind it; one that can't be decoded when
    there is no other."""
    written, broken = raw.rstrip("` \t\r\n"), None
    for found in islice(_opening(ENVELOPE).finditer(raw), MOST_TRIED):
        start = found.start("json")
        value, end = _decoded_value(raw, start)
        if value is _NO_JSON and end >= len(written):
            return _half_opened(raw, found.start())
        if isinstance(value, Mapping) and "record" in value:
            inner = _opened_value(value)
            return replace(inner, message=_after_preamble(raw[: found.start()], inner.message))
        if value is _NO_JSON and broken is None and '"record"' in raw[start:]:
            broken = found.start()
    return None if broken is None else _half_opened(raw, broken)


def _opened_beside(raw: str, fields: frozenset[str]) -> Opened | None:
    """A record with these fields that stands beside plain words, with those words; None when there is none."""
    if not fields:
        return None
    written = raw.rstrip("` \t\r\n")
    for found in islice(_opening(fields).finditer(raw), MOST_TRIED):
        before, start = raw[: found.start()], found.start("json")
        value, end = _decoded_value(raw, start)
        if isinstance(value, Mapping):
            behind = raw[end:].lstrip()
            # What goes on with a comma or a brace was a part of something larger.
            if 2 * len(value.keys() & fields) > len(value) and behind[:1] not in (",", "]", "}"):
                behind = CLOSED_FENCE.sub("", behind).lstrip() if found["fence"] else behind
                words = before + behind
                words = open_envelope(words).message if '"message"' in words else _storable_text(words)
                return Opened(words, value, is_json=True)
        elif _ends_line(before) and (end >= len(written) or written.endswith("}")):
            return Opened(_storable_text(before), is_json=True, broken_record=_broken_object(raw[start:]))
    return None


def _ends_line(before: str) -> bool:
    """Whether what stands behind `before` begins a line."""
    return before.rstrip(" \t")[-1:] in ("", "\n")


def _once_decoded(raw: str, start: int) -> tuple[str, int]:
    """An answer that is an envelope written as a JSON string, decoded; any other as it is."""
    if raw[start : start + 3].replace(" ", "")[:2] != '"{':
        return raw, start
    try:
        inner = json.loads(raw[start:].strip("` \t\r\n"), strict=False)
    except ValueError:
        return raw, start
    return (inner, 0) if isinstance(inner, str) else (raw, start)


def _opened_behind_preamble(raw: str) -> Opened | None:
    """An object with a message that follows a few words and ends the answer, whatever its first key is."""
    found = OBJECT.search(raw, 0, MOST_PREAMBLE + LONGEST_OPENING)
    if found is None:
        return None
    value, end = _decoded_value(raw, found.start())
    if isinstance(value, Mapping) and "message" in value and not raw[end:].strip("` \t\r\n"):
        return _opened_value(value)
    return None


def _half_opened(raw: str, start: int) -> Opened:
    """What the envelope that begins at `start` and is no whole one says of its message."""
    head = HEAD.match(raw, start)
    if head is None:
        return Opened(_after_preamble(raw[:start], ""), is_json=True, cut=True)
    text = raw[head.end() :]
    said, end = _read_string(text)
    if text[end : end + 1] == '"' and not closes(text, end):
        mended = _with_bare_quotes(text) or Opened(said, is_json=True, cut=True)
        return replace(mended, message=_after_preamble(raw[:start], mended.message))
    is_cut = text[end : end + 1] != '"'
    broken = None if is_cut else (_broken_object(raw[raw.index("{", start) :]) or {}).get("record") or None
    return Opened(_after_preamble(raw[:start], said), is_json=True, cut=is_cut, broken_record=broken)


def _with_bare_quotes(text: str) -> Opened | None:
    """The envelope whose message, which `text` begins with, has quotation marks that are not escaped; None when it is
    not clear where the message ends."""
    for end, rest in possible_ends(text):
        value, behind = _decoded_value(rest, 0)
        if isinstance(value, Mapping) and ("record" in value or not rest[behind:].strip("` \t\r\n")):
            message, is_whole = _read_bare(text[:end])
            return replace(_opened_value({**value, "message": message}), cut=not is_whole)
    if found := clear_end(text):
        message, is_whole = _read_bare(text[: found[0]])
        broken = (_broken_object(found[1]) or {}).get("record")
        return Opened(message, is_json=True, cut=not is_whole, broken_record=broken)
    return None


def _read_bare(text: str) -> tuple[str, bool]:
    """A message with quotation marks that are not escaped, and whether all of it can be decoded."""
    escaped = escape_quotes(text)
    said, end = _read_string(escaped)
    return said, end == len(escaped)


def _broken_object(text: str) -> Any:
    """An object that breaks off, without the part of a list in which it does; None for none."""
    try:
        last = value = from_json(text, allow_partial=True)
    except ValueError:
        return None
    while isinstance(last, dict) and last:
        last = last[list(last)[-1]]
    if isinstance(last, list):
        del last[-1:]
    return value or None


def _after_preamble(before: str, message: str) -> str:
    """The message behind the words `before` its envelope, which are kept when they are more than a preamble."""
    if not message and not before.rstrip().endswith(":"):
        return open_envelope(before).message
    if len(before.lstrip()) <= MOST_PREAMBLE:
        return message
    if " ".join(message.split()) in " ".join(before.split()):
        return _storable_text(before)
    return _storable_text(before) + ("" if before.endswith("\n") else "\n\n") + message


def _skipped_fence(raw: str) -> int:
    """Where `raw` begins behind blank space and the line that opens a fence."""
    found = re.match(r"\s*+(?:`{3,}+[^\S\n]*+\w{0,10}+[^\S\n]*+\n\s*+)?+", raw)
    return found.end() if found else 0


def _decoded_value(raw: str, start: int) -> tuple[Any, int]:
    """The JSON object or list that begins at `start`, and where it ends. Otherwise _NO_JSON and the place up to which
    it was readable: the end of `raw` for one that breaks off."""
    if raw[start : start + 1] not in ("{", "["):
        return _NO_JSON, start
    try:
        text = raw[:start] + _without_last_commas(raw[start:])  # a quotation mark before it opens no string
        return json.JSONDecoder(strict=False).raw_decode(text, start)
    except json.JSONDecodeError as error:
        return _NO_JSON, len(raw) if error.msg.startswith("Unterminated string") else error.pos
    except (ValueError, RecursionError):  # a number of too many digits, or lists in lists in lists
        return _NO_JSON, start


def _without_last_commas(raw: str) -> str:
    """`raw`, as long as before, with blanks for the commas behind the last part of objects and lists."""
    return _STRING_OR_LAST_COMMA.sub(lambda found: found[0] if found[0] != "," else " ", raw)


def _read_string(text: str) -> tuple[str, int]:
    """As much of the inside of a JSON string as `text` begins with and can be decoded, and where that ends."""
    end = WHOLE.match(text).end()  # type: ignore[union-attr]  # it matches the empty string
    escaped = text[:end]
    try:
        said = json.loads(f'"{escaped}"', strict=False) if "\\" in escaped else escaped
    except ValueError:
        said = escaped
    return _storable_text(said), end


def _storable_text(text: str) -> str:
    """The text without null characters and halves of surrogate pairs, which databases refuse."""
    return UNSTORABLE.sub("\ufffd", text)
