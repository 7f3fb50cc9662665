"""Who a claim says has decided what it tells ("…; Ana decided this"): people of the discussion, by name."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice

from reviews.language.sourcing.names import begins_sentences, is_party, name_word
from reviews.language.sourcing.plain_text import blank_spans, find_words, unmark_text
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "deciders")
_NAME = r"[A-ZÀ-Þ][\w'-]{1,30}(?:[ \n][A-ZÀ-Þ][\w'-]{1,30}){0,2}"
_JOINS = _WORDS.words("joins")
_NO_NAMES = _WORDS.vocabulary("no_names")
_DECIDING = re.compile("|".join(map(re.escape, _WORDS.words("deciding"))), re.IGNORECASE)
_BETWEEN_NAMES = re.compile(rf", |,? (?:{'|'.join(_JOINS)}) ")
_WHO = rf"(?P<who>{_NAME}(?:(?:, {_NAME}){{0,2}},? (?:{'|'.join(_JOINS)}) {_NAME})?)"
_MOST = 20
"""Clauses of one claim."""


def _any_clause(key: str, more: str) -> list[re.Pattern[str]]:
    clauses = (map(re.escape, each.split("{who}")) for each in _WORDS.words(key))
    return [re.compile(rf"(?<![^\W_])(?i:{before}){_WHO}(?i:{behind}){more}") for before, behind in clauses]


_IN_BRACKETS = re.compile(rf"\({_WHO}\)\W{{0,5}}$")
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


def find_deciders(claim: str, speakers: Set[str]) -> list[Deciders]:
    """The clauses of a claim that say of people that they decided it, in order. `speakers`: the words of the names of
    those who wrote messages, which tell whose a longer name is. "Nobody decided that …" and "The board decided that …"
    name nobody."""
    plain = unmark_text(claim) if _DECIDING.search(claim) else ""
    found = [
        Deciders(*match.span(), names, leads)
        for leads, patterns in ((False, _BEHIND), (True, _BEFORE))
        for pattern in patterns
        for match in islice(pattern.finditer(plain), _MOST)
        if (names := _names_of(match["who"], speakers))
    ]
    apart: list[Deciders] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not apart or one.start >= apart[-1].end:
            apart.append(one)
    return apart


def without_deciders(claim: str, found: Collection[Deciders]) -> str:
    """The claim with blanks where these clauses stand."""
    return blank_spans(claim, [(one.start, one.end) for one in found])


def decider_in_brackets(plain: str, speakers: Set[str]) -> frozenset[str]:
    """The words of the names with which a sentence ends in brackets, when they are those of people who wrote messages:
    "Start on 1 June (Ana)"; none without such a bracket."""
    found = _IN_BRACKETS.search(plain)
    names = _names_of(found["who"], speakers) if found else frozenset[str]()
    return names if names <= speakers else frozenset()


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


def is_by(names: Collection[str], line: SourceLine, speakers: Set[str]) -> bool:
    """Whether a line is a message of one of these, or says of them that they decided; True where nobody is named.
    Whoever wrote no message is vouched for only by a line that says so."""
    if not names:
        return True
    is_message = line.source.kind == "person"
    told = _told_deciders(line, speakers) if is_message else line.statement.name_words
    absent = frozenset(names) - speakers
    return absent <= told if absent else not told.union(line.speaker_words).isdisjoint(names)


def _told_deciders(line: SourceLine, speakers: Set[str]) -> frozenset[str]:
    return frozenset().union(*(one.names for one in find_deciders(line.statement.plain, speakers)))


def _names_of(who: str, speakers: Set[str]) -> frozenset[str]:
    """The words of the names in "Ana Berg and Ben": of those who wrote, the words that they are known by."""
    people = [[name_word(found[0]) for found in find_words(each)] for each in _BETWEEN_NAMES.split(who)]
    if any(speakers.isdisjoint(words) and _names_nobody(words[0]) for words in people if words):
        return frozenset()
    return frozenset().union(*(speakers & set(words) or words for words in people))


def _names_nobody(word: str) -> bool:
    return begins_sentences(word) or is_party(word) or word in _NO_NAMES
