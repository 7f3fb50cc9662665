"""One sentence of a claim beside the lines of its sources: which speak about the same, which say otherwise."""

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from reviews.language.sourcing.content import content_words, count_negations, is_translated, stem_word
from reviews.language.sourcing.decisions import DecisionSaid, leaves_open, read_decision
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.names import NameWords, name_word
from reviews.language.sourcing.opposites import excludes, widens, without_opposites
from reviews.language.sourcing.plain_text import find_words
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

SAME_THING = 0.6
"""The share of a sentence's content words that a line has to have to speak about the same."""
_BOTH_WAYS = 0.5
_MOST_LINES = 40
_MOST_FACTS = 40
"""Facts of one sentence up to which its clauses are compared."""
_CLAUSE = re.compile(r"[,;()]+|[ \n](?:and|und|et|y|while|but|aber)[ \n]", re.IGNORECASE)
_PART = re.compile(rf"{_CLAUSE.pattern}|:[ \n]", re.IGNORECASE)
_CONTENT = read_words(__file__, "content")
_DENIALS = frozenset(map(stem_word, _CONTENT.words("denials")))
_NO_GOALS, _IN_SCOPE = (
    re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, _CONTENT.words(key)))})(?![^\W_])", re.IGNORECASE)
    for key in ("no_goals", "in_scope")
)


@dataclass(frozen=True)
class NearLine:
    """A line of a source, and the share of the claim's words that it has."""

    number: int
    line: SourceLine
    share: float
    shared: int
    alike: float
    """The words that both have of those that either has, without what stands over the line; 0 to 1."""


def near_lines(statement: Statement, index: SourceIndex) -> list[NearLine]:
    """The lines that share words with `statement`, the nearest first, at most 40; none in another language."""
    counts: Counter[int] = index.overlaps(statement.words)
    few = sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:_MOST_LINES]
    size = max(1, len(statement.words))
    return [
        NearLine(number, line, count / size, count, _likeness(statement.words, line.statement.words))
        for number, count in few
        for line in [index.lines[number]]
    ]


def _likeness(some: frozenset[str], others: frozenset[str]) -> float:
    return len(some & others) / max(1, len(some | others))


def comparable(statement: Statement, index: SourceIndex) -> bool:
    """Whether words can be compared: the sources are, at least in part, in the language of the sentence."""
    told = index.languages - {""}
    return not statement.language or not told or statement.language in told


def translated(statement: Statement, index: SourceIndex) -> bool:
    """Whether the words of work of both languages are known, so that some can be compared."""
    return is_translated(statement.language) and any(map(is_translated, index.languages))


def swapped_fact(
    fact: Fact, statement: Statement, near: list[NearLine], place: SourceLine | None
) -> SourceLine | None:
    """The line that says of the same thing another fact of that kind, or None, when `place`, the line with the fact
    itself, has fewer of the sentence's other words."""
    rest = words_beside(fact, statement)
    mine = [each for each in statement.facts if each.kind == fact.kind]
    least = len(rest & _all_words(place)) if place else 0
    for one in near:
        shared = len(rest & _all_words(one.line))
        if shared <= least or not one.line.trusted or not _speaks_of(shared, len(rest)):
            continue
        theirs = [each for each in one.line.statement.facts if is_like(each, fact)]
        if theirs and not any(is_equal(each, other) for each in theirs for other in mine):
            return one.line
    return None


def clause_of(fact: Fact, statement: Statement) -> Statement:
    """The part of a sentence with several facts of a kind that a fact belongs to: up to the next comma, bracket or
    "and"; otherwise the sentence."""
    if len(statement.facts) > _MOST_FACTS or sum(each.kind == fact.kind for each in statement.facts) < 2:
        return statement
    place = fact.start - statement.start
    ends = [found.span() for found in _CLAUSE.finditer(statement.plain)]
    begin = max((end for _, end in ends if end <= place), default=0)
    stop = min(
        (start for start, _ in ends if start >= fact.end - statement.start), default=len(statement.plain)
    )
    first, last = statement.start + begin, statement.start + stop
    inside = tuple(each for each in statement.facts if first <= each.start and each.end <= last)
    words = content_words(statement.plain[begin:stop], statement.language) & statement.words
    return replace(statement, facts=inside, words=words)


