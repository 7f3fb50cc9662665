"""What three things or more come to that a sentence names one by one ("valves, pumps and the mast come to …"), each
with one figure in what the notes and people say."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from reviews.language.sourcing.compare import clause_of
from reviews.language.sourcing.computing.tables import is_multiplied, is_parted, show_sum
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.plain_text import find_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement

_FEWEST, _MOST = 3, 8
"""Parts of such a sum: any two figures come to many others."""
_MOST_FACTS = 20
_BETWEEN = re.compile(r",(?:[ \n](?:and|und|et)[ \n])?|[ \n](?:and|plus|und|et)[ \n]", re.IGNORECASE)


def sum_of_parts(fact: Fact, said: Statement, lines: Iterable[SourceLine]) -> str:
    """How an amount is what the things come to that a sentence names in front of it, "" when it is not. All of them
    have to stand in one message, or under one heading of a text, each with one figure of that unit."""
    target = fact.meaning
    if not isinstance(target, Quantity) or not target.unit or target.unit == "percent":
        return ""
    parts = _BETWEEN.split(said.plain[: fact.start - said.start])
    if not _FEWEST <= len(parts) <= _MOST or is_parted(said) or is_multiplied(fact, said):
        return ""
    together: dict[tuple[int, str], list[Statement]] = {}
    for line in lines:
        together.setdefault((id(line.source), line.statement.context), []).append(line.statement)
    for statements in together.values():
        figures = [*_figures_in(statements, target)]
        addends = [_addend_of(part, figures, said.language) for part in parts]
        if None not in addends and sum(filter(None, addends)) == target.amounts[0]:
            return show_sum([one for one in addends if one is not None])
    return ""


def _addend_of(part: str, figures: Sequence[tuple[frozenset[str], Decimal]], language: str) -> Decimal | None:
    """The only figure that stands with the first word of `part` that any figure stands with."""
    stems = (content_words(found[0], language) for found in find_words(part))
    told = ({amount for words, amount in figures if words & stem} for stem in stems)
    amounts = next(filter(None, told), set[Decimal]())
    return next(iter(amounts)) if len(amounts) == 1 else None


def _figures_in(lines: Iterable[Statement], target: Quantity) -> Iterator[tuple[frozenset[str], Decimal]]:
    """The figures of a unit in some lines, each with the words of the part that it stands in."""
    for line in lines:
        for fact in line.facts[:_MOST_FACTS]:
            one = fact.meaning
            if isinstance(one, Quantity) and (one.unit, one.period) == (target.unit, target.period):
                yield clause_of(fact, line).words, one.amounts[0]
