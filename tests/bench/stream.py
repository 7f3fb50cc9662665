"""The delay from the model's socket to the browser's socket, beside a bare relay measured in the same run.

    python tests/bench/stream.py [--sessions 1 50] [--seconds 10] [--rate 50]

Prints p50 and p99 in milliseconds and the CPU seconds per 1,000 deltas of both servers, and their ratio.
Loopback only; every process it starts ends with it.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import websockets

ROOT = Path(__file__).resolve().parents[2]
ELM_PORT, RELAY_PORT = 18_481, 18_482
sys.path.insert(0, str(ROOT))
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "elm_site.settings",
    "ELM_DATA_DIR": tempfile.mkdtemp(prefix="elm-bench-"),
}


@dataclass
class Figures:
    """Delays in milliseconds, and CPU seconds."""

    delays: list[float]
    cpu: float

    def at(self, share: float) -> float:
        ordered = sorted(self.delays)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")

    @property
    def cpu_per_1000(self) -> float:
        return self.cpu / max(1, len(self.delays)) * 1000


@contextmanager
def process(*command: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A process that ends with the block."""
    running = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=os.environ | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield running
    finally:
        running.terminate()
        running.wait(timeout=20)


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def wait_for(port: int) -> None:
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise SystemExit(f"Nothing listens on port {port}.")


def note_delays(text: str, delays: list[float], now: int) -> None:
    """Add the delay of every whole stamp in `text`."""
    delays += [(now - int(word)) / 1e6 for word in text.split() if word.isdigit() and len(word) == 19]


async def watch_relay(delays: list[float]) -> None:
    async with websockets.connect(f"ws://127.0.0.1:{RELAY_PORT}/", max_size=None) as socket:
        async for message in socket:
            note_delays(str(message), delays, time.time_ns())


async def watch_session(pk: str, cookie: str, delays: list[float]) -> None:
    """Watch until the turn is finished, which the event's own frame tells."""
    headers = {"Cookie": f"sessionid={cookie}"}
    url = f"ws://127.0.0.1:{ELM_PORT}/ws/sessions/{pk}/?after=0"
    origin = f"http://127.0.0.1:{ELM_PORT}"
    async with websockets.connect(url, origin=origin, additional_headers=headers, max_size=None) as socket:
        await socket.send(json.dumps({"t": "resume", "after": 0}))
        async for message in socket:
            now = time.time_ns()
            frame = json.loads(message)
            if "d" in frame:
                note_delays(frame["d"]["s"], delays, now)
            elif "event-question" in frame.get("content", ""):
                return


def prepare() -> tuple[object, object, str]:
    """A migrated database with one artifact and one logged-in person: (artifact, user, cookie)."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from reviews import first_steps
    from reviews.models import Artifact

    settings.SESSIONS_PER_HOUR = 1_000_000
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    admin = first_steps.take()
    client = Client()
    client.force_login(admin)
    return Artifact.objects.select_related("item", "current").get(), admin, client.cookies["sessionid"].value


def draft(artifact, admin, count: int) -> list:
    """`count` interviews that a person answers, so that each has one streamed turn."""
    from reviews import engine

    options = {"item": artifact.item, "kind": "interview", "artifacts": [artifact], "started_by": admin}
    config = {"answered_by": "me"}
    return [engine.create_session(**options, config=config, provider="claude") for _ in range(count)]


def start_all(sessions: list, admin) -> None:
    from reviews import engine

    for session in sessions:
        engine.start(session, by=admin)


async def measure_elm(pid: int, prepared: tuple, count: int) -> Figures:
    artifact, admin, cookie = prepared
    sessions = await asyncio.to_thread(draft, artifact, admin, count)
    delays: list[float] = []
    watchers = [asyncio.create_task(watch_session(str(s.pk), cookie, delays)) for s in sessions]
    await asyncio.sleep(1)
    before = cpu_seconds(pid)
    await asyncio.to_thread(start_all, sessions, admin)
    await asyncio.wait_for(asyncio.gather(*watchers), 180)
    return Figures(delays, cpu_seconds(pid) - before)


async def measure_relay(pid: int, count: int) -> Figures:
    delays: list[float] = []
    before = cpu_seconds(pid)
    await asyncio.wait_for(asyncio.gather(*(watch_relay(delays) for _ in range(count))), 180)
    return Figures(delays, cpu_seconds(pid) - before)


def show(name: str, figures: Figures) -> None:
    print(
        f"  {name:6} p50 {figures.at(0.5):7.1f} ms   p99 {figures.at(0.99):7.1f} ms   "
        f"{len(figures.delays):6} deltas   {figures.cpu_per_1000:.3f} CPU s per 1,000"
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=50)
    options = parser.parse_args()
    tokens = str(int(options.seconds * options.rate))
    prepared = await asyncio.to_thread(prepare)
    with process("-m", "tests.bench.model_server", str(options.rate), tokens) as model:
        assert model.stdout
        keys = {"ANTHROPIC_BASE_URL": model.stdout.readline().strip(), "ANTHROPIC_API_KEY": "bench"}
        serve = ("-m", "uvicorn", "--log-level", "error", "--ws-per-message-deflate", "false", "--port")
        with (
            process(*serve, str(ELM_PORT), "--lifespan", "on", "elm_site.asgi:application", **keys) as elm,
            process(
                *serve, str(RELAY_PORT), "--lifespan", "off", "tests.bench.relay:application", **keys
            ) as relay,
        ):
            await asyncio.gather(wait_for(ELM_PORT), wait_for(RELAY_PORT))
            for count in options.sessions:
                print(f"{count} live session(s) at {options.rate:g} deltas/s for {options.seconds:g} s")
                bare = await measure_relay(relay.pid, count)
                show("relay", bare)
                ours = await measure_elm(elm.pid, prepared, count)
                show("ELM", ours)
                ratio = ours.cpu_per_1000 / bare.cpu_per_1000
                print(f"  added at p50: {ours.at(0.5) - bare.at(0.5):.1f} ms; CPU ratio {ratio:.2f}")


if __name__ == "__main__":
    asyncio.run(main())
