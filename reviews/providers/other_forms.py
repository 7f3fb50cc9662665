"""Answers whose parts are written in another form than JSON, rewritten as words with a JSON record behind them: in
tags, as lines of "field: value", in JSON that was escaped once too often. Pure, linear.

Only what has the names that were asked for is rewritten: two fields at least, or one below a line that says "record".
"""

import html
import json
import re
from functools import cache
from typing import Any

from reviews.providers.opened import NO_JSON, decoded_value
from reviews.providers.wrapping import before_label, behind_label, ends_with_record_label

_FENCE = r"\s*+(?:`{3,}+\w{0,10}+\s*+)?+"
_TAGGED = re.compile(rf"{_FENCE}(?:<(?!message)\w{{1,20}}+>\s*+)?+<message>\s*+", re.IGNORECASE)
_BEGINS = re.compile(rf"{_FENCE}(?=\{{)")
_CALLED = re.compile(rf"{_FENCE}[\w.]{{1,40}}+\(\s*+message\s*+[=:]\s*+(?=[\"'])")
_SECOND_ARGUMENT = re.compile(r"[\"']\s{0,40}+,\s{0,40}+record\s{0,9}+=\s{0,9}+(?=[\[{])")
_TAG_OF_PART = re.compile(r"\s{0,9}+</?+(?:message|record)>\s{0,9}+", re.IGNORECASE)
_LAST_TAG = re.compile(r"</\w{1,20}+>[`\s]*+\Z")
_ESCAPED = re.compile(r'\{\s{0,9}+(?:\\n\s{0,9}+)?+\\"\w')
_ENTITIES = re.compile(r"\{\s{0,40}+&(?:quot|#34|#x22);", re.IGNORECASE)
_BLOCK = re.compile(r"[|>][+-]?+[ \t]*+\n")
_DECORATION = r"[ \t>]{0,8}+(?:[-*+•][ \t]{1,4}+)?+[*_`]{0,3}+"
_BEHIND_NAME = r"[*_`]{0,3}+[ \t]{0,3}+[:=][*_`]{0,3}+"
_CONTINUED = re.compile(r"[ \t]|[\]}]|`{3}")
_BARE: dict[str, Any] = {"true": True, "false": False, "null": None, "none": None, "": None}
_LIST_ITEM = re.compile(r"^[ \t]{0,8}[-*+•][ \t]+", re.MULTILINE)


def with_plain_json(text: str, fields: frozenset[str]) -> str:
    """`text`, an answer for which a record with these fields was asked, with its record as JSON behind its words."""
    text = _with_tags_off(_without_call(_unescaped(text)))
    found = field_lines(fields).search(text) if fields else None
    record = _read_lines(text[found.start() :], fields) if found else None
    if not (found and record and _is_meant(text[: found.start()], record)):
        return text
    words = _without_block(before_label(text[: found.start()]).rstrip())
    return f"{words}\n\n{json.dumps(record, ensure_ascii=False)}"


@cache
def field_lines(fields: frozenset[str]) -> re.Pattern[str]:
    """Where a line says what a field of a record is, which begins as nobody writes prose."""
    value = r"[ \t]*+(?:[\[{\"]|[\w-]{0,30}+[ \t]*+(?:\n|\Z))"
    return re.compile(rf"(?:\A|(?<=\n)){_DECORATION}{_any_of(fields)}{_BEHIND_NAME}{value}", re.IGNORECASE)


@cache
def half_field_line(fields: frozenset[str]) -> re.Pattern[str]:
    """What may become such a line, from the end of the line before it to the end of the text."""
    halves = "|".join(_half(name) for name in sorted(fields))
    value = rf"{_any_of(fields)}[*_`]{{0,3}}+[ \t]{{0,3}}+(?:[:=][*_`]{{0,3}}+[ \t]*+[\w-]{{0,30}}+[ \t]*+)?+"
    return re.compile(rf"\n++{_DECORATION}(?:{value}|(?:{halves}))?\Z", re.IGNORECASE)


