"""The passages of the notes that come nearest to a question by their words. Whether they answer it is for people to
say: everyday words are often not those of the notes."""

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, log

from reviews.kinds.roundtable.offline.people import everyday_pairs, has_pair
from reviews.kinds.roundtable.offline.quotable import Quotable, quotable_lines
from reviews.language.phrases import phrases
from reviews.language.reading import lookup
from reviews.language.reading.passages import Passage
from reviews.language.sourcing.content import content_words

_WORDS = phrases(__file__, "nearest", gap=" ")
_ASKED, _GIVES = _WORDS.table("asked", whole=True), _WORDS.table("gives", whole=True)
_NO_TERMS = frozenset(
    each for stem in lookup.stems(" ".join(_WORDS.words.words("no_terms"))) for each in (stem, f"={stem}")
)
_ABOVE, _BESIDE = 0.4, 0.2
"""What a word counts that stands in the titles or the lead of a passage, and in the sentence beside it."""
_GIVEN = 1.2
"""What a passage gains that has what is asked for, such as a figure."""
_LENGTH, _USUAL_LENGTH, _SHORTEST = 0.1, 18, 6
_SLIGHT = 0.8
"""What the commonest word tells."""
MOST_PASSAGES, _LEAST_OF_BEST = 3, 0.45
_FEWEST_TERMS, _TELLING = 2, 2.0
"""Terms that a passage shares with a question at least, or the weight of a single one."""


@dataclass(frozen=True)
class _Terms:
    """The terms of a passage, those over it, and those of the sentence that follows."""

    own: frozenset[str]
    above: frozenset[str]
    beside: frozenset[str]


def nearest_passages(notes: tuple[tuple[str, str], ...], words: str, *, alone: bool = True) -> list[Passage]:
    """At most three passages, the nearest first; none when no passage has two of the words that tell what a question
    is about, or a rare one. notes: names and texts. alone: whether one rare word is enough."""
    lines, read = quotable_lines(notes), _read(notes)
    terms = _weighed(read, _terms_of(words) - _NO_TERMS)
    want = next((name for name, pattern in _ASKED.items() if pattern.search(words)), "")
    scored = [(_score(lines[at], one, terms, want, alone), -at) for at, one in enumerate(read)]
    ranked = sorted((one for one in scored if one[0] > 0), reverse=True)
    least = ranked[0][0] * _LEAST_OF_BEST if ranked else 0.0
    pairs = everyday_pairs(words)
    fits = (lines[-at] for score, at in ranked if score >= least and has_pair(lines[-at].plain, pairs))
    places = (line.place for line in fits)
    return list({place.quote: place for place in places}.values())[:MOST_PASSAGES]


def _score(line: Quotable, said: _Terms, terms: dict[str, float], want: str, alone: bool) -> float:
    if not terms.keys() & said.own or not _is_about(terms, terms.keys() & (said.own | said.above), alone):
        return 0.0
    score = fsum(weight * _share(term, said) for term, weight in terms.items())
    gives = bool(want) and _GIVES[want].search(line.plain) is not None
    length = max(len(line.plain.split()), _SHORTEST) / _USUAL_LENGTH
    return score * (_GIVEN if gives else 1) / (1 - _LENGTH + _LENGTH * length)


def _is_about(terms: dict[str, float], met: Set[str], alone: bool) -> bool:
    """Whether two words of a question are met, as they are or as the words of work that they stand for, or a rare one
    as it is."""
    stems = [one for one in met if not one.startswith("=")]
    count = max(len(stems), len(met) - len(stems))
    return count >= _FEWEST_TERMS or (alone and any(terms[one] >= _TELLING for one in stems))


def _share(term: str, said: _Terms) -> float:
    if term in said.own:
        return 1
    return _ABOVE if term in said.above else _BESIDE if term in said.beside else 0


@lru_cache(maxsize=8)
def _read(notes: tuple[tuple[str, str], ...]) -> tuple[_Terms, ...]:
    lines = quotable_lines(notes)
    overs = (" ".join((*line.titles[-2:], line.lead)) for line in lines)
    return tuple(
        _Terms(_terms_of(line.plain), _terms_of(over), _terms_of(line.after))
        for line, over in zip(lines, overs, strict=True)
    )


def _terms_of(text: str) -> frozenset[str]:
    """The stems of a text, and the words of work that they stand for."""
    return frozenset(lookup.stems(text)) | {f"={word}" for word in content_words(text, "en")}


def _weighed(read: tuple[_Terms, ...], terms: frozenset[str]) -> dict[str, float]:
    """How much each term that the notes have tells: the more the fewer passages have it, and the rarer it is."""
    counts = {term: sum(term in one.own or term in one.above for one in read) for term in sorted(terms)}
    return {
        term: log(1 + (len(read) - count + 0.5) / (count + 0.5))
        * (_SLIGHT + lookup.weight(term.removeprefix("=")))
        for term, count in counts.items()
        if count
    }
