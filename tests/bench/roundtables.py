"""Live roundtables, turn after turn, and one with a crowd, beside a bare relay measured in the same run.

    python tests/bench/roundtables.py [--sessions 50 200] [--crowd 500] [--seconds 20] [--rate 50] [--turn 150]
                                      [--lockstep]

Each roundtable has one watcher, who behaves as the page's script does. --turn: about how many tokens a turn has;
with --lockstep all turns are equally long, so that all change at once. People say "go on" again and again, so that
nobody waits; first takes are off. The window of measuring begins when everybody has begun to speak.

p50, p99: how old a token is when it reaches the browser, whichever way. "late": tokens that came with the event, when
the turn was over, and not while it was spoken; "lost": tokens of a stored turn that never came; "resumes": gaps that
the page filled by asking again; "closed": sockets that the server closed. All of the window only.
"""

import argparse
import asyncio
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import uvloop

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
from tests.bench.watching import Crowd, Listener, Watcher

PATIENCE_SECONDS = 40
MEASURED = 20
"""How many of a crowd are looked at closely; the others only receive."""


@dataclass
class Window:
    """The stretch of time that is measured."""

    pid: int
    began: int = 0
    ended: int = 0
    cpu: float = 0.0

    async def measure(self, seconds: float) -> None:
        """Let `seconds` go by and count the CPU time of the process in it."""
        self.began, before = time.time_ns(), cpu_seconds(self.pid)
        await asyncio.sleep(seconds)
        self.cpu, self.ended = cpu_seconds(self.pid) - before, time.time_ns()

    def figures(self, listeners: list[Listener], sockets: int = 0) -> Figures:
        """Of the tokens that were sent within. sockets: how many they went to, if not only to the listeners."""
        delays = [
            (at - stamp) / 1e6
            for listener in listeners
            for stamp, at in listener.arrived.items()
            if self.began <= stamp < self.ended
        ]
        return Figures(delays, self.cpu, max(1, sockets / len(listeners)))


@dataclass
class Tables:
    """Roundtables in the database, each on a topic of its own: only one is held on a topic at a time."""

    prepared: tuple
    count: int
    sessions: list = field(default_factory=list)

    def draft(self) -> None:
        from reviews.sessions import actions

        artifact, admin, _ = self.prepared
        for _ in range(self.count):
            config = {"topic": f"Time {uuid4()}", "max_turns": 1000, "first_takes": False}
            options = {"item": artifact.item, "kind": "roundtable", "artifacts": [artifact]}
            made = actions.create_session(**options, started_by=admin, config=config, provider="claude")
            self.sessions.append(made)

    def start(self) -> None:
        from reviews.sessions import actions

        for session in self.sessions:
            actions.start(session, by=self.prepared[1])

    def go_on(self, seconds: float) -> None:
        """One message to each, spread over `seconds`: three more turns."""
        from reviews.sessions import actions

        for session in self.sessions:
            actions.say(session, user=self.prepared[1], text="Everyone, please go on.")
            time.sleep(seconds / self.count)

    def stop(self) -> None:
        from reviews.sessions import actions

        for session in self.sessions:
            actions.stop(session, by=self.prepared[1])

    def stored(self, window: Window) -> int:
        """How many tokens of the window stand in events."""
        from reviews.models import Event

        texts = Event.objects.filter(session__in=self.sessions).exclude(speaker_key="")
        found = (stamp for text in texts.values_list("text", flat=True) for stamp in stamps(text))
        return sum(window.began <= stamp < window.ended for stamp in found)


async def keep_going(tables: Tables, turn_seconds: float) -> None:
    while True:
        await asyncio.to_thread(tables.go_on, 2 * turn_seconds)


async def heard_all(listeners: list[Listener]) -> None:
    """Return once everybody has heard something, or after a while without those who have not."""
    until = time.monotonic() + PATIENCE_SECONDS
    while (silent := sum(not listener.arrived for listener in listeners)) and time.monotonic() < until:
        await asyncio.sleep(0.1)
    if silent:
        print(
            f"  {silent} of {len(listeners)} sockets have heard nothing in {PATIENCE_SECONDS} s", flush=True
        )


