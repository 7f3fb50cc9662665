"""Whether a figure is the least or the most there is: "at least 40", "up to 40"."""

import re
from collections.abc import Iterable

from reviews.language.wordlists import read_words

_UNITS = read_words(__file__, "units")


def _in_front(phrases: Iterable[str]) -> re.Pattern[str]:
    inner = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    return re.compile(rf"(?<![^\W_])(?:{inner})[ \n]?(?:[A-Z]{{3}}[ \n])?[€$£]?$", re.IGNORECASE)


_LEAST, _MOST = _in_front(_UNITS.words("least")), _in_front(_UNITS.words("most"))
_NEAR = 40


def bound_before(plain: str, start: int) -> int:
    """-1 when what stands in front of the figure at `start` makes it the least, 1 when the most, 0 otherwise."""
    before = plain[max(0, start - _NEAR) : start]
    return 1 if _MOST.search(before) else -1 if _LEAST.search(before) else 0
