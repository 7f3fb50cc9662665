"""Worker processes: what they give, how they are ended, and that nothing of them stays behind."""

import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from reviews.errors import ElmError, WorkEnded
from reviews.workers.child import Job
from reviews.workers.lanes import RENDERING, RULES, client_left, pool_of
from reviews.workers.pool import PRODUCT, Pool

pytestmark = pytest.mark.slow
FOR_EVER = Job("re", "fullmatch", ("(a+)+b", "a" * 60), 0.5)
"""A pattern that tries every way to cut the text: it ends after the world does, and holds the interpreter meanwhile."""
ASLEEP = Job("time", "sleep", (60,), 60)
KILLED = """
import os, threading, time
from reviews.workers.child import Job
from reviews.workers.pool import Pool
pool = Pool(2)
idle = pool.run(os.getpid, Job("os", "getpid", (), 5), key="a", patience=5, left=None)
busy = pool.take("b", 5)
print(idle, busy.process.pid, flush=True)
busy.do(Job("re", "fullmatch", ("(a+)+b", "a" * 60), 60), None)
"""


@pytest.fixture
def pool():
    made = Pool(2)
    yield made
    made.end()


def run(pool: Pool, job: Job, *, key: str = "", left: threading.Event | None = None, patience: float = 20):
    return pool.run(len, job, key=key, patience=patience, left=left)


def pid_of(pool: Pool, key: str = "") -> int:
    return run(pool, Job("os", "getpid", (), 5), key=key)


def test_a_job_gives_what_its_function_gives(pool):
    assert (
        run(pool, Job("reviews.documents.html", "fresh_html", ("# Plan", None), 20))
        == '<h1 id="doc-plan">Plan</h1>\n'
    )


def test_a_job_that_never_ends_is_ended_and_the_next_one_is_done(pool):
    with pytest.raises(WorkEnded) as ended:
        run(pool, FOR_EVER)
    assert ended.value.kind == "too_long"
    assert pid_of(pool) != os.getpid()


def test_other_threads_go_on_while_a_pattern_holds_its_process(pool):
    with ThreadPoolExecutor(1) as threads:
        held = threads.submit(run, pool, FOR_EVER)
        turns = 0
        while not held.done():
            turns += 1
    assert turns > 1000
    assert isinstance(held.exception(), WorkEnded)


def test_a_job_that_needs_too_much_memory_is_ended(pool):
    with pytest.raises(WorkEnded) as ended:
        run(pool, Job("operator", "mul", ("x", 1 << 33), 20))
    assert ended.value.kind == "too_large"


def test_a_job_has_no_more_memory_than_it_may_have_and_the_next_one_has_more(pool):
    with pytest.raises(WorkEnded) as ended:
        run(pool, Job("operator", "mul", ("x", 1 << 28), 20, megabytes=200))
    assert ended.value.kind == "too_large"
    assert len(run(pool, Job("operator", "mul", ("x", 1), 20, megabytes=200), key="a")) == 1
    assert len(run(pool, Job("operator", "mul", ("x", 1 << 28), 20), key="a")) == 1 << 28


def test_a_job_is_ended_when_nobody_waits_for_it_any_more(pool):
    left = threading.Event()
    threading.Timer(0.3, left.set).start()
    began = time.monotonic()
    with pytest.raises(WorkEnded) as ended:
        run(pool, ASLEEP, left=left)
    assert ended.value.kind == "left"
    assert time.monotonic() - began < 30


def test_what_a_function_refuses_is_refused_here_too(pool):
    with pytest.raises(ElmError, match="is not a path inside the repository"):
        run(pool, Job("reviews.git.names", "path_bytes", ("a//b",), 20))
    assert pool.idle


def test_a_function_that_fails_ends_its_process_only(pool):
    with pytest.raises(WorkEnded) as ended:
        run(pool, Job("operator", "truediv", (1, 0), 5))
    assert ended.value.kind == "failed"
    assert pid_of(pool)


def test_there_are_never_more_processes_than_the_pool_may_have(pool):
    with ThreadPoolExecutor(8) as threads:
        pids = set(threads.map(lambda number: pid_of(pool, f"key {number}"), range(24)))
    assert 1 <= len(pids) <= 2


def test_jobs_of_the_same_key_go_to_the_same_process(pool):
    first, other = pid_of(pool, "Ana"), pid_of(pool, "Ben")
    assert first != other
    assert (pid_of(pool, "Ana"), pid_of(pool, "Ben")) == (first, other)


def test_who_waits_too_long_for_a_free_process_is_told(pool):
    with ThreadPoolExecutor(2) as threads:
        left = threading.Event()
        held = [threads.submit(run, pool, ASLEEP, left=left) for _ in range(2)]
        while len(pool.working) < 2:
            pass
        with pytest.raises(WorkEnded) as ended:
            run(pool, ASLEEP, patience=0.05)
        left.set()
        assert [one.exception().kind for one in held] == ["left", "left"]
    assert ended.value.kind == "busy"


def test_who_waits_when_the_server_stops_is_told(pool):
    with ThreadPoolExecutor(1) as threads:
        held = threads.submit(run, pool, ASLEEP)
        while not pool.working:
            pass
        pool.end()
    assert held.exception().kind == "left"


def test_a_process_that_ended_by_itself_is_replaced(pool):
    first = pid_of(pool)
    pool.idle[0].source.close()
    pool.idle[0].process.wait()
    assert pid_of(pool) != first


def test_a_worker_process_knows_no_key(pool, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    assert run(pool, Job("os", "getenv", ("ANTHROPIC_API_KEY",), 5)) is None


def test_nothing_stays_behind_when_the_server_is_killed():
    command = [sys.executable, "-c", KILLED]
    server = subprocess.Popen(command, cwd=PRODUCT, stdout=subprocess.PIPE, text=True)
    pids = [int(word) for word in server.stdout.readline().split()]
    handles = [os.pidfd_open(pid) for pid in pids]
    server.send_signal(signal.SIGKILL)
    server.wait()
    server.stdout.close()
    for handle in handles:
        ended, _, _ = select.select([handle], [], [], 20)
        assert ended, "a worker process outlived its server"
        os.close(handle)


@pytest.fixture
def two_workers(settings):
    settings.ELM_WORKERS = 2
    yield settings
    for lane in (RENDERING, RULES):
        pool_of(lane.name, 2).end()


def test_a_lane_says_why_it_gave_up(two_workers):
    two_workers.ELM_RENDER_SECONDS = 0.2
    with pytest.raises(WorkEnded, match=r"Shown as plain text: laying it out took more than 0\.2 seconds\."):
        RENDERING.run(re.fullmatch, "(a+)+b", "a" * 60, size=RENDERING.cheap + 1)


def test_what_is_too_large_is_not_even_begun(two_workers):
    with pytest.raises(WorkEnded, match="too large to be laid out"):
        RENDERING.run(os.abort, size=RENDERING.longest + 1)


def test_rendering_ends_when_the_client_has_left_and_rules_do_not(two_workers):
    left = threading.Event()
    left.set()
    token = client_left.set(left)
    try:
        with pytest.raises(WorkEnded) as ended:
            RENDERING.run(time.sleep, 60, size=RENDERING.cheap + 1)
        assert ended.value.kind == "left"
        assert RULES.run(os.getppid, size=RULES.cheap + 1) == os.getpid()
    finally:
        client_left.reset(token)
