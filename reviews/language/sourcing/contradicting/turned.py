"""Sentences made of a line's own words that say something else: who does it to whom, which half is denied, points that
become per cent."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache

from reviews.language.sourcing.compare import NearLine, parts_of
from reviews.language.sourcing.content import content_words, count_negations
from reviews.language.sourcing.contradicting.withdrawn import reported_part
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.plain_text import find_words, fold_word, fold_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "turned")
_POINTS = re.compile(rf"[ \n-]?{any_word(_WORDS.words('points'))}", re.IGNORECASE)
_IF, _UNLESS = _WORDS.vocabulary("if"), _WORDS.vocabulary("unless")
_NEARLY_ALL, _ALIKE, _SOME = 0.75, 0.8, 0.2
_MOST_WORDS, _MOST_FACTS = 20, 20
_LONGEST = 60
"""Words of a sentence whose places are compared; in a longer one they tell little."""

type _Places = Mapping[str, tuple[int, str]]
"""Of each content word that stands once in a sentence: the number of its place, and the small word before it."""


def turned_line(statement: Statement, near: Sequence[NearLine]) -> SourceLine | None:
    """The line whose words a sentence says in other places, so that it says something else; None when there is none,
    or when another line says it as the sentence does."""
    turned: SourceLine | None = None
    for one in near:
        told = one.line.statement
        if one.share < _NEARLY_ALL or told.is_heading or statement.language != told.language:
            continue
        if max(len(statement.folded_words), len(told.folded_words)) > _LONGEST:
            continue
        if _makes_per_cent(statement, told):
            turned = turned or one.line
        elif one.alike >= _ALIKE:
            if not (
                _denies_other_part(statement, told)
                or _exchanges_places(statement, told)
                or _turns_case(statement, told)
            ):
                return None
            turned = turned or one.line
    return turned


def turned_in_translation(statement: Statement, near: Sequence[NearLine]) -> bool:
    """Whether a sentence tells what somebody says, and the nearest thing that a person says in another language denies
    something where it does not, or the other way round; what that is, nobody can tell by words."""
    told = [one for one in near if one.line.source.kind == "person" and one.share >= _SOME]
    if not told or not statement.language or not reported_part(statement.plain):
        return False
    line = told[0].line.statement
    differs = bool(line.language) and line.language != statement.language
    return differs and statement.negations % 2 != line.negations % 2


def _makes_per_cent(statement: Statement, told: Statement) -> bool:
    """Whether a line says "2 percentage points" of what a sentence says "2 %"."""
    theirs = list(_amounts_in(told))
    for fact, amount, in_points in _amounts_in(statement):
        same = [points for _, each, points in theirs if each == amount]
        if fact.kind == "percentage" and not in_points and same and all(same):
            return True
    return False


def _amounts_in(statement: Statement) -> Iterator[tuple[Fact, Decimal, bool]]:
    """The figures of a sentence, each with what it comes to and whether it is told in points."""
    for fact in statement.facts[:_MOST_FACTS]:
        if isinstance(fact.meaning, Quantity):
            in_points = _POINTS.match(statement.plain, fact.end - statement.start) is not None
            yield fact, fact.meaning.amounts[0], in_points


def _denies_other_part(statement: Statement, told: Statement) -> bool:
    """Whether of two sentences with as many parts each part of one speaks of one part of the other, and another one is
    denied."""
    mine, theirs = (_parts_by_words(one.plain, one.language) for one in (statement, told))
    if len(mine) < 2 or len(mine) != len(theirs) or mine.keys() != theirs.keys():
        return False
    return mine != theirs and sum(mine.values()) % 2 == sum(theirs.values()) % 2


def _turns_case(statement: Statement, told: Statement) -> bool:
    """Whether one of two sentences says "if" where the other one says "unless"."""
    mine, theirs = fold_words(statement.plain), fold_words(told.plain)
    ways = [(bool(words & _IF), bool(words & _UNLESS)) for words in (mine, theirs)]
    return {*ways} == {(True, False), (False, True)}


@lru_cache(maxsize=1024)
def _parts_by_words(plain: str, language: str) -> Mapping[frozenset[str], int]:
    """The parts of a sentence by the words that they alone have, each with 1 when it is denied."""
    parts = parts_of(plain)
    told = [content_words(part, language) for part in parts]
    own = [words - frozenset().union(*(other for other in told if other is not words)) for words in told]
    return {words: count_negations(part) % 2 for part, words in zip(parts, own, strict=True) if words}


def _exchanges_places(statement: Statement, told: Statement) -> bool:
    """Whether two words of a sentence stand each in the other's place ("Lyon sends it to Gdansk"), around the same
    words."""
    if sum(fact.kind not in ("name", "party") for fact in statement.facts) > 1:
        return False  # Each may stand with a figure of its own.
    mine, theirs = (_places_of(one.plain, one.language) for one in (statement, told))
    both = [word for word in mine if word in theirs][:_MOST_WORDS]
    for number, one in enumerate(both):
        for other in both[number + 1 :]:
            first, second = sorted((one, other), key=lambda word: mine[word][0])
            if theirs[first][0] < theirs[second][0]:
                continue
            leads = mine[first][1], mine[second][1]
            if leads != (theirs[second][1], theirs[first][1]):
                continue
            between = _between(mine, first, second)
            if between and between == _between(theirs, second, first):
                return True
    return False


def _between(places: _Places, first: str, second: str) -> frozenset[str]:
    start, stop = places[first][0], places[second][0]
    return frozenset(word for word, (at, _) in places.items() if start < at < stop)


@lru_cache(maxsize=1024)
def _places_of(plain: str, language: str) -> _Places:
    places: dict[str, tuple[int, str]] = {}
    twice: set[str] = set()
    before = ""
    for at, found in enumerate(find_words(plain)):
        stems = content_words(found[0], language)
        for stem in stems:
            twice |= {stem} & places.keys()
            places[stem] = (at, before)
        before = "" if stems else fold_word(found[0])
    return {stem: place for stem, place in places.items() if stem not in twice}
