"""Which units of a text are still the same in a later one: they need not be reviewed again."""

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from reviews.code.units import Unit

type Pair = tuple[Unit, Unit]


@dataclass(frozen=True)
class ComparedUnits:
    """The units of two texts. A pair has the earlier unit and the later one; pairs are in the order of the earlier
    text."""

    unchanged: tuple[Pair, ...]
    changed: tuple[Pair, ...]
    new: tuple[Unit, ...]
    gone: tuple[Unit, ...]


def same_units(
    before: Sequence[Unit], before_text: str, after: Sequence[Unit], after_text: str
) -> ComparedUnits:
    """Pair the units of a text with those of a later one: by key and words, then by their words wherever they stand,
    then by key, then by what stands before them. Blank lines at the end of a unit don't count."""
    old = [unit.text_in(before_text).rstrip() for unit in before]
    new = [unit.text_in(after_text).rstrip() for unit in after]
    pairing = _Pairing()
    old_keys, new_keys = [unit.key for unit in before], [unit.key for unit in after]
    pairing.pair(zip(old_keys, old, strict=True), zip(new_keys, new, strict=True))
    pairing.pair(old, new)
    pairing.pair(old_keys, new_keys)
    pairing.pair_neighbours(before, after)
    pairs = sorted(pairing.later.items())
    return ComparedUnits(
        tuple((before[i], after[j]) for i, j in pairs if old[i] == new[j]),
        tuple((before[i], after[j]) for i, j in pairs if old[i] != new[j]),
        tuple(unit for j, unit in enumerate(after) if j not in pairing.taken),
        tuple(unit for i, unit in enumerate(before) if i not in pairing.later),
    )


@dataclass
class _Pairing:
    """For each earlier unit that is paired the later one, by their places; and those that are taken."""

    later: dict[int, int] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)

    def pair(self, before: Iterable[Hashable], after: Iterable[Hashable]) -> None:
        """Pair the units left over that have the same value."""
        free: defaultdict[Hashable, deque[int]] = defaultdict(deque)
        for j, value in enumerate(after):
            if j not in self.taken:
                free[value].append(j)
        for i, value in enumerate(before):
            if i not in self.later and free[value]:
                self._add(i, free[value].popleft())

    def pair_neighbours(self, before: Sequence[Unit], after: Sequence[Unit]) -> None:
        """Pair the units left over that are of the same kind, and that both begin their text or follow a pair."""
        for i, unit in enumerate(before):
            j = 0 if i == 0 else self.later.get(i - 1, len(after)) + 1
            if i not in self.later and j < len(after) and j not in self.taken and unit.kind == after[j].kind:
                self._add(i, j)

    def _add(self, i: int, j: int) -> None:
        self.later[i] = j
        self.taken.add(j)
