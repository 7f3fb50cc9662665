"""The sections of a Markdown text, and which one an addition belongs to. Pure and linear in the text."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from reviews.documents.headings import Heading, every_line, read_outline
from reviews.documents.markers import INSIGHTS, MORE_INSIGHTS
from reviews.language.prose import any_case, vocabulary

STOP_WORDS = vocabulary(
    "a an and are as at by for from in into is it its of on or our that the their this to we with"
)
SHORTEST_PHRASE = 2
"""Keywords that a heading must have to count as a part of the step's title."""

_NUMBER = any_case(r"^\W*(?:(?:section|step|chapter) )?§? ?\d+(?:[.-]\d+)* ?[.):–—-]* ")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Section(Heading):
    """A heading with all that stands under it, sub-sections included. It ends before character `end`."""

    end: int


@dataclass(frozen=True)
class Scanned:
    """A text with its sections in order. `open_from` is where a block begins that nothing closes, or None."""

    text: str
    sections: tuple[Section, ...]
    open_from: int | None = None
    open_indent: int = 0

    def line(self, section: Section) -> str:
        """The first line of the section, without its end."""
        return every_line(self.text[section.start : section.body])[0].rstrip()

    def title_above(self, position: int) -> str:
        """The title of the last heading at or before a character, "" when there is none."""
        above = bisect_right(self.sections, position, key=lambda section: section.start)
        return self.sections[above - 1].title if above else ""

    def next_start(self, section: Section) -> int:
        """Where the next heading begins, or the end of the text."""
        behind = bisect_right(self.sections, section.start, key=lambda found: found.start)
        return self.sections[behind].start if behind < len(self.sections) else len(self.text)


@lru_cache(maxsize=4)
def scan_sections(text: str) -> Scanned:
    """The sections of `text`, by one pass over it."""
    found = read_outline(text)
    return Scanned(text, tuple(_sections_of(found.headings, len(text))), found.open_from, found.open_indent)


def choose_section(text: str | Scanned, title: str, sections: Sequence[str] = ()) -> Section | None:
    """The section that an addition about `title` goes to (C22), or None when no heading has a word of it.

    First the heading that is `title`, then one that is among the step's own `sections`, then one that has the
    title in it or is a part of it, then the one that shares most keywords with it. Numbers such as "3." or "§3"
    don't count, nor does case; of several the first is taken. Headings that earlier sessions put are passed over.
    """
    scanned = scan_sections(text) if isinstance(text, str) else text
    candidates = [(keywords(section.title), section) for section in scanned.sections if not is_ours(section)]
    for wanted in (title, *sections):
        words = keywords(wanted)
        exact = next((section for found, section in candidates if words and found == words), None)
        if exact:
            return exact
    return _part(candidates, keywords(title)) or _overlap(candidates, frozenset(keywords(title)))


def is_ours(section: Section) -> bool:
    """Whether the heading is one that synthesis puts."""
    return section.title.startswith(f"{INSIGHTS} (") or section.title == MORE_INSIGHTS


def keywords(title: str) -> tuple[str, ...]:
    """The words of a title that count: no numbering, no stop words (unless there are no others), no plural s."""
    bare = _NUMBER.sub("", " ".join(title.split()))
    words = [word if len(word) < 4 else word.rstrip("s") for word in _WORD.findall(bare.casefold())]
    return tuple(word for word in words if word not in STOP_WORDS) or tuple(words)


def _sections_of(headings: Sequence[Heading], length: int) -> list[Section]:
    """Each heading with the end of its section: the next heading of its level or above it, or the text's end."""
    ends = [length] * len(headings)
    open_ones: list[int] = []
    for number, heading in enumerate(headings):
        while open_ones and headings[open_ones[-1]].level >= heading.level:
            ends[open_ones.pop()] = heading.start
        open_ones.append(number)
    return [
        Section(found.level, found.title, found.start, found.body, found.indent, end)
        for found, end in zip(headings, ends, strict=True)
    ]


def _part(candidates: Sequence[tuple[tuple[str, ...], Section]], title: tuple[str, ...]) -> Section | None:
    """The first heading that has the title in it; else the longest one that is a part of it."""
    for words, section in candidates:
        if _phrase_within(title, words):
            return section
    parts = [(len(words), section) for words, section in candidates if _phrase_within(words, title)]
    longest = max((length for length, _ in parts), default=0)
    if longest < SHORTEST_PHRASE:
        return None
    return next(section for length, section in parts if length == longest)


def _phrase_within(phrase: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether the words of `phrase` stand in `words` one behind the other."""
    size = len(phrase)
    if not phrase or size > len(words):
        return False
    return any(words[i : i + size] == phrase for i in range(len(words) - size + 1))


def _overlap(candidates: Sequence[tuple[tuple[str, ...], Section]], title: frozenset[str]) -> Section | None:
    """The first of the headings that share most keywords with the title."""
    shared = [len(title.intersection(words)) for words, _ in candidates]
    most = max(shared, default=0)
    return candidates[shared.index(most)][1] if most else None
