"""A text cut into units: the parts of one artifact that are reviewed on their own.

Units are in order and leave nothing out: their texts joined are the text. Each begins where a line does. Pure: the
same text gives the same units on every machine, in linear time but for what `read_units` guards against.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal, cast

from reviews.code.grammars import LANGUAGES, read_syntax
from reviews.code.grouping import Group, group_pieces, join_neighbours
from reviews.code.languages import MARKDOWN
from reviews.code.lines import code_lines
from reviews.code.pieces import LONGEST, Piece, code_pieces
from reviews.code.prose import (
    BLANK,
    markdown_blocks,
    markdown_lines,
    markdown_sections,
    text_blocks,
    text_lines,
)
from reviews.language.line_index import LineIndex
from reviews.language.matching import find_verbatim
from reviews.language.wordlists import read_words

MOST_UNITS = 2_000
"""Of one text. Beyond it neighbours are one unit."""

type Strategy = Literal["auto", "section", "block", "line"]
type UnitKind = Literal["function", "class", "method", "section", "block", "line", "file"]

_WORDS = read_words(__file__, "units")


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a text, from character `start` to before `end`, on the lines from `first_line` to `last_line` (from 1,
    the last one included). `number` counts from 0. No other unit of the text has its `key`, which small edits
    elsewhere leave as it is; `name` is for people."""

    number: int
    key: str
    name: str
    kind: UnitKind
    start: int
    end: int
    first_line: int
    last_line: int

    def text_in(self, text: str) -> str:
        """The words of the unit in the text that it was cut from."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class SplitText:
    """The units of a text, and a sentence for people when it could not be cut as it should, else ""."""

    units: tuple[Unit, ...]
    note: str = ""


def split_units(text: str, language: str, strategy: Strategy = "auto") -> tuple[Unit, ...]:
    """The units of a text in a language (`language_of`); none of an empty one.

    "auto" and "section" cut Markdown at its headings, "block" also between the blocks of long sections. Code is cut at
    its definitions whichever of the three it is. "line" cuts off every line that is no part of something longer.
    """
    return split_text(text, language, strategy).units


def split_text(text: str, language: str, strategy: Strategy = "auto") -> SplitText:
    """As `split_units`, with why it was done in another way."""
    if not text:
        return SplitText(())
    index = LineIndex(text)
    pieces, note = _cut(index, language, strategy)
    groups = group_pieces(pieces, together=0 if strategy == "line" else LONGEST)
    return SplitText(_make_units(index, join_neighbours(groups, MOST_UNITS), strategy), note)


def split_by_blanks(text: str) -> tuple[Unit, ...]:
    """The units of a text whose syntax nobody can read in time."""
    return split_units(text, "text", "block")


def _cut(index: LineIndex, language: str, strategy: Strategy) -> tuple[Iterable[Piece], str]:
    """The pieces of a text, with a note when its syntax could not be read."""
    by_line = strategy == "line"
    if language == MARKDOWN:
        if by_line:
            return markdown_lines(index), ""
        sections = list(markdown_sections(index)) if strategy != "block" else []
        return sections or markdown_blocks(index), ""
    syntax = read_syntax(index, language) if language in LANGUAGES else None
    if syntax:
        return code_lines(syntax, index) if by_line else code_pieces(syntax), ""
    note = _WORDS.text("too_hard") if language in LANGUAGES else ""
    return text_lines(index) if by_line else text_blocks(index), note


def _make_units(index: LineIndex, groups: Sequence[Group], strategy: Strategy) -> tuple[Unit, ...]:
    """A unit for each group. Blank lines belong to the unit before them, those before the first to it."""
    count = len(index.lines) - (not index.lines[-1] and len(index.lines) > 1)
    found = [group for group in groups if group.first < count] or [Group(0, count - 1, "", "", "", False)]
    firsts = [0, *(group.first for group in found[1:])]
    seen: Counter[str] = Counter()
    units = []
    for number, (group, (first, end)) in enumerate(zip(found, pairwise([*firsts, count]), strict=True)):
        kind, key, name = _call(index, group, (first, end), strategy, alone=len(found) == 1)
        seen[key] += 1
        key = key if seen[key] == 1 else f"{key}#{seen[key]}"
        stop = len(index.text) if end == count else index.start_of(end + 1)
        units.append(Unit(number, key, name, kind, index.start_of(first + 1), stop, first + 1, end))
    return tuple(units)


def _call(
    index: LineIndex, group: Group, lines: tuple[int, int], strategy: Strategy, *, alone: bool
) -> tuple[UnitKind, str, str]:
    """The kind, the key and the name of a group on the lines from `lines[0]` to before `lines[1]`."""
    if group.name:
        return cast("UnitKind", group.kind), f"{group.kind}:{group.name}", group.name
    if alone and not group.kind:
        return "file", "file", _WORDS.text("whole")
    first, last = lines[0] + 1, lines[1]
    while last > first and not index.lines[last - 1].strip(BLANK):
        last -= 1
    name = _WORDS.text("line" if first == last else "lines").format(first=first, last=last)
    if strategy == "line":
        return "line", f"lines:{first}-{last}", name
    if group.owner:
        return "block", f"block:{group.owner}", _WORDS.text("within").format(owner=group.owner, lines=name)
    return cast("UnitKind", group.kind or "block"), f"lines:{first}-{last}", name


def unit_at(units: Sequence[Unit], line: int) -> Unit | None:
    """The unit that has a line, counted from 1; None for a line that the text does not have."""
    at = bisect_right(units, line, key=lambda unit: unit.first_line)
    return units[at - 1] if at and line <= units[at - 1].last_line else None


@dataclass(frozen=True, slots=True)
class Place:
    """Where words stand: line and column of the first character, both from 1, and the characters from `start` to before
    `end`. `quote` are the text's own words."""

    line: int
    column: int
    start: int
    end: int
    quote: str


def place_of(text: str, quote: str, within: Unit | None = None) -> Place | None:
    """The first place of a quote in a text, or in a unit of it: with the same characters, else with the same but for
    blanks. None when it does not stand there."""
    offset = within.start if within else 0
    part = within.text_in(text) if within else text
    found = next(iter(find_verbatim(part, quote)), None)
    if found is None:
        return None
    line, column = _index_of(text).place(offset + found.start)
    return Place(line, column, offset + found.start, offset + found.end, found.words(part))


@lru_cache(maxsize=4)
def _index_of(text: str) -> LineIndex:
    return LineIndex(text)
