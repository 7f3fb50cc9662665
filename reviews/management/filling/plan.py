"""What is held when: drawn before anything is written."""

import math
import operator
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from random import Random

from reviews.management.filling.templates import Template

WEEKEND = 0.06
GROWTH = 1.5
"""How much busier the last day is than the first, beside 1."""
HOURS = (7, 20, 10.5)
"""When sessions begin: not before, not after, most of them."""
STILL_OPEN = 0.2
"""How many of the young ones go on."""


def draw_times(now: datetime, weeks: int, count: int, random: Random) -> list[datetime]:
    """When so many sessions begin, in order: on working days, more and more of them, up to now."""
    days = [now.date() - timedelta(days=back) for back in range(7 * weeks)]
    share = [1 + GROWTH * (1 - back / len(days)) for back in range(len(days))]
    weights = [one * (WEEKEND if day.weekday() >= 5 else 1) for one, day in zip(share, days, strict=True)]
    drawn = random.choices(days, weights, k=count)
    begun = (datetime.combine(day, time(), UTC) + timedelta(hours=random.triangular(*HOURS)) for day in drawn)
    return sorted(min(one, now - timedelta(minutes=random.uniform(1, 90))) for one in begun)


def choose_templates(templates: list[Template], count: int, events: int, random: Random) -> list[Template]:
    """Which session is copied each time: by their shares; with `events`, by shares that lean to longer or shorter ones
    until they have about so many events together. Of the newest some have not ended."""
    ended, left_open = ([one for one in templates if one.is_open is is_open] for is_open in (False, True))
    chosen = random.choices(ended, leaning_shares(ended, events / count), k=count)
    for place in range(count - min(count, young(count)), count):
        if left_open and random.random() < STILL_OPEN:
            chosen[place] = random.choice(left_open)
    return chosen


def young(count: int) -> int:
    """How many of so many sessions may still be open."""
    return min(300, max(10, count * 3 // 100))


def leaning_shares(templates: Sequence[Template], mean: float) -> list[float]:
    """The shares, leaned until a session has so many events in the mean; as they are, when that is 0."""

    def shares(lean: float) -> list[float]:
        return [one.share * math.exp(lean * len(one)) for one in templates]

    low, high = -1.0, 1.0
    for _ in range(40 if mean else 0):
        middle = (low + high) / 2
        weights = shares(middle)
        reached = sum(map(operator.mul, weights, map(len, templates))) / sum(weights)
        low, high = (middle, high) if reached < mean else (low, middle)
    return shares((low + high) / 2)
