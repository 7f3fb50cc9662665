"""Lines that say what a sentence says within limits alone: in a case ("if"), of some ("only", "most"), with a doubt
("maybe"). A sentence that leaves the limit out says more."""

import re
from collections.abc import Sequence

from reviews.language.sourcing.compare import NearLine, parts_of
from reviews.language.sourcing.content import content_words
from reviews.language.sourcing.decisions import leaves_open
from reviews.language.sourcing.plain_text import find_words, fold_words
from reviews.language.sourcing.quotations import left_out_of
from reviews.language.sourcing.same_facts import facts_in, is_equal
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "limits")
_CASE = re.compile(rf"{any_word(_WORDS.words('cases'))}[^,;:.!?]{{0,300}}", re.IGNORECASE)
_NO_CASE = re.compile(rf"{any_word(_WORDS.words('no_cases'))}[ \n]$", re.IGNORECASE)
_ONLY = re.compile(rf"{any_word(_WORDS.words('only'))}[ \n]([^,;:.!?]{{1,300}})", re.IGNORECASE)
_NO_ONLY = re.compile(rf"{any_word(_WORDS.words('no_only'))}[ \n]$", re.IGNORECASE)
_DOUBT = re.compile(any_word(_WORDS.words("doubts")), re.IGNORECASE)
_IN_A_CASE, _OF_SOME, _OF_FEW, _OF_ALL, _EXCEPTED, _THINKS = (
    _WORDS.vocabulary(key) for key in ("in_a_case", "some", "few", "all", "only", "thinks")
)
_FOR_WHOM = _WORDS.vocabulary("for_whom")
_UNTIL = re.compile(rf"\W{{0,3}}{any_word(_WORDS.words('until'))}[ \n][^,;:.!?]{{1,60}}", re.IGNORECASE)
_ENDS = _WORDS.vocabulary("ends")
_NEARLY_ALL, _SPOKEN_OF, _HARDLY = 0.75, 0.6, 0.34
_FEWEST, _MOST_RESTRICTED, _NEAR, _MOST_FACTS = 2, 4, 12, 20


def limited_line(statement: Statement, near: Sequence[NearLine]) -> SourceLine | None:
    """The nearest line that has nearly all that a sentence says, with a limit that the sentence leaves out; None when
    there is none, or when another line has as much without a limit."""
    if statement.asks or leaves_open(statement.plain):
        return None
    told = [
        one.line
        for one in near
        if not one.line.statement.is_heading and one.shared >= _FEWEST and one.share >= _NEARLY_ALL
    ]
    limited: list[SourceLine] = []
    plain: list[SourceLine] = []
    for line in told:
        (limited if _leaves_limit_out(statement, line) else plain).append(line)
    most = max((_says_of(statement, line) for line in limited), default=0)
    stands = any(_says_of(statement, line) >= most for line in plain if not leaves_open(line.statement.plain))
    return limited[0] if limited and not stands else None


def _says_of(statement: Statement, line: SourceLine) -> int:
    """How many of the words and facts of a sentence a line has itself."""
    facts = facts_in(statement.facts[:_MOST_FACTS], line)
    return len(statement.words & line.statement.words) + facts


def _leaves_limit_out(statement: Statement, line: SourceLine) -> bool:
    told = line.statement
    return (
        _leaves_case_out(statement, told)
        or _leaves_end_out(statement, told)
        or _leaves_only_out(statement, told)
        or _leaves_some_out(statement, told)
        or _leaves_whom_out(statement, told)
        or (line.trusted and _leaves_doubt_out(statement, told))
    )


def _leaves_case_out(statement: Statement, told: Statement) -> bool:
    """Whether a line says in one case only what a sentence says without one."""
    if fold_words(statement.plain) & _IN_A_CASE:
        return False
    for found in _CASE.finditer(told.plain):
        if _NO_CASE.search(told.plain, max(0, found.start() - _NEAR), found.start()):
            continue
        case = content_words(found[0], told.language)
        rest = statement.words & (told.words - case)
        if case and len(rest) >= _FEWEST and len(case & statement.words) <= _HARDLY * len(case):
            return True
    return False


