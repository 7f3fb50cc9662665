"""Words that exclude each other ("optional" and "mandatory", "all" and "only"), and which line has the other one."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from reviews.language.sourcing.content import stem_word
from reviews.language.sourcing.plain_text import fold_words
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "opposites")
_ALL, _ONLY = _WORDS.vocabulary("all"), _WORDS.vocabulary("only")
_TERMS = {
    term: (group, number)
    for group, members in _WORDS.sentences("groups").items()
    for number, member in enumerate(members)
    for term in member.split("|")
}
_PHRASES = _WORDS.texts("phrases")
_ANY_PHRASE = re.compile(any_word(_PHRASES), re.IGNORECASE)
_STEMS = frozenset(stem_word(term) for term in _TERMS)


def excludes(some: str, other: str, over: str = "", *, among: Collection[str] = ()) -> bool:
    """Whether a sentence has a word that cannot stand where another one has its opposite, itself or in what stands
    `over` it; `among`: the groups of words that count, all without any."""
    mine, theirs = _terms_of(some), {**_terms_of(over), **_terms_of(other)}
    mine = {group: mine[group] for group in among if group in mine} if among else mine
    return any(
        group in theirs and not theirs[group] & numbers and len(theirs[group]) == 1
        for group, numbers in mine.items()
        if len(numbers) == 1
    )


def widens(some: str, other: str) -> bool:
    """Whether a sentence says of all what another one says of some only."""
    mine, theirs = fold_words(some), fold_words(other)
    return bool(mine & _ALL and theirs & _ONLY) and not (mine & _ONLY or theirs & _ALL)


def without_opposites(words: Iterable[str]) -> frozenset[str]:
    """Stems of content words without those that exclude others."""
    return frozenset(words) - _STEMS


@lru_cache(maxsize=4096)
def _terms_of(plain: str) -> Mapping[str, set[int]]:
    terms: dict[str, set[int]] = {}
    phrases = (_PHRASES[found[0].casefold()] for found in _ANY_PHRASE.finditer(plain))
    for word in (*fold_words(plain), *phrases):
        if word in _TERMS:
            group, number = _TERMS[word]
            terms.setdefault(group, set()).add(number)
    return terms
