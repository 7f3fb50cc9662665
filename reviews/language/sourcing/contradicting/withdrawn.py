"""What a person says only of others ("the sales team says that …"), or takes back later."""

import re
from collections.abc import Sequence
from functools import lru_cache

from reviews.language.sourcing.compare import NearLine
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "withdrawn")
_REPORTS = re.compile(
    rf"{any_word(_WORDS.words('reports'))},?[ \n]{any_word(_WORDS.words('that'))}", re.IGNORECASE
)
_OWN = re.compile(rf"{any_word(_WORDS.words('own'))}(?:[ \n][^\W\d_]{{1,20}}){{0,2}}[ \n]$", re.IGNORECASE)
_TAKES_BACK, _REJECTS = (
    re.compile(any_word(_WORDS.words(key)), re.IGNORECASE) for key in ("takes_back", "rejects")
)
_CLAUSE_END = re.compile(r"[,;:.!?]")
_LABEL = re.compile(r"\W{0,3}([^\W\d_][^:.!?\n]{1,40}): ")
_NEARLY_ALL, _NEAR = 0.75, 60
_MOST_READ = 500


def withdrawn_line(statement: Statement, near: Sequence[NearLine], index: SourceIndex) -> SourceLine | None:
    """The line in which a person only reports nearly all that a sentence says, or that rejects it or takes it back;
    None when there is none, or when another line says as much and stands."""
    if reported_part(statement.plain) or takes_back(statement.plain):
        return None
    withdrawn: SourceLine | None = None
    for one in near:
        plain = one.line.statement.plain
        if one.share < _NEARLY_ALL or not one.line.trusted or one.line.statement.is_heading:
            continue
        if takes_back(plain):
            continue
        against = _line_against(statement, one, index) if one.line.source.kind == "person" else None
        if against is None:
            return None
        withdrawn = withdrawn or against
    return withdrawn


def reported_part(plain: str) -> str:
    """What somebody else says or wants, as a sentence tells it, or ""."""
    found = _REPORTS.search(plain)
    if found is None or _OWN.search(plain, max(0, found.start() - _NEAR), found.start()):
        return ""
    return _CLAUSE_END.split(plain[found.end() :], maxsplit=1)[0]


@lru_cache(maxsize=4096)
def takes_back(plain: str) -> bool:
    """Whether somebody takes back what he or she said before."""
    return _TAKES_BACK.search(plain) is not None


def _line_against(statement: Statement, one: NearLine, index: SourceIndex) -> SourceLine | None:
    told = one.line.statement
    reported = content_words(reported_part(told.plain), told.language)
    if 2 * len(reported & statement.words) > len(statement.words & told.words):
        return one.line
    following = _next_line(one, index)
    if following and _REJECTS.search(following.statement.plain) and not _has_own_label(following, told):
        return following
    later = (index.lines[number] for number in index.by_people[-_MOST_READ:] if number > one.number)
    return next(
        (
            line
            for line in later
            if takes_back(line.statement.plain) and statement.words & line.exchange - line.asked_words
        ),
        None,
    )


def _has_own_label(line: SourceLine, told: Statement) -> bool:
    """Whether a sentence opens with what it is about, and that is something else ("Music: we don't agree yet")."""
    label = _LABEL.match(line.statement.plain)
    words = content_words(label[1], line.statement.language) if label else frozenset()
    return bool(words) and words.isdisjoint(told.words)


def _next_line(one: NearLine, index: SourceIndex) -> SourceLine | None:
    """The next sentence of a message."""
    following = index.lines[one.number + 1] if one.number + 1 < len(index.lines) else None
    return following if following and following.source is one.line.source else None
