"""The passages of the notes that come nearest to a question in meaning. Whether they answer it is for people to say."""

from functools import lru_cache

import numpy as np

from reviews.kinds.roundtable.offline.people import everyday_pairs, has_pair
from reviews.kinds.roundtable.offline.quotable import quotable_lines
from reviews.language.reading.passages import Passage
from reviews.language.reading.vectors import Vectors, nearness, read_vectors
from reviews.language.sourcing.content import content_words

MOST_PASSAGES = 3
_ABOVE = 0.2
"""What the title and the lead of a passage count."""
_FEW_WORDS, _SHORT = 6, 0.1
"""Words up to which a passage says little, and what that costs it."""
_SAME = 0.1
"""What it brings a passage to have all words of a question that carry something."""
NEAR, CLEARLY_NEAR = 0.15, 0.3
"""How near a passage is, up to 1.2, that whoever asked is shown, and one that needs no question to be shown."""


def nearest_passages(notes: tuple[tuple[str, str], ...], words: str, least: float = NEAR) -> list[Passage]:
    """At most three passages, the nearest first; none when none is as near as `least`. A question in everyday words
    alone is near only to what has two of them in a row. notes: names and texts."""
    lines = quotable_lines(notes)
    if not lines:
        return []
    own, above, few, held = _read(notes)
    asked = content_words(words, "en")
    same = np.array([len(asked & one) for one in held], dtype=np.float32) / max(1, len(asked))
    scores = nearness(own, words) + _ABOVE * nearness(above, words) + _SAME * same - _SHORT * few
    ranked = sorted(range(len(lines)), key=lambda at: (-scores[at], at))
    pairs = everyday_pairs(words)
    near = (lines[at] for at in ranked if scores[at] >= least)
    places = (line.place for line in near if has_pair(line.plain, pairs))
    return list({place.quote: place for place in places}.values())[:MOST_PASSAGES]


@lru_cache(maxsize=4)
def _read(
    notes: tuple[tuple[str, str], ...],
) -> tuple[Vectors, Vectors, Vectors, tuple[frozenset[str], ...]]:
    """The vectors of all passages, those of what stands over them, 1 for each that has few words, and the words of each
    that carry something."""
    lines = quotable_lines(notes)
    overs = [" ".join((*line.titles[-1:], line.lead)) for line in lines]
    few = np.array([len(line.plain.split()) < _FEW_WORDS for line in lines], dtype=np.float32)
    held = tuple(content_words(line.plain, "en") for line in lines)
    return read_vectors([line.plain for line in lines]), read_vectors(overs), few, held
