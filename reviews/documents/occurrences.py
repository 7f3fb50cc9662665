"""Where changes stand in a text, word for word. Pure; linear in the text and the changes.

Lines count from 0, and end as Markdown says: at "\\n", "\\r" or both. An addition stands there with its marker line, or
without it where the nearest marker above is its own and no heading is between: the points of a session share one.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from reviews.documents import markers
from reviews.language.line_index import LINE_END

_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")


@dataclass(frozen=True)
class Occurrence[Key]:
    """Something that stands on `count` lines from line `start` on."""

    start: int
    count: int
    key: Key


def lines_of(text: str) -> list[str]:
    """The lines of `text` without their ends, as many as Markdown counts."""
    return LINE_END.split(text)


def marker_in(line: str) -> str:
    """The marker that a line ends with, whatever stands before it; "" when it ends with none."""
    return markers.marker_of(line[line.find("<!--") :].rstrip()) if "<!--" in line else ""


@dataclass(frozen=True)
class _Wording[Key]:
    """What stands on `count` lines, as text without its last line end."""

    text: str
    count: int
    key: Key

    @property
    def shared(self) -> "_Wording[Key]":
        """The same below a marker that stands there already."""
        return replace(self, text=self.text.partition("\n")[2], count=self.count - 1)

    def stands_at(self, text: str, start: int) -> bool:
        end = start + len(self.text)
        return text.startswith(self.text, start) and text[end : end + 1] in ("", "\n")


def find_occurrences[Key](lines: Sequence[str], wordings: Iterable[tuple[str, Key]]) -> list[Occurrence[Key]]:
    """Where each wording stands as whole lines, in the order of the text; no line belongs to two.

    wordings: texts with the key of what they are the words of; blank lines around them do not matter. Of two that
    begin on the same line the longer one counts, of two that are the same the first. An addition that shares the
    marker of one above it begins on the line of its point.
    """
    own = _by_first_line(wordings)
    shared = {first: [one.shared for one in same] for first, same in own.items() if first[1].strip()}
    text, starts = "\n".join(lines), [0, *accumulate(len(line) + 1 for line in lines)]
    found: list[Occurrence[Key]] = []
    line, above = 0, ""
    while line < len(lines):
        is_marker = bool(marker_in(lines[line]))
        above = lines[line] if is_marker else above
        near = [*own.get(_opening_lines(lines, line), ()), *shared.get((above, lines[line]), ())]
        fits = (one for one in near if one.stands_at(text, starts[line]))
        best = max(fits, key=lambda one: one.count, default=None)
        if best:
            found.append(Occurrence(line, best.count, best.key))
        elif _HEADING.match(lines[line]):
            above = ""
        line += best.count if best else 1
    return found


def _by_first_line[Key](wordings: Iterable[tuple[str, Key]]) -> Mapping[tuple[str, str], list[_Wording[Key]]]:
    """The wordings by how they begin."""
    first: dict[tuple[str, str], list[_Wording[Key]]] = {}
    for text, key in wordings:
        words = lines_of(text)
        while words and not words[-1].strip():
            words.pop()
        while words and not words[0].strip():
            words.pop(0)
        if words:
            first.setdefault(_opening_lines(words, 0), []).append(_Wording("\n".join(words), len(words), key))
    return first


def _opening_lines(lines: Sequence[str], line: int) -> tuple[str, str]:
    """The line; a marker is on many, so it counts with the line below."""
    if marker_in(lines[line]):
        return lines[line], lines[line + 1] if line + 1 < len(lines) else ""
    return lines[line], ""
