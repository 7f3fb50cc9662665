"""Does a conversation go in circles? Near-identical texts, told by their words. Standard library only.

Two texts are near-identical when they point at the same things (the same quoted words, numbers and
capitalised abbreviations) and share at least `THRESHOLD` of their content words, counted by Dice's
coefficient: twice the shared words over all words of both. The first test matters because reviewers ask one
kind of question about many phrases, and "What does “SLA” mean?" after "What does “RPO” mean?" is progress.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property, lru_cache

from reviews.language.prose import NUMERAL
from reviews.language.quotation_marks import quotation_pattern
from reviews.language.word_index import WordIndex, first_of_same
from reviews.language.wordlists import read_words

THRESHOLD = 0.8
_LONGEST_KEPT, _MOST_KEPT = 500, 8192
"""Characters of a text whose words are kept for the next comparison, and how many such texts there are at most."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_QUOTED = quotation_pattern(1, 300, also="`")
_ABBREVIATION = re.compile(r"\b[^\W\d_]*[A-Z][^\W\d_]*[A-Z]\w*\b")
_COMMON = read_words(__file__, "common").vocabulary("repeated")


class Wording:
    """What a text is compared by, each part read when it is asked for first."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def points(self) -> frozenset[str]:
        """What it points at."""
        quoted = (_flat_text(words) for words in _QUOTED.findall(self.text))
        return frozenset([*quoted, *NUMERAL.findall(self.text), *_ABBREVIATION.findall(self.text)])

    @cached_property
    def words(self) -> Counter[str]:
        """Its content words."""
        # No word has a space, and none comes of a letter that is written small.
        heard = " ".join(_WORD.findall(self.text)).casefold().split(" ")
        return Counter([word for word in heard if word and word not in _COMMON])

    @cached_property
    def total(self) -> int:
        return self.words.total()

    @cached_property
    def flat(self) -> str:
        """All of it on one line."""
        return _flat_text(self.text)

    def shared_words(self, other: "Wording") -> int:
        """How many content words both have, each as often as both have it."""
        mine, others = self.words, other.words
        return sum([min(mine[word], others[word]) for word in mine.keys() & others.keys()])

    @cached_property
    def tokens(self) -> frozenset[Hashable]:
        """Near-identical texts share two thirds of these at least: a token for each time that a content word stands
        there, or one for all of a text that has none."""
        if not self.words:
            return frozenset([(self.points, self.flat)])
        return frozenset([(self.points, word, n) for word, count in self.words.items() for n in range(count)])


class NearTexts:
    """Which of many texts may be near-identical to one of them."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.wordings = list(map(_wording_of, texts))
        self.index = WordIndex(wording.tokens for wording in self.wordings)

    def candidates(self, place: int) -> list[int]:
        """The places of those that may be near-identical to the text at `place`, itself among them."""
        tokens = self.wordings[place].tokens
        return self.index.sharing(tokens, -(-2 * len(tokens) // 3))

    def same(self, place: int, other: int) -> bool:
        """Whether the texts at two places are near-identical."""
        return _same_wording(self.wordings[place], self.wordings[other])


def near_identical(one: str, other: str) -> bool:
    """Whether the two texts say the same thing in nearly the same words."""
    return _same_wording(_wording_of(one), _wording_of(other))


def first_told(texts: Sequence[str], keys: Sequence[Hashable] = ()) -> list[int]:
    """The places of the texts that are near-identical to none kept before them, of those with the same key where `keys`
    are given, one for each. Takes as many comparisons as there are texts with the same rare words, not as there are
    pairs."""
    near = NearTexts(texts)
    if not keys:
        return first_of_same(len(texts), near.candidates, near.same)
    return first_of_same(len(texts), near.candidates, lambda a, b: keys[a] == keys[b] and near.same(a, b))


def repeats_earlier(text: str, earlier: Iterable[str]) -> bool:
    """Whether `text` is near-identical to one of the earlier texts."""
    return any(near_identical(text, before) for before in earlier)


def all_repeat(texts: Sequence[str], earlier: Sequence[str]) -> bool:
    """Whether there are texts, and every one of them repeats an earlier one."""
    return bool(texts) and all(repeats_earlier(text, earlier) for text in texts)


def shared_words(one: str, other: str) -> int:
    """How many content words two texts have in common."""
    return _wording_of(one).shared_words(_wording_of(other))


def _same_wording(one: Wording, other: Wording) -> bool:
    if one.points != other.points:
        return False
    total = one.total + other.total
    if not total:
        return one.flat == other.flat
    return 2 * one.shared_words(other) / total >= THRESHOLD


def _wording_of(text: str) -> Wording:
    return _kept_wording(text) if len(text) <= _LONGEST_KEPT else Wording(text)


_kept_wording = lru_cache(maxsize=_MOST_KEPT)(Wording)


def _flat_text(text: str) -> str:
    return " ".join(text.casefold().split())
