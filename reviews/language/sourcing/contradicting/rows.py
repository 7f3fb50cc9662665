"""What a sentence says of the rows of a table: a figure that stands in another row, "more than" of what is less."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from reviews.language.sourcing.computing.tables import column_of, heads_of, is_row
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.names import name_word
from reviews.language.sourcing.plain_text import find_words, fold_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "rows")
_THAN = any_word(_WORDS.words("than"))
_MORE, _LESS = (
    re.compile(
        rf"{any_word(_WORDS.words(key))}(?:[ \n][^\s,;:.]{{1,40}}){{0,8}}?[ \n]({_THAN})", re.IGNORECASE
    )
    for key in ("more", "less")
)
_TOTALS = _WORDS.vocabulary("totals")
_OPERAND = re.compile(r"(?:[+−×÷=][ \n]?|[ \n][-–/*][ \n])$")
_OPERATOR = re.compile(r"[ \n]?[+−×÷=]|[ \n][-–/*][ \n]?\d")
_MOST_WORDS, _MOST_LINES = 60, 100
_SHORTEST = 3
"""Letters of a word that tells a row; one letter by itself does, too ("zone B")."""


def other_row(
    fact: Fact, clause: Statement, places: Sequence[SourceLine], index: SourceIndex
) -> SourceLine | None:
    """The row that `clause`, the part of a sentence with a figure, speaks of, when the figure stands in other rows of
    that table alone; `places`: the lines that have the figure."""
    start, end = fact.start - clause.start, fact.end - clause.start
    if _OPERAND.search(clause.plain[:start]) or _OPERATOR.match(clause.plain, end):
        return None  # Figures of several rows are added up.
    trusted = [place for place in places if place.trusted]
    if (
        not isinstance(fact.meaning, Quantity)
        or not trusted
        or not all(is_row(one.statement) for one in trusted)
    ):
        return None
    named = _rows_named(clause.plain, index)
    if not named or any(place in named or is_total(place.statement) for place in trusted):
        return None
    return next((row for row in named if any(_is_same_table(row, place) for place in trusted)), None)


def is_total(row: Statement) -> bool:
    """Whether a row is about all the others of its table."""
    return is_row(row) and bool(_label_of(row.plain) & _TOTALS)


def belied_comparison(statement: Statement, index: SourceIndex) -> SourceLine | None:
    """The row of a table whose figure is not more (or less) than another row's, though a sentence says so."""
    for pattern, is_more in ((_MORE, True), (_LESS, False)):
        for found in pattern.finditer(statement.plain):
            mine = _rows_named(statement.plain[: found.start(1)], index)
            theirs = _rows_named(statement.plain[found.start(1) :], index)
            if len(mine) != 1 or len(theirs) != 1 or not _is_same_table(mine[0], theirs[0]):
                continue
            amounts = _amounts_of(statement, mine[0], theirs[0])
            if amounts and (amounts[0] > amounts[1]) is not is_more:
                return mine[0]
    return None


def _amounts_of(statement: Statement, mine: SourceLine, theirs: SourceLine) -> tuple[Decimal, Decimal] | None:
    """The figures of two rows in the one column whose head says the most of a sentence."""
    heads = heads_of(mine.statement.context)
    shared = [len(head & statement.words) for head in heads]
    best = max(shared, default=0)
    if not best or shared.count(best) > 1:
        return None
    column = shared.index(best)
    told = [_amount_in(column, row.statement) for row in (mine, theirs)]
    if told[0] is None or told[1] is None or told[0].unit != told[1].unit:
        return None
    return told[0].amounts[0], told[1].amounts[0]


def _amount_in(column: int, row: Statement) -> Quantity | None:
    found = [
        fact.meaning
        for fact in row.facts
        if isinstance(fact.meaning, Quantity) and column_of(fact, row) == column
    ]
    return found[0] if len(found) == 1 else None


def _rows_named(plain: str, index: SourceIndex) -> list[SourceLine]:
    """The rows of tables whose first cell stands in a text."""
    said = fold_words(plain)
    numbers = dict.fromkeys(
        number
        for found in list(find_words(plain))[:_MOST_WORDS]
        for number in index.by_name.get(name_word(found[0]), ())[:_MOST_LINES]
    )
    return [
        line
        for line in (index.lines[number] for number in numbers)
        if is_row(line.statement)
        and line.statement.context
        and (label := _label_of(line.statement.plain))
        and label <= said
    ]


@lru_cache(maxsize=4096)
def _label_of(row: str) -> frozenset[str]:
    """The telling words of the first cell of a row that has some."""
    for cell in row.split("|"):
        words = frozenset(word for word in fold_words(cell) if not word.isdigit())
        if words:
            return frozenset(word for word in words if len(word) >= _SHORTEST or len(words) == 1)
    return frozenset()


def _is_same_table(one: SourceLine, other: SourceLine) -> bool:
    return one.source is other.source and one.statement.context == other.statement.context
