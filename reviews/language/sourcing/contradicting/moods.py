"""How a line says what it says: as so, or only asked, supposed, left open or planned. What is no more than that carries
no sentence which tells it as so."""

import re
from collections.abc import Sequence

from reviews.language.sourcing.compare import SAME_THING, NearLine, parts_of
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.decisions import leaves_open
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.same_facts import all_words_of, facts_in
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "moods")


def _any_of(key: str) -> str:
    return any_word(_WORDS.words(key))


_SUPPOSES = re.compile(rf"{_any_of('supposes')}[^,;:.!?]{{0,300}}", re.IGNORECASE)
_OPTION = re.compile(
    rf"[\W_]{{0,5}}(?:{'|'.join(_WORDS.words('options'))})[ \n]\w{{1,20}}[ \n]?[:–]", re.IGNORECASE
)
_THINKS = re.compile(rf"(?i:{_any_of('supposes')})|{_any_of('thinks')}")  # "May" is a month
_ASKS = re.compile(rf"[\W_]{{0,5}}{_any_of('asks')}", re.IGNORECASE)
"""A part of a question with several has no mark of its own."""
_DONE = re.compile(
    rf"(?<!to[ ]){_any_of('done')}(?![ \n]to(?![^\W_]))(?:[ \n][^\W_]{{1,20}}){{0,3}}?[ \n][^\W_]{{2,24}}"
    rf"(?:{'|'.join(_WORDS.words('participles'))})(?![^\W_])",
    re.IGNORECASE,
)
_PLANS, _REQUESTS, _STATES = (
    re.compile(_any_of(key), re.IGNORECASE) for key in ("plans", "requests", "states")
)
_SOME = 0.34
_MOST_FACTS, _MOST_READ = 20, 500


def only_thought_of(statement: Statement, near: Sequence[NearLine], index: SourceIndex) -> SourceLine | None:
    """The nearest line that has what a sentence tells as so, when that line only asks, supposes or plans it or leaves
    it open and no other says anything of it; else None."""
    plain = statement.plain
    if statement.asks or _ASKS.match(plain) or leaves_open(plain):
        return None
    told = [one.line for one in near if not one.line.statement.is_heading]
    if _THINKS.search(plain):  # What is left open is not even thought to be so.
        told = [line for line in told if _says_so(statement, line) or leaves_open(line.statement.plain)]
    thought = [line for line in told if _has_all(statement, line) and not _says_so(statement, line)]
    if not thought or any(_has_some(statement, line) and _says_so(statement, line) for line in told):
        return None
    said = (index.lines[number] for number in index.by_people[:_MOST_READ])
    if any(_is_reply(line, thought[0]) and _has_any(statement, line) for line in said):
        return None
    rest = statement.words - thought[0].statement.words
    beside = (line for line in told if line.source is thought[0].source and line is not thought[0])
    return (
        None
        if any(rest & line.statement.words and _says_so(statement, line) for line in beside)
        else thought[0]
    )


def _has_all(statement: Statement, line: SourceLine) -> bool:
    """Whether a line has most of a sentence's words and its facts; of what is open it need not have these."""
    shared = len(statement.words & line.statement.words)
    if not shared or shared < SAME_THING * len(statement.words):
        return False
    facts = _telling_facts(statement)
    return facts_in(facts, line) == len(facts) > 0 or (
        shared > 1 and (not facts or leaves_open(line.statement.plain))
    )


def _is_reply(line: SourceLine, question: SourceLine) -> bool:
    """Whether a person replies to what a line asks, with more than that it is open."""
    words = question.statement.words
    asked = question.statement.asks and line.source.kind == "person" and words and words <= line.asked_words
    return bool(asked) and not leaves_open(line.statement.plain)


def _has_any(statement: Statement, line: SourceLine) -> bool:
    """Whether a line has a word or a fact of a sentence."""
    facts = _telling_facts(statement)
    return bool(statement.words & line.statement.words) or facts_in(facts, line) > 0


def _has_some(statement: Statement, line: SourceLine) -> bool:
    """Whether a line has one of a sentence's facts or, of one without any, some of its words."""
    facts = _telling_facts(statement)
    shared = len(statement.words & line.statement.words)
    if facts:
        return facts_in(facts, line) > 0 and shared >= min(1, len(statement.words))
    return shared > 1 and shared >= _SOME * len(statement.words)


def _telling_facts(statement: Statement) -> list[Fact]:
    return [fact for fact in statement.facts[:_MOST_FACTS] if fact.kind != "party"]


def _says_so(statement: Statement, line: SourceLine) -> bool:
    told = line.statement
    if line.affirmed:
        return line.affirmed > 0
    if told.asks and not (_REQUESTS.search(told.plain) and not _STATES.search(statement.plain)):
        return False
    if _OPTION.match(told.plain) or _is_planned(statement.plain, told.plain):
        return False
    supposed = (found[0] for found in _SUPPOSES.finditer(told.plain))
    left_open = () if told.asks else filter(leaves_open, parts_of(told.plain))
    unsaid = content_words(" ".join([*supposed, *left_open]), told.language)
    shared = statement.words & all_words_of(line)
    return len(shared & unsaid) <= len(shared) / 2


def _is_planned(plain: str, told: str) -> bool:
    """Whether a line has still to be done what a sentence tells as done."""
    return bool(_DONE.search(plain) and _PLANS.search(told)) and not (
        _PLANS.search(plain) or _DONE.search(told)
    )
