"""One sentence of a claim beside the lines of its sources: which speak about the same, which say otherwise."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reviews.language.sourcing.content import (
    content_words,
    count_all_negations,
    count_negations,
    first_content_word,
    stem_word,
)
from reviews.language.sourcing.decisions import (
    DecisionSaid,
    direction_of,
    is_retracted,
    leaves_open,
    puts_off,
    read_decision,
    times_turned,
)
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.plain_text import folded_in_order
from reviews.language.sourcing.same_facts import (
    all_words_of,
    counted_thing,
    facts_in,
    is_equal,
    is_like,
    words_about,
    words_beside,
)
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

SAME_THING = 0.6
"""The share of a sentence's content words that a line has to have to speak about the same."""
_BOTH_WAYS = 0.5
_MOST_LINES, _MOST_PARTS = 40, 20
_FEWEST_ALONE, PARTLY = 2, 0.4
_FEWEST_IN_PART, _NEARLY_ALL = 3, 0.75
WITHOUT = re.compile(r"(?<![^\W_])(?:without|ohne|sans)(?![^\W_])", re.IGNORECASE)
_MOST_FACTS = 40
"""Facts of one sentence up to which its clauses are compared."""
_CLAUSE = re.compile(r"[,;()]+|[ \n](?:and|und|et|y|while|but|aber|because|weil)[ \n]", re.IGNORECASE)
_PART = re.compile(rf"{_CLAUSE.pattern}|:[ \n]", re.IGNORECASE)
_CONTENT = read_words(__file__, "content")
_CASE_ALONE = re.compile(
    rf"\W{{0,9}}(?:{'|'.join(_CONTENT.words('cases'))})[ \n][^,;.!?]{{1,300}}:\W*", re.IGNORECASE
)
"""A case without what holds in it, as in front of a quotation: it says nothing that could be denied."""
_DENIALS = frozenset(map(stem_word, _CONTENT.words("denials")))
_NO_GOALS, IN_SCOPE = (
    re.compile(any_word(_CONTENT.words(key)), re.IGNORECASE) for key in ("no_goals", "in_scope")
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
        NearLine(
            number,
            line,
            count / size,
            count,
            len(statement.words & theirs) / max(1, len(statement.words | theirs)),
        )
        for number, count in few
        for line in [index.lines[number]]
        for theirs in [line.statement.words]
    ]


def swapped_fact(
    fact: Fact, statement: Statement, near: list[NearLine], place: SourceLine | None
) -> SourceLine | None:
    """The line that says of the same thing another fact of that kind, or None, when `place`, the line with the fact
    itself, has fewer of the sentence's other words."""
    rest = words_beside(fact, statement)
    mine = [each for each in statement.facts if each.kind == fact.kind]
    least = len(rest & words_about(place, fact, statement)) if place else 0
    for one in near:
        shared = len(rest & all_words_of(one.line))
        if shared <= least or not one.line.trusted or not speaks_of(shared, len(rest)):
            continue
        theirs = [each for each in (*one.line.statement.facts, *one.line.told) if is_like(each, fact)]
        if counts := counted_thing(fact, statement):
            theirs = [each for each in theirs if counted_thing(each, one.line.statement) in ("", counts)]
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


def parts_of(plain: str) -> list[str]:
    """The parts of a sentence between commas, brackets and "and", at most twenty."""
    return [part for part in _CLAUSE.split(plain)[:_MOST_PARTS] if part.strip()]


def parts_about(statement: Statement, other: Statement) -> list[str]:
    """The parts of a line that share words with a sentence."""
    return [part for part in parts_of(other.plain) if content_words(part, other.language) & statement.words]


def speaks_of(shared: int, words: int) -> bool:
    return shared > 0 and shared >= SAME_THING * words and (shared >= 2 or shared == words)


