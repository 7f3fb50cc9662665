"""Figures in tables and lists: under which head they stand, what a column or a list comes to, and how many items have
some words."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import combinations, groupby

from reviews.language.sourcing.computing.derived import show_amount
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.names import NameWords
from reviews.language.sourcing.plain_text import fold_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "sums")
_JOINING, _PARTING = _WORDS.vocabulary("joining"), _WORDS.vocabulary("parting")
_MULTIPLES, _NEAR = _WORDS.vocabulary("multiples"), 12
"""Words before a figure that make another of it, and characters before it in which they stand."""
_NO_NAME = frozenset({""})
_FEWEST, _MOST = 3, 60
"""Rows that a sum is made of."""
_MOST_SHOWN = 6
_SHARED = 0.5
_MOST_ADDENDS = 30
"""Figures of a sentence or a list that a sum is made of."""
_YEARS = range(1900, 2100)
_MOST_WORDS = 12
_FEWEST_ITEMS, _MOST_ITEMS = 2, 100


def is_row(statement: Statement) -> bool:
    """Whether it is a row of a table."""
    return statement.plain.startswith("|")


def column_of(fact: Fact, row: Statement) -> int:
    return row.plain.count("|", 0, fact.start - row.start)


def stands_under_head(fact: Fact, said: Statement, row: Statement) -> bool:
    """Whether a row of a table says of a figure what `said`, the part of a sentence with the figure, says of it: it has
    half the words, names whatever is named, and the column of the figure is the one that is spoken of."""
    if not is_row(row) or "|" not in row.context:
        return False
    names = {
        word for each in said.facts if isinstance(each.meaning, NameWords) for word in each.value.split()
    }
    shared = len(said.words & (row.words | row.context_words))
    if shared < _SHARED * len(said.words) or not names <= row.name_words:
        return False
    spoken_of = {number for number, head in enumerate(heads_of(row.context)) if head & said.words}
    return not spoken_of.isdisjoint(_columns_of(fact, row))


def speaks_of_row(said: Statement, row: Statement) -> bool:
    """Whether a sentence that says more than the heads of a table has a word or a name of this row."""
    more = said.words - row.context_words
    named = {word for each in said.facts if each.kind == "name" for word in each.value.split()}
    named |= {word for word in said.folded_words if len(word) == 1 and word.isalpha()}  # "zone B"
    is_other_language = bool(said.language and row.language) and said.language != row.language
    return (
        is_other_language or not more or not (more.isdisjoint(row.words) and named.isdisjoint(row.name_words))
    )


def stands_under_other_head(fact: Fact, said: Statement, row: Statement) -> bool:
    """Whether a row of a table has a figure under another head than the one that is spoken of."""
    if not is_row(row) or "|" not in row.context:
        return False
    heads = heads_of(row.context)
    spoken_of = {number for number, head in enumerate(heads) if head and head <= said.words}
    mine = {number for number in _columns_of(fact, row) if number < len(heads)}
    return bool(spoken_of and mine) and not any(
        heads[number] & said.words or not heads[number] for number in mine
    )


@lru_cache(maxsize=256)
def heads_of(context: str) -> list[frozenset[str]]:
    return [content_words(head) for head in context[context.index("|") :].split("|")]


def _columns_of(fact: Fact, row: Statement) -> set[int]:
    return {column_of(each, row) for each in row.facts if (each.kind, each.value) == (fact.kind, fact.value)}


def sum_columns(statements: Sequence[Statement]) -> Iterator[tuple[Quantity, tuple[Decimal, ...]]]:
    """What each column of the tables of a text comes to, with the figures that it is made of: of three rows or more,
    each with one figure of the same unit."""
    for (_, rows_of_table), group in groupby(statements, lambda one: (one.context, is_row(one))):
        rows = list(group)
        rows = rows[1:] if rows and "|" not in rows[0].context else rows
        if not rows_of_table or not _FEWEST <= len(rows) <= _MOST:
            continue
        columns: dict[int, list[Quantity]] = {}
        for row in rows:
            for fact in row.facts:
                if isinstance(fact.meaning, Quantity):
                    columns.setdefault(column_of(fact, row), []).append(fact.meaning)
        for told in columns.values():
            if len(told) == len(rows) and len({(one.unit, one.period) for one in told}) == 1:
                amounts = tuple(one.amounts[0] for one in told)
                total = sum(amounts, Decimal(0))
                yield Quantity((total,), (total,), told[0].unit, period=told[0].period), amounts


def sum_named(fact: Fact, said: Statement, rows: Iterable[Statement]) -> str:
    """How an amount is what the rows come to that a sentence names in front of it by their first cell ("build and
    licence together"), each with one figure of its unit; "" when it is not, or not said of all of them together."""
    target = fact.meaning
    before = said.plain[: fact.start - said.start]
    words = set(said.folded_words)
    if not isinstance(target, Quantity) or "," in before or words.isdisjoint(_JOINING) or words & _PARTING:
        return ""
    if is_multiplied(fact, said):
        return ""
    named = {row.plain: row for row in rows if is_row(row) and _name_of(row) <= content_words(before)}
    names = {plain: _name_of(row) for plain, row in named.items()}
    whole = [row for plain, row in named.items() if not any(names[plain] < other for other in names.values())]
    told = [
        [one for one in row.quantities if one.unit == target.unit and one.period == target.period]
        for row in whole
    ]
    if len({row.context for row in whole}) != 1 or any(len(each) != 1 for each in told):
        return ""
    amounts = [one.amounts[0] for (one,) in told]
    return show_sum(amounts) if len(amounts) > 1 and sum(amounts) == target.amounts[0] else ""


def is_of_all(fact: Fact, said: Statement, rows: Iterable[Statement]) -> bool:
    """Whether a sentence tells a figure of three rows or more together, or of a multiple of it: then no two figures
    come to it."""
    if is_multiplied(fact, said):
        return True
    named = {row.plain for row in rows if is_row(row) and _names_row(said, row)}
    return len(named) >= _FEWEST and not _JOINING.isdisjoint(said.folded_words)


def is_parted(said: Statement) -> bool:
    """Whether a sentence tells of each of several things, or of one without another."""
    return not _PARTING.isdisjoint(said.folded_words)


def is_multiplied(fact: Fact, said: Statement) -> bool:
    """Whether a word in front of a figure makes another one of it ("twice")."""
    return bool(fold_words(said.plain[: fact.start - said.start].rstrip()[-_NEAR:]) & _MULTIPLES)


def own_rows(said: Statement, rows: Sequence[Statement]) -> list[bool]:
    """Of each line whether a sentence may speak of it: not when it is a row of a table of which the sentence names
    others by their first cell, and has none of its figures."""
    tables = {row.context for row in rows if is_row(row) and _names_row(said, row)}
    figures = {one.said[0] for one in said.quantities}
    return [
        row.context not in tables
        or not is_row(row)
        or _names_row(said, row)
        or any(one.said[0] in figures for one in row.quantities)
        for row in rows
    ]


def _names_row(said: Statement, row: Statement) -> bool:
    return _name_of(row) <= said.words


def _name_of(row: Statement) -> frozenset[str]:
    """The words of the first cell of a row; one that no sentence has of an empty cell."""
    return content_words(row.plain.split("|")[1]) or _NO_NAME


def show_sum(amounts: Sequence[Decimal]) -> str:
    """ "23,500 + 4,200 + 600", cut short when it is long."""
    shown = list(map(show_amount, amounts[:_MOST_SHOWN]))
    return " + ".join([*shown, "…"] if len(amounts) > _MOST_SHOWN else shown)


def sum_lists(statements: Sequence[Statement]) -> Iterator[tuple[Quantity, tuple[Decimal, ...]]]:
    """What the figures of each sentence with three or more come to, and those of the items that follow each other under
    the same heading, each with one figure of the same unit."""
    for statement in statements:
        yield from _total(statement.quantities)
    for _, group in groupby(statements, lambda one: (one.context, one.is_item)):
        firsts = [
            [fact.meaning for fact in one.facts if isinstance(fact.meaning, Quantity) and fact.meaning.unit]
            for one in group
        ]
        told = [each[0] for each in firsts if len(each) == 1]
        yield from _total(told) if len(told) == len([each for each in firsts if each]) else ()


def _total(told: Sequence[Quantity]) -> Iterator[tuple[Quantity, tuple[Decimal, ...]]]:
    for unit in dict.fromkeys(one.unit for one in told):
        alike = [one for one in told if one.unit == unit and not _is_no_addend(one)]
        amounts = tuple(one.amounts[0] for one in alike)
        if (
            unit != "percent"
            and _FEWEST <= len(alike) <= _MOST_ADDENDS
            and len({one.period for one in alike}) == 1
        ):
            total = sum(amounts, Decimal(0))
            yield Quantity((total,), (total,), unit, period=alike[0].period), amounts


def _is_no_addend(one: Quantity) -> bool:
    """Whether a bare figure is hardly a count: a year, or a number with decimals such as a version's."""
    amount = one.amounts[0]
    return not one.unit and (amount in _YEARS or amount != int(amount))


def words_of_item(statement: Statement) -> frozenset[str]:
    """What an item or a row can be counted by: its words, those that it stands under, its versions and years."""
    told = {fact.value for fact in statement.facts if fact.kind in ("version", "date", "name", "percentage")}
    return statement.words | statement.context_words | told


def count_items(fact: Fact, statement: Statement, items: Mapping[str, Collection[int]]) -> str:
    """How a whole number is how many items and rows of the notes have one or two of the words of its sentence, "" when
    none of them are so many. `items`: the numbers of those that have a word."""
    target = fact.meaning
    if (
        not isinstance(target, Quantity)
        or target.unit
        or not _FEWEST_ITEMS <= target.amounts[0] <= _MOST_ITEMS
    ):
        return ""
    mine = [word for word in sorted(words_of_item(statement) - statement.context_words) if word in items]
    held = [(word, frozenset(items[word])) for word in mine[:_MOST_WORDS]]
    both = [(f"{one} + {other}", mine & theirs) for (one, mine), (other, theirs) in combinations(held, 2)]
    for words, numbers in [*held, *both]:
        if len(numbers) == target.amounts[0]:
            return f"{len(numbers)} × {words}"
    return ""
