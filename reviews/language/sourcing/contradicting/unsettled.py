"""Lines that speak of what a sentence says to be decided and settle nothing of it."""

import re

from reviews.language.sourcing.compare import parts_about, parts_of
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.decisions import direction_of, read_decision
from reviews.language.sourcing.sources import SourceLine
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
_NEAR = 60


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
