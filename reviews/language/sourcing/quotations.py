"""Who has said, word for word, what a claim quotes."""

import re
from collections.abc import Sequence
from functools import lru_cache

from reviews.language.sourcing.plain_text import keep_words
from reviews.language.sourcing.sources import ClaimSource, SourceIndex

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
