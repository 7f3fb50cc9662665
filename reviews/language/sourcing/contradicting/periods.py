"""How often and for how long something is so, told without a figure ("weekly", "for a month"), and how many there are
without one ("millions", "all"): a sentence with another such word than the line that says the same."""

import re
from collections.abc import Sequence
from decimal import Decimal

from reviews.language.sourcing.compare import NearLine
from reviews.language.sourcing.computing.tables import is_row
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.plain_text import find_words, fold_word, fold_words
from reviews.language.sourcing.quantities import ADVERBS, PERIODS, Quantity
from reviews.language.sourcing.same_facts import is_equal
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "periods")
_COMPARED = frozenset({"hour", "day", "week", "month", "year"})
_PERIODS = {
    word: period
    for word, period in {**ADVERBS, **PERIODS, **dict.fromkeys(_WORDS.vocabulary("day"), "day")}.items()
    if period in _COMPARED and word not in _WORDS.vocabulary("no_period")
}
_MAGNITUDES = {
    word: Decimal(10) ** int(power) for power, words in _WORDS.sentences("powers").items() for word in words
}
_ALL_OF = re.compile(rf"(?<!at[ \n]){any_word(_WORDS.words('all'))}", re.IGNORECASE)
_ARTICLES = _WORDS.vocabulary("articles")
_RANGE = 1000
_NEAR, _MOST_FACTS = 10, 20


def has_other_period(statement: Statement, told: Statement) -> bool:
    """Whether a sentence and a line both tell periods without a figure, none of them the same."""
    mine = _periods_in(statement)
    theirs = _periods_in(told) if mine and not is_row(told) else frozenset()
    return bool(theirs) and mine.isdisjoint(theirs)


def _periods_in(statement: Statement) -> frozenset[str]:
    if _PERIODS.keys().isdisjoint(statement.folded_words):
        return frozenset()
    spans = [
        (fact.start - statement.start, fact.end - statement.start)
        for fact in statement.facts
        if isinstance(fact.meaning, Quantity) and fact.meaning.said[0] != 1
    ]
    return frozenset(
        _PERIODS[word]
        for found in find_words(statement.plain)
        if (word := fold_word(found[0])) in _PERIODS
        and not any(start <= found.start() < end for start, end in spans)
    )


def says_of_all(statement: Statement, told: Statement) -> bool:
    """Whether a sentence says of all of a thing what a line says of a count of it ("3 orders"), which is not all that
    there are ("the 3 orders")."""
    if not _ALL_OF.search(statement.plain) or _ALL_OF.search(told.plain):
        return False
    mine = [fact for fact in statement.facts[:_MOST_FACTS] if isinstance(fact.meaning, Quantity)]
    return any(
        isinstance(fact.meaning, Quantity)
        and not fact.meaning.unit
        and not any(is_equal(fact, each) for each in mine)
        and not _is_definite(told.plain[: fact.start - told.start])
        and content_words(told.plain[fact.end - told.start :][:40], told.language) & statement.words
        for fact in told.facts[:_MOST_FACTS]
    )


def _is_definite(before: str) -> bool:
    words = before.split()
    return bool(words) and fold_word(words[-1]) in _ARTICLES


def unsaid_magnitude(statement: Statement, near: Sequence[NearLine]) -> str:
    """The word by which a sentence tells about how many there are ("thousands"), when no line near to it has such a
    word or a figure of that size; "" otherwise."""
    if _MAGNITUDES.keys().isdisjoint(statement.folded_words):
        return ""
    spans = [(fact.start - statement.start, fact.end - statement.start) for fact in statement.facts]
    for found in find_words(statement.plain):
        size = _MAGNITUDES.get(fold_word(found[0]))
        if size is None or any(start <= found.start() < end for start, end in spans):
            continue
        if not any(_has_size(one.line.statement, size) for one in near[:_NEAR]):
            return found[0]
    return ""


def _has_size(told: Statement, size: Decimal) -> bool:
    words = {_MAGNITUDES.get(word) for word in fold_words(told.plain)}
    figures = (fact.meaning for fact in told.facts[:_MOST_FACTS] if isinstance(fact.meaning, Quantity))
    return size in words or any(size <= abs(one.said[0]) < size * _RANGE for one in figures)
