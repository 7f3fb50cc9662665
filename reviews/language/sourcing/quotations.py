"""Who has said, word for word, what a claim quotes or says again."""

import re
from collections.abc import Sequence
from functools import lru_cache

from reviews.language.sourcing.compare import NearLine, denies_only
from reviews.language.sourcing.plain_text import keep_words
from reviews.language.sourcing.sources import ClaimSource, SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_BOUNDS = read_words(__file__, "quotations").vocabulary("bounds")
_FEWEST = 5
"""Words; fewer stand in many lines by chance."""
_MOST_LEFT_OUT = 0.34
"""The share of a line's words that may be left out."""
_SPEAKS_OF_IT = 0.5
_SENTENCE_END = re.compile(r"(?<![.!?])[.!?]++\s|\n")


def person_who_said(line: str, index: SourceIndex) -> ClaimSource | None:
    """The message that has every sentence of the line as one of its own."""
    said = _flat_sentences(line)
    people = (source for source, _ in index.flat if source.kind == "person")
    return next((source for source in people if said and said <= _flat_sentences(source.text)), None)


def source_of_parts(parts: Sequence[str], index: SourceIndex, *, trusted: bool = False) -> ClaimSource | None:
    """The first source that has all parts of a quotation in order; `trusted`: only notes, people and topics."""
    for source, flat in index.flat:
        place = 0
        for part in parts if source.kind != "turn" or not trusted else ():
            place = flat.find(f" {part} ", place)
            if place < 0:
                break
            place += len(part)
        else:
            if source.kind != "turn" or not trusted:
                return source
    return None


@lru_cache(maxsize=512)
def _flat_sentences(text: str) -> frozenset[str]:
    return frozenset(flat for part in _SENTENCE_END.split(text) if (flat := keep_words(part)))


def restated_line(statement: Statement, near: Sequence[NearLine]) -> SourceLine | None:
    """The line of the notes or of a person of which `statement` is a copy with at most some words left out, none of
    them one that bounds what it says ("only", "if", "not"); None when there is none, or when another line denies it or
    another message of a person speaks of the same thing."""
    for one in near:
        if _is_copy(statement, one):
            return None if _others_speak(one, near) else one.line
    return None


def _is_copy(statement: Statement, one: NearLine) -> bool:
    said, told = statement.folded_words, one.line.statement
    if not one.line.trusted or told.asks or len(said) < _FEWEST:
        return False
    left_out = _left_out(said, told.folded_words)
    return (
        left_out is not None
        and len(left_out) <= _MOST_LEFT_OUT * len(told.folded_words)
        and not _BOUNDS & {*left_out}
    )


def _left_out(said: Sequence[str], told: Sequence[str]) -> list[str] | None:
    """The words of `told` that `said` leaves out; None when it has others, or in another order."""
    at, left_out = 0, []
    for word in told:
        if at < len(said) and word == said[at]:
            at += 1
        else:
            left_out.append(word)
    return left_out if at == len(said) else None


def _others_speak(mine: NearLine, near: Sequence[NearLine]) -> bool:
    """Whether a line that stands by itself denies what one of them says, or a person may say otherwise."""
    others = [one for one in near if one.number != mine.number and one.line.trusted]
    return any(
        denies_only(one.line.statement) or (one.line.source.kind == "person" and one.share >= _SPEAKS_OF_IT)
        for one in others
    )
