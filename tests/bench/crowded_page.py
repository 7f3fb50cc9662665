"""A session's page while others are live around it, beside the same page of the same server when nobody speaks.

    python tests/bench/crowded_page.py [--sessions 50] [--rate 50] [--seconds 40] [--looks 60] [--rounds 1]

`manage.py serve` runs in a process of its own. So many interviews are started, each with a socket that watches it, and
each gets one long answer from a model server; as soon as all of them have begun to speak, one reader opens pages over
one connection, as a browser does: a finished session, one of those that are speaking, and a bare view for comparison.
Prints p50, p95 and the worst in milliseconds, their ratio to the idle server's, and the server's CPU. Loopback only.
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.introduction import Browser
from tests.bench.measuring import ELM_PORT, cpu_seconds, model, prepare, process, wait_for
from tests.bench.stream import Speaking, draft, start_all, watch_session

EVENTS = 60
PAUSE_SECONDS = 0.05
BARE = "/healthz"


def finished(artifact, admin):
    """The address of a session that is over, of 60 events."""
    from reviews.log import store
    from reviews.models import Session
    from reviews.sessions import actions
    from tests import long_log

    options = {"item": artifact.item, "kind": "interview", "artifacts": [artifact], "started_by": admin}
    session = actions.create_session(**options, config={"topic": "Over"}, provider="offline")
    long_log.store_log(session, long_log.interview_log(EVENTS, store.speaker_of(admin)), admin)
    Session.objects.filter(pk=session.pk).update(state="finished", end_reason="ready")
    return session.get_absolute_url()


def look(browser: Browser, place: str, times: int) -> list[float]:
    """The milliseconds that each of so many looks at the page took, in order of their size."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        status, _, page = browser.ask("GET", place)
        found.append(1000 * (time.perf_counter() - began))
        assert status == 200, page
        time.sleep(PAUSE_SECONDS)
    return sorted(found)


def show(name: str, times: Sequence[float], idle: Sequence[float] = ()) -> None:
    p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
    ratio = f"   {statistics.median(times) / statistics.median(idle):5.1f} × idle" if idle else ""
    print(
        f"  {name:28} p50 {statistics.median(times):7.1f}   p95 {p95:7.1f}   worst {times[-1]:7.1f} ms{ratio}",
        flush=True,
    )


async def look_at_all(browser: Browser, places: dict[str, str], times: int) -> dict[str, list[float]]:
    return {name: await asyncio.to_thread(look, browser, place, times) for name, place in places.items()}


async def measure(pid: int, prepared: tuple, options: argparse.Namespace, over: str) -> None:
    artifact, admin, cookie = prepared
    browser = Browser(cookie)
    sessions = await asyncio.to_thread(draft, artifact, admin, options.sessions)
    alone = {
        "a bare view": BARE,
        "a finished session": over,
        "before it started": sessions[0].get_absolute_url(),
    }
    for place in alone.values():
        look(browser, place, 3)
    idle = await look_at_all(browser, alone, options.looks)
    for name, times in idle.items():
        show(name, times)
    figures = Speaking()
    watchers = [
        asyncio.create_task(watch_session(str(session.pk), cookie, figures, set())) for session in sessions
    ]
    await asyncio.sleep(1)
    await asyncio.to_thread(start_all, sessions, admin)
    async with asyncio.timeout(options.seconds):
        while len(figures.begun) < options.sessions:
            await asyncio.sleep(0.05)
    began, cpu, heard = time.monotonic(), cpu_seconds(pid), len(figures.delays)
    crowded = {
        "a bare view": BARE,
        "a finished session": over,
        "one of the live ones": alone["before it started"],
    }
    busy = await look_at_all(browser, crowded, options.looks)
    passed, ended = time.monotonic() - began, sum(task.done() for task in watchers)
    for (name, times), beside in zip(busy.items(), idle.values(), strict=True):
        show(f"{name}, crowded", times, beside)
    spoken = (len(figures.delays) - heard) / passed
    print(
        f"  meanwhile {spoken:,.0f} deltas/s, words p99 {figures.at(0.99):.0f} ms, {ended} ended, "
        f"CPU {(cpu_seconds(pid) - cpu) / passed:.2f} of a core, load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    for task in watchers:
        task.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--looks", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    prepared = await asyncio.to_thread(prepare)
    over = await asyncio.to_thread(finished, *prepared[:2])
    with contextlib.ExitStack() as stack:
        keys = stack.enter_context(model(options.rate, int(options.seconds * options.rate)))
        running = stack.enter_context(process("manage.py", "serve", "--port", str(ELM_PORT), **keys))
        await wait_for(ELM_PORT)
        for _ in range(options.rounds):
            print(f"{options.sessions} interviews live, {options.rate:g} deltas/s each")
            await measure(running.pid, prepared, options, over)


if __name__ == "__main__":
    asyncio.run(main())
