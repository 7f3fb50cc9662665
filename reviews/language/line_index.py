"""The lines of a text as Markdown counts them, and where each starts. Standard library only."""

import re
from bisect import bisect_right
from functools import cached_property

LINE_END = re.compile(r"\r\n?|\n")
"""The same ends as the Markdown parser's, so that its line numbers are ours: str.splitlines knows more of them."""


def count_line_ends(text: str) -> int:
    """How many lines end in the text."""
    return len(LINE_END.findall(text)) if "\r" in text else text.count("\n")


class LineIndex:
    """A text and where its lines start. Lines and columns count from 1, characters from 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = (0, *(match.end() for match in LINE_END.finditer(text)))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their ends."""
        edges = (*self.starts[1:], len(self.text))
        return tuple(self.text[a:b].rstrip("\r\n") for a, b in zip(self.starts, edges, strict=True))

    def place(self, offset: int) -> tuple[int, int]:
        """The (line, column) of a character."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def start_of(self, line: int) -> int:
        """The character at which a line starts, the text's length for the line after the last."""
        return self.starts[line - 1] if line <= len(self.starts) else len(self.text)
