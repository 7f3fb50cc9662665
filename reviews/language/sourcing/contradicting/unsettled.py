"""Lines that speak of what a sentence says to be decided and settle nothing of it."""

import re
from collections.abc import Sequence

from reviews.language import sourcing
from reviews.language.sourcing.compare import parts_about, parts_of
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.decisions import direction_of, leaves_open, open_topic, read_decision, waits
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.same_facts import facts_in
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "unsettled")
_UNSETTLED, _REVERSED = (
    re.compile(any_word(_WORDS.words(key)), re.IGNORECASE) for key in ("unsettled", "reversed")
)
_ASKED_FOR = re.compile(any_word(_WORDS.words("asked_for")), re.IGNORECASE)
_DECIDED_ON = re.compile(rf"{any_word(_WORDS.words('decided_on'))}[ \n]([^,;:.!?\n]{{1,80}})", re.IGNORECASE)
_CONCEDED = re.compile(
    rf"([^;:.!?\n]{{1,200}}?),?[ \n]{any_word(_WORDS.words('but'))}[ \n]([^;:.!?\n]{{1,200}})", re.IGNORECASE
)
_PRAISES = re.compile(any_word(_WORDS.words("praises")), re.IGNORECASE)
_ASKS_WHO = re.compile(any_word(read_words(sourcing.__file__, "decisions").words("asks_who")), re.IGNORECASE)
_MYSELF = read_words(sourcing.__file__, "names").vocabulary("as_doer")
_NEAR = 60
_MOST_READ, _SHARED = 4000, 0.5
_MOSTLY, _MOST_OPEN, _MOST_FACTS = 0.6, 20, 20


def settles_nothing(statement: Statement, line: SourceLine) -> bool:
    """Whether a line only supposes what a sentence says, under a condition or with a doubt, says that it is so no more,
    grants it something and then says no, decides on something else, or is one of the notes that tells only what
    somebody asks for."""
    plain = line.statement.plain
    # "… , but that was withdrawn" is a statement of its own.
    after = line.source.text[line.statement.start : line.statement.end + _NEAR]
    if (
        _REVERSED.search(after)
        or _decides_on_other(plain, statement.words)
        or _only_concedes(statement, after)
    ):
        return True
    if _only_asks(statement, line):
        return True
    if _UNSETTLED.search(statement.plain):
        return False
    # A condition at the beginning holds for all of it.
    parts = [*parts_of(plain)[:1], *parts_about(statement, line.statement)]
    return any(map(_UNSETTLED.search, parts))


def _only_concedes(statement: Statement, told: str) -> bool:
    """Whether a line says how something is of which a sentence says that it is wanted, and behind "but" that it is not
    wanted ("Rail is faster, but I won't pay for it")."""
    found = _CONCEDED.match(told)
    if not found or direction_of(statement.plain) < 0 or not _PRAISES.search(found[1]):
        return False
    return bool(content_words(found[1]) & statement.words) and direction_of(found[2]) < 0


def _only_asks(statement: Statement, line: SourceLine) -> bool:
    """Whether a line of the notes says no more than that somebody asks for something, and decides nothing itself."""
    plain = line.statement.plain
    if line.source.kind != "notes" or _ASKED_FOR.search(statement.plain) or not _ASKED_FOR.search(plain):
        return False
    return read_decision(plain, 0, line.statement.language) is None


def _decides_on_other(plain: str, words: frozenset[str]) -> bool:
    """Whether a sentence names behind "decided on" what has none of these content words."""
    decided = [content_words(found[1]) for found in _DECIDED_ON.finditer(plain)]
    return any(decided) and not any(one & words for one in decided)


def settles_open(statement: Statement, index: SourceIndex) -> SourceLine | None:
    """The line of a person, or the question of the notes, that leaves open what a sentence says to be settled, when
    nobody closes it later; None without one."""
    if (
        leaves_open(statement.plain)
        or waits(statement.plain)
        or statement.negations % 2
        or not statement.words
    ):
        return None
    for number, _ in index.overlaps(statement.words).most_common(_MOST_OPEN):
        line = index.lines[number]
        if not line.trusted or line.affirmed or not _ASKS_WHO.search(line.statement.plain):
            continue
        if not leaves_open(line.statement.plain):
            continue
        topic = open_topic(line.statement.plain, line.statement.language)
        if len(topic & statement.words) >= max(2, _MOSTLY * len(topic)):
            asked = line.statement.name_words
            facts = [fact for fact in statement.facts if not asked.issuperset(fact.value.split())]
            if not _closed_later(statement, topic, facts[:_MOST_FACTS], number, index):
                return line
    return None


def _closed_later(
    statement: Statement, topic: frozenset[str], facts: Sequence[Fact], number: int, index: SourceIndex
) -> bool:
    """Whether a person says later that they do what a sentence says of them, says something of it besides the topic, or
    decides about the topic."""
    for later in (each for each in index.by_people[-_MOST_READ:] if each > number):
        line = index.lines[later]
        if line.statement.asks or leaves_open(line.statement.plain):
            continue
        if _does_it_themselves(statement, topic, line):
            return True
        if waits(line.statement.plain):
            continue
        if (statement.words - topic) & line.statement.words or facts_in(facts, line):
            return True
        about_it = len(topic & line.around) >= _SHARED * len(topic)
        if about_it and index.decision_in(later)[0] is not None:
            return True
    return False


def _does_it_themselves(statement: Statement, topic: frozenset[str], line: SourceLine) -> bool:
    """Whether somebody whom a sentence names says that they do what was open ("I'll write to them myself")."""
    return bool(
        line.speaker_words & statement.name_words
        and topic & line.statement.words
        and not _MYSELF.isdisjoint(line.statement.folded_words)
        and line.statement.negations % 2 == 0
    )
