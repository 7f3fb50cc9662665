"""When what nobody could say is said after all, and when two unknowns are one. Pure: texts in, answers out."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reviews.kinds.interview.settling.passages import read_source
from reviews.kinds.interview.settling.vocabulary import (
    asks_for_number,
    content_words,
    is_declined,
    is_wish,
    substance,
    tells_number,
)
from reviews.language.matching import is_quoted
from reviews.language.reading.signals import NO_ANSWER
from reviews.language.repetition import near_identical

_ENOUGH, _SAME = 0.5, 0.6
_OWN_WORDS = 1
"""Words that one of two unknowns may have for itself when they are the same."""
_LEAST_SUBSTANCE = 2


def answers_unknown(unknown: str, said: str, least: int = 1) -> bool:
    """Whether a sentence of `said` answers `unknown`: it has half of its words and `least` of them, says something
    more, a number where one is asked for, and does not say that nobody knows."""
    wanted, counts = content_words(unknown), asks_for_number(unknown)
    for sentence in read_source(said).sentences:
        words = content_words(sentence.plain)
        is_about = bool(wanted) and len(wanted & words) >= max(least, _ENOUGH * len(wanted))
        fits = words - wanted and (not counts or tells_number(sentence.plain))
        if is_about and fits and not _says_nothing(sentence.plain):
            return True
    return False


def _says_nothing(plain: str) -> bool:
    return (
        is_declined(plain)
        or is_wish(plain)
        or bool(NO_ANSWER.match(plain))
        or substance(plain) < _LEAST_SUBSTANCE
    )


def same_unknown(one: str, other: str) -> bool:
    """Whether two unknowns ask for the same: most of their words are the same, all figures among them, and not both
    ask for something that the other doesn't."""
    if near_identical(one, other):
        return True
    words, others = content_words(one), content_words(other)
    figures = [{word for word in group if word[0].isdigit()} for group in (words, others)]
    total = len(words) + len(others)
    own = min(len(words - others), len(others - words))
    return figures[0] == figures[1] and own <= _OWN_WORDS and 2 * len(words & others) >= _SAME * max(total, 1)


def merge_unknowns(unknowns: Iterable[str]) -> tuple[str, ...]:
    """The unknowns in order, each that says the same as an earlier one left out."""
    kept: list[str] = []
    for unknown in unknowns:
        if not any(same_unknown(unknown, earlier) for earlier in kept):
            kept.append(unknown)
    return tuple(kept)


def proven_resolutions(
    claimed: Iterable[Mapping[str, Any]],
    unknowns: Sequence[str],
    notes: Sequence[str],
    said: Mapping[str, Sequence[str]],
) -> list[dict[str, str]]:
    """Which of the unknowns that a model calls resolved are so: {"unknown", "quote"} in the unknown's own words.

    The quote has to stand in what people said after the unknown came up, `said` by unknown, or in the author's `notes`;
    there it has to be about the same.
    """
    found: dict[str, str] = {}
    for claim in claimed:
        quote, named = str(claim.get("quote") or ""), str(claim.get("unknown") or "")
        unknown = next((one for one in unknowns if same_unknown(one, named)), None)
        if unknown is None or _says_nothing(quote):
            continue
        about = bool(content_words(unknown) & content_words(quote))
        if is_quoted(quote, said.get(unknown, ())) or (about and is_quoted(quote, notes)):
            found[unknown] = quote
    return [{"unknown": unknown, "quote": quote} for unknown, quote in found.items()]
