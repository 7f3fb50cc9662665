"""What differs between two versions of a persona, field by field and line by line. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from personas.content import CONTENT_FIELDS, PersonaText

CONTEXT_LINES = 2
Mark = Literal["added", "removed", "same", "gap"]


@dataclass(frozen=True)
class Line:
    """A line of a comparison; a "gap" stands for unchanged lines that are left out."""

    mark: Mark
    text: str = ""


@dataclass(frozen=True)
class FieldChange:
    """A field of the content, and its lines with their marks."""

    field: str
    lines: tuple[Line, ...]


def compare(old: PersonaText, new: PersonaText) -> list[FieldChange]:
    """The fields that differ, each with its lines in order: removed before added, with some context."""
    changed = (name for name in CONTENT_FIELDS if getattr(old, name) != getattr(new, name))
    return [
        FieldChange(name, tuple(_marked(_lines(getattr(old, name)), _lines(getattr(new, name)))))
        for name in changed
    ]


def _lines(value: Any) -> list[str]:
    return list(value) if isinstance(value, tuple) else str(value).split("\n") if value else []


def _marked(before: list[str], after: list[str]) -> Iterator[Line]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    end = 0
    for group in matcher.get_grouped_opcodes(CONTEXT_LINES):
        if group[0][1] > end:
            yield Line("gap")
        for tag, a1, a2, b1, b2 in group:
            if tag == "equal":
                yield from (Line("same", text) for text in before[a1:a2])
            else:
                yield from (Line("removed", text) for text in before[a1:a2])
                yield from (Line("added", text) for text in after[b1:b2])
        end = group[-1][2]
    if end < len(before):
        yield Line("gap")
