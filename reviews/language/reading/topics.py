"""What a sentence is about, as a set of word stems, and how much two sentences share."""

import re
from functools import lru_cache

from wordfreq import zipf_frequency

from reviews import language
from reviews.language.wordlists import read_words

_WORD = re.compile(r"[a-z][a-z'-]{2,}")
_SUFFIX = re.compile(r"(?:ations?|ings?|ments?|(?<=i)e[sd]|ed|es|s|(?<=\w{4})ly|e)$")
_SAME_SOUND = re.compile(r"(?<=[^aeiou])y$")
_TOO_COMMON = 6.0
_EMPTY = read_words(language.__file__, "common").vocabulary("no_subject")


@lru_cache(maxsize=20_000)
def crude_stem(word: str) -> str:
    """A crude stem: enough to match `keeps` with `keep`, `removed` with `removes` and `tries` with `try`."""
    short = _SUFFIX.sub("", word)
    return _SAME_SOUND.sub("i", short if len(short) >= 3 else word)


@lru_cache(maxsize=1000)
def content_stems(plain: str) -> frozenset[str]:
    """The stems of the words that carry a sentence's subject."""
    return frozenset(crude_stem(word) for word in _WORD.findall(plain.lower()) if _carries_subject(word))


@lru_cache(maxsize=20_000)
def _carries_subject(word: str) -> bool:
    return word not in _EMPTY and zipf_frequency(word, "en") < _TOO_COMMON


def stem_overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """The share of the smaller set that is in the other, 0 when one is empty."""
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0
