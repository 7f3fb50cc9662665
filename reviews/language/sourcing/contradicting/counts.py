"""Counts of a whole ("three of twelve") and places in a row ("the third depot") that a line tells otherwise, and
whether a sentence says what was done with two figures to come to its own."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from reviews.language.sourcing.compare import NearLine
from reviews.language.sourcing.content import content_words, count_negations
from reviews.language.sourcing.dates import ordinal_number
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.plain_text import find_words, fold_word, fold_words
from reviews.language.sourcing.quantities import NUMBER_WORDS, PERIODS, Quantity
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_FILE = read_words(__file__, "counts")
_LISTS = _FILE.sentences("words")
_SOME = {word: Decimal(str(value)) for word, value in _FILE.numbers("some").items()}
_WHOLE = frozenset(_LISTS["whole"])
_COUNT = r"([\w.,]{1,20})"
_PAIR = re.compile(
    rf"(?<![\w.,]){_COUNT}[ \n](?:{'|'.join(_LISTS['of'])})[ \n]"
    rf"(?:(?:{'|'.join(_LISTS['article'])})[ \n])?{_COUNT}",
    re.IGNORECASE,
)
_OF = re.compile(rf"\d[ \n](?:{'|'.join(_LISTS['of'])})[ \n]", re.IGNORECASE)
_NTH = re.compile(r"(\d{1,3})(?:st|nd|rd|th|\.)$", re.IGNORECASE)
_CUES = {
    sign: frozenset(map(fold_word, _LISTS[name]))
    for sign, name in (("+", "sum"), ("−", "difference"), ("×", "product"), ("÷", "quotient"))
}
_MOST_LINES, _MOST_FACTS, _FEWEST = 10, 40, 0.5


def counted_otherwise(statement: Statement, near: Sequence[NearLine]) -> SourceLine | None:
    """The line that tells another count of the same whole, or another place in a row of the same thing, than a
    sentence; None when there is none, or when a line tells the same."""
    mine = [*_pairs_in(statement.plain), *_places_in(statement)]
    if not mine:
        return None
    lines = [one.line for one in near[:_MOST_LINES] if one.line.trusted and one.share >= _FEWEST]
    told = [(line, [*_pairs_in(line.statement.plain), *_places_in(line.statement)]) for line in lines]
    for count, whole in mine:
        others = [(line, some) for line, pairs in told for some, same in pairs if same == whole]
        if others and not any(_agree(count, some, whole, statement, line) for line, some in others):
            return others[0][0]
    return None


def _agree(
    count: Decimal, some: Decimal, whole: Decimal | str, statement: Statement, line: SourceLine
) -> bool:
    """Whether two counts are the same or, where one sentence denies what the other says, make up the whole."""
    if count == some:
        return True
    turned = (statement.negations + line.statement.negations) % 2 == 1
    return turned and isinstance(whole, Decimal) and count + some == whole


def _pairs_in(plain: str) -> Iterator[tuple[Decimal, Decimal | str]]:
    """Each count with its whole: "three of twelve"."""
    for found in _PAIR.finditer(plain):
        whole = _value_of(found[2])
        some = whole if found[1].casefold() in _WHOLE else _value_of(found[1])
        if whole is not None and some is not None and some <= whole and whole > 1:
            yield some, whole


def _places_in(statement: Statement) -> Iterator[tuple[Decimal, Decimal | str]]:
    """Each place in a row with the thing that has it: "the third depot"."""
    words = [found[0] for found in find_words(statement.plain)]
    for word, following in pairwise(words):
        place = _place_of(word)
        for stem in _stems_of(following, statement.language) if place else ():
            yield Decimal(place), stem


def _stems_of(word: str, language: str) -> frozenset[str]:
    """What a word is compared by; a year, a month and the like tell nothing elsewhere, but a first one is no second."""
    period = PERIODS.get(fold_word(word))
    return frozenset({period}) if period else content_words(word, language)


def _place_of(word: str) -> int:
    found = _NTH.match(word)
    return int(found[1]) if found else ordinal_number(fold_word(word))


def _value_of(word: str) -> Decimal | None:
    word = word.strip(".,").casefold()
    if word.isdigit():
        return Decimal(word)
    return _SOME.get(word, NUMBER_WORDS.get(fold_word(word)))


def has_place(fact: Fact, statement: Statement, near: Sequence[NearLine]) -> bool:
    """Whether a line has a place in a row that a sentence writes in figures ("the 2nd release") of the same thing."""
    place = fact.meaning.amounts[0] if isinstance(fact.meaning, Quantity) else None
    mine = {stem for number, stem in _places_in(statement) if number == place}
    return any(
        one.line.trusted
        and mine & {stem for number, stem in _places_in(one.line.statement) if number == place}
        for one in near[:_MOST_LINES]
    )


def told_operation(claim: Sequence[Statement], target: Quantity, how: str) -> str:
    """How a figure was computed, when its claim says that it is a sum, a difference, a product, a change or a part
    for each, or name both figures; else "". Shares and other periods say it by their unit."""
    signs = [sign for sign in _CUES if f" {sign} " in how]
    plain = " ".join(statement.plain for statement in claim)
    said = fold_words(plain)
    if how.startswith("(") and target.unit == "percent":
        return how if said & _CUES["−"] else ""
    if not signs or "%" in how or target.unit == "percent":
        return how
    periods = {word for word in said if word in PERIODS}
    of_period = (target.period or periods) and not {"+", "−"} & {*signs}
    named = _operands(how) & _figures_of(claim)
    if of_period or named == _operands(how):
        return how
    is_part = bool(named) and _OF.search(plain) is not None
    is_said = {
        "+": bool(said & _CUES["+"]),
        "−": bool(said & _CUES["−"]) or count_negations(plain) > 0 or is_part,
        "×": bool(said & _CUES["×"] or periods or named),
        "÷": bool(said & _CUES["÷"]),
    }
    return how if all(is_said[sign] for sign in signs) else ""


def _operands(how: str) -> set[Decimal]:
    figures = (each.replace(",", "") for each in how.split())
    return {Decimal(each) for each in figures if each.replace(".", "").isdigit()}


def _figures_of(claim: Sequence[Statement]) -> set[Decimal]:
    told = (fact.meaning for statement in claim for fact in statement.facts[:_MOST_FACTS])
    figures = [each for each in told if isinstance(each, Quantity)]
    return {amount for each in figures for amount in (*each.amounts, *each.said)}
