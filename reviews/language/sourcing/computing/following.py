"""Which facts of a claim follow from others that stand in its sources."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from datetime import date
from itertools import chain, compress, permutations

from reviews.language.sourcing.compare import NearLine, swapped_fact
from reviews.language.sourcing.computing.derived import (
    derive_bound,
    derive_quantity,
    derive_written,
    is_specific,
    show_amount,
)
from reviews.language.sourcing.computing.named_parts import sum_of_parts
from reviews.language.sourcing.computing.spans import (
    days_of,
    derive_day,
    derive_duration,
    derive_month_end,
    weekday_in,
    with_years,
)
from reviews.language.sourcing.computing.tables import count_items, is_of_all, own_rows, show_sum, sum_named
from reviews.language.sourcing.contradicting.counts import told_operation
from reviews.language.sourcing.dates import Moment, quarter_of
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.judgement import Judgement, PlacedFacts
from reviews.language.sourcing.plain_text import find_words, fold_word
from reviews.language.sourcing.quantities import CURRENCIES, PERIODS, Quantity
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.sourcing.support import MOST_WORDS, say_computed

_MOST_TOLD = 20
MANNER = 2
"""What counts more things than this is meant as a count, not as a manner of speaking."""
_CLOSE, _CLOSE_WORDS = 0.3, 2
"""The share and the number of words that a line has with a sentence whose figure follows from two of the line."""
_NEAR = 0.15
"""The share of words that a line has whose figures are operands for what is no coincidence."""
_MOST_NEAR, _FEW_NEAR, _BEFORE, _MOST_BEHIND = 8, 3, 2, 6
"""Lines around a sentence whose figures are operands."""
_MOST_FACTS, _MOST_TRIED = 40, 100
"""Facts of a sentence whose lines are counted, and of a claim that code tries to compute."""
_SMALL = 12
"""Counts up to this are met by accident, so that they have to follow from the figures of one line."""


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
    beside = _lines_beside(one, index, found)
    for fact in sorted(one.lost, key=_is_small_word):
        if fact.value in found.derived:
            continue
        found.tried += 1
        if how := _derive_one(fact, one, beside, operands, index, found):
            found.computed.append(say_computed(how))
            found.derived.add(fact.value)
            operands += [fact.meaning] if isinstance(fact.meaning, Quantity) else []
        elif not _is_small_word(fact):
            found.missing.append(fact)
        else:
            _check_count(fact, one.statement, one.near, found)
    return len(found.computed) > before


def _is_small_word(fact: Fact) -> bool:
    return isinstance(fact.meaning, Quantity) and fact.meaning.as_word


def _lines_beside(one: PlacedFacts, index: SourceIndex, found: Judgement) -> list[SourceLine]:
    """The trusted lines that say the most about a sentence: those with two of its facts, or with one and a word of it,
    and those with enough of its words."""
    facts: Counter[int] = Counter()
    for fact in one.statement.facts[:_MOST_FACTS]:
        places = found.places.get((fact.kind, fact.value), {})
        facts.update([*places][:_MOST_TOLD])
    own = {near.number: len(one.statement.words & near.line.statement.words) for near in one.near}
    close = {
        number: count + own.get(number, 0) for number, count in facts.items() if count > 1 or number in own
    }
    for near in one.near:
        if near.share >= MOST_WORDS or (near.shared >= _CLOSE_WORDS and near.share >= _CLOSE):
            close.setdefault(near.number, own[near.number])
    ordered = sorted(close, key=lambda number: (-close[number], number))
    return [index.lines[number] for number in ordered if index.lines[number].trusted][:_MOST_NEAR]


def _derive_one(
    fact: Fact,
    one: PlacedFacts,
    beside: list[SourceLine],
    operands: list[Quantity],
    index: SourceIndex,
    found: Judgement,
) -> str:
    if found.tried > _MOST_TRIED:
        return ""
    if isinstance(fact.meaning, Moment):
        return _quarter_from_month(fact.meaning, one.near) or _day_from_others(fact.meaning, one, beside)
    if not isinstance(fact.meaning, Quantity):
        return ""
    own = [each.meaning for each in one.lines if isinstance(each.meaning, Quantity)]
    return (
        derive_written(one.statement.plain, fact.meaning)
        or derive_bound(one.statement.plain, fact.start - one.statement.start, fact.meaning, own)
        or told_operation(found.statements, fact.meaning, _derive_figure(fact, one, beside, operands, index))
        or _sum_of_list(fact, one, index)
        or _year_of_months(fact.meaning, one, index)
        or _remainder(fact, index, found)
        or _versions_apart(fact, one)
        or _span_of_days(fact.meaning, one, beside, index.last_day)
        or count_items(fact, one.statement, index.items)
        or _number_of_addends(fact.meaning, found)
    )


def _derive_figure(
    fact: Fact, one: PlacedFacts, beside: list[SourceLine], operands: list[Quantity], index: SourceIndex
) -> str:
    target = fact.meaning
    if not isinstance(target, Quantity):
        return ""
    if is_of_all(fact, one.statement, [near.line.statement for near in one.near if near.line.trusted]):
        return ""
    beside = _own_rows(one.statement, beside)
    lines = _own_rows(one.statement, _lines_around(one.near, index))
    words = one.statement.folded_words
    yearly = next((PERIODS[word] for word in words if PERIODS.get(word) in ("year", "month")), "")
    told = [line.statement.quantities for line in beside]
    if target.period:
        told += [_totals_of_year(line.statement) for line in beside]
    around = [*operands, *chain.from_iterable([*(line.statement.quantities for line in lines), *told])]
    around = [] if not target.unit and target.amounts[0] <= _SMALL else around
    # Where another figure is told instead, this one is met too easily among those of other lines.
    swapped = not is_specific(target) and swapped_fact(fact, one.statement, one.near, None) is not None
    for wanted in _without_period(target, [*beside, *lines]):
        how = derive_quantity(wanted, operands, yearly, own=True)
        for each in told if not how else ():
            how = how or derive_quantity(wanted, each, yearly)
        how = how or (derive_quantity(wanted, around, yearly, anchors=operands) if operands else "")
        if swapped and not how:
            continue
        how = how or derive_quantity(wanted, around, yearly, strict=True)
        if how := how or derive_quantity(
            wanted, _figures_behind(one, beside, index, around), yearly, strict=True
        ):
            return how
    return ""


def _totals_of_year(statement: Statement) -> list[Quantity]:
    """The figures of a sentence that tells a year and nothing nearer ("In 2025 …"), as those of a year."""
    days = [fact.meaning for fact in statement.facts if isinstance(fact.meaning, Moment)]
    if not days or any(day != Moment(year=day.year) for day in days):
        return []
    return [replace(each, period="year") for each in statement.quantities if not each.period]


def _figures_behind(
    one: PlacedFacts, beside: list[SourceLine], index: SourceIndex, around: list[Quantity]
) -> list[Quantity]:
    """The figures around a sentence, and those of the lines that its nearest line speaks of ("40 % of the
    investment", which a table tells)."""
    nearest = next((near.line for near in one.near if near.line.trusted and near.share >= _NEAR), None)
    nearest = beside[0] if beside else nearest
    if nearest is None or not around:
        return []
    counts = index.overlaps(nearest.statement.words).most_common(_MOST_BEHIND)
    behind = [index.lines[number] for number, _ in counts if index.lines[number].trusted]
    told = [each for line in _own_rows(one.statement, behind) for each in line.statement.quantities]
    return [*nearest.statement.quantities, *told]


def _without_period(target: Quantity, beside: list[SourceLine]) -> list[Quantity]:
    """A figure as it is told and, where a line beside it names the period in other words, without it."""
    told: set[str] = set()
    for line in beside:
        periods = {PERIODS[word] for word in line.statement.folded_words if word in PERIODS}
        told |= periods - {each.period for each in line.statement.quantities}
    return [target, replace(target, period="")] if target.period in told else [target]


def _day_from_others(claimed: Moment, one: PlacedFacts, beside: list[SourceLine]) -> str:
    """How a day follows from another one and a duration, or the day of a week from a date."""
    days = days_of(_moments_of(one, beside))
    if claimed.weekday:
        return weekday_in(claimed, days)
    if claimed.month and not claimed.day:
        whole = days_of(fact.meaning for fact in one.statement.facts)
        return next((str(day) for day in whole if day.month == claimed.month), "")
    near = [each.line for each in one.near[:_MOST_NEAR] if each.line.trusted]
    ends = (derive_month_end(claimed, line.statement.plain) for line in (*beside, *near))
    if end := next(filter(None, ends), ""):
        return end
    durations = [*one.statement.quantities]
    for line in beside[:_FEW_NEAR]:
        durations += line.statement.quantities
    return derive_day(claimed, days, durations)


def _span_of_days(target: Quantity, one: PlacedFacts, beside: list[SourceLine], last_day: date | None) -> str:
    around = [near.line for near in one.near[:_MOST_NEAR] if near.line.trusted]
    moments = _moments_of(one, [*beside, *around])
    years = [*moments, Moment(last_day.year)] if last_day else moments
    return derive_duration(target, moments, years)


def _moments_of(one: PlacedFacts, beside: list[SourceLine]) -> list[object]:
    """The dates of a sentence that stand in its sources, and those of the lines beside it."""
    mine = [fact.meaning for fact in one.statement.facts if fact not in one.lost]
    told = [with_years(fact.meaning for fact in (*line.statement.facts, *line.told)) for line in beside]
    return [*mine, *(each for moments in told for each in moments)]


def _number_of_addends(target: Quantity, found: Judgement) -> str:
    """How many figures make up a sum that was computed."""
    for how in found.computed:
        count = how.count(" + ") + 1
        if count > MANNER and target.amounts[0] == count and not target.unit and "…" not in how:
            return how.split(": ", 1)[-1]
    return ""


def _sum_of_list(fact: Fact, one: PlacedFacts, index: SourceIndex) -> str:
    """How an amount is what a column of a table, a list or a sentence in the notes comes to."""
    target = fact.meaning
    if not isinstance(target, Quantity) or target.unit == "percent":
        return ""
    trusted = [near.line for near in one.near if near.line.trusted]
    rows = (line.statement for line in trusted)
    if how := sum_named(fact, one.statement, rows) or sum_of_parts(fact, one.statement, trusted):
        return how
    amounts = index.sums.get((target.amounts[0], target.unit), ())
    if is_specific(target) or target.unit:
        return show_sum(amounts)
    told = {each.amounts[0] for near in one.near for each in near.line.statement.quantities}
    return show_sum(amounts) if set(amounts) <= told else ""


def _year_of_months(target: Quantity, one: PlacedFacts, index: SourceIndex) -> str:
    """How an amount for a year is twelve times one that the sources tell for a month."""
    yearly = target.period == "year" or any(
        PERIODS.get(word) == "year" for word in one.statement.folded_words
    )
    if target.unit not in CURRENCIES or not yearly or target.period not in ("", "year"):
        return ""
    month = target.amounts[0] / 12
    for number, fact in index.by_amount.get(month.normalize(), ())[:_MOST_TOLD]:
        statement = index.lines[number].statement
        over = (fold_word(found[0]) for found in find_words(statement.context))
        beside = {PERIODS.get(word) for word in (*statement.folded_words, *over)}
        if isinstance(fact.meaning, Quantity) and fact.meaning.unit == target.unit and "month" in beside:
            return f"{show_amount(month)} × 12"
    return ""


def _remainder(fact: Fact, index: SourceIndex, found: Judgement) -> str:
    """How a bare count is what a line leaves of its figures without one that the claim names."""
    target = fact.meaning
    if not isinstance(target, Quantity) or target.unit:
        return ""
    for named, number in found.told[:_MOST_TOLD]:
        for whole in index.lines[number].statement.quantities:
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


def _own_rows(said: Statement, lines: list[SourceLine]) -> list[SourceLine]:
    return [*compress(lines, own_rows(said, [line.statement for line in lines]))]


def _lines_around(near: list[NearLine], index: SourceIndex) -> list[SourceLine]:
    """The nearest lines, those of the messages that these are from, and those of what the messages reply to."""
    told = [one for one in near if one.line.trusted and one.share >= _NEAR]
    told.sort(key=lambda one: (not one.alike, -one.share, one.line.source.kind != "person"))
    numbers: dict[int, None] = {}
    for one in told:
        whole = index.by_message[one.line.source.key] if one.line.source.kind == "person" else []
        before = range(max(0, min(whole) - _BEFORE), min(whole)) if whole else ()
        replied_to = [number for number in before if index.lines[number].source.kind == "person"]
        numbers |= dict.fromkeys([one.number, *whole[:_MOST_NEAR], *replied_to])
    for one in told[:_FEW_NEAR]:
        beside = range(max(0, one.number - _BEFORE), one.number)
        numbers |= dict.fromkeys(each for each in beside if index.lines[each].source is one.line.source)
    return [index.lines[number] for number in numbers]


def derive_beside(fact: Fact, one: PlacedFacts, index: SourceIndex, found: Judgement) -> str:
    """How a figure that stands somewhere else in the sources follows from others of its own sentence or of the lines
    that say the most about it."""
    found.tried += 1
    if not isinstance(fact.meaning, Quantity) or found.tried > _MOST_TRIED:
        return ""
    others = [each.meaning for each in one.lines if isinstance(each.meaning, Quantity) and each != fact]
    how = derive_quantity(fact.meaning, others)
    for line in _lines_beside(one, index, found)[:_FEW_NEAR] if not how else ():
        how = how or derive_quantity(fact.meaning, line.statement.quantities)
    return how


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
