"""Where changes stand in a text, word for word. Pure; linear in the text and the changes.

Lines count from 0, and end as Markdown says: at "\\n", "\\r" or both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reviews.documents import markers
from reviews.language.line_index import LINE_END


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
    begin on the same line the longer one counts, of two that are the same the first.
    """
    first = _by_first_line(wordings)
    found: list[Occurrence[Key]] = []
    line = 0
    while line < len(lines):
        fits = (one for one in first.get(_opening_lines(lines, line), ()) if _stands_at(lines, line, one[0]))
        words, key = next(fits, ([lines[line]], None))
        if key is not None:
            found.append(Occurrence(line, len(words), key))
        line += len(words)
    return found


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
    return list(lines[line : line + len(words)]) == list(words)
