"""What a claim may rest on: the author's notes, people's messages, topics, and what personas argued.

The sources of one point are read once; then any number of sentences can be looked up in them.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from reviews.language.decision_intent import is_decision
from reviews.language.sourcing.dates import Moment
from reviews.language.sourcing.decisions import DecisionSaid, read_decision, takes_over, topic_words
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.links import host_of
from reviews.language.sourcing.names import NameWords
from reviews.language.sourcing.plain_text import keep_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.statements import Statement, read_statements

SourceKind = Literal["notes", "person", "topic", "turn"]
_MOST_PLACES = 400
"""Places of one fact that are looked at."""
_MOST_LINES = 2000
"""Lines of one word: a word in more of them tells nothing."""
_LONGEST_KEPT = 20_000
"""Characters of a source whose statements are kept for the next point: a session reads the same ones many times."""


@dataclass(frozen=True)
class ClaimSource:
    """A text that a claim may rest on.

    `kind`: "notes" (the author's text in the pinned revision), "person" (a person's message), "topic" (a typed topic
    or a title) or "turn" (a persona's turn, which carries what was argued, but no facts and no decisions of its own).
    `key`: where it stands (the artifact's name, the event's number). `asked`: the question that a person's message
    replies to; "Yes." takes it over.
    """

    kind: SourceKind
    key: str
    text: str
    asked: str = ""


@dataclass(frozen=True)
class SourceLine:
    """One statement of a source."""

    source: ClaimSource
    statement: Statement
    affirmed: int = 0
    """1 or -1 when it is a question that a person's short reply takes over or turns down."""

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
    named: set[str] = field(default_factory=set)
    """The words of the names in all sources."""
    moments: dict[tuple[int, int], list[tuple[int, Fact]]] = field(default_factory=lambda: defaultdict(list))
    flat: list[tuple[ClaimSource, str]] = field(default_factory=list)
    languages: set[str] = field(default_factory=set)
    decisions: dict[int, tuple[DecisionSaid | None, frozenset[str]]] = field(default_factory=dict)
    """Kept by `decision_in`."""

    def overlaps(self, words: Iterable[str]) -> Counter[int]:
        """How many of `words` stand in each line or over it."""
        return Counter(number for word in words for number in self.by_word.get(word, ()))

    def decision_in(self, number: int) -> tuple[DecisionSaid | None, frozenset[str]]:
        """What a line says to be decided, by itself, under "Decisions" or as a reply, and what it is about."""
        if number not in self.decisions:
            line = self.lines[number]
            statement = line.statement
            plain = statement.plain.rstrip(" \n?") if line.affirmed else statement.plain
            under = read_decision(statement.context, 0, statement.language) is not None
            turned = statement.negations + (line.affirmed < 0)
            said = read_decision(plain, turned, statement.language, noted=under or bool(line.affirmed))
            if said is None and line.source.kind == "person" and is_decision(statement.plain):
                about = topic_words(statement.plain, statement.language)
                said = DecisionSaid(frozenset({"decide"}), -1 if turned % 2 else 1, about)
            self.decisions[number] = said, topic_words(statement.plain, statement.language)
        return self.decisions[number]

    def names_hold(self, word: str) -> bool:
        """Whether a word of a name stands anywhere in a trusted source."""
        return any(each in self.by_name for each in (word, word.removesuffix("s"), word + "s"))


def index_sources(sources: Sequence[ClaimSource], known: Collection[str] = ()) -> SourceIndex:
    """Read `sources`, in their order; `known`: words of names that are no facts."""
    index = SourceIndex()
    for source in sources:
        index.flat.append((source, f" {keep_words(source.text)} "))
        affirmed = takes_over(source.text) if source.asked and source.kind == "person" else 0
        for statement in read_statements(source.asked, known) if affirmed else ():
            _add_line(index, SourceLine(source, statement, affirmed))
        for statement in _read_source(source.text, frozenset(known)):
            _add_line(index, SourceLine(source, statement))
    return index


def _read_source(text: str, known: frozenset[str]) -> tuple[Statement, ...]:
    return _read_kept(text, known) if len(text) <= _LONGEST_KEPT else read_statements(text, known)


@lru_cache(maxsize=64)
def _read_kept(text: str, known: frozenset[str]) -> tuple[Statement, ...]:
    return read_statements(text, known)


def _add_line(index: SourceIndex, line: SourceLine) -> None:
    number = len(index.lines)
    index.lines.append(line)
    statement = line.statement
    index.languages.add(statement.language)
    for word in statement.words | statement.context_words:
        if len(index.by_word[word]) < _MOST_LINES:
            index.by_word[word].append(number)
    for fact in statement.facts:
        index.named.update(fact.value.split() if fact.kind == "name" else ())
    if not line.trusted:
        return
    for word in statement.name_words:
        if len(index.by_name[word]) < _MOST_LINES:
            index.by_name[word].append(number)
    for fact in statement.facts:
        _add_fact(index, number, fact)


def _add_fact(index: SourceIndex, number: int, fact: Fact) -> None:
    if isinstance(fact.meaning, Quantity):
        for amount in {each.normalize() for each in (*fact.meaning.amounts, *fact.meaning.said)}:
            _add_bounded(index.by_amount[amount], number, fact)
    elif isinstance(fact.meaning, Moment):
        moment = fact.meaning
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
