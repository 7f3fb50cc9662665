"""Reading a persona's message by code: the marker, the questions, a label it should not have written.
Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

MARKER = "[SATISFIED]"

_FENCE = re.compile(r"^\s*(?P<fence>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)$")
_MARKER_LINE = re.compile(r"^ {0,3}\[SATISFIED\]\s*$")
_BULLET = re.compile(r"^\s*(?:>\s*)*(?:[-*+•]\s+|\(?\d{1,3}[.):]\s+|[Qq]\d{1,2}[.):]\s*)?")
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’)*_]*\s+")
_ASKS = re.compile(r"\?[\"'”’)*_\]]*$")
_CODE = re.compile(r"`[^`\n]*`")


def storable_value(value: Any) -> Any:
    """`value` (text, or plain values with texts in them) without what no database stores as text: null
    characters, and halves of surrogate pairs, which become "?"."""
    if isinstance(value, str):
        return value.replace("\x00", "").encode("utf-8", "replace").decode()
    if isinstance(value, Mapping):
        return {key: storable_value(inner) for key, inner in value.items()}
    return [storable_value(inner) for inner in value] if isinstance(value, list | tuple) else value


class Fences:
    """Tells line by line whether a text stands in fenced code; an unclosed fence runs to the end."""

    def __init__(self) -> None:
        self.closing = ""
        """What would close the fence that is open; "" outside."""

    def cover(self, line: str) -> bool:
        """Whether `line`, the next one, belongs to fenced code (the fences themselves do)."""
        found = _FENCE.match(line)
        inside = bool(self.closing or found)
        if self.closing and found and found["fence"].startswith(self.closing) and not found["info"].strip():
            self.closing = ""
        elif found and not self.closing:
            self.closing = found["fence"]
        return inside


def outside_code(text: str) -> Iterator[str]:
    """The lines of `text` that stand in no fenced code block; an unclosed fence runs to the end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if "```" not in text and "~~~" not in text:  # then no line need be looked at
        return iter(lines)
    fences = Fences()
    return (line for line in lines if not fences.cover(line))


def has_marker(text: str) -> bool:
    """Whether a line outside fenced code consists of the marker alone (B6)."""
    return MARKER in text and any(_MARKER_LINE.match(line) for line in outside_code(text))


def questions_in(text: str) -> list[str]:
    """The sentences of `text` outside code that end in a question mark, without their list markers."""
    found = []
    for line in outside_code(text):
        if "?" not in _CODE.sub("", line):
            continue
        sentences = _SENTENCE_END.split(_BULLET.sub("", line, count=1).strip())
        found += [sentence.strip() for sentence in sentences if _ASKS.search(sentence.strip())]
    return found


def without_label(text: str, *names: str) -> str:
    """`text` without outer blank space and without a leading "ELM:" or another of `names` that a model wrote.

    Labels are the transcript's business: code writes them.
    """
    labels = "|".join(re.escape(name) for name in names if name)
    stripped = text.strip()
    if not labels:
        return stripped
    return re.sub(
        rf"^[*_]{{0,2}}(?:{labels})[*_]{{0,2}}\s*:[*_]{{0,2}}\s*", "", stripped, count=1, flags=re.IGNORECASE
    )
