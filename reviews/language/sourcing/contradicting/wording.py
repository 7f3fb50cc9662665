"""Whether a sentence is in the words of its sources, as these stand there: whatever is in other words, or was cut from
where it stands, may mean something else."""

from reviews.language.sourcing.contradicting.settings import (
    is_only_feared,
    is_set_apart,
    leaves_decisive_out,
    may_be_withdrawn,
)
from reviews.language.sourcing.judgement import Judgement, PlacedFacts
from reviews.language.sourcing.names import only_names
from reviews.language.sourcing.quotations import LEADS, MOST_LEFT_OUT
from reviews.language.sourcing.same_facts import all_words_of, facts_in
from reviews.language.sourcing.sources import SourceLine

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
    )
