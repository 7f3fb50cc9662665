"""Where the facts of a claim stand in its sources."""

from datetime import date

from reviews.language.sourcing.compare import NearLine
from reviews.language.sourcing.contradicting.counts import has_place
from reviews.language.sourcing.decisions import read_decision
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.judgement import Judgement, PlacedFacts
from reviews.language.sourcing.lookup import find_fact
from reviews.language.sourcing.parts import part_pointed_to
from reviews.language.sourcing.plain_text import fold_words
from reviews.language.sourcing.proposals import is_proposed
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.quotations import source_of_parts
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.sourcing.support import FactPlace
from reviews.language.wordlists import read_words

_SPEAKS = read_words(__file__, "sentences").vocabulary("speaks")
_MOST_TOLD = 20
_MOST_QUOTES = 50


def place_facts(
    statement: Statement, near: list[NearLine], index: SourceIndex, today: date | None, found: Judgement
) -> PlacedFacts:
    """Find each fact of a sentence in the sources."""
    lost: list[Fact] = []
    lines: dict[Fact, SourceLine] = {}
    for fact in statement.facts:
        if fact.kind == "party" and not _party_counts(statement):
            continue
        if (part := part_pointed_to(fact, statement)) and not index.parts.isdisjoint(part):
            continue
        if fact.kind == "quote":
            _place_quote(fact, index, found)
            continue
        if (fact.kind, fact.value) not in found.places:
            found.places[fact.kind, fact.value] = dict(reversed(find_fact(fact, index, today)))
        places = found.places[fact.kind, fact.value]
        if not places and (is_proposed(fact, statement, near) or has_place(fact, statement, near)):
            continue
        if not places and not _stands_apart(fact, index):
            lost.append(fact)
            continue
        if places:
            number = next((one.number for one in near if one.number in places), min(places))
            found.passages.append(_as_place(fact, index.lines[number], places[number]))
            lines[fact] = index.lines[number]
            if isinstance(fact.meaning, Quantity):
                found.told += [(fact.meaning, each) for each in list(places)[:_MOST_TOLD]]
    return PlacedFacts(statement, near, lost, lines)


def _party_counts(statement: Statement) -> bool:
    """Whether a body in a sentence decides or says something there, and so has to be one of the sources."""
    if not _SPEAKS.isdisjoint(fold_words(statement.plain)):
        return True
    return read_decision(statement.plain, 0, statement.language) is not None


def _stands_apart(fact: Fact, index: SourceIndex) -> bool:
    """Whether the words of a name stand in the sources, if not in one line."""
    return fact.kind in ("name", "party") and all(index.names_hold(word) for word in fact.value.split())


def _place_quote(fact: Fact, index: SourceIndex, found: Judgement) -> None:
    """A quotation stands word for word in one source, its parts in order."""
    found.quotes += 1
    if found.quotes > _MOST_QUOTES:
        found.unchecked = True
        return
    if source := source_of_parts(fact.value.split("\n"), index):
        found.passages.append(FactPlace(fact, source, 0, len(source.text), fact.text))
    else:
        found.missing.append(fact)


def _as_place(fact: Fact, line: SourceLine, found: Fact | None) -> FactPlace:
    start, end = (found.start, found.end) if found else (line.statement.start, line.statement.end)
    sentence = " ".join(line.statement.plain.split())
    return FactPlace(fact, line.source, start, end, sentence)
