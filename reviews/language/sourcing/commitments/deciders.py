"""Who a claim says has decided what it tells ("…; Ana decided this"): people of the discussion, by name."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from reviews.language.sourcing.names import name_word
from reviews.language.sourcing.plain_text import blank_spans, find_words, unmark_text
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "deciders")
_NAME = r"[A-ZÀ-Þ][\w'-]{1,30}(?:[ \n][A-ZÀ-Þ][\w'-]{1,30}){0,2}"
_JOINS = _WORDS.words("joins")
_WHO = rf"(?P<who>{_NAME}(?:(?:, {_NAME}){{0,2}},? (?:{'|'.join(_JOINS)}) {_NAME})?)"
_MOST = 20
"""Clauses of one claim."""


def _any_clause(key: str, more: str) -> list[re.Pattern[str]]:
    clauses = (map(re.escape, each.split("{who}")) for each in _WORDS.words(key))
    return [re.compile(rf"(?<![^\W_])(?i:{before}){_WHO}(?i:{behind}){more}") for before, behind in clauses]


_BEHIND = _any_clause("behind", r"(?=[ \n]?(?:[.;,:!)]|$))")
_BEFORE = _any_clause("before", r"(?![^\W_])")


@dataclass(frozen=True)
class Deciders:
    """A clause that names who decided: where it stands, the words of the names, and whether what was decided comes
    behind it."""

    start: int
    end: int
    names: frozenset[str]
    leads: bool


def find_deciders(claim: str, speakers: Collection[str]) -> list[Deciders]:
    """The clauses of a claim that say of people that they decided it, in order. `speakers`: the words of the names of
    those who wrote messages; a clause that names anybody else is none."""
    plain = unmark_text(claim) if speakers else ""
    found = [
        Deciders(*match.span(), _name_words(match["who"]), leads)
        for leads, patterns in ((False, _BEHIND), (True, _BEFORE))
        for pattern in patterns
        for match in islice(pattern.finditer(plain), _MOST)
    ]
    apart: list[Deciders] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if one.names and one.names <= set(speakers) and (not apart or one.start >= apart[-1].end):
            apart.append(one)
    return apart


def without_deciders(claim: str, found: Collection[Deciders]) -> str:
    """The claim with blanks where these clauses stand."""
    return blank_spans(claim, [(one.start, one.end) for one in found])


def names_of_deciders(
    statements: Sequence[Statement], found: Collection[Deciders]
) -> Mapping[int, frozenset[str]]:
    """For the number of each statement that has such a clause: the words of the names of those who are said to have
    decided what it tells. A clause in front belongs to the statement that it begins, one behind to the last before."""
    starts, ends = [one.start for one in statements], [one.end for one in statements]
    names = defaultdict[int, frozenset[str]](frozenset)
    for one in found:
        number = bisect_right(ends, one.end) if one.leads else bisect_right(starts, one.start) - 1
        names[number] |= one.names
    return names


def is_by(names: Collection[str], line: SourceLine) -> bool:
    """Whether a line is a message of one of these, or a passage that names one; True where nobody is named."""
    if not names:
        return True
    words = line.speaker_words if line.source.kind == "person" else line.statement.name_words
    return not words.isdisjoint(names)


def _name_words(who: str) -> frozenset[str]:
    words = (name_word(found[0]) for found in find_words(who))
    return frozenset(word for word in words if word not in _JOINS)