def words_beside(fact: Fact, statement: Statement) -> frozenset[str]:
    """The content words of a sentence without those of a name."""
    if not isinstance(fact.meaning, NameWords):
        return statement.words
    return statement.words - content_words(fact.text, statement.language)


def _all_words(line: SourceLine) -> frozenset[str]:
    return line.statement.words | line.statement.context_words


def _speaks_of(shared: int, words: int) -> bool:
    return shared > 0 and shared >= SAME_THING * words and (shared >= 2 or shared == words)


def is_like(one: Fact, other: Fact) -> bool:
    """Whether two facts are of one kind, so that one can stand for the other."""
    if one.kind != other.kind:
        return False
    if isinstance(one.meaning, Quantity) and isinstance(other.meaning, Quantity):
        return one.meaning.unit == other.meaning.unit or not (one.meaning.unit and other.meaning.unit)
    if one.kind == "date":
        return one.value[:4] == other.value[:4] or (one.value[:1] in "12-" and other.value[:1] in "12-")
    return True


def is_equal(one: Fact, other: Fact) -> bool:
    """Whether two facts of one kind come to the same."""
    if isinstance(one.meaning, Quantity) and isinstance(other.meaning, Quantity):
        return bool(set(one.meaning.amounts) & set(other.meaning.amounts))
    if one.kind == "name":
        return bool(set(one.value.split()) & set(other.value.split()))
    return one.value == other.value


def swapped_name(
    statement: Statement, near: list[NearLine], index: SourceIndex, known: Collection[str]
) -> str:
    """The first word of a sentence when it is a name, and a line says the same of somebody else; else ""."""
    word = _first_name(statement, index, known)
    named = {part for fact in statement.facts if fact.kind == "name" for part in fact.value.split()}
    if not word or word in named:
        return ""
    rest = statement.words - {each for each in statement.words if each.startswith(word[:5])}
    for one in near:
        theirs = {
            part for fact in one.line.statement.facts if fact.kind == "name" for part in fact.value.split()
        }
        begins = _first_name(one.line.statement, index, known)
        shared = len(rest & _all_words(one.line))
        if not one.line.trusted or shared < max(1, SAME_THING * len(rest)):
            continue
        if word in one.line.statement.name_words or word in one.line.speaker_words:
            return ""
        if begins or (theirs and not theirs & named):
            return next(find_words(statement.plain))[0]
    return ""


def _first_name(statement: Statement, index: SourceIndex, known: Collection[str]) -> str:
    """The first word of a sentence as the word of a name, when it is one that the sources or the team know."""
    first = next(find_words(statement.plain), None)
    if not first or not first[0][0].isupper() or not content_words(first[0], statement.language):
        return ""
    word = name_word(first[0])
    return word if word in index.named or word in known else ""


def opposing_line(statement: Statement, near: list[NearLine], index: SourceIndex) -> SourceLine | None:
    """The line that says the opposite of `statement` about the same thing, unless another says the same of it; a
    person's later message counts more than what stands before."""
    if leaves_open(statement.plain) or not statement.words:
        return None
    sign = _sign(statement, read_decision(statement.plain, 0, statement.language))
    agreeing: NearLine | None = None
    opposing: NearLine | None = None
    for one in near:
        other = one.line.statement
        if not one.line.trusted or (leaves_open(other.plain) and not one.line.affirmed):
            continue
        if _under_no_goals(other) and _IN_SCOPE.search(statement.plain):
            continue
        if crosses_contrast(statement, other) and one.share >= SAME_THING:
            opposing = opposing or one
            continue
        own = len(statement.words & other.words)
        if (
            not _speaks_of(one.shared, len(statement.words))
            or (
                own < max(min(2, len(statement.words)), _BOTH_WAYS * len(other.words))
                and not _denies_only(other)
            )
            or one.shared < 2
        ):
            continue
        if bool(statement.contrasted) != bool(other.contrasted):
            continue
        if _denies_only(other):
            return one.line
        if sign == _sign(other, index.decision_in(one.number)[0]):
            agreeing = _stronger(agreeing, one)
        elif not denies_something_else(statement, other):
            opposing = _stronger(opposing, one)
    if opposing is None or (agreeing is not None and _stronger(agreeing, opposing) is agreeing):
        return None
    return opposing.line


