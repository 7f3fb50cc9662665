"""Reads `{"message": "…", "record": {…}}` while it arrives, so that the message can be shown word by word.

Pure, linear in the length of the answer. A model that was asked for this shape may still answer in plain prose: then
the prose is the message, and a record beside it is the record. It may also put the shape into a Markdown fence, or
write a few words before or behind it: those are left out. Whatever it does, nobody gets to see its JSON.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any, Literal

from pydantic_core import from_json

from reviews.providers.bare_quotes import clear_end, closes, escape_quotes, possible_ends
from reviews.providers.loose_json import with_strict_escapes, with_strict_json
from reviews.providers.opened import (
    ENVELOPE,
    MOST_TRIED,
    NO_JSON,
    Opened,
    decoded_value,
    is_schema,
    joined_records,
    only_words,
    opened_value,
    storable_text,
    with_words_of_record,
)
from reviews.providers.other_forms import field_lines, half_field_line, is_shown_at_end, with_plain_json
from reviews.providers.wrapping import (
    before_label,
    behind_label,
    behind_thoughts,
    behind_wrapper,
    half_label,
    open_thoughts,
    without_quoting,
)

HEAD = re.compile(r'\s*+(?:`{3,}+[^\S\n]*+\w{0,10}+[^\S\n]*+\n)?+\s*+\{\s*+"message"\s*+:\s*+"')
# All that can be decoded: neither half an escape nor the first half of a surrogate pair.
WHOLE = re.compile(
    r'(?:[^"\\]++|\\[^u]|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4})*+'
)
HALF_FENCE = re.compile(r"`{1,20}[^\S\n]{0,9}\w{0,10}[^\S\n]{0,9}")
KEYED = re.compile(r"\s*+(?:`{3,}+[^\n]{0,20}+\n)?+\s*+\{\s*+[\"']\w{1,40}+[\"']\s*+:")
"""The beginning of an object, which nobody writes as the first words of prose."""
OBJECT = re.compile(r'\{\s{0,40}+"\w{1,40}+"\s{0,40}+:')
"""Where any object begins; behind a few words it may be an envelope with a key of its own in front."""
NOTHING_SAID = ("null", "None")
MOST_PREAMBLE = 160
"""Characters before an envelope that are a preamble ("Here is the JSON:") and no part of the message."""
LONGEST_OPENING = 120
"""Characters that the opening of an envelope can take, with its fence."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the envelope has been read. `held` is text that can't be decoded or shown yet. In the phase "rest"
    nothing more is shown until the answer has ended."""

    phase: Literal["head", "message", "rest", "prose"] = "head"
    held: str = ""
    begun: bool = False


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
    raw = _unwrapped(raw, fields) if fields else raw
    if raw.strip("` \t\r\n") in NOTHING_SAID:
        return Opened("", is_json=True)
    start = _skipped_fence(raw)
    if "`" in raw[:start] and not raw[start:].strip("` \t\r\n"):
        return Opened("", is_json=True)
    raw, start = _once_decoded(raw, start)
    value, end = decoded_value(raw, start)
    if value is not NO_JSON and not raw[end:].strip("` \t\r\n"):
        return with_words_of_record(opened_value(value), fields)
    meant = with_strict_json(raw, start, ENVELOPE | fields)
    if meant != raw and (found := _opened_among_words(meant, fields)) and found.is_json:
        return found
    return _opened_among_words(raw, fields)


def opened_words(raw: str) -> str:
    """The words of an answer for which no record was asked, whatever a model has put around them."""
    found = open_envelope(_unwrapped(raw, frozenset()))
    return found.message or only_words(found.record)


def _unwrapped(raw: str, fields: frozenset[str]) -> str:
    """An answer without what a model has put around it, its record as JSON."""
    return with_plain_json(behind_label(behind_thoughts(without_quoting(raw))), fields)


def _opened_among_words(raw: str, fields: frozenset[str]) -> Opened:
    """An answer that is no JSON as a whole."""
    inside = _opened_inside(raw)
    if inside:
        return inside
    if behind := _opened_behind_preamble(raw):
        return behind
    if HEAD.match(raw):
        return _opened_at_head(raw, fields)
    if beside := _opened_beside(raw, fields):
        return beside
    if KEYED.match(raw):
        return Opened("", is_json=True, cut=True)
    return Opened(storable_text(raw))


def _opened_at_head(raw: str, fields: frozenset[str]) -> Opened:
    """An envelope that begins the answer; one without a record may have it behind itself."""
    found = _half_opened(raw, 0)
    end = decoded_value(raw, raw.index("{"))[1]
    beside = _opened_beside(raw[end:], fields) if found.broken_record is None and not found.cut else None
    return replace(found, record=beside.record, broken_record=beside.broken_record) if beside else found


def _read_head(reading: Reading, fields: frozenset[str]) -> tuple[Reading, str]:
    """Wait until the first characters tell an envelope from prose, and prose from a preamble."""
    held = reading.held
    if fields:
        if thoughts := open_thoughts(held):
            return Reading(held=thoughts), ""
        held = behind_thoughts(held)
    start = HEAD.match(held)
    if start:
        return _read_message(held[start.end() :], begun=False)
    words = held.lstrip()
    if _may_open(words, fields):
        return (Reading("rest"), "") if len(held) > 4 * LONGEST_OPENING else (reading, "")
    if _begins_with_data(held):
        return Reading("rest"), ""
    if _opening(ENVELOPE | fields).search(held) or OBJECT.search(held, 0, MOST_PREAMBLE + LONGEST_OPENING):
        return Reading("rest"), ""
    if _held_from(words, fields) <= MOST_PREAMBLE:
        return reading, ""
    return _read_prose(behind_label(held) if fields else held, fields)


def _begins_with_data(held: str) -> bool:
    """Whether an answer begins with JSON, code or tags, of which nothing is shown before its end."""
    body = held[_skipped_fence(held) :]
    if body[:1] == "{" or "".join(body[:40].split())[:2] in ("[{", '["', '"{'):
        return True
    return held.lstrip()[:3] in ("```", "~~~") or KEYED.match(held) is not None or is_shown_at_end(held)


def _read_prose(text: str, fields: frozenset[str]) -> tuple[Reading, str]:
    """Show prose up to where an envelope or a record begins or may be beginning."""
    found = _opening(ENVELOPE | fields).search(text)
    lines = field_lines(fields).finditer(text) if fields else ()
    line = next((one for one in lines if one.start()), None)  # at 0 it need not begin a line
    if found := min(filter(None, (line, found)), key=lambda one: one.start(), default=None):
        return Reading("rest"), storable_text(before_label(text[: found.start()]))
    end = _held_from(text, fields)
    return Reading("prose", text[end:]), storable_text(text[:end])


def _held_from(text: str, fields: frozenset[str]) -> int:
    """The place in `text` behind which an envelope or a record may be beginning; its length when none is."""
    start = max(0, len(text) - LONGEST_OPENING)
    places = (place for place in range(start, len(text)) if text[place] in "`{\n")
    return next((place for place in places if _may_begin(text[place:], fields)), len(text))


def _may_begin(text: str, fields: frozenset[str]) -> bool:
    """Whether `text` may be the first characters of what is not shown: JSON, its fence, or a label of its own line."""
    if text[0] != "\n":
        return _may_open(text, fields)
    if fields and half_field_line(fields).match(text):
        return True
    label = half_label(text)
    return label >= 0 and (label == len(text) or _may_open(text[label:], fields))


@cache
def _opening(keys: frozenset[str]) -> re.Pattern[str]:
    """Where an object that has one of these keys first may begin in the middle of an answer, with its fence."""
    return re.compile(
        r"(?P<fence>(?<!`)`{3,}+[^\S\n]{0,9}+\w{0,10}+[^\S\n]{0,9}+\n\s{0,20}+)?+"
        rf'(?P<json>\{{)\s{{0,40}}+"(?:{"|".join(sorted(map(re.escape, keys)))})"\s{{0,40}}+:',
        re.IGNORECASE,
    )


def _may_open(text: str, fields: frozenset[str]) -> bool:
    """Whether `text` may be the first characters of an envelope, of a record or of the fence around one."""
    if text[:1] == "`":
        fence, newline, text = text.partition("\n")
        if not HALF_FENCE.fullmatch(fence):
            return False
        if not newline:
            return True
    tight = "".join(text[: 2 * LONGEST_OPENING].split()).lower()
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


def _opened_inside(raw: str) -> Opened | None:
    """The first envelope that begins somewhere in `raw`, without what stands behind it; one that can't be decoded when
    there is no other."""
    written, broken = raw.rstrip("` \t\r\n"), None
    for found in islice(_opening(ENVELOPE).finditer(raw), MOST_TRIED):
        start = found.start("json")
        value, end = decoded_value(raw, start)
        if value is NO_JSON and end >= len(written):
            return _half_opened(raw, found.start())
        if isinstance(value, Mapping) and "record" in value and not is_schema(value.get("message")):
            inner = opened_value(value)
            said = inner.message or _words_behind(raw, end, is_fenced=bool(found["fence"]))
            return replace(inner, message=_after_preamble(raw[: found.start()], said))
        if value is NO_JSON and broken is None and '"record"' in raw[start:]:
            broken = found.start()
    return None if broken is None else _half_opened(raw, broken)


def _opened_beside(raw: str, fields: frozenset[str]) -> Opened | None:
    """The records with these fields that stand beside plain words as one, with those words; None for none."""
    written = raw.rstrip("` \t\r\n")
    words, records, last = list[str](), list[Mapping[str, Any]](), 0
    for found in islice(_opening(fields).finditer(raw) if fields else (), MOST_TRIED):
        if found.start() < last:
            continue
        before, (value, end) = raw[last : found.start()], decoded_value(raw, found.start("json"))
        if isinstance(value, Mapping):
            # What goes on with a comma or a brace was a part of something larger.
            known = {str(key).lower() for key in value} & fields
            if 2 * len(known) > len(value) and raw[end:].lstrip()[:1] not in (",", "]", "}"):
                records.append(value)
                last = _end_of_record(raw, end, is_fenced=bool(found["fence"]))
                words.append(before_label(before))
        elif _ends_line(raw[: found.start()]) and (end >= len(written) or written.endswith("}")):
            broken = None if records else _broken_object(raw[found.start("json") :])
            said = storable_text("".join([*words, before_label(before)]))
            return Opened(said, joined_records(records), is_json=True, broken_record=broken)
    if not records:
        return None
    said = "".join([*words, raw[last:]])
    said = open_envelope(said).message if '"message"' in said else storable_text(said)
    return Opened(behind_label(said), joined_records(records), is_json=True)


def _words_behind(raw: str, end: int, *, is_fenced: bool) -> str:
    """Plain words behind a record that ends at `end`; "" when there is more JSON."""
    words = raw[_end_of_record(raw, end, is_fenced=is_fenced) :]
    return "" if "{" in words else storable_text(words)


def _end_of_record(raw: str, end: int, *, is_fenced: bool) -> int:
    """Where the words go on behind a record that ends at `end`."""
    closed = re.compile(r"\s*+`{3,}+\s*+" if is_fenced else r"\s*+").match(raw, end)
    return behind_wrapper(raw, closed.end() if closed else end)


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
    value, end = decoded_value(raw, found.start())
    if isinstance(value, Mapping) and "message" in value and not raw[end:].strip("` \t\r\n"):
        return opened_value(value)
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
        value, behind = decoded_value(rest, 0)
        if isinstance(value, Mapping) and ("record" in value or not rest[behind:].strip("` \t\r\n")):
            message, is_whole = _read_bare(text[:end])
            return replace(opened_value({**value, "message": message}), cut=not is_whole)
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
        return storable_text(before)
    return storable_text(before) + ("" if before.endswith("\n") else "\n\n") + message


def _skipped_fence(raw: str) -> int:
    """Where `raw` begins behind blank space and the line that opens a fence."""
    found = re.match(r"[\s>]*+(?:`{3,}+[^\S\n]*+\w{0,10}+[^\S\n]*+\n[\s>]*+)?+", raw)
    return found.end() if found else 0


def _read_string(text: str) -> tuple[str, int]:
    """As much of the inside of a JSON string as `text` begins with and can be decoded, and where that ends."""
    end = WHOLE.match(text).end()  # type: ignore[union-attr]  # it matches the empty string
    escaped = text[:end]
    try:
        said = json.loads(f'"{escaped}"', strict=False) if "\\" in escaped else escaped
    except ValueError:
        said = json.loads(f'"{with_strict_escapes(escaped)}"', strict=False)
    return storable_text(said), end
