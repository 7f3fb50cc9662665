"""Who says what a claim says to be planned, chosen, put off or promised: notes and people, or only personas."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum

from reviews.language.sourcing.commitments.reading import (
    CUE_WORDS,
    is_only_thought,
    read_commitment,
    tells_kind,
)
from reviews.language.sourcing.compare import parts_of, under_no_goals
from reviews.language.sourcing.content import content_words, count_negations
from reviews.language.sourcing.deciding import (
    claimed_parts,
    last_open,
    leaves_figure_out,
    says_no_less,
    words_before,
)
from reviews.language.sourcing.decisions import (
    DecisionSaid,
    direction_of,
    is_retracted,
    leaves_open,
    waits,
)
from reviews.language.sourcing.facts import Fact
from reviews.language.sourcing.same_facts import facts_in
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement

_SHARE = 0.5
"""The share of what a commitment is about that a line has which says the same."""
_MOST_READ = 500
_PLAIN = frozenset({"choice", "plan"})
_SOFT = _PLAIN | {"promise"}
"""Kinds that any line tells that speaks plainly of the same, and those of which a line goes the same way as a whole."""


def is_committed(said: DecisionSaid, statement: Statement, index: SourceIndex) -> bool:
    """Whether notes, a topic or a person's message say what is claimed, and no person leaves it open later."""
    open_until = last_open(said, index)
    facts = claimed_parts(said, statement)[1]
    said = replace(said, about=_without_dates(said.about, facts) or said.about)
    return any(
        line.trusted
        and (line.source.kind != "person" or number >= open_until)
        and not _is_only_thought(said, line)
        and _speaks_of(said, facts, number, index)
        and _goes_same_way(said, statement.plain, line)
        and all(_tells(kind, number, index) for kind in said.kinds - _PLAIN)
        and says_no_less(statement, line, index)
        and not leaves_figure_out(statement, line, index)
        for number, line in _lines_about(said, index)
    )


def is_told_left_out(statement: Statement, index: SourceIndex) -> bool:
    """Whether a sentence says that something is left out or put off, and notes or a person do too."""
    said = read_commitment(statement.plain, statement.language, index.written_small)
    is_out = said is not None and (said.direction < 0 or "later" in said.kinds)
    return said is not None and is_out and is_committed(said, statement, index)


def is_argued(said: DecisionSaid, index: SourceIndex) -> bool:
    """Whether a persona speaks of it in a turn."""
    return any(
        not line.trusted and len(said.about & line.around) >= _SHARE * len(said.about)
        for _, line in _lines_about(said, index)
    )


def is_told_in(language: str, index: SourceIndex) -> bool:
    """Whether notes or people write in a language, so that what they do not say can be told."""
    lines = (line for line in index.lines[:_MOST_READ] if line.trusted)
    return not language or any(line.statement.language == language for line in lines)


def _lines_about(said: DecisionSaid, index: SourceIndex) -> Iterator[tuple[int, SourceLine]]:
    most = index.overlaps(said.about).most_common(_MOST_READ)
    for number in dict.fromkeys([*(number for number, _ in most), *index.by_people[:_MOST_READ]]):
        yield number, index.lines[number]


def _without_dates(about: frozenset[str], facts: Sequence[Fact]) -> frozenset[str]:
    """The words of what is claimed without those of its dates, which are compared as such."""
    return about - content_words(" ".join(fact.text for fact in facts if fact.kind == "date"))


def _is_only_thought(said: DecisionSaid, line: SourceLine) -> bool:
    """Whether a line tells no more than a question, a wish or a case, or what somebody wanted once."""
    plain = line.statement.plain
    if line.affirmed:
        return False
    wished = is_only_thought(plain, by_person=line.source.kind == "person")
    is_open = line.statement.asks or all(map(leaves_open, _parts_about(said, line)))
    return wished or is_open or is_retracted(plain)


def _parts_about(said: DecisionSaid, line: SourceLine) -> list[str]:
    parts = [part for part in parts_of(line.statement.plain) if content_words(part) & said.about]
    return parts or [line.statement.plain]


def _speaks_of(said: DecisionSaid, facts: Sequence[Fact], number: int, index: SourceIndex) -> bool:
    """Whether a line has enough of what a commitment is about: itself what tells the most or one of its facts, and no
    less than what only personas speak of."""
    line = index.lines[number]
    close, far = line.statement.words, line.around
    if line.source.kind == "person":
        if not line.statement.words:
            return False  # What a short reply takes over stands in the question.
        close = line.around | words_before(number, index)
        far = close | line.exchange
    weights = {word: index.weight_of(word) for word in said.about}
    shared, told = said.about & far, facts_in(facts, line)
    telling = {word for word in said.about if weights[word] == max(weights.values())}
    if not telling & (far if told else close):
        return False
    if _is_whole_decision(said, number, index):
        return True
    only_argued = sum(map(index.is_only_in_turns, said.about - shared))
    has = fsum(weights[word] for word in shared) + told
    return has >= _SHARE * (fsum(weights.values()) + len(facts)) and only_argued * 2 < len(shared) + told


def _is_whole_decision(said: DecisionSaid, number: int, index: SourceIndex) -> bool:
    """Whether a person decides in a line nothing but what a choice or a plan is about ("I choose Redis")."""
    decided, words = index.decision_in(number)
    by_person = index.lines[number].source.kind == "person"
    topic = words - CUE_WORDS
    return by_person and decided is not None and bool(topic) and topic <= said.about and said.kinds <= _SOFT


def _goes_same_way(said: DecisionSaid, plain: str, line: SourceLine) -> bool:
    """Whether a line goes the way that a sentence goes; what comes later is out of what comes first."""
    parts = _parts_about(said, line)
    turned = int(line.affirmed < 0)
    if "out" in said.kinds:
        later = not tells_kind("not_now", plain)
        is_out = any(_leaves_out(part) or (later and tells_kind("not_now", part)) for part in parts)
        is_out = is_out or bool(line.statement.contrasted & said.about)
        return (is_out or under_no_goals(line.statement)) ^ bool(turned) ^ (said.direction > 0)
    if said.kinds <= _SOFT:
        aside = line.statement.contrasted & said.about
        return not aside and any(direction_of(part, turned) == said.direction for part in parts)
    return "later" in said.kinds or any((count_negations(part) + turned) % 2 == 0 for part in parts)


def _leaves_out(part: str) -> bool:
    """Whether a part of a sentence says that something is out: by a word for it or by a "not", and not by both."""
    return not waits(part) and tells_kind("out", part) != (count_negations(part) % 2 == 1)


def _tells(kind: str, number: int, index: SourceIndex) -> bool:
    """Whether a line, what stands over it or the sentence before it in the message has a word for it."""
    line = index.lines[number]
    before = index.lines[number - 1] if number and line.source.kind == "person" else line
    texts = [line.statement.plain, line.statement.context]
    texts += [before.statement.plain] if before.source is line.source else []
    return kind == "out" or any(tells_kind(kind, text) for text in texts)
