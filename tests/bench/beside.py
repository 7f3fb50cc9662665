"""The bare relay beside a bench that streams nothing: what the machine takes, in the same run, to pass words on."""

import asyncio
from dataclasses import dataclass

from tests.bench.measuring import RELAY_PORT, cpu_seconds, model, served, wait_for
from tests.bench.watching import Listener

STREAMS, RATE, SECONDS = 20, 50, 4


@dataclass(frozen=True)
class Relay:
    """The relay's CPU milliseconds for 1,000 deltas."""

    ms: float

    def ratio(self, ms: float) -> str:
        return f"{ms / self.ms:5.2f} × the relay's 1,000 deltas"


def measured_relay() -> Relay:
    """Let the relay speak to STREAMS sockets, RATE deltas a second each, and print what it took."""
    relay = asyncio.run(speak())
    print(f"the relay, {STREAMS} streams at {RATE}/s: {relay.ms:.1f} ms of CPU for 1,000 deltas", flush=True)
    return relay


async def speak() -> Relay:
    """The CPU counts for SECONDS from when all have begun to speak: what is made at the first words does not."""
    listeners = [Listener(RELAY_PORT, "/") for _ in range(STREAMS)]
    with (
        model(RATE, RATE * (SECONDS + 10)) as keys,
        served("tests.bench.relay:application", RELAY_PORT, lifespan="off", **keys) as pid,
    ):
        await wait_for(RELAY_PORT)
        watching = [asyncio.create_task(listener.watch()) for listener in listeners]
        async with asyncio.timeout(60):
            while not all(listener.arrived for listener in listeners):
                await asyncio.sleep(0.05)
        heard, before = arrivals(listeners), cpu_seconds(pid)
        await asyncio.sleep(SECONDS)
        spent = cpu_seconds(pid) - before
        heard = arrivals(listeners) - heard
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    return Relay(1_000_000 * spent / heard)


def arrivals(listeners: list[Listener]) -> int:
    return sum(len(listener.arrived) for listener in listeners)
