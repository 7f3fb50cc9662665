"""Whether a text sounds like the persona that said it. Pure; it only ever warns (NFR-002's cheap stand-in).

A pattern is a plain phrase ("it's complicated": any case, whole words, any spacing) or, between slashes, a
regular expression ("/as an? (AI|assistant)/"). Expressions come from people, so each search has a time limit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import regex  # type: ignore[import-untyped]

MAX_SEARCHED = 20_000
MARKER_MIN_WORDS = 60
SECONDS_PER_PATTERN = 0.1
_PROBES = ("a" * 400 + "!", "word " * 80 + "!", "0" * 400 + "x", " " * 400 + "x", "-" * 400 + "x")


@dataclass(frozen=True)
class VoiceWarning:
    """kind: "forbidden" (with the words found as `quote`), "no_marker", or "too_slow"."""

    kind: Literal["forbidden", "no_marker", "too_slow"]
    pattern: str = ""
    quote: str = ""

    @property
    def sentence(self) -> str:
        match self.kind:
            case "forbidden":
                return f"Says “{self.quote}”, which this persona should never say."
            case "no_marker":
                return "Has none of the expressions that mark this persona's voice."
            case "too_slow":
                return f"The pattern {self.pattern} took too long and was left out; make it simpler."


def voice_warnings(
    text: str, *, markers: Iterable[str] = (), forbidden: Iterable[str] = ()
) -> list[VoiceWarning]:
    """What in `text` does not fit the voice. A text below 60 words need not show a marker."""
    searched = text[:MAX_SEARCHED]
    found = [warning for pattern in forbidden if (warning := _find_forbidden(pattern, searched))]
    if len(searched.split()) >= MARKER_MIN_WORDS and _lacks_all(list(markers), searched):
        found.append(VoiceWarning("no_marker"))
    return found


def forbidden_in(text: str, patterns: Iterable[str]) -> list[VoiceWarning]:
    """Each of the patterns that `text` shows, with the words found; one that takes too long is left out."""
    searched = text[:MAX_SEARCHED]
    hits = (_find_forbidden(pattern, searched) for pattern in patterns)
    return [hit for hit in hits if hit and hit.kind == "forbidden"]


def check_pattern(pattern: str) -> str:
    """The pattern. Raises ValueError with a sentence when it cannot be used or is too slow."""
    try:
        compiled = _compile_pattern(pattern)
        if compiled.search("", timeout=SECONDS_PER_PATTERN):
            raise ValueError(f"the pattern {pattern} also matches nothing at all; make it longer")
        for probe in _PROBES:
            compiled.search(probe, timeout=SECONDS_PER_PATTERN)
    except regex.error as error:
        raise ValueError(f"{pattern} is not a regular expression: {error.msg}") from error
    except TimeoutError as error:
        raise ValueError(f"the pattern {pattern} is too slow; use fewer nested repeats") from error
    return pattern


def _find_forbidden(pattern: str, text: str) -> VoiceWarning | None:
    try:
        match = _compile_pattern(pattern).search(text, timeout=SECONDS_PER_PATTERN)
    except TimeoutError:
        return VoiceWarning("too_slow", pattern)
    return VoiceWarning("forbidden", pattern, match[0]) if match else None


def _lacks_all(markers: list[str], text: str) -> bool:
    return bool(markers) and not any(_find_forbidden(marker, text) for marker in markers)


@lru_cache(maxsize=512)
def _compile_pattern(pattern: str) -> "regex.Pattern[str]":
    if len(pattern) > 2 and pattern.startswith("/") and pattern.endswith("/"):
        return regex.compile(pattern[1:-1], regex.IGNORECASE)
    words = r"\s+".join(regex.escape(word) for word in pattern.split())
    return regex.compile(rf"(?<!\w){words}(?!\w)", regex.IGNORECASE)
