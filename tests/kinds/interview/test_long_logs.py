"""A log of twice the events takes twice the time to fold, not four times."""

import time

import pytest

from reviews.kinds.interview import machine
from tests.kinds.interview.stage import ANA, setup
from tests.long_log import interview_log


def spent(events: list, times: int = 3) -> float:
    """The least CPU seconds of a fold and of what a page asks of it."""
    found = []
    for _ in range(times):
        began = time.process_time()
        assert machine.fold(events, setup()).outstanding
        found.append(time.process_time() - began)
    return min(found)


@pytest.mark.slow
def test_the_time_of_a_fold_grows_with_the_events_and_not_with_their_pairs():
    log = list(interview_log(4000, ANA))
    spent(log[:200], 1)
    assert spent(log) / spent(log[:1000]) < 8  # by the pairs it would be 16


def test_nothing_is_compared_for_rounds_that_nobody_asks_about():
    state = machine.fold(interview_log(200, ANA), setup())
    assert len(state.unknowns) == len(state.raised) > 30
    assert state.messages[-1].used
    assert not state.pending
    assert not machine.ending_reason(state)
