"""Where a fact of a claim stands in the sources."""

from collections.abc import Collection, Iterator
from datetime import date
from decimal import Decimal

from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.dates import Moment, covers_moment
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.names import NameWords
from reviews.language.sourcing.plain_text import find_words, fold_words
from reviews.language.sourcing.quantities import PERIODS, Quantity, unit_words
from reviews.language.sourcing.same_facts import come_to_same
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_MOST_FACTS = 20
_LONGEST_WORD, _LONGEST_SIGN = 40, 4
_LARGE = 100
"""From here on a bare figure of a person may be an amount."""
_PAID = read_words(__file__, "units").vocabulary("paid")
_NEAR = 200
"""Characters of a message on either side of a figure in which its unit may stand."""


def find_fact(fact: Fact, index: SourceIndex, today: date | None) -> list[tuple[int, Fact | None]]:
    """The lines that hold a fact, each with the fact as it stands there (None where only its words stand there).

    `today` completes dates without a year. Quotations are found by `find_quote`.
    """
    if isinstance(fact.meaning, Quantity):
        versions = index.by_value.get(("version", fact.text), []) if not fact.meaning.unit else []
        return [*_lines_with_quantity(fact.meaning, index), *versions]
    if isinstance(fact.meaning, Moment):
        return [*_lines_with_moment(fact.meaning, index, today), *_lines_with_hour(fact.meaning, index)]
    if isinstance(fact.meaning, NameWords):
        return _lines_with_name(fact.meaning, index)
    return _lines_with_value(fact, index)


def _lines_with_quantity(wanted: Quantity, index: SourceIndex) -> Iterator[tuple[int, Fact]]:
    for amount in {each.normalize(): None for each in (*wanted.amounts, *wanted.said)}:
        for number, fact in index.by_amount.get(amount, ()):
            if isinstance(fact.meaning, Quantity) and _same_measure(
                wanted, fact, fact.meaning, index.lines[number], index.currencies
            ):
                yield number, fact


def _same_measure(
    wanted: Quantity, fact: Fact, found: Quantity, line: SourceLine, currencies: Collection[str]
) -> bool:
    """Whether number, unit and period agree; what the source leaves out has to stand beside it or over it, or to be the
    only one of `currencies`, those of all sources."""
    statement = line.statement
    if wanted.unit == found.unit:
        agrees = come_to_same(wanted.amounts, wanted.places, found.amounts, found.places)
    else:
        agrees = come_to_same(wanted.said, wanted.places, found.said, found.places) and (
            not wanted.unit
            or (not found.unit and _unit_beside(wanted, fact, line))
            or (not found.unit and {*currencies} == {wanted.unit} and _is_money(fact, line))
        )
    if not agrees or wanted.period in ("", found.period):
        return agrees
    others = (each.meaning for each in statement.facts[:_MOST_FACTS] if each is not fact)
    if any(isinstance(each, Quantity) and each.period == wanted.period for each in others):
        return False  # It is another figure's.
    beside = fold_words(_text_beside(fact, statement))
    return not found.period and any(PERIODS.get(word) == wanted.period for word in beside)


def _text_beside(fact: Fact, statement: Statement) -> str:
    """What stands beside a fact and over it; in a row of a table its own cell, the first one and those that hold a sign
    alone, and the head of its column."""
    if "|" not in statement.plain:
        return f"{statement.plain} {statement.context}"
    column = statement.plain[: fact.start - statement.start].count("|")
    cells, heads = statement.plain.split("|"), statement.context.split("|")
    first = next((cell for cell in cells if cell.strip()), "")
    signs = (cell for cell in cells if len(cell.strip()) <= _LONGEST_SIGN and not any(map(str.isdigit, cell)))
    return " ".join((first, cells[column], *signs, heads[0], *heads[column : column + 1]))


