"""How the work for a text grows with its length, as a ratio of CPU times: a busy machine changes both."""

import gc
import time
from collections.abc import Callable
from itertools import chain

from tests.security.hostile import Unit

SHORT, LONG = 1_000, 4_000
"""Characters that are looked at first: quadratic work shows here already."""
FULL = ((12_500, 50_000), (25_000, 100_000))
"""Characters that decide where it did, each the fourfold of another: linear work takes four times as long, quadratic
work sixteen times, so a machine that becomes twice as fast or slow in between changes no verdict."""
ROUNDS = 2
"""Times that they are measured at most: the least time of each length counts."""
FLOOR = 0.0025
"""Seconds of computing below which a time says nothing."""
NEAR = 2.4
"""Times as long that twice a short text may take before longer ones are measured: a linear part may hide another."""
MOST = 2.8
"""Times as long that twice the text may take: two in linear work, four in quadratic work."""


def cpu_seconds(call: Callable[[str], object], text: str) -> float:
    """Seconds of computing that a call takes, without those of the garbage collector."""
    gc.disable()
    try:
        started = time.thread_time()
        call(text)
        return max(time.thread_time() - started, FLOOR / 100)
    finally:
        gc.enable()


def growth_of(call: Callable[[str], object], unit: Unit) -> float:
    """How many times as long twice the text takes, 2 for linear work; 0 where it is too little to say.

    A text for which the work seems to grow faster is measured at 12.5, 25, 50 and 100 thousand characters.
    """
    short = cpu_seconds(call, unit.text(SHORT))
    if short > 1:
        return float("inf")
    short = min(short, cpu_seconds(call, unit.text(SHORT)))  # without what only a first call compiles
    long = cpu_seconds(call, unit.text(LONG))
    ratio = (long / short) ** 0.5
    if long < FLOOR or ratio <= NEAR:
        return ratio if long >= FLOOR else 0.0
    return _full_growth(call, unit)


def _full_growth(call: Callable[[str], object], unit: Unit) -> float:
    """The smaller one of the growths from 12.5 to 50 and from 25 to 100 thousand characters; the first alone where that
    takes a second already. Measured again where it is steep."""
    least = dict.fromkeys(chain(*FULL), float("inf"))

    def seconds(size: int) -> float:
        least[size] = min(least[size], cpu_seconds(call, unit.text(size)))
        return least[size]

    growth = float("inf")
    for _ in range(ROUNDS):
        for shorter, longer in FULL:
            few, many = min(seconds(shorter), seconds(shorter)), seconds(longer)
            growth = min(growth, (many / few) ** 0.5)
            if growth <= MOST:
                return growth
            if many > 1:
                break
    return growth