def opposing_line(statement: Statement, near: list[NearLine], index: SourceIndex) -> SourceLine | None:
    """The line that says the opposite of `statement` about the same thing, unless another says the same of it; a
    person's later message counts more than what stands before."""
    if leaves_open(statement.plain) or not statement.words or _CASE_ALONE.fullmatch(statement.plain):
        return None
    decided = read_decision(statement.plain, 0, statement.language)
    sign = _sign(statement, decided)
    agreeing: NearLine | None = None
    opposing: NearLine | None = None
    is_plain = decided is None and direction_of(statement.plain) == (-1 if statement.negations % 2 else 1)
    only_argued = is_plain and not any(one.line.trusted and one.share >= SAME_THING for one in near)
    for one in (each for each in near if not each.line.statement.is_heading):
        other = one.line.statement
        if not (one.line.trusted or only_argued) or (leaves_open(other.plain) and not one.line.affirmed):
            continue
        if under_no_goals(other) and IN_SCOPE.search(statement.plain):
            continue
        if one.share == 1 and _says_it_itself(statement, other):
            agreeing = _stronger(agreeing, one)
            continue
        retracted = is_retracted(other.plain)
        if (
            crosses_contrast(statement, other)
            and one.share >= SAME_THING
            and _beside_contrast(statement, other)
        ):
            if retracted:
                continue
            opposing = opposing or one
            continue
        own = len(statement.words & other.words)
        if _affirms_set_aside(statement, other) and one.share >= SAME_THING:
            opposing = opposing or one
            continue
        if (
            not (speaks_of(one.shared, len(statement.words)) or _is_denied_there(statement, one))
            or (
                own < max(min(2, len(statement.words)), _BOTH_WAYS * len(other.words))
                and not denies_only(other)
                and not _part_about(statement, one)
            )
            or one.shared + facts_in(statement.facts[:_MOST_FACTS], one.line) < 2
        ):
            continue
        if bool(statement.contrasted) != bool(other.contrasted):
            continue
        if denies_only(other):
            return one.line
        if sign < 0 and not statement.negations and _is_plain_note(one, index):
            continue  # What is dropped stands in the notes all the same.
        if (sign == _sign_beside(statement, one, index)) is not retracted:
            agreeing = _stronger(agreeing, one)
        elif _part_about(statement, one) or not (
            _agrees_with_reason(statement, other)
            or _lacks_another_thing(statement, other)
            or denies_something_else(statement, other)
        ):
            opposing = _stronger(opposing, one)
    return opposing.line if opposing and _opposes(statement, near, opposing, agreeing) else None


def _says_it_itself(statement: Statement, other: Statement) -> bool:
    """Whether a line, or a part of it between marks, has the words of a sentence and no others."""
    words = statement.folded_words
    return other.folded_words == words or any(
        words == folded_in_order(part) for part in _PART.split(other.plain)[:_MOST_PARTS]
    )


def _opposes(
    statement: Statement, near: list[NearLine], opposing: NearLine, agreeing: NearLine | None
) -> bool:
    """Whether a line that says otherwise counts more than what says the same."""
    if agreeing is None:
        return not (_is_denied_of_it(statement, near, opposing) or _is_answered(opposing, near))
    if _tells_another_day(statement, opposing, agreeing):
        return False
    stronger = _tells_another_day(statement, agreeing, opposing) or _stronger(agreeing, opposing) is opposing
    return stronger or _says_more(statement, opposing, agreeing)


def _is_answered(opposing: NearLine, near: Sequence[NearLine]) -> bool:
    """Whether somebody replies to a denial with as much of the sentence, and denies nothing."""
    denied = opposing.line.statement.words
    return any(
        one.line.source.kind == "person"
        and denied <= one.line.asked_words
        and one.share >= opposing.share
        and one.line.affirmed >= 0
        and not one.line.statement.negations % 2
        for one in near
    )


def _says_more(statement: Statement, opposing: NearLine, agreeing: NearLine) -> bool:
    """Whether what is denied is all about what a sentence says, and a line that denies nothing does not say it."""
    denied, told = opposing.line.statement, agreeing.line.statement
    if agreeing.line.source.kind == "person" or not denied.negations % 2:
        return False
    alone = (statement.words & denied.words) - told.words
    return len(alone) >= _FEWEST_ALONE and len(denied.words & statement.words) >= SAME_THING * len(
        denied.words
    )


def _is_denied_there(statement: Statement, one: NearLine) -> bool:
    """Whether nearly all that a line denies stands in a sentence that denies nothing."""
    other = one.line.statement
    own = len(statement.words & other.words)
    denies = other.negations % 2 == 1 and statement.negations % 2 == 0 and other.words
    needed = min(len(other.words), max(_FEWEST_IN_PART, SAME_THING * len(other.words)))
    return bool(denies) and own >= max(2, needed) and one.share >= PARTLY


def _is_plain_note(one: NearLine, index: SourceIndex) -> bool:
    return one.line.source.kind != "person" and index.decision_in(one.number)[0] is None


def denies_only(statement: Statement) -> bool:
    """Whether a sentence says nothing but that the one before it is not so ("That is not true")."""
    return statement.negations % 2 == 1 and bool(statement.words) and statement.words <= _DENIALS


