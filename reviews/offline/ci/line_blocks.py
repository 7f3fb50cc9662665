"""Which lines of a text hold together, in one pass over them."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

MARGIN = " \t>"
_NEW_BLOCK = re.compile(r"\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|```|~~~|<!--)")


class LineBlocks:
    """Which lines hold together: what a suppression on lines of its own stands before. Lines count from 1."""

    def __init__(self, lines: Sequence[str], is_text: Callable[[str], bool]) -> None:
        """is_text: whether a line can be the first of what is looked for."""
        self.lines = lines
        self._text = [number for number, line in enumerate(lines, 1) if is_text(line)]
        self._last = list(range(len(lines) + 1))
        self._last_of_table = list(range(len(lines) + 1))
        for number in range(len(lines) - 1, 0, -1):
            following = lines[number]
            if following.strip(MARGIN):
                self._last_of_table[number] = self._last_of_table[number + 1]
                if not _NEW_BLOCK.match(following):
                    self._last[number] = self._last[number + 1]

    def after(self, line: int) -> tuple[int, int]:
        """The first and the last line of the paragraph, heading, list item or table after a line."""
        at = bisect_right(self._text, line)
        if at == len(self._text):
            return line + 1, line + 1
        first = self._text[at]
        if self.lines[first - 1].startswith("#"):
            return first, first
        is_table = self.lines[first - 1].lstrip(MARGIN).startswith("|")
        return first, (self._last_of_table if is_table else self._last)[first]