def swaps_case(statement: Statement, told: Statement) -> bool:
    """Whether a sentence has in its case what a line has behind it, and the other way round ("if the backup fails, we
    restore the import")."""
    mine, theirs = _CASE.search(statement.plain), _CASE.search(told.plain)
    if not mine or not theirs:
        return False
    case, other = content_words(mine[0], statement.language), content_words(theirs[0], told.language)
    moved, back = case - other, other - case
    return bool(moved and back) and moved <= told.words - other and back <= statement.words - case


def _leaves_end_out(statement: Statement, told: Statement) -> bool:
    """Whether a line begins with until when something was so, and a sentence says that it is."""
    if fold_words(statement.plain) & _ENDS or not (found := _UNTIL.match(told.plain)):
        return False
    start, end = (told.start + place for place in found.span())
    days = [fact for fact in told.facts if start <= fact.start < end and fact.kind == "date"]
    return bool(days) and not any(is_equal(each, day) for each in statement.facts for day in days)


def _leaves_only_out(statement: Statement, told: Statement) -> bool:
    """Whether a sentence has some, but not all, of the words that "only" stands in front of, and no "only"."""
    if fold_words(statement.plain) & _EXCEPTED:
        return False
    for found in _ONLY.finditer(told.plain):
        if found[1][0].isdigit() or _NO_ONLY.search(told.plain, max(0, found.start() - _NEAR), found.start()):
            continue
        words = [content_words(word[0], told.language) for word in find_words(found[1])]
        restricted = frozenset().union(*[each for each in words if each][:_MOST_RESTRICTED])
        if restricted & statement.words and restricted - statement.words:
            return True
    return False


def _leaves_some_out(statement: Statement, told: Statement) -> bool:
    """Whether a sentence says of all, or a line of few, what the line says of a part."""
    mine = fold_words(statement.plain)
    if mine & _OF_SOME or any(fact.kind in ("percentage", "figure") for fact in statement.facts):
        return False
    wide = bool(mine & _OF_ALL)
    return any(
        fold_words(part) & (_OF_SOME if wide else _OF_FEW)
        for part in parts_of(told.plain)
        if _speaks_of(statement, part, told.language)
    )


def _leaves_doubt_out(statement: Statement, told: Statement) -> bool:
    if fold_words(statement.plain.replace("May", "")) & _THINKS or _DOUBT.search(statement.plain):
        return False
    return any(
        _DOUBT.search(part) and _speaks_of(statement, part, told.language) for part in parts_of(told.plain)
    )


def _speaks_of(statement: Statement, part: str, language: str) -> bool:
    """Whether a sentence has most of the words of a part of a line."""
    words = content_words(part, language) - _STEMS_OF_LIMITS
    shared = len(words & statement.words)
    return shared > 0 and shared >= _SPOKEN_OF * len(words)


def _leaves_whom_out(statement: Statement, told: Statement) -> bool:
    """Whether a sentence is a copy of a line without a clause that says of whom or what it holds ("shoppers who pay by
    card"); behind a comma such a clause tells only more."""
    left_out = left_out_of(told.folded_words, statement.folded_words)
    if not left_out or len(statement.words) <= _FEWEST:
        return False
    words = list(find_words(told.plain))
    begins = [
        place
        for place in left_out
        if place
        and (place - 1 not in left_out or told.plain[words[place - 1].end() : words[place].start()].strip())
    ]
    return any(
        told.folded_words[place] in _FOR_WHOM
        and not told.plain[: words[place].start()].rstrip().endswith((",", ";", "("))
        for place in begins
    )


_STEMS_OF_LIMITS = frozenset().union(
    *(content_words(" ".join(_WORDS.words(key))) for key in ("some", "few", "all", "only", "doubts"))
)
