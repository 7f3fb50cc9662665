"""Whether two points are about the same matter, as far as their words tell.

Dice's coefficient over the stems that say what a point is about, each counted by how rare it is in English: twice the
weight of what they share over the weight of both. Words that everybody uses count nothing, so the same question about
another thing is not alike.
"""

from functools import lru_cache
from math import fsum

from reviews.language.reading.lookup import terms_of, weight

LEAST = 0.55
"""From where on two points are shown as alike; how it was chosen stands in docs/decisions.md."""
LONGEST_POINT = 500
"""Characters of a point that count."""
FEWEST_TERMS = 2
"""Terms that a point must have: one word alone ("TODO", "Owners") says too little of what it is about."""


@lru_cache(maxsize=8192)
def point_terms(text: str) -> frozenset[str]:
    """The stems that say what a point is about. Give at most `LONGEST_POINT` characters, because it is remembered."""
    return terms_of(text)


def telling_terms(text: str, most: int) -> list[str]:
    """The terms of a point that say most, at most so many, always the same for the same text; none when it says too
    little."""
    terms = point_terms(text[:LONGEST_POINT])
    if len(terms) < FEWEST_TERMS:
        return []
    return sorted(terms, key=lambda term: (-weight(term), term))[:most]


def likeness(one: str, other: str) -> float:
    """From 0 for nothing in common to 1 for the same words."""
    terms, others = point_terms(one[:LONGEST_POINT]), point_terms(other[:LONGEST_POINT])
    both = _weight_of(terms) + _weight_of(others)
    return 2 * _weight_of(terms & others) / both if both else 0.0


def _weight_of(terms: frozenset[str]) -> float:
    return fsum(map(weight, terms))
