"""Comparing two lists within a limit of steps: what difflib finds as long as they last, so that no pair of texts costs
more than its length and a constant."""

from collections import Counter
from collections.abc import Sequence
from difflib import Match, SequenceMatcher
from itertools import accumulate

SPARE = 2_000_000
"""Steps that a comparison may take beyond those for its length; a million take about 60 ms. What people write is
compared to the end within them."""
EACH = 40
"""Steps that each line, or each word, adds."""


class Effort:
    """The steps beyond their length that all parts of one comparison share. A part may take half of what is left, so
    that one made to be slow leaves something to the others."""

    def __init__(self, spare: int = SPARE) -> None:
        self.spare = spare


class BoundedMatcher(SequenceMatcher[str]):
    """difflib's matcher that finds nothing more when its steps are used up: what is left counts as changed.

    A search costs a step for each item of one side and one for each place on the other side where the item stands, and
    every match that is found leads to two more searches.
    """

    def __init__(self, old: Sequence[str], new: Sequence[str], effort: Effort) -> None:
        super().__init__(None, old, new, autojunk=False)
        places = Counter(new)
        self._costs = [0, *accumulate(1 + places[item] for item in old)]
        self._own = EACH * (len(old) + len(new))
        self._shared = effort.spare // 2
        self._effort = effort

    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> Match:
        cost = self._costs[-1 if ahi is None else ahi] - self._costs[alo]
        if cost > self._own + self._shared:
            return Match(alo, blo, 0)
        own = min(cost, self._own)
        self._own -= own
        self._shared -= cost - own
        self._effort.spare -= cost - own
        return super().find_longest_match(alo, ahi, blo, bhi)
