"""What stands near a unit: of a long artifact no more is read than is shown. Pure."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain, islice, zip_longest

from reviews.kinds.angles.state import AnglesState, Unit

LONGEST_WHOLE = 24_000
"""Characters of an artifact that is shown whole beside its unit; of a longer one only the units around it."""
LONGEST_AROUND = 8_000
MOST_NEAR = 400
"""Units with findings that are looked at, from the nearest on: a line for each would fill what is shown."""


def whole_text(state: AnglesState, artifact: str) -> str | None:
    """The artifact as it stands, None when it is too long to be shown whole."""
    whole = _joined((one.current for one in state.units_of(artifact)), LONGEST_WHOLE + 1)
    return whole if len(whole) <= LONGEST_WHOLE else None


def text_around(state: AnglesState, unit: Unit) -> tuple[str, str]:
    """What stands before the unit and behind it, as far as it is shown."""
    units = state.units_of(unit.artifact)
    place = state.places[unit.id] - state.places[units[0].id]
    # From its end: what is farthest away is left out.
    backwards = _joined((units[n].current[::-1] for n in range(place - 1, -1, -1)), LONGEST_AROUND)
    forwards = _joined((units[n].current for n in range(place + 1, len(units))), LONGEST_AROUND)
    return backwards[::-1], forwards


def text_shown(state: AnglesState, unit: Unit) -> str:
    """All that a call about the unit is shown of its artifact."""
    whole = whole_text(state, unit.artifact)
    if whole is not None:
        return whole
    before, behind = text_around(state, unit)
    return f"{before}{unit.current}{behind}"


def found_nearby(state: AnglesState, unit: Unit) -> Iterator[Unit]:
    """The other units of its artifact in which something was found, the nearest first."""
    places = state.table.with_findings.get(unit.artifact, ())
    here = state.places[unit.id]
    at = bisect_left(places, here)
    behind = at + (at < len(places) and places[at] == here)
    before = (places[n] for n in range(at - 1, -1, -1))
    after = (places[n] for n in range(behind, len(places)))
    nearest_first = chain.from_iterable(zip_longest(before, after))
    return (state.units[place] for place in islice(nearest_first, MOST_NEAR) if place is not None)


def _joined(texts: Iterable[str], most: int) -> str:
    """The texts, joined, up to `most` characters."""
    taken, left = [], most
    for text in texts:
        taken.append(text[:left])
        left -= len(taken[-1])
        if not left:
            break
    return "".join(taken)
