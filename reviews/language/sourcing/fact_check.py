"""Where the facts of a claim stand in its sources, and which follow from others that do."""

from collections.abc import Collection
from datetime import date
from itertools import permutations

from reviews.language.sourcing.compare import NearLine, swapped_fact
from reviews.language.sourcing.dates import Moment, quarter_of
from reviews.language.sourcing.decisions import read_decision
from reviews.language.sourcing.derived import derive_quantity, is_specific, show_amount
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.judgement import Judgement, PlacedFacts
from reviews.language.sourcing.lookup import find_fact
from reviews.language.sourcing.parts import part_pointed_to
from reviews.language.sourcing.plain_text import fold_words
from reviews.language.sourcing.proposals import is_proposed
from reviews.language.sourcing.quantities import PERIODS, Quantity
from reviews.language.sourcing.quotations import source_of_parts
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.sourcing.support import MOST_WORDS, FactPlace, say_computed
from reviews.language.sourcing.tables import show_sum
from reviews.language.wordlists import read_words

_SPEAKS = read_words(__file__, "sentences").vocabulary("speaks")
_MOST_TOLD = 20
MANNER = 2
"""What counts more things than this is meant as a count, not as a manner of speaking."""
_MOST_QUOTES = 50
_CLOSE, _CLOSE_WORDS = 0.3, 2
"""The share and the number of words that a line has with a sentence whose figure follows from two of the line."""
_NEAR = 0.15
"""The share of words that a line has whose figures are operands for what is no coincidence."""
_MOST_NEAR = 8
"""Lines around a sentence whose figures are operands."""


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
        if not places and is_proposed(fact, statement, near):
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
    text = line.source.asked if line.affirmed else line.source.text
    return FactPlace(fact, line.source, start, end, " ".join(text[start:end].split()))


def sourced_quantities(placed: Collection[PlacedFacts]) -> list[Quantity]:
    """The figures of the claim that stand in the sources: what others may be computed from."""
    return [
        fact.meaning
        for one in placed
        for lost in [frozenset(one.lost)]
        for fact in one.statement.facts
        if isinstance(fact.meaning, Quantity) and fact not in lost
    ]


def derive_facts(one: PlacedFacts, operands: list[Quantity], index: SourceIndex, found: Judgement) -> bool:
    """Compute what is missing from what is sourced; what can't be computed is missing. Whether something was."""
    before = len(found.computed)
    words = one.statement.folded_words if one.lost else ()
    yearly = next((PERIODS[word] for word in words if PERIODS.get(word) in ("year", "month")), "")
    for fact in one.lost:
        how = _derive_one(fact, yearly, one.near, operands, index)
        how = (
            how or _sum_of_column(fact, index) or _remainder(fact, index, found) or _versions_apart(fact, one)
        )
        if how:
            found.computed.append(say_computed(how))
            operands += [fact.meaning] if isinstance(fact.meaning, Quantity) else []
        elif not (isinstance(fact.meaning, Quantity) and fact.meaning.as_word):
            found.missing.append(fact)
        else:
            _check_count(fact, one.statement, one.near, found)
    return len(found.computed) > before


def _derive_one(
    fact: Fact, yearly: str, near: list[NearLine], operands: list[Quantity], index: SourceIndex
) -> str:
    """`yearly`: the period that the sentence of the fact speaks about, "year", "month" or ""."""
    if isinstance(fact.meaning, Moment):
        return _quarter_from_month(fact.meaning, near)
    if not isinstance(fact.meaning, Quantity):
        return ""
    how = derive_quantity(fact.meaning, operands, yearly)
    for one in near if not how else ():
        close = one.share >= MOST_WORDS or (one.shared >= _CLOSE_WORDS and one.share >= _CLOSE)
        if one.line.trusted and close:
            how = how or derive_quantity(fact.meaning, _quantities_of(one.line.statement), yearly)
    pool = [] if how else [*operands, *_quantities_around(near, index)]
    return how or derive_quantity(fact.meaning, pool, yearly, strict=True)


def _sum_of_column(fact: Fact, index: SourceIndex) -> str:
    """How an amount is what a column of a table in the notes comes to."""
    target = fact.meaning
    if not isinstance(target, Quantity) or target.unit == "percent" or not is_specific(target):
        return ""
    return show_sum(index.sums.get((target.amounts[0], target.unit), ()))


def _remainder(fact: Fact, index: SourceIndex, found: Judgement) -> str:
    """How a bare count is what a line leaves of its figures without one that the claim names."""
    target = fact.meaning
    if not isinstance(target, Quantity) or target.unit:
        return ""
    for named, number in found.told[:_MOST_TOLD]:
        for whole in _quantities_of(index.lines[number].statement):
            if not whole.unit and whole.amounts[0] - named.amounts[0] == target.amounts[0]:
                return f"{show_amount(whole.amounts[0])} − {show_amount(named.amounts[0])}"
    return ""


def _versions_apart(fact: Fact, one: PlacedFacts) -> str:
    """How a count is the distance of two versions in a line that speaks of the same."""
    if not isinstance(fact.meaning, Quantity) or fact.meaning.unit:
        return ""
    for near in one.near:
        told = [each.value.split(".") for each in near.line.statement.facts if each.kind == "version"]
        for some, other in permutations(told[:_MOST_NEAR], 2) if near.share >= MOST_WORDS else ():
            alike = len(some) == len(other) == 2 and some[0] == other[0]
            if alike and int(some[1]) - int(other[1]) == fact.meaning.amounts[0]:
                return f"v{'.'.join(some)} − v{'.'.join(other)}"
    return ""


def _quantities_of(statement: Statement) -> list[Quantity]:
    return [fact.meaning for fact in statement.facts if isinstance(fact.meaning, Quantity)]


def _quantities_around(near: list[NearLine], index: SourceIndex) -> list[Quantity]:
    """The figures of the nearest lines, and of the messages that these are from."""
    told = [one for one in near if one.line.trusted and one.share >= _NEAR]
    told.sort(key=lambda one: (-one.share, one.line.source.kind != "person"))
    numbers: dict[int, None] = {}
    for one in told:
        whole = index.by_message[one.line.source.key] if one.line.source.kind == "person" else []
        numbers |= dict.fromkeys([one.number, *whole[:_MOST_NEAR]])
    return [each for number in numbers for each in _quantities_of(index.lines[number].statement)]


def derive_beside(fact: Fact, sourced: Collection[Fact]) -> str:
    """How a figure that stands somewhere else in the sources follows from the `sourced` ones of its own sentence."""
    others = [each.meaning for each in sourced if isinstance(each.meaning, Quantity) and each != fact]
    return derive_quantity(fact.meaning, others) if isinstance(fact.meaning, Quantity) else ""


def _quarter_from_month(claimed: Moment, near: list[NearLine]) -> str:
    if not claimed.quarter:
        return ""
    for one in near:
        for fact in one.line.statement.facts if one.line.trusted else ():
            found = fact.meaning
            if not isinstance(found, Moment) or not found.month:
                continue
            if quarter_of(found) == claimed.quarter and claimed.year in (0, found.year):
                return fact.text
    return ""


def _check_count(fact: Fact, statement: Statement, near: list[NearLine], found: Judgement) -> None:
    """A small number in words may be a manner of speaking, unless a source counts the same differently."""
    if not isinstance(fact.meaning, Quantity):
        return
    told = f"{show_amount(fact.meaning.amounts[0])} ×"
    if any(told in how for how in found.computed):
        return
    if swapped_fact(fact, statement, near, None):
        found.missing.append(fact)
    elif fact.meaning.amounts[0] > MANNER:
        found.unchecked = found.doubted = True