def is_shown_at_end(answer: str) -> bool:
    """Whether an answer begins in a form of which nothing can be shown before all of it is there."""
    return bool(_TAGGED.match(answer) or _CALLED.match(answer) or _BLOCK.match(behind_label(answer)))


def _half(word: str) -> str:
    """A pattern for the beginnings of a word."""
    pattern = ""
    for letter in reversed(word):
        pattern = ("[ _]" if letter == "_" else re.escape(letter)) + (f"(?:{pattern})?" if pattern else "")
    return pattern


def _any_of(fields: frozenset[str]) -> str:
    names = "|".join(re.escape(name).replace("_", "[ _]?") for name in sorted(fields, reverse=True))
    return f"(?:{names})"


def _unescaped(text: str) -> str:
    """JSON whose quotation marks were escaped as for a string, or as for HTML, as it was meant."""
    found = _BEGINS.match(text)
    start = found.end() if found else len(text)
    if _ENTITIES.match(text, start):
        return html.unescape(text)
    if _ESCAPED.match(text, start):
        try:
            return str(json.loads(f'"{text[start:].strip("` \t\r\n")}"', strict=False))
        except ValueError:
            return text
    return text


def _without_call(text: str) -> str:
    """`answer(message="…", record={…})` as the object of its arguments."""
    found = _CALLED.match(text)
    if found is None:
        return text
    inside = _SECOND_ARGUMENT.sub(lambda one: f'{one[0][0]}, "record": ', text[found.end() :], count=1)
    return '{"message": ' + inside.rstrip("`); \t\r\n") + "}"


def _with_tags_off(text: str) -> str:
    """The words and the record of `<message>…</message><record>…</record>`."""
    found = _TAGGED.match(text)
    if found is None:
        return text
    inside = _TAG_OF_PART.sub("\n\n", text[found.end() :])
    return _LAST_TAG.sub("", inside).strip()


def _read_lines(text: str, fields: frozenset[str]) -> dict[str, Any] | None:
    """The values of lines that each begin with a field, up to the end of `text`; None when something else follows."""
    name = rf"(?:(?i:{_any_of(fields)})|[a-z][a-z_]{{1,30}}+)"  # also of one that nobody asked for
    line = re.compile(rf"{_DECORATION}(?P<name>{name}){_BEHIND_NAME}[ \t]*+")
    values: list[tuple[str, list[str]]] = []
    for one in text.split("\n"):
        if found := line.match(one):
            values.append((found["name"], [one[found.end() :]]))
        elif not one.strip() or (values and _CONTINUED.match(one)):
            if values:
                values[-1][1].append(one)
        else:
            return None
    return {name.lower().replace(" ", "_"): _value("\n".join(lines)) for name, lines in values}


def _value(text: str) -> Any:
    """A value as JSON, as a word, as lines of a list, or as it stands there."""
    text = text.strip("`, \t\r\n")
    value, end = decoded_value(text, 0)
    if value is not NO_JSON and not text[end:].strip():
        return value
    if text.lower() in _BARE:
        return _BARE[text.lower()]
    if len(_LIST_ITEM.findall(text)) > 1 and _LIST_ITEM.match(text):
        return [one.strip() for one in _LIST_ITEM.split(text) if one.strip()]
    return text.strip("\"'")


def _is_meant(before: str, record: dict[str, Any]) -> bool:
    """Whether fields are a record and no words of the message: two of them, of which one has a value that is no
    words, one whose value is an object or a list of some, or any below a line that says so."""
    if before.count("{") > before.count("}"):
        return False  # they are keys of an object
    if ends_with_record_label(before):
        return True
    if len(record) > 1 and any(isinstance(value, list | dict | bool) for value in record.values()):
        return True
    parts = [part for value in record.values() for part in (value if isinstance(value, list) else [value])]
    return any(isinstance(part, dict) for part in parts)


def _without_block(words: str) -> str:
    """The words of a block of YAML without its mark and its margin."""
    found = _BLOCK.match(words.lstrip())
    if found is None:
        return words
    lines = words.lstrip()[found.end() :].split("\n")
    margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines)
