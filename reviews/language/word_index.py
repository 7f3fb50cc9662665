"""Texts found by the words that they share. Standard library only."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable


class WordIndex[Word: Hashable]:
    """Which of many texts share enough words with another one, without a look at all of them.

    A text with `least` of n words has one of any n - least + 1 of them: only those that have one of the rarest so many
    are looked at.
    """

    def __init__(self, texts: Iterable[Collection[Word]]) -> None:
        self.places: defaultdict[Word, list[int]] = defaultdict(list)
        for place, words in enumerate(texts):
            for word in words:
                self.places[word].append(place)

    def sharing(self, words: Collection[Word], least: int) -> list[int]:
        """The places of texts that may have `least` of `words`, in order: all that do are among them."""
        known = [self.places.get(word, ()) for word in set(words)]
        rarest = sorted(known, key=len)[: max(0, len(known) - least + 1)]
        return sorted(set().union(*rarest))


def first_of_same(
    count: int, candidates: Callable[[int], Iterable[int]], same: Callable[[int, int], bool]
) -> list[int]:
    """Of the places from 0 to before `count` those that are the `same` as none that was kept before. candidates: the
    places that may be the same as a place, in any order."""
    kept: dict[int, None] = {}
    for place in range(count):
        if not any(other in kept and same(place, other) for other in candidates(place)):
            kept[place] = None
    return list(kept)