def excluding_line(statement: Statement, near: list[NearLine]) -> SourceLine | None:
    """The line that says the same with a word that excludes one of the sentence's ("optional", "mandatory"), unless a
    line that is as near does not."""
    rest = without_opposites(statement.words)
    best, excluding = 0, None
    for one in near:
        shared = len(rest & _all_words(one.line))
        asks = one.line.statement.asks and one.line.source.kind != "person"
        if not one.line.trusted or asks or not _speaks_of(shared, len(rest)):
            continue
        plain = one.line.statement.plain
        if (
            excludes(statement.plain, plain)
            or widens(statement.plain, plain)
            or _is_no_goal(statement, one.line)
        ):
            excluding, best = (one.line, shared) if shared > best else (excluding, best)
        elif shared >= best:
            return None
    return excluding


def _denies_only(statement: Statement) -> bool:
    """Whether a sentence says nothing but that the one before it is not so ("That is not true")."""
    return statement.negations % 2 == 1 and bool(statement.words) and statement.words <= _DENIALS


def _under_no_goals(statement: Statement) -> bool:
    return _NO_GOALS.search(statement.context) is not None


def _is_no_goal(statement: Statement, line: SourceLine) -> bool:
    """Whether a sentence says to be done what stands under a heading over what is not."""
    return (
        _under_no_goals(line.statement)
        and _IN_SCOPE.search(statement.plain) is not None
        and not statement.negations % 2
    )


def _stronger(one: NearLine | None, other: NearLine) -> NearLine:
    """Of two near lines the one that counts: the later one of people's messages, else the nearer one."""
    if one is None:
        return other
    mine, theirs = one.line.source.kind == "person", other.line.source.kind == "person"
    if mine != theirs:
        return one if mine else other
    if mine:
        return max(one, other, key=lambda near: near.number)
    return max(one, other, key=lambda near: (near.share, near.alike))


def denies_something_else(statement: Statement, other: Statement) -> bool:
    """Whether what one of two sentences denies is a part of it of which the other one does not speak ("needs a yes,
    and lapses when nobody is there")."""
    denied = [*_denied_parts(statement, other), *_denied_parts(other, statement)]
    return bool(denied) and not any(denied)


def _denied_parts(statement: Statement, other: Statement) -> list[bool]:
    """Of each part of a sentence that is turned round whether `other` speaks of it; a sentence of one part as a
    whole."""
    parts = _PART.split(statement.plain)
    told = other.words | other.context_words
    denied = (content_words(part, statement.language) for part in parts if count_negations(part) % 2)
    return [len(parts) < 2 or len(words & told) >= SAME_THING * len(words) for words in denied]


def crosses_contrast(statement: Statement, other: Statement) -> bool:
    """Whether two sentences that weigh things set aside what the other one states ("in Redis, not in Postgres")."""
    return bool(statement.contrasted) and sets_aside(statement, other)


def sets_aside(statement: Statement, other: Statement) -> bool:
    """Whether one of two sentences sets aside what the other states."""
    mine = statement.contrasted & (other.words - other.contrasted)
    theirs = other.contrasted & (statement.words - statement.contrasted)
    return bool(mine or theirs)


def _sign(statement: Statement, said: DecisionSaid | None) -> int:
    """1 or -1: which way a decision goes, or whether a sentence is turned round."""
    return said.direction if said else -1 if statement.negations % 2 else 1
