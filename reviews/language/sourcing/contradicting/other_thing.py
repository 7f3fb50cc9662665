"""Lines that say of one thing what a sentence says of another one ("allowed in sleepers", "allowed in couchettes"), or
of its use what the sentence says of the thing itself."""

import re
from collections.abc import Iterator
from functools import lru_cache

from reviews.language.sourcing.content import content_words, stem_word
from reviews.language.sourcing.decisions import read_decision
from reviews.language.sourcing.plain_text import folded_in_order
from reviews.language.sourcing.sources import SourceIndex, SourceLine
from reviews.language.sourcing.statements import Statement
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "other_thing")
_PREPOSITIONS, _ARTICLES = _WORDS.vocabulary("prepositions"), _WORDS.vocabulary("articles")
_FORBIDDEN = re.compile(any_word(_WORDS.words("forbidden")), re.IGNORECASE)
_SHORTEST = 4
"""Letters of a word that names a thing."""
_SAID_OF_IT = 2
"""Words behind "must not be" that tell what is forbidden of a thing: so the thing itself is not."""


def tells_other_thing(statement: Statement, line: SourceLine, index: SourceIndex) -> bool:
    """Whether a sentence has, behind the same verb and preposition as a line, another thing that its sources speak of
    elsewhere only; not when the line or what stands around it has that thing too."""
    theirs = dict(_framed_things(line.statement.plain))
    for frame, thing in _framed_things(statement.plain):
        other = theirs.get(frame, thing)
        is_known = any(index.lines[number].trusted for number in index.by_word.get(thing, ()))
        if other != thing and is_known and thing not in line.exchange and other not in statement.words:
            return True
    return False


def forbids_only_a_use(statement: Statement, line: SourceLine) -> bool:
    """Whether a line says what must not be done with a thing of which a sentence says that it is dropped."""
    plain = line.statement.plain
    found = _FORBIDDEN.search(plain)
    claimed = read_decision(statement.plain, 0, statement.language) if found else None
    if not found or not claimed or claimed.kinds != {"drop"} or _FORBIDDEN.search(statement.plain):
        return False
    before, behind = content_words(plain[: found.start()]), content_words(plain[found.end() :])
    return bool(claimed.about & before) and len(behind - claimed.about) >= _SAID_OF_IT


@lru_cache(maxsize=2048)
def _framed_things(plain: str) -> tuple[tuple[tuple[str, str], str], ...]:
    """The things of a sentence, each behind the stem of the word before its preposition, and that preposition."""
    return tuple(_read_things(folded_in_order(plain)))


def _read_things(words: tuple[str, ...]) -> Iterator[tuple[tuple[str, str], str]]:
    for place in range(1, len(words) - 1):
        if words[place] not in _PREPOSITIONS:
            continue
        behind = [word for word in words[place + 1 : place + 3] if word not in _ARTICLES]
        if behind and len(behind[0]) >= _SHORTEST and not behind[0].isdigit():
            yield (stem_word(words[place - 1]), words[place]), stem_word(behind[0])
