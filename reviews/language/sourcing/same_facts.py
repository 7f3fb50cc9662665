"""Which facts come to the same, and the words that stand beside a fact in a sentence and in a line of its sources."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import islice

from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.dates import Moment
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.names import NameWords, same_name_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement

_AROUND = 45
"""Characters on either side of a fact whose words say what it is of."""
_COUNTED = re.compile(r"[ \n]([^\W\d_]{2,30})")
_DECIMALS = 3
_MOST_TOLD = 50
"""Times that a line may tell the same fact; a line that tells it more often is a table or a trick."""


def words_beside(fact: Fact, statement: Statement) -> frozenset[str]:
    """The content words of a sentence without those of a name."""
    if not isinstance(fact.meaning, NameWords):
        return statement.words
    return statement.words - content_words(fact.text, statement.language)


def all_words_of(line: SourceLine) -> frozenset[str]:
    """The content words of a line and of what it stands under."""
    return line.statement.words | line.statement.context_words


def words_about(place: SourceLine, fact: Fact, statement: Statement) -> frozenset[str]:
    """The words of a line and, in running text of the notes that has the same words around the fact, of the sentences
    beside it, which one sentence may sum up. Versions and items of a list stand for themselves."""
    words = all_words_of(place)
    if place.source.kind != "notes" or place.statement.is_item or fact.kind == "version":
        return words
    here = _words_around(fact, statement)
    if not here:
        return words
    told = (each for each in place.statement.facts if is_like(each, fact) and is_equal(each, fact))
    around = (_words_around(each, place.statement) for each in islice(told, _MOST_TOLD))
    return words | place.message_words if any(map(here.intersection, around)) else words


def _words_around(fact: Fact, statement: Statement) -> frozenset[str]:
    start, end = fact.start - statement.start, fact.end - statement.start
    before, after = statement.plain[max(0, start - _AROUND) : start], statement.plain[end : end + _AROUND]
    return _words_near(f"{before} {after}", statement.language)


@lru_cache(maxsize=4096)
def _words_near(plain: str, language: str) -> frozenset[str]:
    """The content words around a fact: each is compared with many others."""
    return content_words(plain, language)


def is_like(one: Fact, other: Fact) -> bool:
    """Whether two facts are of one kind, so that one can stand for the other."""
    if one.kind != other.kind:
        return False
    if isinstance(one.meaning, Quantity) and isinstance(other.meaning, Quantity):
        return one.meaning.unit == other.meaning.unit or not (one.meaning.unit and other.meaning.unit)
    if isinstance(one.meaning, Moment) and isinstance(other.meaning, Moment):
        if bool(one.meaning.day) != bool(other.meaning.day):
            return False
        return one.value[:4] == other.value[:4] or (one.value[:1] in "12-" and other.value[:1] in "12-")
    return True


def is_equal(one: Fact, other: Fact) -> bool:
    """Whether two facts of one kind come to the same."""
    if isinstance(one.meaning, Quantity) and isinstance(other.meaning, Quantity):
        return come_to_same(
            one.meaning.amounts, one.meaning.places, other.meaning.amounts, other.meaning.places
        )
    if one.kind == "name":
        theirs = other.value.split()
        return any(same_name_words(word, theirs) for word in one.value.split())
    return one.value == other.value


def come_to_same(some: Sequence[Decimal], places: int, others: Sequence[Decimal], their_places: int) -> bool:
    """Whether what two figures can mean has a value in common, the likeliest first in both. "5,000" is 5 only beside a
    figure that can be read in two ways, too, or that is written with three decimals."""
    if some[0] == others[0] or (len(some) > 1 and len(others) > 1 and set(some) & set(others)):
        return True
    return (places == _DECIMALS and some[0] in others) or (their_places == _DECIMALS and others[0] in some)


def counted_thing(fact: Fact, statement: Statement) -> str:
    """The stem of the word right behind a bare count, which it counts; "" where none follows, and for other facts."""
    bare = isinstance(fact.meaning, Quantity) and not fact.meaning.unit
    found = _COUNTED.match(statement.plain, fact.end - statement.start) if bare else None
    return min(content_words(found[1], statement.language), default="") if found else ""


def facts_in(facts: Sequence[Fact], line: SourceLine) -> int:
    """How many of `facts` a line has, those of the same kind and value."""
    theirs = (*line.statement.facts, *line.told)
    return sum(any(is_like(fact, each) and is_equal(fact, each) for each in theirs) for fact in facts)
