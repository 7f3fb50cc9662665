"""What a claim may rest on: the author's notes, people's messages, topics, and what personas argued.

The sources of one point are read once; then any number of sentences can be looked up in them.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from math import log
from typing import Literal

from reviews.language.decision_intent import is_decision
from reviews.language.sourcing.computing.tables import sum_columns, sum_lists, words_of_item
from reviews.language.sourcing.content import content_words, is_translated
from reviews.language.sourcing.dates import Moment
from reviews.language.sourcing.decisions import (
    DecisionSaid,
    leaves_open,
    lists_decisions,
    only_could,
    opens_decisions,
    read_decision,
    takes_over,
    times_turned,
    topic_words,
)
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.links import host_of
from reviews.language.sourcing.names import NameWords, name_word
from reviews.language.sourcing.parts import numbers_of_part
from reviews.language.sourcing.plain_text import find_words, keep_words, unmark_text
from reviews.language.sourcing.quantities import CURRENCIES, Quantity
from reviews.language.sourcing.relative_dates import find_told_dates, last_date, with_year
from reviews.language.sourcing.statements import Statement, read_statements
from reviews.language.wordlists import read_words

SourceKind = Literal["notes", "person", "topic", "turn"]
_ASKS_BACK = frozenset().union(*map(content_words, read_words(__file__, "decisions").words("asks_back")))
"""The content words of a question that only asks for what stands before it ("Is that right?")."""
_QUOTED_LINE = re.compile(r"(?m)^ {0,3}>[^\n]*$")
_MOST_PLACES = 400
"""Places of one fact that are looked at."""
_MOST_ASKED = 1000
"""Characters, the last ones, of what a message replies to that count as what it is about."""
_MOST_LISTED = 5
"""Statements behind "We have decided:" that go on with what is decided."""
_UNKNOWN_WORD = 0.5
_MOST_LINES = 2000
"""Lines of one word: a word in more of them tells nothing."""


@dataclass(frozen=True)
class ClaimSource:
    """A text that a claim may rest on.

    `kind`: "notes" (the author's text in the pinned revision), "person" (a person's message), "topic" (a typed topic
    or a title) or "turn" (a persona's turn, which carries what was argued, but no facts and no decisions of its own).
    `key`: where it stands (the artifact's name, the event's number). `asked`: the question that a person's message
    replies to; "Yes." takes it over. `speaker`: who wrote it, "" where that is not known. `said_on`: when, so that "by
    Friday" is a date.
    """

    kind: SourceKind
    key: str
    text: str
    asked: str = ""
    speaker: str = ""
    said_on: date | None = None


@dataclass(frozen=True)
class SourceLine:
    """One statement of a source."""

    source: ClaimSource
    statement: Statement
    affirmed: int = 0
    """1 or -1 when it is a question that a person's short reply takes over or turns down."""
    asked_words: frozenset[str] = frozenset()
    """The content words of what the message replies to."""
    message_words: frozenset[str] = frozenset()
    """The content words of the whole message, or of the sentences beside one of the notes."""
    told: tuple[Fact, ...] = ()
    """The dates that it tells from the day on which it was written ("by Friday")."""
    decided: bool = False
    """Whether a message goes on with it behind "We have decided:"."""

    @property
    def around(self) -> frozenset[str]:
        """Its content words, with those that it stands under and those that it replies to."""
        statement = self.statement
        return statement.words | statement.context_words | self.asked_words

    @cached_property
    def speaker_words(self) -> frozenset[str]:
        """The words of the name of whoever wrote it, as names are compared."""
        return frozenset(name_word(found[0]) for found in find_words(self.source.speaker))

    @property
    def exchange(self) -> frozenset[str]:
        """The content words of the message and of what it replies to."""
        return self.around | self.message_words

    @property
    def own_exchange(self) -> frozenset[str]:
        """The content words of the message, and of what it replies to where that is a question or was said yes to; of
        what nobody says those that are around it."""
        if not self.source.speaker:
            return self.around
        replies = "?" in self.source.asked or self.affirmed
        own = self.statement.words | self.statement.context_words | self.message_words
        return self.exchange if replies else own

    @property
    def trusted(self) -> bool:
        """Whether facts may come from it."""
        return self.source.kind != "turn"


@dataclass
class SourceIndex:
    """The statements of all sources, and which of them hold a word, a figure, a date, a name or an address."""

    lines: list[SourceLine] = field(default_factory=list)
    by_word: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_amount: dict[Decimal, list[tuple[int, Fact]]] = field(default_factory=lambda: defaultdict(list))
    by_name: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_value: dict[tuple[str, str], list[tuple[int, Fact]]] = field(default_factory=lambda: defaultdict(list))
    by_message: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The lines of each message of a person, by its key."""
    speakers: set[str] = field(default_factory=set)
    """The words of the names of those who wrote messages."""
    personas: set[str] = field(default_factory=set)
    """The same of those who took turns."""
    by_people: list[int] = field(default_factory=list)
    """The lines of people's messages."""
    written_small: set[str] = field(default_factory=set)
    """The words that stand somewhere without a capital."""
    named: set[str] = field(default_factory=set)
    """The words of the names in all sources."""
    sums: dict[tuple[Decimal, str], tuple[Decimal, ...]] = field(default_factory=dict)
    """What columns of tables, lists and sentences of the notes come to, each with its unit, and the figures that it
    is made of."""
    items: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The items and rows of the notes that have a word, or stand under one, or have a version."""
    parts: set[str] = field(default_factory=set)
    """The numbers of items and headings of the notes ("3"), and the parts that they name ("phase 2")."""
    last_day: date | None = None
    """The day of the last message."""
    years: set[int] = field(default_factory=set)
    """The years of the dates of all sources."""
    currencies: set[str] = field(default_factory=set)
    """What the notes, people and topics tell amounts in."""
    moments: dict[tuple[int, int], list[tuple[int, Fact]]] = field(default_factory=lambda: defaultdict(list))
    flat: list[tuple[ClaimSource, str]] = field(default_factory=list)
    languages: set[str] = field(default_factory=set)
    decisions: dict[int, tuple[DecisionSaid | None, frozenset[str]]] = field(default_factory=dict)
    """Kept by `decision_in`."""
    spoken_of: date | None = None
    """The day that was spoken of last."""

    def overlaps(self, words: Iterable[str]) -> Counter[int]:
        """How many of `words` stand in each line or over it; among lines with as many, the order is always the same."""
        return Counter(number for word in sorted(words) for number in self.by_word.get(word, ()))

    def weight_of(self, word: str) -> float:
        """How much a word tells: the less the more lines have it; what no line has may be another word for one."""
        return 1 / (1 + log(count)) if (count := len(self.by_word.get(word, ()))) else _UNKNOWN_WORD

    def is_only_in_turns(self, word: str) -> bool:
        """Whether personas use a word, and nobody else."""
        numbers = self.by_word.get(word, ())
        return bool(numbers) and not any(self.lines[number].trusted for number in numbers)

    def decision_in(self, number: int) -> tuple[DecisionSaid | None, frozenset[str]]:
        """What a line says to be decided, by itself, under "Decisions" or as a reply, and what it is about."""
        if number not in self.decisions:
            line = self.lines[number]
            statement = line.statement
            plain = statement.plain.rstrip(" \n?") if line.affirmed else statement.plain
            under = lists_decisions(statement.context, statement.language)
            turned = int(line.affirmed < 0)
            taken_over = bool(line.affirmed) and (statement.asks or not only_could(statement.plain))
            said = read_decision(plain, turned, statement.language, noted=under or taken_over)
            if (
                said is None
                and line.source.kind == "person"
                and (line.decided or is_decision(statement.plain))
            ):
                about = topic_words(statement.plain, statement.language)
                direction = -1 if (times_turned(statement.plain) + turned) % 2 else 1
                said = DecisionSaid(frozenset({"decide"}), direction, about)
            self.decisions[number] = said, topic_words(statement.plain, statement.language)
        return self.decisions[number]

    def lines_naming(self, words: Collection[str]) -> list[SourceLine]:
        """The trusted lines that have every one of the words of a name."""
        places = [set(self.by_name.get(word, ())) for word in words]
        return [self.lines[number] for number in sorted(set.intersection(*places))] if places else []

    def names_hold(self, word: str) -> bool:
        """Whether a word of a name stands anywhere in a trusted source."""
        plain = name_word(word)
        return any(each in self.by_name for each in (plain, plain.removesuffix("s"), plain + "s"))


def index_sources(sources: Sequence[ClaimSource], known: Collection[str] = ()) -> SourceIndex:
    """Read `sources`, in their order; `known`: words of names that are no facts."""
    index = SourceIndex()
    _add_sources(index, sources, frozenset(known))
    return index


def _add_sources(index: SourceIndex, sources: Sequence[ClaimSource], known: frozenset[str]) -> None:
    for source in map(_in_own_words, sources):
        index.flat.append((source, f" {keep_words(source.text)} "))
        affirmed = takes_over(source.text) if source.asked and source.kind == "person" else 0
        for statement in _taken_over(source, known) if affirmed else ():
            _add_line(index, SourceLine(source, statement, affirmed))
        asked = _words_of_message(source.asked[-_MOST_ASKED:], source)
        whole = _words_of_message(source.text[:_MOST_ASKED], source)
        statements = read_statements(source.text, known)
        totals = [*sum_lists(statements), *sum_columns(statements)] if source.kind != "turn" else []
        for total, amounts in totals:
            index.sums[total.amounts[0], total.unit] = amounts
        listed = 0
        for place, statement in enumerate(statements):
            listed = 0 if not listed or leaves_open(statement.plain) else listed - 1
            beside = whole or _words_beside(statements, place)
            told: tuple[Fact, ...] = ()
            if source.said_on and source.kind != "turn":
                index.last_day = max(index.last_day or source.said_on, source.said_on)
                told = _told_dates(statement, source.said_on, index.spoken_of)
                index.spoken_of = last_date(statement.plain, source.said_on, index.spoken_of)
            _add_line(index, SourceLine(source, statement, 0, asked, beside, told, listed > 0))
            if source.said_on and source.kind == "person" and not place:
                _add_fact(index, len(index.lines) - 1, _day_of(statement, source.said_on))
            if source.kind == "person":
                listed = _MOST_LISTED if opens_decisions(statement.plain) else listed


def _taken_over(source: ClaimSource, known: frozenset[str]) -> Sequence[Statement]:
    """The question that a short reply says yes or no to: the only one that was asked, else the one that the reply
    repeats some words of; with what stands before it when it only asks for that ("Is that right?"). What was told
    beside a question is no part of it; without one it is all that the reply can mean."""
    asked = read_statements(source.asked, known)
    questions = [place for place, statement in enumerate(asked) if statement.asks]
    if not questions:
        return asked
    if len(questions) > 1:
        said = content_words(unmark_text(source.text[:_MOST_ASKED]))
        questions = [place for place in questions if asked[place].words & said]
    if len(questions) != 1:
        return []
    place = questions[0]
    asks_back = place > 0 and asked[place].words <= _ASKS_BACK
    return asked[place - asks_back : place + 1]


def _words_of_message(text: str, source: ClaimSource) -> frozenset[str]:
    return content_words(unmark_text(text)) if source.kind == "person" else frozenset()


def _words_beside(statements: Sequence[Statement], place: int) -> frozenset[str]:
    """The content words of the sentences before and after one, under the same heading."""
    near = [statements[each] for each in (place - 1, place + 1) if 0 <= each < len(statements)]
    return frozenset().union(*(each.words for each in near if each.context == statements[place].context))


def _add_line(index: SourceIndex, line: SourceLine) -> None:
    number = len(index.lines)
    index.lines.append(line)
    statement = line.statement
    index.languages.add(statement.language)
    if line.source.kind == "person":
        index.by_people.append(number)
        index.speakers |= line.speaker_words
        index.by_message[line.source.key].append(number)
    if line.source.kind == "turn":
        index.personas |= line.speaker_words
    for word in statement.words | statement.context_words:
        if len(index.by_word[word]) < _MOST_LINES:
            index.by_word[word].append(number)
    words = (found[0] for found in find_words(statement.plain))
    index.written_small.update(name_word(word) for word in words if word[0].islower())
    for fact in statement.facts:
        index.named.update(fact.value.split() if fact.kind == "name" else ())
    if not line.trusted:
        return
    if line.source.kind == "notes":
        index.parts |= numbers_of_part(statement, line.source.text)
    for word in statement.name_words:
        if len(index.by_name[word]) < _MOST_LINES:
            index.by_name[word].append(number)
    for word in words_of_item(statement) if statement.is_item else ():
        index.items[word].append(number)
    for fact in (*statement.facts, *line.told):
        _add_fact(index, number, fact)


def _in_own_words(source: ClaimSource) -> ClaimSource:
    """A message without the lines in which a person quotes something else (">"), which stay blank."""
    if source.kind != "person" or ">" not in source.text:
        return source
    return replace(source, text=_QUOTED_LINE.sub(lambda line: " " * len(line[0]), source.text))


def _told_dates(statement: Statement, said_on: date, spoken_of: date | None) -> tuple[Fact, ...]:
    """The dates that are told from the day of the message, and those of a day and a month with their year."""
    told = find_told_dates(statement.plain, said_on, spoken_of)
    written = [
        (each.start - statement.start, each.end - statement.start, (with_year(each.meaning, said_on),))
        for each in statement.facts
        if isinstance(each.meaning, Moment) and each.meaning.day and not each.meaning.year
    ]
    return tuple(
        Fact(
            "date",
            statement.plain[start:end],
            statement.start + start,
            statement.start + end,
            each.value,
            each,
        )
        for start, end, moments in (*told, *written)
        for each in moments
    )


def _day_of(statement: Statement, day: date) -> Fact:
    """The day of a message, where its first sentence stands: what is told from it may name it."""
    moment = Moment(day.year, day.month, day.day)
    return Fact("date", "", statement.start, statement.start, moment.value, moment)


def _add_fact(index: SourceIndex, number: int, fact: Fact) -> None:
    if isinstance(fact.meaning, Quantity):
        for amount in {each.normalize() for each in (*fact.meaning.amounts, *fact.meaning.said)}:
            _add_bounded(index.by_amount[amount], number, fact)
        index.currencies |= {fact.meaning.unit} & CURRENCIES
    elif isinstance(fact.meaning, Moment):
        moment = fact.meaning
        index.years |= {moment.year} - {0}
        keys = {(moment.month, moment.day), (moment.month, 0), (moment.day, moment.month), (0, 0)}
        for key in keys | ({(moment.day, 0)} if moment.swapped else set()):
            _add_bounded(index.moments[key], number, fact)
    elif not isinstance(fact.meaning, NameWords):
        for value in {(fact.kind, fact.value), *_looser_values(fact)}:
            _add_bounded(index.by_value[value], number, fact)


def _looser_values(fact: Fact) -> set[tuple[str, str]]:
    """What else a source's fact vouches for: a link or an address for its host, a path for the file's name."""
    if fact.kind == "link":
        return {("host", host_of(fact.value))}
    if fact.kind == "email":
        return {("host", fact.value.rsplit("@", 1)[-1])}
    return {("file", fact.value.rsplit("/", 1)[-1])} if fact.kind == "file" else set()


def _add_bounded(places: list[tuple[int, Fact]], number: int, fact: Fact) -> None:
    if len(places) < _MOST_PLACES:
        places.append((number, fact))


def comparable(statement: Statement, index: SourceIndex) -> bool:
    """Whether words can be compared: the sources are, at least in part, in the language of the sentence."""
    told = index.languages - {""}
    return not statement.language or not told or statement.language in told


def translated(statement: Statement, index: SourceIndex) -> bool:
    """Whether the words of work of both languages are known, so that some can be compared."""
    return is_translated(statement.language) and any(map(is_translated, index.languages))
