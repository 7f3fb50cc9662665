"""Kill the server with SIGKILL in the middle of interviews, again and again, and count what is lost or doubled.

    python tests/faults/kill.py [--kills 50] [--seed 1]

Every interview that was disturbed must end with the same log as one that was not. Prints the counts and exits 1
when anything is lost or doubled. Loopback only; ends by itself; ends only the servers that it started.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PORT = 18_473
READY_SECONDS, END_SECONDS = 60.0, 240.0
FOLDER = tempfile.mkdtemp(prefix="elm-kill-")
os.environ.setdefault("ELM_PROVIDER", "offline")
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "elm_site.settings",
    "ELM_DATA_DIR": FOLDER,
    "ELM_OFFLINE_PACE": "0.004",
}
sys.path.insert(0, str(ROOT))


class Server:
    """The real server, in a process of its own."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it; returns the seconds until it answered."""
        command = [sys.executable, "-m", "uvicorn", "elm_site.asgi:application", "--port", str(PORT)]
        options = ["--lifespan", "on", "--log-level", "error"]
        started = time.monotonic()
        self.process = subprocess.Popen([*command, *options], cwd=ROOT)
        while time.monotonic() - started < READY_SECONDS:
            if self.answers():
                return time.monotonic() - started
            time.sleep(0.05)
        raise SystemExit("The server did not start.")

    def answers(self) -> bool:
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz", timeout=1).status == 200
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """As a power cut does it: no warning."""
        if self.process:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()


def set_up():
    """An item with one artifact, and the function that starts an interview on it."""
    import django

    django.setup()
    from django.core.management import call_command

    from reviews import engine, first_steps
    from reviews.models import Artifact

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    first_steps.take()
    artifact = Artifact.objects.select_related("item", "current").get()

    def begin():
        session = engine.create_session(
            item=artifact.item, kind="interview", artifacts=[artifact], started_by=None, config={}
        )
        engine.start(session, by=None)
        return session.pk

    return begin


def log_of(pk) -> list[tuple]:
    from reviews.models import Event

    rows = Event.objects.filter(session_id=pk).order_by("number")
    return [(row.number, row.kind, row.speaker_key, row.text, row.data) for row in rows]


def wait_for_end(pks) -> int:
    """How many of the sessions have not ended in time."""
    from reviews.models import Session
    from reviews.states import ENDED

    until = time.monotonic() + END_SECONDS
    while time.monotonic() < until:
        left = Session.objects.filter(pk__in=pks).exclude(state__in=ENDED).count()
        if not left:
            return 0
        time.sleep(0.2)
    return left


def judge(log: list[tuple], reference: list[tuple]) -> Counter:
    """What is wrong with a log: events lost, doubled or different."""
    numbers = [row[0] for row in log]
    return Counter(
        lost=max(0, len(reference) - len(log)),
        doubled=max(0, len(log) - len(reference)),
        gaps=int(numbers != list(range(1, len(log) + 1))),
        different=sum(mine != theirs for mine, theirs in zip(log, reference, strict=False)),
    )


def run(kills: int, chance: random.Random) -> tuple[Counter, list[float], int]:
    """Disturb interviews `kills` times; returns the faults, the restart times and the interviews held."""
    begin, server = set_up(), Server()
    server.start()
    try:
        undisturbed = begin()
        started = time.monotonic()
        if wait_for_end([undisturbed]):
            raise SystemExit("The undisturbed interview did not end.")
        length = time.monotonic() - started
        print(f"one undisturbed interview: {len(log_of(undisturbed))} events in {length:.1f} s")
        sessions, restarts = [], []
        for _ in range(kills):
            sessions += [begin(), begin()]
            time.sleep(chance.uniform(0.05, max(1.5, length)))
            server.kill()
            restarts.append(server.start())
        left = wait_for_end(sessions)
        reference = log_of(undisturbed)
        faults = sum((judge(log_of(pk), reference) for pk in sessions), Counter(unfinished=left))
        return faults, restarts, len(sessions)
    finally:
        server.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faults, restarts, held = run(options.kills, random.Random(options.seed))
    print(f"{options.kills} kills, {held} interviews; restart answered after {max(restarts):.1f} s at most")
    for name in ("unfinished", "lost", "doubled", "gaps", "different"):
        print(f"{name}: {faults[name]}")
    sys.exit(1 if any(faults.values()) else 0)


if __name__ == "__main__":
    main()
