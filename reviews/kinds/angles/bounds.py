"""What a session may use (P013): a soft bound is said once, a hard one saves and stops; who resumes grants as much
again. Pure."""

from dataclasses import dataclass
from datetime import datetime

from reviews.kinds.angles.state import AnglesState, Limits, Spent
from reviews.money import MICROS

LONGEST_PAUSE = 300.0
"""Seconds between two answers that count as work; a longer time was a stop."""


@dataclass(frozen=True)
class Reached:
    """A bound that is reached: what is counted, how much was used since the session was last resumed, the bound."""

    what: str
    used: str
    bound: str

    @property
    def words(self) -> str:
        return f"{self.used} of {self.what} used (bound: {self.bound})"


def add_spent(spent: Spent, *, tokens: int, micros: int, at: str, calls: int = 1) -> Spent:
    """What was used once an answer was there at `at` (ISO, "" when unknown)."""
    return Spent(
        calls=spent.calls + calls,
        tokens=spent.tokens + tokens,
        seconds=spent.seconds + _seconds_between(spent.last_at, at),
        micros=spent.micros + micros,
        last_at=at or spent.last_at,
    )


def _seconds_between(earlier: str, later: str) -> float:
    if not earlier or not later:
        return 0.0
    try:
        gap = (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
    except (ValueError, TypeError):
        return 0.0
    return gap if 0 < gap <= LONGEST_PAUSE else 0.0


def soft_reached(state: AnglesState) -> list[Reached]:
    """The soft bounds that are reached and were not said yet."""
    return [one for one in (*_reached(state, 0), *_exceeded(state)) if one.what not in state.warned]


def _exceeded(state: AnglesState) -> list[Reached]:
    """Passes and angles beyond the usual number."""
    limits = state.setup.limits
    counted = (
        ("passes", state.open_pass, limits.passes[0]),
        ("angles", len(state.setup.angles), limits.angles[0]),
    )
    return [Reached(what, str(used), str(bound)) for what, used, bound in counted if used > bound]


def hard_reached(state: AnglesState) -> list[Reached]:
    return _reached(state, 1)


def _reached(state: AnglesState, which: int) -> list[Reached]:
    limits: Limits = state.setup.limits
    now, before = state.spent, state.spent_before
    counted = (
        ("model calls", now.calls - before.calls, limits.calls[which], "{:,.0f}", 1.0),
        ("tokens", now.tokens - before.tokens, limits.tokens[which], "{:,.0f}", 1.0),
        ("time", now.seconds - before.seconds, limits.seconds[which], "{:.0f} min", 60.0),
        ("cost", now.micros - before.micros, limits.micros[which], "${:.2f}", MICROS),
    )
    return [
        Reached(what, form.format(used / unit), form.format(bound / unit))
        for what, used, bound, form, unit in counted
        if used >= bound
    ]
