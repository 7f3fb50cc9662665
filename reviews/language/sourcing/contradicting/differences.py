"""Figures that a sentence tells as a difference ("149 euros more than …") and every line with them as what a thing is
or costs itself."""

import re
from collections.abc import Iterable

from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.plain_text import fold_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "differences")
_THAN = any_word(_WORDS.words("than"))
_MORE = re.compile(
    rf"[ \n]?(?:[^\W\d_]{{1,20}}[ \n]){{0,2}}?(?:{any_word(_WORDS.words('more'))}|[^\W\d_]{{3,20}}er)[ \n]"
    rf"(?:[^\W\d_]{{1,20}}[ \n]){{0,2}}?{_THAN}",
    re.IGNORECASE,
)
_COMPARES = _WORDS.vocabulary("compares") | _WORDS.vocabulary("more") | _WORDS.vocabulary("than")


def is_made_difference(fact: Fact, statement: Statement, told: Iterable[str]) -> bool:
    """Whether a sentence tells a figure as a difference and none of the lines that have it compares anything."""
    if not isinstance(fact.meaning, Quantity) or fact.meaning.as_word:
        return False
    if not _MORE.match(statement.plain, fact.end - statement.start):
        return False
    return all(fold_words(line).isdisjoint(_COMPARES) for line in told)
