"""When what nobody could say is said after all, and when two unknowns are one. Pure: texts in, answers out."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import ceil
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
from reviews.language.word_index import WordIndex, first_of_same

_ENOUGH, _SAME = 0.5, 0.6
_OWN_WORDS = 1
"""Words that one of two unknowns may have for itself when they are the same."""
_LEAST_SUBSTANCE = 2
_words_of = lru_cache(maxsize=4096)(content_words)


class SaidSentences:
    """Sentences that may answer unknowns, found by their words: an unknown costs no more the more was said of other
    things. They are read when the first unknown is looked up."""

    def __init__(self, said: Iterable[tuple[int, str]]) -> None:
        """said: texts, each with the number that tells what came later."""
        self.texts = said

    @cached_property
    def sentences(self) -> list[tuple[int, str, frozenset[str]]]:
        """The number, the plain text and the content words of each."""
        return [
            (number, sentence.plain, content_words(sentence.plain))
            for number, text in self.texts
            if text
            for sentence in read_source(text).sentences
        ]

    @cached_property
    def index(self) -> WordIndex[str]:
        return WordIndex(words for _, _, words in self.sentences)

    def answer(self, unknown: str, *, after: int, least: int = 1, share: float = _ENOUGH) -> bool:
        """Whether a sentence of a text after number `after` answers `unknown`: it has this share of its words, `least`
        at least, says something more, a number where one is asked for, and does not say that nobody knows."""
        wanted = _words_of(unknown)
        enough = max(least, ceil(share * len(wanted)))
        for place in self.index.sharing(wanted, enough):
            number, plain, words = self.sentences[place]
            is_about = number > after and len(wanted & words) >= enough
            if is_about and words - wanted and _fits(unknown, plain):
                return True
        return False


def _fits(unknown: str, plain: str) -> bool:
    """Whether a sentence has a number where one is asked for, and says anything at all."""
    return (tells_number(plain) or not asks_for_number(unknown)) and not _says_nothing(plain)


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
    return _same_words(_words_of(one), _words_of(other)) or near_identical(one, other)


def _same_words(words: frozenset[str], others: frozenset[str]) -> bool:
    shared, fewer = len(words & others), min(len(words), len(others))
    is_most = 2 * shared >= _SAME * max(len(words) + len(others), 1)
    return is_most and fewer - shared <= _OWN_WORDS and not any(word[0].isdigit() for word in words ^ others)


def merge_unknowns(unknowns: Iterable[str]) -> tuple[str, ...]:
    """The unknowns in order, each that says the same as an earlier one left out. Give none that is near-identical to
    another one (`first_told` leaves these out): only what most of their words say is looked at."""
    texts = list(unknowns)
    words = [_words_of(text) for text in texts]
    index = WordIndex(words)

    def candidates(place: int) -> list[int]:
        """Who has enough of the words of both, `_SAME`, has three sevenths of these."""
        return index.sharing(words[place], -(-3 * len(words[place]) // 7))

    kept = first_of_same(len(texts), candidates, lambda one, other: _same_words(words[one], words[other]))
    return tuple([texts[place] for place in kept])


def proven_resolutions(
    claimed: Iterable[Mapping[str, Any]],
    unknowns: Sequence[str],
    notes: Sequence[str],
    said: Mapping[str, Sequence[str]],
) -> list[dict[str, str]]:
    """Which of the unknowns that a model calls resolved are so: {"unknown", "quote"} in the unknown's own words.

    The quote has to stand in what people said after the unknown came up, `said` by unknown, or in the author's `notes`;
    there it has to answer the unknown.
    """
    found: dict[str, str] = {}
    for claim in claimed:
        quote, named = str(claim.get("quote") or ""), str(claim.get("unknown") or "")
        unknown = next((one for one in unknowns if same_unknown(one, named)), None)
        if unknown is None or _says_nothing(quote):
            continue
        in_notes = is_quoted(quote, notes) and SaidSentences([(1, quote)]).answer(unknown, after=0)
        if in_notes or is_quoted(quote, said.get(unknown, ())):
            found[unknown] = quote
    return [{"unknown": unknown, "quote": quote} for unknown, quote in found.items()]
