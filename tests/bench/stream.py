"""The delay from the model's socket to the browser's socket, beside a bare relay measured in the same run.

    python tests/bench/stream.py [--sessions 1 50] [--seconds 10] [--rate 50] [--rounds 1] [--together]

Interviews that a person answers: one long turn each, starting with the session. Prints p50 and p99 in milliseconds
and the CPU seconds per 1,000 deltas of both servers, and their ratio, in each of the rounds, and the middle of the
ratios. The two take turns, or run in the same seconds, which is fairer on a busy machine. The CPU of starting and
ending the sessions counts; "while all speak" is that of half the time of a turn, from when everybody has begun to
speak. "failed": interviews that did not get to the end of their turn; "lost": words of a turn that came neither live
nor with its event. Loopback only; every process it starts ends with it.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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


@dataclass
class Speaking(Figures):
    """`begun`: the sockets that have heard something. `steady`: CPU seconds per 1,000 deltas while all spoke."""

    begun: set[Any] = field(default_factory=set)
    steady: float = float("nan")

    def hear(self, socket: Any, text: str) -> None:
        self.delays += delays(text)
        self.begun.add(socket)

    async def watch_cpu(self, pid: int, count: int, options: argparse.Namespace) -> None:
        """Count the CPU of `pid` for half a turn from when `count` sockets have heard something. It is no figure when
        less was heard than said: then the words of one time would be held against the work of another."""
        seconds = options.seconds / 2
        while len(self.begun) < count:
            await asyncio.sleep(0.05)
        before, heard = cpu_seconds(pid), len(self.delays)
        await asyncio.sleep(seconds)
        heard = len(self.delays) - heard
        if heard > 0.8 * seconds * options.rate * count:
            self.steady = 1000 * (cpu_seconds(pid) - before) / heard


async def watch_relay(figures: Speaking) -> None:
    async with websockets.connect(f"ws://127.0.0.1:{RELAY_PORT}/", max_size=None) as socket:
        async for message in socket:
            figures.hear(socket, str(message))


async def watch_session(pk: str, cookie: str, figures: Speaking, heard: set[int]) -> None:
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
                figures.hear(socket, frame["d"]["s"])
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


async def measure_elm(
    pid: int, prepared: tuple, count: int, options: argparse.Namespace
) -> tuple[Speaking, str]:
    """The figures, and what did not go as it should."""
    artifact, admin, cookie = prepared
    sessions = await asyncio.to_thread(draft, artifact, admin, count)
    figures, heard = Speaking(), set[int]()
    watching = [watch_session(str(session.pk), cookie, figures, heard) for session in sessions]
    watchers = [asyncio.create_task(asyncio.wait_for(watch, PATIENCE_SECONDS)) for watch in watching]
    await asyncio.sleep(1)
    before = cpu_seconds(pid)
    steady = asyncio.create_task(figures.watch_cpu(pid, count, options))
    await asyncio.to_thread(start_all, sessions, admin)
    ends = await asyncio.gather(*watchers, return_exceptions=True)
    steady.cancel()
    figures.cpu = cpu_seconds(pid) - before
    failed = [repr(end) for end in ends if end]
    lost = count * int(options.seconds * options.rate) - len(heard)
    return figures, f"failed {len(failed)}, lost {lost} {failed[0] if failed else ''}"


async def measure_relay(pid: int, count: int, options: argparse.Namespace) -> Speaking:
    figures, before = Speaking(), cpu_seconds(pid)
    steady = asyncio.create_task(figures.watch_cpu(pid, count, options))
    watchers = (asyncio.wait_for(watch_relay(figures), PATIENCE_SECONDS) for _ in range(count))
    ends = await asyncio.gather(*watchers, return_exceptions=True)
    steady.cancel()
    if failed := [repr(end) for end in ends if end]:
        print(f"  the relay failed {len(failed)} times: {failed[0]}", flush=True)
    figures.cpu = cpu_seconds(pid) - before
    return figures


async def measure_rounds(
    elm: int, relay: int, prepared: tuple, count: int, options: argparse.Namespace
) -> None:
    """Print the figures of `count` sessions, the two servers in turns."""
    whole, steady = [], []
    for _ in range(options.rounds):
        relaying, running = (
            measure_relay(relay, count, options),
            measure_elm(elm, prepared, count, options),
        )
        if options.together:
            bare, (ours, faults) = await asyncio.gather(relaying, running)
        else:
            bare, (ours, faults) = await relaying, await running
        compare(ours, bare)
        whole.append(ours.cpu_per_1000 / bare.cpu_per_1000)
        steady.append(ours.steady / bare.steady)
        print(
            f"  while all speak {ours.steady:.4f}, the relay {bare.steady:.4f}: {steady[-1]:.2f} ×",
            flush=True,
        )
        print(f"  {faults}; load {os.getloadavg()[0]:.1f}", flush=True)
    steady = [ratio for ratio in steady if ratio == ratio] or [float("nan")]
    middle = statistics.median(whole), statistics.median(steady)
    print(
        f"  in the middle of {len(whole)} round(s): CPU {middle[0]:.2f} ×, while all speak {middle[1]:.2f} ×"
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--together", action="store_true")
    options = parser.parse_args()
    prepared = await asyncio.to_thread(prepare)
    with (
        model(options.rate, int(options.seconds * options.rate)) as keys,
        served("elm_site.asgi:application", ELM_PORT, lifespan="on", **keys) as elm,
        served("tests.bench.relay:application", RELAY_PORT, lifespan="off", **keys) as relay,
    ):
        await wait_for(ELM_PORT, RELAY_PORT)
        for count in options.sessions:
            print(f"{count} interview(s) at {options.rate:g} deltas/s for {options.seconds:g} s")
            await measure_rounds(elm, relay, prepared, count, options)


if __name__ == "__main__":
    asyncio.run(main())
