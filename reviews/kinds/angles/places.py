"""Where the words of a finding stand: code looks the quote up in the unit that was shown. Pure."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from reviews.documents.quotes import Ground, QuotePosition
from reviews.kinds.angles.state import AnglesState, Unit
from reviews.language.shortening import beginning_of

LONGEST_QUOTE = 2_000
LONGEST_WORDS = 2_000
"""Characters of what is said of a finding, and of its fix, that are kept: a sentence or two are asked for."""


def issue_data(
    state: AnglesState, unit: Unit, angle: str, said: Mapping[str, Any], rule: str = ""
) -> dict[str, Any] | None:
    """A finding as it is stored, None when its quote does not stand in the unit's text. An absence has no quote and
    names its unit. said: severity, quote, absent, description, suggested_fix, confidence."""
    quote = str(said.get("quote") or "").strip("\n")[:LONGEST_QUOTE]
    if not quote.strip():
        if not said.get("absent"):
            return None
        line, column, pinned, words = unit.first_line, 1, True, ""
    else:
        spot = _first_spot(unit.current, quote)
        if spot is None:
            return None
        line, column, pinned, words = _line_and_column(state, unit, spot)
    return {
        "fingerprint": issue_fingerprint(unit, rule or angle, words or str(said["description"])),
        "unit": unit.id,
        "angle": angle,
        "severity": said["severity"],
        "quote": words,
        "line": line,
        "column": column,
        "description": beginning_of(str(said["description"]), LONGEST_WORDS),
        "fix": beginning_of(str(said.get("suggested_fix") or ""), LONGEST_WORDS),
        "confidence": float(said.get("confidence") or 0),
        "rule": rule,
        "pinned": pinned,
    }


def _first_spot(text: str, quote: str) -> QuotePosition | None:
    return next(iter(_ground_of(text).all(quote)), None)


@lru_cache(maxsize=4)
def _ground_of(text: str) -> Ground:
    """Its lines are counted once for all the quotes of a unit."""
    return Ground(text, is_plain=True)


def _line_and_column(state: AnglesState, unit: Unit, spot: QuotePosition) -> tuple[int, int, bool, str]:
    """The place in the pinned text if the words stand in it too, else in the working copy (False)."""
    pinned = spot if not unit.is_changed else _first_spot(unit.original, spot.words)
    if pinned:
        return unit.first_line + pinned.line - 1, pinned.column, True, pinned.words
    return state.current_line(unit) + spot.line - 1, spot.column, False, spot.words


def pinned_place(unit: Unit, start: int, line: int, column: int, quote: str) -> tuple[int, int, bool]:
    """Line and column, from 1, of a place of the working copy in the pinned text, and True; as they are, and False,
    when the pinned text does not have the words. start: the line of the working copy at which the unit begins."""
    if not unit.is_changed:
        return unit.first_line + line - start, column, True
    spot = _first_spot(unit.original, quote) if quote.strip() else None
    return (unit.first_line + spot.line - 1, spot.column, True) if spot else (line, column, False)


def issue_fingerprint(unit: Unit, what: str, words: str) -> str:
    """What a finding is known by in every pass and in later sessions: its artifact and unit, its rule or angle, and its
    words with spaces folded."""
    parts = [unit.artifact, unit.key, what, " ".join(words.casefold().split())]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
