"""Whether a figure is the least or the most there is ("at least 40", "up to 40"), and how often something is done."""

import re
from collections.abc import Iterable

from reviews.language.sourcing.content import denial_of_bound
from reviews.language.sourcing.plain_text import find_words, fold_word, fold_words
from reviews.language.sourcing.quantities import ADVERBS, PERIODS
from reviews.language.wordlists import read_words

_UNITS = read_words(__file__, "units")


def _in_front(phrases: Iterable[str]) -> re.Pattern[str]:
    inner = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    return re.compile(rf"(?<![^\W_])(?:{inner})[ \n]?(?:[A-Z]{{3}}[ \n])?[€$£]?$", re.IGNORECASE)


def _behind(way: str) -> re.Pattern[str]:
    """With no other figure and no other clause between; some words only where they close a sentence or a clause."""
    alone, closing = (
        "|".join(map(re.escape, _UNITS.words(f"{way}_{place}"))) for place in ("behind", "closing")
    )
    return re.compile(
        rf"[\d.,']{{0,20}}[^\d.,;:!?()]{{0,40}}?(?:,?[ \n](?:{alone})(?![^\W_])"
        rf"|,?[ \n](?:and )?(?:{closing})(?:[.,;:!?)]|\s*$))",
        re.IGNORECASE,
    )


_LEAST, _MOST = _in_front(_UNITS.words("least")), _in_front(_UNITS.words("most"))
_LEAST_BEHIND, _MOST_BEHIND = _behind("least"), _behind("most")
_LOOSE = _in_front(_UNITS.words("loose"))
_BEGINS, _CLOSES = _in_front(_UNITS.words("begins")), _in_front(_UNITS.words("closes"))
_BOUNDED = _UNITS.vocabulary("bounded")
_RHYTHM = re.compile(
    rf"(?<![^\W_])(?:{'|'.join(map(re.escape, _UNITS.words('each')))})[ \n]([^\W\d_]{{2,20}}+)", re.IGNORECASE
)
_NEAR = 40


def bound_of(plain: str, start: int) -> int:
    """-1 when what stands in front of the figure at `start`, or behind it ("two years at most"), makes it the least, 1
    when the most, 0 otherwise."""
    before = plain[max(0, start - _NEAR) : start]
    # "No less than" has "less than" in it.
    found = [(hit.start(), way) for way, words in ((1, _MOST), (-1, _LEAST)) if (hit := words.search(before))]
    if found:
        place, way = min(found)
        denied = denial_of_bound(plain, start)
        return -way if 0 <= denied < max(0, start - _NEAR) + place else way
    behind = ((1, _MOST_BEHIND), (-1, _LEAST_BEHIND))
    return min(
        ((hit.end(), way) for way, words in behind if (hit := words.match(plain, start))), default=(0, 0)
    )[1]


def is_loose_bound(plain: str, start: int) -> bool:
    """Whether what bounds the figure at `start` means something else as often ("over", and not "more than")."""
    return _LOOSE.search(plain[max(0, start - _NEAR) : start]) is not None


def bounds_figures(plain: str) -> bool:
    """Whether a line speaks of a limit ("the budget", "must not exceed")."""
    return not fold_words(plain).isdisjoint(_BOUNDED)


def edge_before(plain: str, start: int) -> int:
    """1 when something begins with the date at `start`, -1 when it ends with it, 0 otherwise."""
    before = plain[max(0, start - _NEAR) : start]
    return 1 if _BEGINS.search(before) else -1 if _CLOSES.search(before) else 0


def rhythms_in(plain: str) -> frozenset[str]:
    """How often something is done: "week" of "weekly" and of "once a week"."""
    adverbs = {ADVERBS.get(fold_word(found[0]), "") for found in find_words(plain)}
    told = {PERIODS.get(fold_word(found[1]), "") for found in _RHYTHM.finditer(plain)}
    return frozenset(adverbs | told) - {""}
