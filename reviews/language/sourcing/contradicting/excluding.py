"""Lines that say the same as a sentence with a word that excludes one of its own: "optional", "only", "not yet"."""

import re

from reviews.language import sourcing
from reviews.language.sourcing.compare import (
    IN_SCOPE,
    PARTLY,
    NearLine,
    clause_of,
    parts_of,
    speaks_of,
    under_no_goals,
)
from reviews.language.sourcing.contradicting.limits import swaps_case
from reviews.language.sourcing.contradicting.opposites import excludes, widens, without_opposites
from reviews.language.sourcing.contradicting.periods import has_other_period, says_of_all
from reviews.language.sourcing.dates import Moment
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.same_facts import all_words_of, facts_in, is_equal, is_like
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WAITS = re.compile(r"(?<![^\W_])(?:not|nicht|kein\w{0,2}|pas|no)(?![^\W_])", re.IGNORECASE)
_CONTENT = read_words(sourcing.__file__, "content")
_ALREADY, _FOR_NOW = (
    re.compile(any_word(_CONTENT.words(key)), re.IGNORECASE) for key in ("already", "for_now")
)

_MOST_FACTS = 20
_OWN = 0.5
"""The share of a sentence's words that a line has itself, and not only above it."""
_WHEN = ("ends",)
_FOR = re.compile(r"[ \n](?:for|of|für|pour)[ \n]", re.IGNORECASE)


def excluding_line(statement: Statement, near: list[NearLine]) -> SourceLine | None:
    """The line that says the same with a word that excludes one of the sentence's ("optional", "mandatory"), unless a
    line that is as near does not."""
    rest = without_opposites(statement.words)
    best, others, excluding = 0, 0, None
    for one in near:
        shared = len(rest & all_words_of(one.line))
        asks = one.line.statement.asks and one.line.source.kind != "person"
        is_near = one.share >= PARTLY and one.shared >= 2
        if (
            one.line.trusted
            and is_near
            and (_is_no_goal(statement, one.line) or _not_yet(statement, one.line))
        ):
            return one.line
        own = len(rest & one.line.statement.words)
        if not one.line.trusted or asks or not speaks_of(shared, len(rest)) or own < _OWN * len(rest):
            continue
        told = shared + facts_in(statement.facts[:_MOST_FACTS], one.line)
        if _has_other_word(statement, one.line.statement):
            excluding, best = (one.line, told) if told > best else (excluding, best)
        else:
            others = max(others, told)
    return excluding if best > others else None


def _has_other_word(statement: Statement, told: Statement) -> bool:
    return (
        excludes(statement.plain, told.plain, told.context)
        or widens(statement.plain, told.plain)
        or has_other_period(statement, told)
        or says_of_all(statement, told)
        or swaps_case(statement, told)
    )


def _is_no_goal(statement: Statement, line: SourceLine) -> bool:
    """Whether a sentence says to be done what stands under a heading over what is not."""
    return (
        under_no_goals(line.statement)
        and IN_SCOPE.search(statement.plain) is not None
        and not statement.negations % 2
    )


def _not_yet(statement: Statement, line: SourceLine) -> bool:
    """Whether a sentence says to be so already what a line says is not so now."""
    told = line.statement
    return (
        told.negations % 2 == 1
        and _ALREADY.search(statement.plain) is not None
        and _FOR_NOW.search(told.plain) is not None
        and len(told.words & statement.words) >= 2
        and not _WAITS.search(statement.plain)
    )


def tells_of_other(fact: Fact, said: Statement, place: SourceLine) -> bool:
    """Whether a line has a figure or a day in a part that is about something else than `said`, the part of a sentence
    with it: one with an opposite ("starts", "ends"), or beside a part with another figure that is all of what is
    said."""
    alike = [each for each in place.statement.facts[:_MOST_FACTS] if is_like(fact, each)]
    mine = next((each for each in alike if is_equal(fact, each)), None)
    if mine is None or not isinstance(fact.meaning, Quantity | Moment):
        return False
    whole = place.statement.plain
    part = next((part for part in parts_of(whole) if mine.text in part), whole)
    if excludes(said.plain, part, among=_WHEN):
        return True
    clause = clause_of(mine, place.statement)
    is_of_a_thing = len(clause.words) > 1 or _FOR.match(whole, mine.end - place.statement.start) is not None
    others = (_covered(clause_of(each, place.statement), said) for each in alike if not is_equal(fact, each))
    return is_of_a_thing and clause.words.isdisjoint(said.words) and any(other == 1 for other in others)


def _covered(part: Statement, said: Statement) -> float:
    return len(part.words & said.words) / len(part.words) if part.words else 0.0
