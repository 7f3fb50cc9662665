"""Additions of several sessions to one text, brought back to the text that the first of them was made for. Pure.

A second session reads a text that has the first one's additions in it. As long as nobody has changed that text
otherwise, every addition has its place in the oldest text too; composed there, any choice of them, taken in or
out in any order, gives the same bytes.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from reviews.documents.headings import every_line
from reviews.documents.insert import FALLBACK, Put, compose_text, placed_insertions
from reviews.documents.marked_runs import point_of, repeated_markers
from reviews.documents.occurrences import find_occurrences, lines_of


class KeyedAddition[Key](Put, Protocol):
    """An addition and what it is known by. `inserted` is how it was proposed, `wordings` how people edited it."""

    @property
    def pk(self) -> Key: ...
    @property
    def inserted(self) -> str: ...
    @property
    def wordings(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class Rooted[Key]:
    """An addition at its place in the text of its root. `texts` are all the words that it ever stood there with."""

    pk: Key
    position: int
    text: str
    heading: str
    marker: str
    texts: tuple[str, ...]
    removed: str = ""

    def as_in(self, standing: Collection[str]) -> "Rooted[Key] | None":
        """The addition with the words that it has among the texts that stand somewhere, None when it has none."""
        there = [text for text in self.texts if text in standing]
        return replace(self, text=max(there, key=len)) if there else None


@dataclass(frozen=True)
class Root[Key]:
    """A text that is no other with additions in it, and every addition that comes back to it.

    `headings` has, for each place, the headings of what is added there in their order.
    """

    text: str
    additions: list[Rooted[Key]] = field(default_factory=list)
    headings: dict[int, list[str]] = field(default_factory=dict)

    def composed(self, keys: Collection[Key]) -> str:
        """The text with the additions of these keys."""
        return compose_text(self.text, self.chosen(keys))

    def chosen(self, keys: Collection[Key]) -> list[Rooted[Key]]:
        """The additions of these keys, in order."""
        return self.in_order([addition for addition in self.additions if addition.pk in keys])

    def in_order(self, additions: Iterable[Rooted[Key]]) -> list[Rooted[Key]]:
        """Additions of this root in the order of their headings."""
        return sorted(additions, key=lambda one: self.headings[one.position].index(one.heading))

    def inside(self, base: str) -> "Inside[Key] | None":
        """The additions that `base` has in it; None when it is not this text with additions."""
        words = {text: point_of(replace(one, text=text)) for one in self.additions for text in one.texts}
        wordings = [(text, text) for text, point in words.items() if point in base]
        standing = {one.key for one in find_occurrences(lines_of(base), wordings)}
        found = self.in_order(filter(None, (addition.as_in(standing) for addition in self.additions)))
        once = compose_text(self.text, found)
        repeating = repeated_markers(base, once, found)
        is_base = base == (compose_text(self.text, found, repeating=repeating) if repeating else once)
        return Inside(found, repeating) if is_base else None

    def take_in(self, row: KeyedAddition[Key], inside: "Inside[Key]") -> None:
        """Add an addition that was made for the text with the additions `inside`."""
        position, above = _place_in_root(row.position, self.text, inside)
        headings = self.headings.setdefault(position, [])
        if row.heading not in headings:
            there = {one.heading for one in inside.additions if one.position == position}
            headings.insert(_heading_rank(row.heading, headings, there, above), row.heading)
        texts = tuple(dict.fromkeys([row.text, row.inserted, *row.wordings]))
        self.additions.append(Rooted(row.pk, position, row.text, row.heading, row.marker, texts))


@dataclass(frozen=True)
class Inside[Key]:
    """The additions that a text has in it, in order, and which of their markers stand before each point."""

    additions: Sequence[Rooted[Key]] = ()
    repeating: frozenset[str] = frozenset()


def find_roots[Key](groups: Iterable[tuple[str, Sequence[KeyedAddition[Key]]]]) -> list[Root[Key]]:
    """The roots of additions, given by the text that each group was made for, oldest first."""
    found: list[Root[Key]] = []
    for base, rows in groups:
        root, inside = _find_home(found, base)
        for row in rows:
            root.take_in(row, inside)
    return found


def _find_home[Key](found: list[Root[Key]], base: str) -> tuple[Root[Key], Inside[Key]]:
    """The root that `base` comes back to, the newest first, and its additions that `base` has in it. A text that
    comes back to none is a root of its own, and is added to the ones `found`."""
    for root in reversed(found):
        if inside := root.inside(base):
            return root, inside
    found.append(Root(base))
    return found[-1], Inside()


def _place_in_root[Key](position: int, root: str, inside: Inside[Key]) -> tuple[int, list[str]]:
    """The place in the root of a character of the text with additions, and the headings of those additions at
    this place that stand before it."""
    shift = 0
    for place, stretch in placed_insertions(root, inside.additions, inside.repeating):
        start = stretch.position + shift
        if position <= start:
            break
        if position <= start + len(stretch.inserted):
            here = dict.fromkeys(one.heading for one in inside.additions if one.position == place)
            before, lines = _lines(stretch.inserted[: position - start]), _lines(stretch.inserted)
            return place, [one for one in here if one in before or one not in lines]
        shift += len(stretch.inserted)
    return position - shift, []


def _lines(text: str) -> set[str]:
    return {line.rstrip("\r\n") for line in every_line(text)}


def _heading_rank(heading: str, headings: Sequence[str], there: Collection[str], above: Sequence[str]) -> int:
    """Where `heading` goes among the headings of its place: behind those above it, before the others that were
    there; when none was, deeper headings stand before others, so that each stands in its own section."""
    if above:
        return headings.index(above[-1]) + 1
    if there:
        return min(headings.index(one) for one in there)
    return next((i for i, one in enumerate(headings) if _depth(one) < _depth(heading)), len(headings))


def _depth(heading: str) -> int:
    """The level of a heading; the one for the end of the text stands behind all."""
    return 0 if heading == FALLBACK else len(heading) - len(heading.lstrip("#"))
