"""The marker that ends an interview, however a model has decorated the line that it stands on (B6)."""

import re

from reviews.language.reply import MARKER, Fences

_DECORATED = re.compile(
    r"^ {0,3}(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?"
    r"[*_`\"'“”„«»‘’]{0,6}\\?\[SATISFIED\\?\][*_`\"'“”„«»‘’]{0,6}[.!]?[*_`\"'“”„«»‘’]{0,6}[ \t]*\r?$"
)
"""A line of its own in bold, in code, in quotes, in a list or with a full stop. A quotation ("> ") quotes somebody."""


def with_plain_marker(text: str) -> str:
    """`text` with each decorated marker that has a line of its own, outside fenced code, as the plain marker.

    Stored like this, it reads the same to pages, transcripts and sessions of earlier versions.
    """
    if "SATISFIED" not in text:
        return text
    fences, lines = Fences(), list[str]()
    for line in text.split("\n"):
        is_code = fences.cover(line.rstrip("\r"))
        lines.append(MARKER if not is_code and _DECORATED.match(line) else line)
    return "\n".join(lines)
