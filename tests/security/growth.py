"""How the work for a text grows with its length, as a ratio of CPU times: a busy machine changes both."""

import gc
import time
from collections.abc import Callable

from tests.security.hostile import Unit

SHORT, LONG = 6_000, 24_000
"""Characters. Four times the text takes four times as long in linear work, sixteen times in quadratic work."""
FULL = (25_000, 50_000, 100_000)
FLOOR = 0.004
"""Seconds of computing below which a time says nothing. Twelve thousand characters looked at from each of them cost ten
times as much."""
MOST = 2.9
"""Times as long that twice the text may take."""


def cpu_seconds(call: Callable[[str], object], text: str) -> float:
    """Seconds of computing that a call takes, without those of the garbage collector."""
    gc.disable()
    try:
        started = time.thread_time()
        call(text)
        return time.thread_time() - started
    finally:
        gc.enable()


def growth_of(call: Callable[[str], object], unit: Unit) -> float:
    """How many times as long twice the text takes, 2 for linear work; 0 where it is too little to say.

    A text that looks as if more than linear work was done for it is measured at 25, 50 and 100 thousand characters,
    three times: the smallest ratio counts.
    """
    long = cpu_seconds(call, unit.text(LONG))
    if long < FLOOR:
        return 0.0
    ratio = (long / max(cpu_seconds(call, unit.text(SHORT)), FLOOR / 100)) ** 0.5
    if ratio <= MOST:
        return ratio
    return min(_full_growth(call, unit) for _ in range(3))


def _full_growth(call: Callable[[str], object], unit: Unit) -> float:
    """The smaller one of the growths from 25 to 50 and from 50 to 100 thousand characters; the first alone where that
    takes seconds already."""
    short, middle = (cpu_seconds(call, unit.text(size)) for size in FULL[:2])
    ratio = middle / max(short, FLOOR / 100)
    if middle > 1 and ratio > MOST:
        return ratio
    return min(ratio, cpu_seconds(call, unit.text(FULL[2])) / middle)
