"""Signs in the words of a sentence, each with a weight: what rules add up to tell a claim."""

import re
from dataclasses import dataclass

from reviews.language.phrases import Phrases
from reviews.language.prose import quick_test
from reviews.language.reading.signals import has_measure

_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}"
_NO_FIGURE = re.compile(
    r"\b(?:\d+(?:st|nd|rd|th)|\d{1,2}([/.-])\d{1,2}\1\d{2,4}|(?:19|20)\d\d(?:-\d\d){0,2}"
    rf"|\d{{1,2}}\.? {_MONTH}|{_MONTH} \d{{1,2}}|\d{{1,2}}:\d\d)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Sign:
    """Words that speak for a claim. start, end: their place in the plain text of the sentence."""

    name: str
    weight: float
    start: int
    end: int


class SignTable:
    """The [signs] of a file of words with their [weights]."""

    def __init__(self, words: Phrases) -> None:
        self._weights = words.words.numbers("weights")
        self._signs = words.table("signs", whole=True)
        # For ASCII in small letters the same words are found several times as fast.
        self._small = {name: re.compile(sign.pattern) for name, sign in self._signs.items()}
        self._may_have_one = quick_test("|".join(f"(?:{sign.pattern})" for sign in self._signs.values()))

    def find(self, plain: str) -> list[Sign]:
        """The first of each sign in a sentence, the heaviest first."""
        if not self._may_have_one(plain):
            return []
        signs, text = (self._small, plain.lower()) if plain.isascii() else (self._signs, plain)
        found = [
            Sign(name, self._weights[name], match.start(), match.end())
            for name, sign in signs.items()
            if (match := sign.search(text))
        ]
        return sorted(found, key=lambda sign: -sign.weight)


def is_measured(plain: str) -> bool:
    """Whether the words carry a figure; dates and places in a row ("the 3rd") measure nothing."""
    return has_measure(_NO_FIGURE.sub(" ", plain))


_COMPANY = 0.6
"""What a sign counts beside a heavier one."""


def sum_signs(signs: list[Sign]) -> float:
    """The weight of signs together, heaviest first: the first in full, the others less; of signs at one place one."""
    total, taken = 0.0, list[Sign]()
    for sign in signs:
        if not any(sign.start < other.end and other.start < sign.end for other in taken):
            total += sign.weight * (_COMPANY if taken else 1.0)
            taken.append(sign)
    return total
