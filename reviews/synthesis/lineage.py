"""Additions of several sessions to one text, brought back to the text that the first of them was made for. Pure.

A second session reads a text that has the first one's additions in it. As long as nobody has changed that text
otherwise, every addition has its place in the oldest text too; composed there, any choice of them, taken in or
out in any order, gives the same bytes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from reviews.synthesis.insert import Put, compose, insertions


class Row[Key](Put, Protocol):
    """An addition and what it is known by."""

    @property
    def pk(self) -> Key: ...


@dataclass(frozen=True)
class Rooted[Key]:
    """An addition at its place in the text of its root."""

    pk: Key
    position: int
    text: str
    heading: str
    marker: str
    removed: str = ""


@dataclass(frozen=True)
class Root[Key]:
    """A text that is no other with additions in it, and every addition that comes back to it, in order."""

    text: str
    additions: list[Rooted[Key]] = field(default_factory=list)

    def composed(self, keys: Iterable[Key]) -> str:
        """The text with the additions of these keys."""
        return compose(self.text, self.chosen(keys))

    def chosen(self, keys: Iterable[Key]) -> list[Rooted[Key]]:
        """The additions of these keys, in order."""
        wanted = set(keys)
        return [addition for addition in self.additions if addition.pk in wanted]


def roots[Key](groups: Iterable[tuple[str, Sequence[Row[Key]]]]) -> list[Root[Key]]:
    """The roots of additions, given by the text that each group was made for, oldest first."""
    found: list[Root[Key]] = []
    for base, rows in groups:
        root, inside = _home(found, base)
        root.additions.extend([_moved(row, root.text, inside) for row in rows])
    return found


def _home[Key](found: list[Root[Key]], base: str) -> tuple[Root[Key], list[Rooted[Key]]]:
    """The root that `base` comes back to, the newest first, and its additions that `base` has in it. A text that
    comes back to none is a root of its own, and is added to the ones `found`."""
    for root in reversed(found):
        inside = [addition for addition in root.additions if addition.text in base]
        if compose(root.text, inside) == base:
            return root, inside
    found.append(Root(base))
    return found[-1], []


def _moved[Key](row: Row[Key], root: str, inside: Sequence[Rooted[Key]]) -> Rooted[Key]:
    """The addition at its place in the root, whose text has the additions `inside` in it."""
    return Rooted(row.pk, _position(row.position, root, inside), row.text, row.heading, row.marker)


def _position(position: int, root: str, inside: Sequence[Put]) -> int:
    """The place in the root of a character of the text with additions: what is in a stretch is where that is."""
    shift = 0
    for stretch in insertions(root, inside):
        start = stretch.position + shift
        if position <= start:
            break
        if position <= start + len(stretch.inserted):
            return stretch.position
        shift += len(stretch.inserted)
    return position - shift
