"""Who decided what a claim says to be decided: the lines that decide the same, and those that leave it open later."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from reviews.language.sourcing.compare import SAME_THING, is_equal, is_like
from reviews.language.sourcing.content import content_words, is_set_aside
from reviews.language.sourcing.decisions import (
    DecisionSaid,
    leaves_open,
    open_topic,
    same_decision,
)
from reviews.language.sourcing.names import name_word
from reviews.language.sourcing.opposites import excludes, widens
from reviews.language.sourcing.plain_text import find_words, unmark_text
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_DECISION_SHARE = 0.5
_VIEWS = read_words(__file__, "decisions").words("views")
_OWN_VIEW = re.compile(
    rf"[ \n]*([A-ZÀ-Þ][\w'-]{{1,30}}(?:[ \n][A-ZÀ-Þ][\w'-]{{1,30}}){{0,2}})[ \n](?:{'|'.join(_VIEWS)})(?![^\W_])"
)
_MOST_READ = 500
_MOST_FIGURES = 20
_LONGEST_READ = 2000


def deciding_lines(
    claimed: DecisionSaid, statement: Statement, index: SourceIndex, can_compare: bool
) -> Iterator[tuple[SourceLine, bool]]:
    """The lines that decide the same and that no person leaves open later, each with whether words could be compared;
    personas' turns are among them."""
    # What the sentence itself sets against the decided ("not in Postgres") is no part of it.
    claimed = replace(claimed, about=claimed.about - statement.contrasted)
    parties = {word for fact in statement.facts if fact.kind == "party" for word in fact.value.split()}
    last_open = _last_open(claimed, index)
    most = index.overlaps(claimed.about).most_common(_MOST_READ)
    opposite: bool | None = None
    near = dict.fromkeys([*(number for number, _ in most), *index.by_people[:_MOST_READ]])
    for number in near:
        line = index.lines[number]
        if number < last_open and line.trusted:
            continue
        if not _fits(claimed, number, index) or not _names_all(parties, line):
            continue
        if index.decision_in(number)[0] is None and opposite is None:
            opposite = any(_turns_down(claimed, each, index) for each in near)
        if _says_no_less(statement, line) and not (opposite and index.decision_in(number)[0] is None):
            yield line, True
    if can_compare and claimed.about:
        return
    for number, line in enumerate(index.lines[:_MOST_READ]):
        said = index.decision_in(number)[0]
        if said and same_decision(claimed, said, line.source.kind == "person") and _names_all(parties, line):
            yield line, False


def tells_own_view(statement: Statement, index: SourceIndex) -> bool:
    """Whether a sentence says what a persona, who said so in a turn, thinks of it ("Maya gave up the log")."""
    found = _OWN_VIEW.match(statement.plain)
    name = {name_word(one[0]) for one in find_words(found[1])} if found else set()
    if not name:
        return False
    about = statement.words - content_words(found[1] if found else "")
    for number, _ in index.overlaps(about).most_common(_MOST_READ):
        line = index.lines[number]
        is_own = line.source.kind == "turn" and line.speaker_words >= name
        if is_own and len(about & line.around) >= _DECISION_SHARE * len(about):
            return True
    return False


def _turns_down(claimed: DecisionSaid, number: int, index: SourceIndex) -> bool:
    """Whether a person decides the opposite in so many words."""
    said, words = index.decision_in(number)
    statement = index.lines[number].statement
    if said is None or index.lines[number].source.kind != "person" or said.direction == claimed.direction:
        return False
    own = len(claimed.about & (statement.words | statement.context_words))
    if words and own < SAME_THING * len(claimed.about):
        return False
    opposite = DecisionSaid(claimed.kinds, said.direction, claimed.about)
    return _fits(opposite, number, index)


def _names_all(parties: Collection[str], line: SourceLine) -> bool:
    return not parties or line.statement.name_words.issuperset(parties)


def _says_no_less(statement: Statement, line: SourceLine) -> bool:
    """Whether a line neither excludes what a claim says nor says it of fewer."""
    whole = line.source.text[:_LONGEST_READ]
    return (
        not _other_figure(statement, line.statement)
        and not excludes(statement.plain, line.statement.plain)
        and not widens(statement.plain, whole)
    )


def _other_figure(statement: Statement, other: Statement) -> bool:
    """Whether a line has figures like one of the claim's, and none of them is that one."""
    theirs = [fact for fact in other.facts if not is_set_aside(other.plain, fact.start - other.start)]
    for fact in statement.facts[:_MOST_FIGURES]:
        if isinstance(fact.meaning, Quantity) and not is_set_aside(
            statement.plain, fact.start - statement.start
        ):
            like = [each for each in theirs if is_like(each, fact)]
            if like and not any(is_equal(each, fact) for each in like):
                return True
    return False


def _fits(claimed: DecisionSaid, number: int, index: SourceIndex) -> bool:
    """Whether a line decides as claimed about the same: by saying so, by standing under "Decisions", or as a person's
    plain word."""
    line = index.lines[number]
    said, words = index.decision_in(number)
    own = len(claimed.about & (line.statement.words | line.statement.context_words))
    by_person = line.source.kind == "person"
    needed = SAME_THING if "approve" in claimed.kinds else _DECISION_SHARE
    enough = own >= max(1, needed * len(claimed.about))
    if by_person and not enough and "approve" not in claimed.kinds:
        pool = len(claimed.about & line.exchange)
        enough = pool >= max(2, _DECISION_SHARE * len(claimed.about)) and (own > 0 or not words)
    if not enough:
        return False
    if line.statement.contrasted & claimed.about:
        return claimed.direction < 0 and by_person
    if said is None:
        said = _plain_word(claimed, line, own, words)
    return said is not None and same_decision(claimed, said, by_person)


def _plain_word(
    claimed: DecisionSaid, line: SourceLine, own: int, words: Collection[str]
) -> DecisionSaid | None:
    """What a person or a persona says to be so, most of which the claim repeats."""
    statement = line.statement
    if (
        line.source.kind not in ("person", "turn")
        or "approve" in claimed.kinds
        or leaves_open(statement.plain)
    ):
        return None
    if own < SAME_THING * max(1, len(words)):
        return None
    return DecisionSaid(frozenset({"decide"}), -1 if statement.negations % 2 else 1, statement.words)


def _last_open(claimed: DecisionSaid, index: SourceIndex) -> int:
    """The number of the last line in which a person leaves open what is claimed, -1 without one."""
    for number in reversed(index.by_people[-_MOST_READ:]):
        line = index.lines[number]
        if line.affirmed or line.statement.asks or not leaves_open(line.statement.plain):
            continue
        topic = open_topic(line.statement.plain, line.statement.language)
        whole = 0.0 if topic else _DECISION_SHARE * len(claimed.about)
        topic = topic or _spoken_of(number, index)
        if topic and len(topic & claimed.about) >= max(whole, SAME_THING * len(topic)):
            return number
    return -1


def _spoken_of(number: int, index: SourceIndex) -> frozenset[str]:
    """What "that" is in a line of a message: what the sentence before is about, or the question that it replies to."""
    line = index.lines[number]
    before = index.lines[number - 1] if number else line
    if before.source is line.source and (words := open_topic(before.statement.plain, "")):
        return words
    questions = [
        part for part in re.split(r"(?<=[.!?])\s", line.source.asked[-_LONGEST_READ:]) if part.endswith("?")
    ]
    return content_words(unmark_text(questions[-1])) if questions else frozenset()
