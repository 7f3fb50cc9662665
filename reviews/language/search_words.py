"""The words that a search compares: folded, cut where scripts have no spaces, and read out of what somebody types.

The same rules make the words of a stored text and those of a question, so a database needs no knowledge of languages:
it compares words that are letters and digits, and nothing else.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

LONGEST_WORD = 60
MOST_TERMS, MOST_WORDS = 8, 24
SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u3096\u309d-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff"
)
"""Thai, Lao, Burmese, Khmer, kana and Chinese characters: each is a word, and a word of theirs is a phrase."""
VOICED = "\u3099\u309a\uff9e\uff9f"
MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0970-\u0dff"
"""Signs that belong to the letter before them."""
WORD = re.compile(rf"[{SPACELESS}][{VOICED}]?|(?:(?![{SPACELESS}])[^\W_]|[{MARKS}])+")
ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]")
OTHER = re.compile(r"[^0-9a-z\x80-\U0010ffff]")
UNDIVIDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
)
"""Letters whose stroke is no accent to Unicode, and letters that are written as two where they are missing."""
QUOTED = re.compile(r'"([^"]*)("|$)|[^\s"]+')


class Word(NamedTuple):
    """A word as it is compared, and from where to where it stands in its text."""

    folded: str
    start: int
    end: int


class Term(NamedTuple):
    """Words that stand side by side; `is_open`: the last one may be the beginning of a word."""

    words: tuple[str, ...]
    is_open: bool = False


@dataclass(frozen=True)
class Question:
    """What is looked for: texts that have all of the terms."""

    terms: tuple[Term, ...] = ()

    @property
    def words(self) -> list[str]:
        return [word for term in self.terms for word in term.words]


@lru_cache(maxsize=20_000)
def fold_word(word: str) -> str:
    """A word without capitals and accents: "Café" is "cafe", "Straße" is "strasse"; at most 60 characters."""
    if word.isascii():
        return word.lower()[:LONGEST_WORD]
    bare = ACCENTS.sub("", unicodedata.normalize("NFKD", word))
    folded = unicodedata.normalize("NFKC", bare.casefold().translate(UNDIVIDED))
    return OTHER.sub("", folded)[:LONGEST_WORD]


def folded_words(text: str) -> list[str]:
    """The words of a text in their order, as they are compared."""
    return [folded for word in WORD.findall(text) if (folded := fold_word(word[:200]))]


def words_in(text: str) -> Iterator[Word]:
    """The words of a text with their places."""
    for found in WORD.finditer(text):
        if folded := fold_word(found[0][:200]):
            yield Word(folded, found.start(), found.end())


def read_question(text: str) -> Question:
    """What somebody has typed: words between quotation marks stand side by side, and so do the parts of "UTF-8"; the
    last word may be a beginning unless its phrase is closed. Of a long text the first eight terms count."""
    terms: list[Term] = []
    left = MOST_WORDS
    for found in QUOTED.finditer(text):
        words = tuple(folded_words(found[0]))[:left]
        if words:
            is_last = found.end() == len(text.rstrip())
            terms.append(Term(words, is_last and found[2] != '"'))
            left -= len(words)
        if len(terms) == MOST_TERMS or not left:
            break
    return Question(tuple(dict.fromkeys(terms)))
