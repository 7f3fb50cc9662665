"""Work on foreign text ends, wherever it is."""

import itertools
import re
import signal
import threading
import time

import pytest

from reviews.offline.ci.time_limit import TooSlow, time_limit


def test_python_that_never_ends_is_ended():
    with pytest.raises(TooSlow), time_limit(0.02):
        sum(1 for _ in itertools.count())


def test_a_regular_expression_that_goes_wrong_is_ended():
    with pytest.raises(TooSlow), time_limit(0.02):
        re.match(r"(a+)+b", "a" * 60)


def test_what_is_quick_goes_through_and_no_alarm_is_left():
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(60):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_outside_of_the_main_thread_there_is_no_limit():
    done = []

    def work() -> None:
        with time_limit(0.001):
            done.append(sum(range(100_000)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done


def test_what_is_over_while_garbage_is_collected_is_ended_afterwards():
    class Slow:
        def __del__(self) -> None:
            deadline = time.monotonic() + 0.02
            while time.monotonic() < deadline:
                pass

    with pytest.raises(TooSlow), time_limit(0.005):
        Slow()
