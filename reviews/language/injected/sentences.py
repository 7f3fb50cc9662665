"""Where the sentences of a folded text begin and end, as orders are looked for in them. Standard library only."""

import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST_SENTENCE = 1000

_BREAK = re.compile(
    r"(?<=[.!?…])[\"'”’)*_\]]{0,4}\s+|\n[ \t]*\n|\n(?=[ \t]{0,8}(?:[-*+>|#]|\d{1,3}[.)]|[^\W\d_][\w -]{1,40}:))"
    # What a suppression for `manage.py review` orders is no order to a model, but its reason may be one.
    r"|<!--(?:\s{0,8}elm-review:[a-z_,\s-]{0,200}:)?|-->|\|"
    r"|=\s?[\"'](?=[a-z])|\]\([^()\s]{0,500}[ \t]{1,8}\"|\]:[ \t]{0,8}(?:#|<>)[ \t]{0,8}[\"'(]|(?<=>)(?=[a-z])"
)


class Sentence(NamedTuple):
    start: int
    end: int
    same_paragraph: bool


def split_sentences(text: str) -> Iterator[Sentence]:
    """Where sentences begin and end; cells, list items and comments are of their own, and long ones are cut."""
    start, joined = 0, False
    edges = [(found.start(), found.end()) for found in _BREAK.finditer(text)]
    for end, following in (*edges, (len(text), len(text))):
        for first in range(start, end, LONGEST_SENTENCE):
            yield Sentence(first, min(end, first + LONGEST_SENTENCE), joined or first > start)
        joined = text.count("\n", end, following) < 2 and "|" not in text[end:following]
        start = following
