"""Places in a text as analysers count them, told as offsets in characters, and what stands there."""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from reviews.language.line_index import LINE_END, LineIndex

QUOTED_LINES = 5
QUOTED = 500
"""Characters that a quote has at most."""
WORDS = re.compile(r"\S")


class Place(NamedTuple):
    line: int
    column: int
    end_line: int
    end_column: int
    quote: str


class Places:
    """Offsets in one text."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def index(self) -> LineIndex:
        """The lines as everybody else counts them."""
        return LineIndex(self.text)

    @cached_property
    def lines(self) -> list[int]:
        """Where each line begins for a tool to which only "\\n" ends one."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    @cached_property
    def python_lines(self) -> list[int]:
        """The same where "\\r" ends a line too, as in Python, and a mark of the byte order is not counted."""
        first = 1 if self.text.startswith("\ufeff") else 0
        return [first, *(found.end() for found in LINE_END.finditer(self.text))]

    def offset(self, lines: list[int], line: int, column: int) -> int:
        """The offset of a line and a column, both from 1; what lies outside of the text is moved to its nearest end."""
        if line > len(lines):
            return len(self.text)
        return min(lines[max(line, 1) - 1] + max(column, 1) - 1, len(self.text))

    def from_bytes(self, offsets: Iterable[int]) -> dict[int, int]:
        """The offsets in characters of offsets in the bytes of the text in UTF-8."""
        data = self.text.encode("utf-8", "replace")
        found, before, characters = {}, 0, 0
        for offset in sorted(set(offsets)):
            characters += len(data[before:offset].decode("utf-8", "replace"))
            found[offset], before = min(characters, len(self.text)), offset
        return found

    def place(self, start: int, end: int) -> Place:
        """The place from `start` to before `end`, which is moved up to the last words where it is below them."""
        if not WORDS.search(self.text, start):
            start = end = len(self.text[:start].rstrip())
        line, column = self.index.place(start)
        end_line, end_column = self.index.place(max(start, end))
        return Place(line, column, end_line, end_column, self._quote(start, end, line))

    def _quote(self, start: int, end: int, line: int) -> str:
        rows = self.text[start : min(end, start + QUOTED)].split("\n")
        quote = "\n".join(rows[:QUOTED_LINES]).rstrip()
        if quote.strip():
            return quote
        begin, stop = self.index.start_of(line), self.index.start_of(line + 1)
        # Of a line that is very long, the part where the place is.
        begin = max(begin, start - QUOTED // 2)
        return self.text[begin : min(stop, begin + QUOTED)].strip("\r\n")
