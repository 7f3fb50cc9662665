"""Which lines of an addition to a text stand in it already, so that nobody is asked about them again. Pure."""

from collections.abc import Iterable

from reviews.documents.headings import every_line
from reviews.documents.lines import drop_lines
from reviews.language.standing_points import StandingPoints

FEWEST_WORDS = 5
"""Words of a line within a rewrite that is known again: shorter ones may well stand below two headings."""


def text_without(text: str, removed: Iterable[str]) -> str:
    """A text without the lines that changes take out of it."""
    gone = {line.strip() for words in removed for line in words.splitlines()}
    return "\n".join(line for line in text.splitlines() if line.strip() not in gone)


def without_standing_lines(removed: str, inserted: str, standing: StandingPoints) -> tuple[str, int]:
    """What a change puts in without the lines that stand there, "" when only headings are left, and how many lines were
    left out. What takes something out or has a fence stays whole."""
    if removed or "```" in inserted or "~~~" in inserted:
        return inserted, 0
    lines = every_line(inserted)
    again = [_is_again(line, standing) for line in lines]
    if not any(again):
        return inserted, 0
    left = "".join(drop_lines(lines, again)[0])
    worded = any(line.strip() and not line.startswith("#") for line in left.splitlines())
    return (left if worded else ""), sum(again)


def _is_again(line: str, standing: StandingPoints) -> bool:
    words = line.strip()
    return not words.startswith(("#", "|")) and len(words.split()) >= FEWEST_WORDS and standing.has(words)
