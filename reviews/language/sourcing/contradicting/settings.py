"""Where a line stands, and what it says beside its main words: under "Rejected", behind "Hypothesis:", as an example.
What is copied without that says more than the line does."""

import re
from collections.abc import Sequence

from reviews.language.sourcing.compare import NearLine
from reviews.language.sourcing.contradicting.withdrawn import takes_back
from reviews.language.sourcing.decisions import leaves_open, times_turned
from reviews.language.sourcing.plain_text import fold_words
from reviews.language.sourcing.quotations import LIMITING
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "settings")
_APART, _FEARED, _MAY_HAPPEN = (
    re.compile(any_word(_WORDS.words(key)), re.IGNORECASE) for key in ("apart", "feared", "may_happen")
)
_DECISIVE = _WORDS.vocabulary("decisive") | LIMITING
_FEWEST = 2


def is_set_apart(line: SourceLine) -> bool:
    """Whether a line stands under words by which nothing there is told as so or decided ("Rejected", "Ideas")."""
    return _APART.search(line.statement.context) is not None


def is_only_feared(statement: Statement, line: SourceLine) -> bool:
    """Whether a line stands among risks and a sentence tells it as so."""
    return bool(_FEARED.search(line.statement.context)) and not _MAY_HAPPEN.search(statement.plain)


def leaves_decisive_out(statement: Statement, line: SourceLine) -> bool:
    """Whether a line has a word that decides how its others are meant ("example", "far from"), and a sentence has
    not."""
    told = fold_words(line.statement.plain) - fold_words(statement.plain)
    return not told.isdisjoint(_DECISIVE)


def may_be_withdrawn(statement: Statement, mine: SourceLine, near: Sequence[NearLine]) -> bool:
    """Whether a person speaks of what a sentence says, in another line than its own, and turns, denies or leaves open
    something: what is not so any more can't be told by code."""
    return any(
        one.line is not mine
        and one.line.source.kind == "person"
        and one.shared >= min(_FEWEST, len(statement.words))
        and _turns(one.line.statement.plain)
        for one in near
    )


def _turns(plain: str) -> bool:
    return times_turned(plain) > 0 or leaves_open(plain) or takes_back(plain)
