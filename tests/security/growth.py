"""How the work for a text grows with its length, as a ratio of CPU times: a busy machine changes both."""

import gc
import time
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Protocol

LOOK = (1_000, 4_000)
"""Characters that every text is looked at with first: where each step costs, quadratic work shows here already."""
FULL = ((12_500, 50_000), (25_000, 100_000))
"""Characters that decide where it did, each the fourfold of another: linear work takes four times as long, quadratic
work sixteen times, so a machine that becomes twice as fast or slow in between changes no verdict."""
ROUNDS = 2
"""Times that they are measured at most: the least time of each length counts."""
FLOOR = 0.02
"""Seconds of computing for the longest text below which a time says nothing."""
NEAR = 2.3
"""Times as long that twice a short text may take before longer ones are measured: a linear part may hide another."""
MOST = 2.8
"""Times as long that twice the text may take: two in linear work, four in quadratic work."""
LONG = 10
"""Seconds of steep work that are not measured again. Shorter ones are: what a first call keeps for later ones makes the
second call for the shorter text quick, and the first one for the longer text look slow."""
WARM = 200
"""Characters of a first call, which compiles what only a first one does."""
type Call = Callable[[str], object]


class Text(Protocol):
    """What makes a text of any length."""

    def text(self, size: int) -> str: ...


def cpu_seconds(call: Call, text: str) -> float:
    """Seconds of computing that a call takes, without those of the garbage collector."""
    gc.disable()
    try:
        started = time.thread_time()
        call(text)
        return max(time.thread_time() - started, 1e-6)
    finally:
        gc.enable()


def steeper_than_linear[T: Text](
    call: Call, texts: Iterable[T], seconds: float, look: tuple[int, int] = LOOK
) -> tuple[T, float] | None:
    """The first text for which the work grows faster than its length, with how fast.

    Each text is looked at short, and at length when it seems to grow. A look is blind for steps that cost next to
    nothing, such as copying the rest of a text: so as many texts as `seconds` of computing allow, from the first on,
    are measured at length whatever they seem.
    """
    spent = 0.0
    for text in texts:
        started = time.thread_time()
        growth = growth_at_length(call, text) if spent < seconds else growth_of(call, text, look)
        spent += time.thread_time() - started
        if growth > MOST:
            return text, growth
    return None


def growth_of(call: Call, made: Text, look: tuple[int, int] = LOOK) -> float:
    """How many times as long twice the text takes, 2 for linear work; 0 where it is too little to say.

    A text for which the work seems to grow faster is measured at length.
    """
    if cpu_seconds(call, made.text(WARM)) > 1:
        return float("inf")
    longer, shorter = made.text(look[1]), made.text(look[0])
    long, short = cpu_seconds(call, longer), cpu_seconds(call, shorter)
    if long < FLOOR * (look[1] / FULL[-1][1]) ** 2:  # not even quadratic work would pass the floor
        return 0.0
    if (long / short) ** 0.5 > NEAR:
        long = min(long, cpu_seconds(call, longer))
    ratio = (long / short) ** 0.5
    return ratio if ratio <= NEAR else growth_at_length(call, made)


def growth_at_length(call: Call, made: Text) -> float:
    """The smaller one of the growths from 12.5 to 50 and from 25 to 100 thousand characters; the first alone where that
    takes a second already. Measured again where it is steep; 0 where 100 thousand take too little to say."""
    if cpu_seconds(call, made.text(LOOK[0])) > 1:  # which also compiles what only a first call does
        return float("inf")
    least, first = dict.fromkeys(chain(*FULL), float("inf")), dict[int, float]()

    def seconds(size: int) -> float:
        took = cpu_seconds(call, made.text(size))
        first.setdefault(size, took)
        least[size] = min(least[size], took)
        return least[size]

    growth = float("inf")
    for _ in range(ROUNDS):
        for shorter, longer in reversed(FULL) if seconds(FULL[0][0]) < 0.1 else FULL:
            few, many = seconds(shorter), seconds(longer)
            if longer == FULL[-1][1] and many < FLOOR:
                return 0.0
            # What a function remembers makes only a short text cheaper: first calls are held against first calls too.
            growth = min(growth, (many / few) ** 0.5, (first[longer] / first[shorter]) ** 0.5)
            if growth <= MOST or many > LONG:
                return growth
            if many > 1:
                break
    return growth
