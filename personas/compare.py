"""What differs between two versions of something that admins edit, by field and by line. Pure."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from typing import Any, Literal

from personas.content import Content

CONTEXT_LINES = 2
ALIKE = 0.5
MAX_STEPS = 10_000_000
"""Steps that difflib may take for two lists at worst: each thing in both of them is a match that it may find, and each
find may look at all places where the same things stand."""
_WORDS = re.compile(r"\s+|\S+")
Mark = Literal["added", "removed", "same", "gap"]
Pieces = tuple[tuple[bool, str], ...]


@dataclass(frozen=True)
class Line:
    """A line of a comparison; a "gap" stands for unchanged lines that are left out.

    `words` splits a line that was only partly rewritten into (changed, text) pieces; else it is empty.
    """

    mark: Mark
    text: str = ""
    words: Pieces = ()


@dataclass(frozen=True)
class FieldChange:
    """A field of the content, and its lines with their marks."""

    field: str
    lines: tuple[Line, ...]

    @property
    def title(self) -> str:
        return self.field.replace("_", " ").capitalize()


def compare[T: Content](old: T, new: T) -> list[FieldChange]:
    """The fields that differ, each with its lines in order: removed before added, with some context."""
    names = (field.name for field in fields(old))
    changed = (name for name in names if getattr(old, name) != getattr(new, name))
    return [
        FieldChange(name, tuple(_marked(_lines(getattr(old, name)), _lines(getattr(new, name)))))
        for name in changed
    ]


def _lines(value: Any) -> list[str]:
    entries = value if isinstance(value, tuple) else (value,) if value != "" else ()
    return [line for entry in entries for line in str(entry).split("\n")]


def _marked(before: list[str], after: list[str]) -> Iterator[Line]:
    if not _is_quick(before, after):
        yield from _rewritten_lines(before, after)
        return
    matcher = SequenceMatcher(None, before, after)
    end = 0
    for group in matcher.get_grouped_opcodes(CONTEXT_LINES):
        if group[0][1] > end:
            yield Line("gap")
        for tag, a1, a2, b1, b2 in group:
            if tag == "equal":
                yield from (Line("same", text) for text in before[a1:a2])
            else:
                yield from _rewritten_lines(before[a1:a2], after[b1:b2])
        end = group[-1][2]
    if end < len(before):
        yield Line("gap")


def _rewritten_lines(old: list[str], new: list[str]) -> Iterator[Line]:
    """Lines that gave way to others. Where they pair up, the words that differ are marked."""
    if len(old) != len(new):
        yield from (Line("removed", text) for text in old)
        yield from (Line("added", text) for text in new)
        return
    for before, after in zip(old, new, strict=True):
        gone, come = _marked_words(before, after)
        yield Line("removed", before, gone)
        yield Line("added", after, come)


def _marked_words(before: str, after: str) -> tuple[Pieces, Pieces]:
    """Both lines in pieces, or nothing when they have too little in common for that to help."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if not _is_quick(old, new):
        return (), ()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return (), ()
    steps = matcher.get_opcodes()
    gone = tuple((tag != "equal", "".join(old[a1:a2])) for tag, a1, a2, _, _ in steps if a1 < a2)
    come = tuple((tag != "equal", "".join(new[b1:b2])) for tag, _, _, b1, b2 in steps if b1 < b2)
    return gone, come


def _is_quick(old: list[str], new: list[str]) -> bool:
    """Whether comparing them takes few steps, whatever they are."""
    here, there = Counter(old), Counter(new)
    pairs = len(old) + sum(here[one] * there[one] for one in here)
    return pairs * (1 + (here & there).total()) <= MAX_STEPS
