"""What the passes tell about the whole (P012, P031)."""

import pytest

from reviews.kinds.angles.convergence import reappearances, signals, trend_of
from reviews.kinds.angles.state import Issue, PassSummary
from reviews.states import Severity


def pass_of(number, open_=3, size=100, **found):
    return PassSummary(number, 1, found, open_, 0, 0, 0, 0, size, "stable")


def issue_in(*passes):
    return Issue("f", "1/a", "style", Severity.LOW, "x", 1, 1, "X.", passes=passes)


@pytest.mark.parametrize(
    ("before", "now", "trend"),
    [([], 3, "unknown"), ([3], 3, "stable"), ([3], 1, "improving"), ([1, 2], 4, "diverging")],
)
def test_p012_findings_improve_stand_or_diverge(before, now, trend):
    assert trend_of(before, now) == trend


def test_p031_three_passes_with_the_same_count_are_stalled_unless_it_is_over():
    earlier = [pass_of(1), pass_of(2)]
    assert signals(earlier, pass_of(3), {}, is_done=False) == (
        "Stalled: 3 findings have stood for three passes, and nothing removes them.",
    )
    assert signals(earlier, pass_of(3), {}, is_done=True) == ()


def test_p031_a_finding_that_comes_back_three_times_oscillates():
    assert reappearances([1, 3, 5, 7]) == 3
    told = signals([], pass_of(7), {"f": issue_in(1, 3, 5, 7)}, is_done=True)
    assert told == ("Oscillating: 1 finding went away and came back 3 times or more.",)


def test_p031_style_before_correctness_is_premature():
    told = signals([], pass_of(1, style=2, correctness=1), {}, is_done=False)
    assert told == ("Premature perfection: 2 of 3 findings are about style while graver ones stand.",)
    assert signals([], pass_of(1, style=2), {}, is_done=False) == ()


def test_p031_a_text_that_grows_late_runs_away():
    told = signals([pass_of(4, open_=1)], pass_of(5, open_=2, size=140), {}, is_done=False)
    assert told == ("Runaway expansion: the text still grows in pass 5, by 40 characters.",)
