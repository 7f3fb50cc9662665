"""Bars of a review's passes, as numbers that a template draws: findings by pass and angle, size by pass. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviews.kinds.angles.state import AnglesState, PassSummary

HEIGHT = 100
"""Units of a drawing from the ground to its top."""
WIDTH, GAP = 28, 12


@dataclass(frozen=True)
class Piece:
    """A rectangle: its left, top, width and height, and which colour it has, from 1."""

    x: float
    y: float
    width: float
    height: float
    colour: int


@dataclass(frozen=True)
class Bar:
    """A pass: its pieces from the ground up, its number, and where that stands."""

    number: int
    middle: float
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Chart:
    """The bars, how wide they are together, the largest value, and a sentence that says what they show."""

    bars: tuple[Bar, ...]
    width: int
    most: int
    words: str


def findings_chart(state: AnglesState) -> Chart | None:
    """Findings that stood after each pass, by angle; None before the first pass is over. One that several angles
    agree on is counted with each."""
    if not state.closed:
        return None
    angles = [angle.id for angle in state.setup.angles]
    rows = [[one.found.get(angle, 0) for angle in angles] for one in state.closed]
    first, last = state.closed[0], state.closed[-1]
    words = f"Findings that stood after each pass, by angle: {first.open} after pass {first.number}"
    return _chart(
        state.closed, rows, words + (f", {last.open} after pass {last.number}." if rows[1:] else ".")
    )


def size_chart(state: AnglesState) -> Chart | None:
    """How many characters the texts had after each pass; None before the first is over."""
    if not state.closed:
        return None
    start, end = sum(len(unit.original) for unit in state.units), state.closed[-1].size
    words = f"Characters of all texts after each pass: {start:,} at the start, {end:,} after the last."
    return _chart(state.closed, [[one.size] for one in state.closed], words)


def _chart(passes: Sequence[PassSummary], rows: Sequence[Sequence[int]], words: str) -> Chart:
    most = max(sum(row) for row in rows)
    bars = tuple(
        _bar(place, one.number, row, most) for place, (one, row) in enumerate(zip(passes, rows, strict=True))
    )
    return Chart(bars, len(bars) * (WIDTH + GAP) + GAP, most, words)


def _bar(place: int, number: int, row: Sequence[int], most: int) -> Bar:
    left, top, pieces = GAP + place * (WIDTH + GAP), float(HEIGHT), []
    for colour, value in enumerate(row, 1):
        height = round(HEIGHT * value / most, 2) if most else 0.0
        top = round(top - height, 2)
        if height:
            pieces.append(Piece(left, top, WIDTH, height, colour))
    return Bar(number, left + WIDTH / 2, tuple(pieces))