def _unit_beside(wanted: Quantity, fact: Fact, line: SourceLine) -> bool:
    """Whether a unit stands in a line or over it or, of a figure that ends a part of a text, near it in that."""
    statement = line.statement
    written = unit_words(wanted.written_unit)
    beside = _text_beside(fact, statement)
    if written & fold_words(beside) or any(sign in beside for sign in written if not sign.isalnum()):
        return True
    ends_part = statement.plain[fact.end - statement.start :][:1] in ("", *".,;")
    before, behind = line.source.text[max(0, fact.start - _NEAR) : fact.start], ""
    if line.source.kind == "person":
        behind = line.source.text[fact.end : fact.end + _NEAR]
    else:  # what notes leave out stands before it in the same line: "within 4 minutes; today it is 7"
        before = before.rpartition("\n")[2]
    return ends_part and bool(written & fold_words(f"{before} {behind}"))


def _is_money(fact: Fact, line: SourceLine) -> bool:
    """Whether a bare figure counts nothing, and stands beside or under a word of what is paid ("Price", "I pay") or is
    a large one that a person tells ("I ask them for 1500")."""
    statement = line.statement
    behind = statement.plain[fact.end - statement.start :][:_LONGEST_WORD]
    counted = next((word[0] for word in find_words(behind)), "") if behind[:1] == " " else ""
    if content_words(counted, statement.language):
        return False
    is_large = isinstance(fact.meaning, Quantity) and min(fact.meaning.amounts) >= _LARGE
    if is_large and line.source.kind == "person":
        return True
    return not _PAID.isdisjoint(fold_words(_text_beside(fact, statement)))


def _lines_with_moment(wanted: Moment, index: SourceIndex, today: date | None) -> Iterator[tuple[int, Fact]]:
    keys = {(wanted.month, wanted.day), (wanted.day, wanted.month)} if wanted.month else {(0, 0)}
    for key in sorted(keys):
        for number, fact in index.moments.get(key, ()):
            if isinstance(fact.meaning, Moment) and covers_moment(fact.meaning, wanted, today, index.years):
                yield number, fact


def _lines_with_hour(wanted: Moment, index: SourceIndex) -> list[tuple[int, Fact]]:
    """The lines of people that name an hour without saying that it is one ("from 9 to 11")."""
    hour = wanted.written.removesuffix(":00")
    places = index.by_amount.get(Decimal(hour).normalize(), []) if hour.isdecimal() else []
    return [
        (number, fact)
        for number, fact in places
        if index.lines[number].source.kind == "person" and not getattr(fact.meaning, "unit", "")
    ]


def _lines_with_name(wanted: NameWords, index: SourceIndex) -> list[tuple[int, Fact | None]]:
    """The lines with all words of a name, or else those with its last word when all stand somewhere in the sources."""
    words = wanted.words
    if len(words) > 2 and words[0].endswith("ing") and not _places_of(words[0], index):
        words = words[1:]  # "Renewing Dock Street costs more"
    places = [_places_of(word, index) for word in words]
    if not all(places):
        return _lines_with_initials(wanted, index)
    together = set(places[0]).intersection(*places[1:])
    return [(number, None) for number in sorted(together)]


def _places_of(word: str, index: SourceIndex) -> set[int]:
    found: set[int] = set()
    for each in {word, word.removesuffix("s"), word + "s"} | {"-".join(word.split("-"))}:
        found.update(index.by_name.get(each, ()))
    parts = word.split("-")
    if not found and len(parts) > 1:
        found = set.intersection(*(set(index.by_name.get(part, ())) for part in parts))
    return found


def _lines_with_initials(wanted: NameWords, index: SourceIndex) -> list[tuple[int, Fact | None]]:
    """ "GDPR" for "General Data Protection Regulation", and the other way round."""
    initials = "".join(word[0] for word in wanted.words)
    if len(initials) > 2 and initials in index.by_name:
        return [(number, None) for number in index.by_name[initials]]
    return []


def _lines_with_value(fact: Fact, index: SourceIndex) -> list[tuple[int, Fact | None]]:
    places = index.by_value.get((fact.kind, fact.value), [])
    if fact.kind == "link" and not places:
        places = [one for one in index.by_value.get(("host", fact.value), []) if one[1].kind == "host"]
    if fact.kind == "host" and not places:
        places = index.by_value.get(("link", fact.value), [])
    if fact.kind == "version" and fact.value.count(".") < 2:
        places = [*index.by_amount.get(Decimal(fact.value).normalize(), []), *places]
    return [*places]