async def ended(tasks: list[asyncio.Task]) -> None:
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            raise result


@dataclass
class Bench:
    """One number of roundtables or sockets after the other, each with servers of its own."""

    options: argparse.Namespace
    prepared: tuple

    @property
    def turn_seconds(self) -> float:
        return self.options.turn / self.options.rate

    async def elm(self, keys: dict[str, str], count: int, crowd: int) -> tuple[Figures, str]:
        """Measure `count` roundtables with one watcher each, or one with `crowd` watchers."""
        tables = Tables(self.prepared, count)
        await asyncio.to_thread(tables.draft)
        cookie = self.prepared[2]
        ids = [str(session.pk) for session in tables.sessions] * (MEASURED if crowd else 1)
        watchers = [Watcher(ELM_PORT, pk, cookie) for pk in ids]
        with served("elm_site.asgi:application", ELM_PORT, lifespan="on", **keys) as pid:
            await wait_for(ELM_PORT)
            path = f"/ws/sessions/{ids[0]}/?after=0"
            others = Crowd(ELM_PORT, path, max(0, crowd - MEASURED), cookie)
            tasks = [asyncio.create_task(watcher.watch()) for watcher in watchers]
            await others.come()
            await asyncio.to_thread(tables.start)
            await heard_all(watchers)
            tasks.append(asyncio.create_task(keep_going(tables, self.turn_seconds)))
            window = Window(pid)
            await window.measure(self.options.seconds)
            await asyncio.sleep(1.6 * self.turn_seconds + 1)  # the last turns of the window become events
            closed = others.closed + sum(task.done() for task in tasks)
            await ended(tasks)
            await asyncio.to_thread(tables.stop)
            others.go()
        said = await asyncio.to_thread(tables.stored, window)
        return window.figures(watchers, crowd), self.faults(window, watchers, said, closed)

    def faults(self, window: Window, watchers: list[Watcher], said: int, closed: int) -> str:
        """What did not go as it should, in one line."""
        late = sum(window.began <= stamp < window.ended for w in watchers for stamp in w.late)
        got = sum(window.began <= stamp < window.ended for w in watchers for stamp in w.stored)
        lost = said * (MEASURED if self.options.crowd and len(watchers) == MEASURED else 1) - got
        return f"late {late}, lost {lost}, resumes {sum(w.resumes for w in watchers)}, closed {closed}"

    async def relay(self, keys: dict[str, str], count: int, crowd: int) -> Figures:
        """The same of the bare relay."""
        path = "/talk" if crowd else "/"
        listeners = [Listener(RELAY_PORT, path) for _ in range(1 if crowd else count)]
        with served("tests.bench.relay:application", RELAY_PORT, lifespan="off", **keys) as pid:
            await wait_for(RELAY_PORT)
            others = Crowd(RELAY_PORT, "/crowd", max(0, crowd - 1))
            await others.come()
            tasks = [asyncio.create_task(listener.watch()) for listener in listeners]
            await heard_all(listeners)
            window = Window(pid)
            await window.measure(self.options.seconds)
            await asyncio.sleep(1)
            await ended(tasks)
            others.go()
        return window.figures(listeners, crowd)

    async def one(self, keys: dict[str, str], count: int, crowd: int = 0) -> None:
        watching = f"{crowd} watchers" if crowd else "one watcher each"
        print(f"{count} roundtable(s) at {self.options.rate:g} deltas/s, {watching}", flush=True)
        bare = await self.relay(keys, count, crowd)
        ours, faults = await self.elm(keys, count, crowd)
        compare(ours, bare)
        print(f"  {faults}", flush=True)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, nargs="*", default=[50, 200])
    parser.add_argument("--crowd", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--turn", type=int, default=150)
    parser.add_argument("--lockstep", action="store_true")
    options = parser.parse_args()
    bench = Bench(options, await asyncio.to_thread(prepare))
    long = int(options.rate * (options.seconds + 120))
    with model(options.rate, long, -options.turn if options.lockstep else options.turn) as keys:
        for count in options.sessions:
            await bench.one(keys, count)
        if options.crowd:
            await bench.one(keys, 1, options.crowd)


if __name__ == "__main__":
    uvloop.run(main())
