"""The delay from the model's socket to the browser's socket, beside a bare relay measured in the same run.

    python tests/bench/stream.py [--sessions 1 50] [--seconds 10] [--rate 50] [--rounds 1]

Interviews that a person answers: one long turn each, starting with the session. Prints p50 and p99 in milliseconds
and the CPU seconds per 1,000 deltas of both servers, and their ratio, in each of the rounds, in which the two take
turns, and the middle of the ratios. "failed": interviews that did not get to the end of their turn; "lost": words
of a turn that came neither live nor with its event. Loopback only; every process it starts ends with it.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from pathlib import Path

import websockets

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.measuring import (
    ELM_PORT,
    RELAY_PORT,
    Figures,
    compare,
    cpu_seconds,
    model,
    prepare,
    served,
    stamps,
    wait_for,
)

PATIENCE_SECONDS = 180


def delays(text: str) -> list[float]:
    """How old each token in `text` is, in milliseconds."""
    now = time.time_ns()
    return [(now - stamp) / 1e6 for stamp in stamps(text)]


async def watch_relay(figures: Figures) -> None:
    async with websockets.connect(f"ws://127.0.0.1:{RELAY_PORT}/", max_size=None) as socket:
        async for message in socket:
            figures.delays += delays(str(message))


async def watch_session(pk: str, cookie: str, figures: Figures, heard: set[int]) -> None:
    """Watch until the turn is finished, which the event's own frame tells. `heard` gets its words, whichever way they
    came."""
    headers = {"Cookie": f"sessionid={cookie}"}
    url = f"ws://127.0.0.1:{ELM_PORT}/ws/sessions/{pk}/?after=0"
    origin = f"http://127.0.0.1:{ELM_PORT}"
    async with websockets.connect(url, origin=origin, additional_headers=headers, max_size=None) as socket:
        async for message in socket:
            frame = json.loads(message)
            heard.update(stamps(str(message)))
            if "d" in frame:
                figures.delays += delays(frame["d"]["s"])
            elif "event-question" in frame.get("content", ""):
                return


def draft(artifact, admin, count: int) -> list:
    """`count` interviews that a person answers, so that each has one streamed turn."""
    from reviews.sessions import actions

    options = {"item": artifact.item, "kind": "interview", "artifacts": [artifact], "started_by": admin}
    config = {"answered_by": "me"}
    return [actions.create_session(**options, config=config, provider="claude") for _ in range(count)]


def start_all(sessions: list, admin) -> None:
    from reviews.sessions import actions

    for session in sessions:
        actions.start(session, by=admin)


async def measure_elm(pid: int, prepared: tuple, count: int, tokens: int) -> tuple[Figures, str]:
    """The figures, and what did not go as it should."""
    artifact, admin, cookie = prepared
    sessions = await asyncio.to_thread(draft, artifact, admin, count)
    figures, heard = Figures(), set[int]()
    watching = [watch_session(str(session.pk), cookie, figures, heard) for session in sessions]
    watchers = [asyncio.create_task(asyncio.wait_for(watch, PATIENCE_SECONDS)) for watch in watching]
    await asyncio.sleep(1)
    before = cpu_seconds(pid)
    await asyncio.to_thread(start_all, sessions, admin)
    ends = await asyncio.gather(*watchers, return_exceptions=True)
    figures.cpu = cpu_seconds(pid) - before
    failed = [repr(end) for end in ends if end]
    return figures, f"failed {len(failed)}, lost {count * tokens - len(heard)} {failed[0] if failed else ''}"


async def measure_relay(pid: int, count: int) -> Figures:
    figures, before = Figures(), cpu_seconds(pid)
    await asyncio.wait_for(asyncio.gather(*(watch_relay(figures) for _ in range(count))), 180)
    figures.cpu = cpu_seconds(pid) - before
    return figures


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    prepared, tokens = await asyncio.to_thread(prepare), int(options.seconds * options.rate)
    with (
        model(options.rate, tokens) as keys,
        served("elm_site.asgi:application", ELM_PORT, lifespan="on", **keys) as elm,
        served("tests.bench.relay:application", RELAY_PORT, lifespan="off", **keys) as relay,
    ):
        await wait_for(ELM_PORT, RELAY_PORT)
        for count in options.sessions:
            print(f"{count} interview(s) at {options.rate:g} deltas/s for {options.seconds:g} s")
            ratios = []
            for _ in range(options.rounds):
                bare = await measure_relay(relay, count)
                ours, faults = await measure_elm(elm, prepared, count, tokens)
                compare(ours, bare)
                print(f"  {faults}; load {os.getloadavg()[0]:.1f}", flush=True)
                ratios.append(ours.cpu_per_1000 / bare.cpu_per_1000)
            print(
                f"  CPU in the middle of {len(ratios)} round(s): {statistics.median(ratios):.2f} × the relay"
            )


if __name__ == "__main__":
    asyncio.run(main())
