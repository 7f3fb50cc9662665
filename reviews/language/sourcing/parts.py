"""Figures that only point to a part of the notes: "step 3", "section 7", "Phase 2"."""

import re

from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.plain_text import fold_word
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_LABEL = re.compile(
    rf"(?<![^\W_])({'|'.join(map(re.escape, read_words(__file__, 'names').words('part_labels')))})[ \n]$",
    re.IGNORECASE,
)
_MARKER = re.compile(r"(?:^|[\s>])\(?(\d{1,3})[.)][ \t]+$")
_NUMBERED = re.compile(r"(\d{1,3})(?:[.)][ \t]|[ \t]*$)")
_LABELLED = re.compile(_LABEL.pattern.removesuffix("$") + r"(\d{1,3})(?![\w.,])", re.IGNORECASE)
_NEAR = 16


def numbers_of_part(statement: Statement, text: str) -> set[str]:
    """What a line of a text can be pointed to by: "3" for an item or a heading with that number, and "phase 2" for
    every part that it names."""
    found = {f"{fold_word(one[1])} {one[2]}" for one in _LABELLED.finditer(statement.plain)}
    before = text[max(0, statement.start - _NEAR) : statement.start]
    if marker := _MARKER.search(before) or (before.endswith("# ") and _NUMBERED.match(statement.plain)):
        found.add(marker[1])
    return found


def part_pointed_to(fact: Fact, statement: Statement) -> tuple[str, str] | None:
    """The two ways in which notes may number the part that a figure points to, None when it points to none."""
    start = fact.start - statement.start
    label = _LABEL.search(statement.plain, max(0, start - _NEAR), start)
    if fact.kind != "figure" or not label or not fact.text.isdecimal():
        return None
    return fact.text, f"{fold_word(label[1])} {fact.text}"
