"""Whether a sentence is in the words of its sources, as these stand there: whatever is in other words, or was cut from
where it stands, may mean something else."""

from itertools import islice

from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.contradicting.settings import (
    is_only_feared,
    is_set_apart,
    leaves_decisive_out,
    may_be_withdrawn,
)
from reviews.language.sourcing.judgement import Judgement, PlacedFacts
from reviews.language.sourcing.names import only_names
from reviews.language.sourcing.plain_text import find_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.quotations import LEADS, MOST_LEFT_OUT
from reviews.language.sourcing.same_facts import all_words_of, facts_in
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement

_NEAR, _FEW = 60, 3
"""Characters and words behind a figure in which the word stands that it belongs to."""
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
        return words <= frozenset().union(*map(all_words_of, lines[:NEAREST]))
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
    """Whether a figure stands before a word that another figure of the line stands before ("30 complained" of "120
    complained and 30 left")."""
    mine, theirs = _words_behind(said), _words_behind(told)
    return any(
        word and word != theirs.get(figure, word) and word in theirs.values() for figure, word in mine.items()
    )


def _words_behind(statement: Statement) -> dict[str, str]:
    """The first content word behind each figure of a sentence, "" without one."""
    plain, found = statement.plain, {}
    for fact in statement.facts:
        if isinstance(fact.meaning, Quantity):
            behind = find_words(plain[fact.end - statement.start :][:_NEAR])
            stems = (stem for word in islice(behind, _FEW) for stem in sorted(content_words(word[0])))
            found[fact.value] = next(stems, "")
    return found
