"""The marker that ends an interview, however a model has decorated the line that it stands on (B6)."""

import re

from reviews.language.reply import MARKER, Fences
from reviews.language.spoken_labels import without_unseen

_DECORATED = re.compile(
    r"^ {0,3}(?:(?:[-*+•]|\d{1,3}[.)]|#{1,6})[ \t]+)?"
    r"[*_`\"'“”„«»‘’]{0,6}\\?\[[ *_]{0,4}SATISFIED[ *_]{0,4}\\?\]"
    r"[*_`\"'“”„«»‘’]{0,6}[ \t]?[.!]?[*_`\"'“”„«»‘’]{0,6}[ \t]*\r?$"
)
"""A line of its own in bold, code or quotes, in a heading, a list or with a full stop. A quotation ("> ") quotes
somebody."""
_BESIDE = re.compile(
    r"</?(?:b|strong|em|i|u|code|p|h[1-6])>|<!--[^<>]{0,100}-->"
    "|[✅✔☑⭐✨🏁🎉👍\ufe0f]++[ \t]?",
    re.IGNORECASE,
)
"""Tags, comments and pictures that say yes, which a line may have beside it."""
_LONGEST = 200


def with_plain_marker(text: str) -> str:
    """`text` with each decorated marker that has a line of its own, outside fenced code, as the plain marker.

    Stored like this, it reads the same to pages, transcripts and sessions of earlier versions.
    """
    if "SATISFIED" not in text:
        return text
    fences, lines = Fences(), list[str]()
    for line in text.split("\n"):
        is_code = fences.cover(line.rstrip("\r"))
        lines.append(MARKER if not is_code and _is_marker(line) else line)
    return "\n".join(lines)


def _is_marker(line: str) -> bool:
    """Whether a line is the marker, without tags, comments, pictures, what nobody sees and unusual blanks."""
    if "SATISFIED" not in line or len(line) > _LONGEST:
        return False
    return _DECORATED.match(_BESIDE.sub("", without_unseen(line).replace("\u00a0", " "))) is not None
