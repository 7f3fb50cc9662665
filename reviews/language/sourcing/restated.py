"""Whether a sentence says again what a line of the notes or of a person says, in its words and their order."""

from collections.abc import Sequence

from reviews.language.sourcing.compare import NearLine, denies_only
from reviews.language.sourcing.sources import SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import read_words

_BOUNDS = read_words(__file__, "restated").vocabulary("bounds")
_FEWEST = 5
"""Words; fewer stand in many lines by chance."""
_MOST_LEFT_OUT = 0.34
"""The share of a line's words that may be left out."""
_SPEAKS_OF_IT = 0.5


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
