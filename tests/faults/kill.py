"""Kill the server with SIGKILL in the middle of sessions, again and again, and count what is lost or doubled.

    python tests/faults/kill.py [--kills 50] [--seed 1]

Every interview, every roundtable and every angle review (one by rules, one by a script) that was disturbed must end
with the same log as one that was not. A roundtable must also leave the same additions, each once, in the same text, and
one record; taking the additions out must give back the text as it was. An angle review must have asked nothing twice
and must leave the same changes and findings. Prints the counts and exits 1 when anything differs. Loopback only; ends
by itself; ends only the servers that it started.
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
PORT = int(os.environ.get("ELM_BENCH_PORT", "18473"))  # another one where it runs beside others
READY_SECONDS, END_SECONDS = 60.0, 240.0
FOLDER = tempfile.mkdtemp(prefix="elm-kill-")
os.environ.setdefault("ELM_PROVIDER", "offline")
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "elm_site.settings",
    "ELM_DATA_DIR": FOLDER,
    "ELM_OFFLINE_PACE": "0.004",
    "ELM_SCRIPT": str(Path(FOLDER, "script.json")),
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


def set_up() -> tuple:
    """The artifact that sessions are about, and the person who starts them and sits at their tables."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from reviews.accounts import bootstrap
    from reviews.models import Artifact
    from tests.faults import held_angles

    settings.SESSIONS_PER_HOUR = settings.MESSAGES_PER_MINUTE = 1_000_000
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    held_angles.write_script(Path(settings.ELM_SCRIPT))
    user = bootstrap.take()
    return Artifact.objects.select_related("item__team", "current").get(), user


def keep_going(user, seconds: float) -> None:
    """Let `seconds` go by while people say what they have to say."""
    from tests.faults import held

    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        held.nudge(user)
        time.sleep(min(0.1, left))


def wait_for_end(user) -> int:
    """How many sessions have not ended in time."""
    from tests.faults import held

    until = time.monotonic() + END_SECONDS
    while held.unfinished() and time.monotonic() < until:
        keep_going(user, 0.2)
    return held.unfinished()


def judge(mine, reference) -> Counter:
    """What is wrong with what a session left behind, beside what an undisturbed one did."""
    faults = Counter(
        mine.faults,
        lost=max(0, len(reference.log) - len(mine.log)),
        doubled=max(0, len(mine.log) - len(reference.log)),
    )
    faults["different"] = sum(a != b for a, b in zip(mine.log, reference.log, strict=False))
    faults["outcomes"] = int(mine.outcome != reference.outcome)
    if faults["different"] or faults["outcomes"]:
        pairs = zip(mine.log + mine.outcome, reference.log + reference.outcome, strict=False)
        mine_first, other = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
        print("first difference:", mine_first[:600], other[:600], sep="\n  ")
    return faults


def run(kills: int, chance: random.Random) -> tuple[Counter, list[float], Counter]:
    """Disturb sessions `kills` times; returns the faults, the restart times and how many of each kind were held."""
    artifact, user = set_up()
    from tests.faults import held, held_angles

    begin = {
        "interview": held.begin_interview,
        "roundtable": held.begin_roundtable,
        "angle review by rules": held_angles.begin_angles,
        "angle review by a script": held_angles.begin_scripted_angles,
    }
    server = Server()
    server.start()
    try:
        undisturbed, started = {kind: begin[kind](artifact, user) for kind in begin}, time.monotonic()
        if wait_for_end(user):
            raise SystemExit("The undisturbed sessions did not end.")
        length = time.monotonic() - started
        reference = {kind: held.left_by(session, user) for kind, session in undisturbed.items()}
        counts = ", ".join(f"{kind} {len(left.log)} events" for kind, left in reference.items())
        print(f"undisturbed: {counts}, together in {length:.1f} s")
        sessions, restarts = [], []
        for _ in range(kills):
            sessions += [(kind, begin[kind](artifact, user)) for kind in begin]
            keep_going(user, chance.uniform(0.05, max(1.5, length / 2)))
            server.kill()
            restarts.append(server.start())
        faults = Counter(unfinished=wait_for_end(user))
        for kind, session in sessions:
            faults.update(judge(held.left_by(session, user), reference[kind]))
        return faults, restarts, Counter(kind for kind, _ in sessions)
    finally:
        server.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faults, restarts, held = run(options.kills, random.Random(options.seed))
    counts = ", ".join(f"{count} × {kind}" for kind, count in held.items())
    print(f"{options.kills} kills, {counts}; restart answered after {max(restarts):.1f} s at most")
    for name, count in faults.items():
        print(f"{name}: {count}{'  FAULT' if count else ''}")
    print("FAILED" if any(faults.values()) else "passed")
    sys.exit(1 if any(faults.values()) else 0)


if __name__ == "__main__":
    main()
