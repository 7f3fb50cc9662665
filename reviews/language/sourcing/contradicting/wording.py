"""Whether a sentence is in the words of its sources, as these stand there: whatever is in other words, or was cut from
where it stands, may mean something else."""

import re

from reviews.language.prose import NUMERAL
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.contradicting.opposites import excludes
from reviews.language.sourcing.contradicting.settings import (
    is_only_feared,
    is_set_apart,
    leaves_decisive_out,
    may_be_withdrawn,
)
from reviews.language.sourcing.judgement import Judgement, PlacedFacts
from reviews.language.sourcing.names import only_names
from reviews.language.sourcing.plain_text import fold_words
from reviews.language.sourcing.quotations import LEADS, MOST_LEFT_OUT
from reviews.language.sourcing.same_facts import all_words_of, facts_in
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement

_CLAUSE = re.compile(r"[,;:(]|\b(?:and|but|while|und|aber|et|mais)\b", re.IGNORECASE)
_FEWEST_CLAUSES, _LONG = 2, 4
_LONGEST_NAME = 3
"""Words of who is said to have said a quotation."""
NEAREST = 3
"""Lines that the words of one sentence may come from."""


def keeps_words(placed: PlacedFacts, derived: bool, found: Judgement) -> bool:
    """Whether a sentence has no words but those of one line with its facts, or of the lines that it computes something
    from; what leads to a quotation may have those of the whole exchange."""
    words, facts = placed.statement.words, list(placed.lines)
    lines = [one.line for one in placed.near]
    if not words and not facts:
        return True
    if len(placed.statement.folded_words) <= _LONGEST_NAME and only_names(
        placed.statement.plain, found.beside_quotes
    ):
        return True
    if found.quoted and LEADS.search(placed.statement.plain):
        return any(words <= line.exchange for line in lines)
    if derived:
        near = lines[:NEAREST]
        swapped = any(_gives_figures_away(placed.statement, line.statement) for line in near)
        return not swapped and words <= frozenset().union(*map(all_words_of, near))
    return any(
        _is_told_whole(placed, line) and facts_in(facts, line) == len(facts)
        for line in [*lines, *placed.lines.values()]
    )


def _is_told_whole(placed: PlacedFacts, line: SourceLine) -> bool:
    """Whether a line has all words of a sentence, few of its own are missing there, both ask or neither does, and it
    stands as it is told."""
    statement, told, asks = placed.statement, line.statement.words, line.statement.asks and not line.affirmed
    if not statement.words <= all_words_of(line) or statement.asks != asks:
        return False
    if excludes(statement.plain, line.statement.plain):
        return False
    return len(told - statement.words) <= MOST_LEFT_OUT * len(told) and stands_as_told(placed, line)


def stands_as_told(placed: PlacedFacts, line: SourceLine) -> bool:
    """Whether neither where a line stands, nor words of it that a sentence leaves out, nor what people say elsewhere
    may make it mean something else."""
    statement = placed.statement
    return not (
        is_set_apart(line)
        or is_only_feared(statement, line)
        or leaves_decisive_out(statement, line)
        or may_be_withdrawn(statement, line, placed.near)
        or _gives_figures_away(statement, line.statement)
    )


def _gives_figures_away(said: Statement, told: Statement) -> bool:
    """Whether a sentence gives a figure the words of another figure's clause and leaves out those of its own ("30
    complained" of "120 complained and 30 left")."""
    clauses = _figure_clauses(told.plain)
    if len(clauses) < _FEWEST_CLAUSES:
        return False
    common = frozenset.intersection(*clauses.values())
    for plain in _CLAUSE.split(said.plain):
        figures, words = NUMERAL.findall(plain), _telling_words(plain)
        own = clauses.get(figures[-1]) if figures else None
        if own is not None and own - words - common:
            others = frozenset().union(*(each for key, each in clauses.items() if key != figures[-1]))
            if words & (others - own):
                return True
    return False


def _figure_clauses(plain: str) -> dict[str, frozenset[str]]:
    """The words of the clause in which each figure is the last one."""
    found: dict[str, frozenset[str]] = {}
    for clause in _CLAUSE.split(plain):
        if figures := NUMERAL.findall(clause):
            last = clause.rindex(figures[-2]) if len(figures) > 1 else 0
            found[figures[-1]] = _telling_words(clause[last:])
    return found


def _telling_words(plain: str) -> frozenset[str]:
    """The stems of a clause and its longer words, for "left" may be a stop word elsewhere."""
    return content_words(plain) | {
        word for word in fold_words(plain) if len(word) >= _LONG and word.isalpha()
    }
