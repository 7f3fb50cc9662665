"""Small words for sentences that code writes. Standard library only."""

import zlib
from collections.abc import Sequence
from datetime import date


def pick_variant(variants: Sequence[str], about: str) -> str:
    """One of `variants`, always the same for the same `about`."""
    return variants[zlib.crc32(about.encode("utf-8", "surrogatepass")) % len(variants)]


def capital(text: str) -> str:
    """`text` with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def join_with_and(parts: Sequence[str]) -> str:
    """The parts as a person lists them: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def counted(count: int, one: str, several: str = "") -> str:
    """A number with what it counts: "1 change", "2 changes", or "2 passes" where `several` is "passes"."""
    return f"{count} {one if count == 1 else several or one + 's'}"


def in_words(count: int) -> str:
    """A small number as a word."""
    words = ("None", "One", "Two", "Three", "Four")
    return words[count] if count < len(words) else str(count)


def written_day(day: date) -> str:
    """A day with its weekday, as "by Friday" needs it: "Wednesday 14 May 2025"."""
    return f"{day:%A} {day.day} {day:%B %Y}"
