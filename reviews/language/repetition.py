"""Does a conversation go in circles? Near-identical texts, told by their words. Standard library only.

Two texts are near-identical when they point at the same things (the same quoted words, numbers and
capitalised abbreviations) and share at least `THRESHOLD` of their content words, counted by Dice's
coefficient: twice the shared words over all words of both. The first test matters because reviewers ask one
kind of question about many phrases, and "What does “SLA” mean?" after "What does “RPO” mean?" is progress.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from reviews.language.quotation_marks import quotation_pattern
from reviews.language.wordlists import read_words

THRESHOLD = 0.8

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_QUOTED = quotation_pattern(1, 300, also="`")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_ABBREVIATION = re.compile(r"\b[^\W\d_]*[A-Z][^\W\d_]*[A-Z]\w*\b")
_COMMON = read_words(__file__, "common").vocabulary("repeated")


def near_identical(one: str, other: str) -> bool:
    """Whether the two texts say the same thing in nearly the same words."""
    if _pointed_at(one) != _pointed_at(other):
        return False
    words, others = _content_words(one), _content_words(other)
    total = words.total() + others.total()
    if not total:
        return _flat_text(one) == _flat_text(other)
    return 2 * (words & others).total() / total >= THRESHOLD


def repeats_earlier(text: str, earlier: Iterable[str]) -> bool:
    """Whether `text` is near-identical to one of the earlier texts."""
    return any(near_identical(text, before) for before in earlier)


def all_repeat(texts: Sequence[str], earlier: Sequence[str]) -> bool:
    """Whether there are texts, and every one of them repeats an earlier one."""
    return bool(texts) and all(repeats_earlier(text, earlier) for text in texts)


def shared_words(one: str, other: str) -> int:
    """How many content words two texts have in common."""
    return (_content_words(one) & _content_words(other)).total()


def _content_words(text: str) -> Counter[str]:
    words = (word.casefold() for word in _WORD.findall(text))
    return Counter(word for word in words if word not in _COMMON)


def _pointed_at(text: str) -> frozenset[str]:
    quoted = (_flat_text(words) for words in _QUOTED.findall(text))
    return frozenset([*quoted, *_NUMBER.findall(text), *_ABBREVIATION.findall(text)])


def _flat_text(text: str) -> str:
    return " ".join(text.casefold().split())
