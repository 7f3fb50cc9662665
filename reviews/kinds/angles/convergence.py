"""When a unit has converged, and what the passes tell about the whole (P005, P012, P031; D4, D5). Pure."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from reviews.kinds.angles.state import Issue, Outcome, PassResult, PassSummary, Unit
from reviews.language.wording import counted

MIN_PASSES = 2
STABLE_PASSES = 2
STYLE, MOST_STYLE = "style", 0.3
EARLY_PASSES = 4
REINTRODUCED = 3
CONSENSUS = 0.9
"""The share of the units that must have converged for an early exit (P010)."""
NOT_COUNTED = (Outcome.SKIPPED, Outcome.ROLLED_BACK)


def has_converged(passes: Sequence[PassResult]) -> bool:
    """Whether nothing changes any more: in the last two passes, each read by all its angles, the same findings stand,
    known by their fingerprints, and the text stayed as it was."""
    if len(passes) < max(MIN_PASSES, STABLE_PASSES):
        return False
    last = passes[-STABLE_PASSES:]
    is_same = len({result.open for result in last}) == 1
    return is_same and not any(result.modification or result.failed for result in last)


def is_settled(passes: Sequence[PassSummary], units: Sequence[Unit]) -> bool:
    """Whether a review may end early (P010): in its last two passes CONSENSUS of the units that are read had converged,
    no text was modified, and every open unit was read. units: as they are after the last pass."""
    read = sum(unit.outcome not in NOT_COUNTED for unit in units)
    last = passes[-STABLE_PASSES:]
    if len(last) < STABLE_PASSES or any(unit.is_open and unit.passes[-1].failed for unit in units):
        return False
    return all(one.converged >= CONSENSUS * read and not one.modified for one in last)


def trend_of(open_before: Sequence[int], open_now: int) -> str:
    """ "improving", "stable", "diverging" or, after the first pass, "unknown" (P010). open_before: how many findings
    stood after each earlier pass."""
    if not open_before:
        return "unknown"
    if open_now == open_before[-1]:
        return "stable"
    return "improving" if open_now < open_before[-1] else "diverging"


def signals(
    earlier: Sequence[PassSummary], now: PassSummary, issues: Mapping[str, Issue], is_done: bool
) -> tuple[str, ...]:
    """What is unhealthy about the passes so far, a sentence each (P031)."""
    found = (
        _stalled(earlier, now) if not is_done else "",
        _oscillating(issues, now.number),
        _premature_perfection(now),
        _runaway_expansion(earlier, now),
    )
    return tuple(words for words in found if words)


def _stalled(earlier: Sequence[PassSummary], now: PassSummary) -> str:
    counts = [one.open for one in (*earlier, now)][-3:]
    if len(counts) < 3 or len(set(counts)) > 1 or not counts[-1]:
        return ""
    return f"Stalled: {counts[-1]} findings have stood for three passes, and nothing removes them."


def _oscillating(issues: Mapping[str, Issue], last: int) -> str:
    back = sum(reappearances(issue.passes) >= REINTRODUCED for issue in issues.values())
    what = counted(back, "finding")
    return f"Oscillating: {what} went away and came back {REINTRODUCED} times or more." if back else ""


def reappearances(passes: Sequence[int]) -> int:
    """How often a finding was there again after a pass without it. passes: those that found it, ascending."""
    return sum(later > sooner + 1 for sooner, later in pairwise(passes))


def _premature_perfection(now: PassSummary) -> str:
    total = sum(now.found.values())
    style = now.found.get(STYLE, 0)
    graver = any(count for angle, count in now.found.items() if angle != STYLE)
    if now.number >= EARLY_PASSES or not graver or style <= MOST_STYLE * total:
        return ""
    return f"Premature perfection: {style} of {total} findings are about style while graver ones stand."


def _runaway_expansion(earlier: Sequence[PassSummary], now: PassSummary) -> str:
    if now.number <= EARLY_PASSES or not earlier or now.size <= earlier[-1].size:
        return ""
    return f"Runaway expansion: the text still grows in pass {now.number}, by {now.size - earlier[-1].size} characters."
