"""Where changes stand in a text, word for word. Pure; linear in the text and the changes.

Lines count from 0, and end as Markdown says: at "\\n", "\\r" or both. An addition stands there with its marker line, or
without it where the nearest marker above is its own and no heading is between: the points of a session share one.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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


def find_occurrences[Key](lines: Sequence[str], wordings: Iterable[tuple[str, Key]]) -> list[Occurrence[Key]]:
    """Where each wording stands as whole lines, in the order of the text; no line belongs to two.

    wordings: texts with the key of what they are the words of; blank lines around them do not matter. Of two that
    begin on the same line the longer one counts, of two that are the same the first. An addition that shares the
    marker of one above it begins on the line of its point.
    """
    first = _by_first_line(wordings)
    found: list[Occurrence[Key]] = []
    line, above = 0, ""
    while line < len(lines):
        is_marker = bool(marker_in(lines[line]))
        above = lines[line] if is_marker else above
        count, key = _standing_words(first, lines, line, "" if is_marker else above)
        if key is not None:
            found.append(Occurrence(line, count, key))
        elif _HEADING.match(lines[line]):
            above = ""
        line += count
    return found


def _standing_words[Key](
    first: Mapping[tuple[str, str], list[tuple[list[str], Key]]], lines: Sequence[str], line: int, above: str
) -> tuple[int, Key | None]:
    """How many lines the longest wording has that stands at `line`, and its key; 1 and None when there is none.
    `above` is the marker that the line stands below, "" for none."""
    own = first.get(_opening_lines(lines, line), ())
    best = next((one for one in own if _stands_at(lines, line, one[0])), None)
    count, key = (len(best[0]), best[1]) if best else (0, None)
    if above and lines[line].strip():
        below = first.get((above, lines[line]), ())
        shared = next((one for one in below if _stands_at(lines, line, one[0][1:])), None)
        if shared and len(shared[0]) > count:
            count, key = len(shared[0]) - 1, shared[1]
    return max(count, 1), key


def _by_first_line[Key](
    wordings: Iterable[tuple[str, Key]],
) -> Mapping[tuple[str, str], list[tuple[list[str], Key]]]:
    """The wordings by how they begin, the longest first."""
    first: dict[tuple[str, str], list[tuple[list[str], Key]]] = {}
    for text, key in wordings:
        words = lines_of(text)
        while words and not words[-1].strip():
            words.pop()
        while words and not words[0].strip():
            words.pop(0)
        if words:
            first.setdefault(_opening_lines(words, 0), []).append((words, key))
    for same in first.values():
        same.sort(key=lambda one: -len(one[0]))
    return first


def _opening_lines(lines: Sequence[str], line: int) -> tuple[str, str]:
    """The line; a marker is on many, so it counts with the line below."""
    if marker_in(lines[line]):
        return lines[line], lines[line + 1] if line + 1 < len(lines) else ""
    return lines[line], ""


def _stands_at(lines: Sequence[str], line: int, words: Sequence[str]) -> bool:
    stop = line + len(words)
    return stop <= len(lines) and lines[stop - 1] == words[-1] and list(lines[line:stop]) == list(words)