def under_no_goals(statement: Statement) -> bool:
    return _NO_GOALS.search(statement.context) is not None


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
    return [
        len(parts) < 2 or (bool(words) and len(words & told) >= SAME_THING * len(words)) for words in denied
    ]


def crosses_contrast(statement: Statement, other: Statement) -> bool:
    """Whether two sentences that weigh things set aside what the other one states ("in Redis, not in Postgres")."""
    return bool(statement.contrasted) and sets_aside(statement, other)


def _affirms_set_aside(statement: Statement, other: Statement) -> bool:
    """Whether a sentence says plainly what a line sets aside ("recommended, but not mandatory")."""
    aside = other.contrasted & statement.words
    rest = statement.words - aside
    return (
        bool(aside)
        and not statement.contrasted
        and statement.negations == 0
        and len(rest & other.words) >= SAME_THING * len(rest)
        and not is_retracted(other.plain)
    )


def _beside_contrast(statement: Statement, other: Statement) -> bool:
    """Whether a line speaks of what a sentence says besides what it sets aside."""
    rest = statement.words - statement.contrasted
    return len(rest & (other.words | other.context_words)) >= SAME_THING * len(rest)


def sets_aside(statement: Statement, other: Statement) -> bool:
    """Whether one of two sentences sets aside what the other states."""
    mine = statement.contrasted & (other.words - other.contrasted)
    theirs = other.contrasted & (statement.words - statement.contrasted)
    return bool(mine or theirs)


def _sign_beside(statement: Statement, one: NearLine, index: SourceIndex) -> int:
    """Which way a line goes, or the part of it that has nearly all that a sentence says."""
    said = index.decision_in(one.number)[0]
    part = _part_about(statement, one) if said is None else ""
    if part:
        return -1 if times_turned(part) % 2 else 1
    return _sign(one.line.statement, said)


def _agrees_with_reason(statement: Statement, other: Statement) -> bool:
    """Whether two sentences deny as often as each other when the reasons at their ends count too."""
    mine, theirs = count_all_negations(statement.plain), count_all_negations(other.plain)
    more = mine != statement.negations or theirs != other.negations
    put_off = puts_off(statement.plain) or puts_off(other.plain)
    return (more and mine % 2 == theirs % 2) or (
        put_off and direction_of(statement.plain) == direction_of(other.plain)
    )


def _lacks_another_thing(statement: Statement, other: Statement) -> bool:
    """Whether the only "no" of one of two sentences is a "without" a thing that the other does not speak of."""
    for one, beside in ((statement, other), (other, statement)):
        found = WITHOUT.search(one.plain)
        if found and one.negations == 1 and not beside.negations:
            return first_content_word(one.plain, found.end(), one.language) not in beside.words
    return False


def _is_denied_of_it(statement: Statement, near: list[NearLine], opposing: NearLine) -> bool:
    """Whether another line denies, of what a sentence denies something of, what the opposing line does not speak of."""
    if not statement.negations:
        return False
    alone = statement.words - all_words_of(opposing.line)
    return any(
        one.line.trusted
        and one.line.statement.negations
        and one.share >= PARTLY
        and len(one.line.statement.words & alone) >= _FEWEST_ALONE
        for one in near
    )


def _tells_another_day(statement: Statement, one: NearLine, other: NearLine) -> bool:
    """Whether a line tells another date than a sentence does, and the other line has the sentence's."""
    mine, theirs, same = (
        {fact.value for fact in each.facts if fact.kind == "date"}
        for each in (statement, one.line.statement, other.line.statement)
    )
    return bool(mine & same and theirs) and not mine & theirs


def _part_about(statement: Statement, one: NearLine) -> str:
    """The part of a line with several that has nearly all that a sentence says, and no other part any of it; or ""."""
    parts = _PART.split(one.line.statement.plain)[:_MOST_PARTS]
    needed = max(min(_FEWEST_IN_PART, len(statement.words)), 2, _NEARLY_ALL * len(statement.words))
    for part in parts if len(parts) > 1 else ():
        words = content_words(part, one.line.statement.language) & statement.words
        if len(words) >= needed and words >= statement.words & one.line.statement.words:
            return part
    return ""


def _sign(statement: Statement, said: DecisionSaid | None) -> int:
    """1 or -1: which way a decision goes, or whether a sentence is turned round."""
    return said.direction if said else -1 if times_turned(statement.plain) % 2 else 1
