"""What the benches of live sessions share: processes of their own, the clock in every token, and figures.

Importing it chooses the settings and a new data directory, so it comes before everything of Django's.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ELM_PORT = int(os.environ.get("ELM_BENCH_PORT", "18481"))  # another one where two benches run side by side
RELAY_PORT = ELM_PORT + 1
STAMP = re.compile(r"(?<!\d)\d{19}(?!\d)")
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "elm_site.settings",
    "ELM_DATA_DIR": tempfile.mkdtemp(prefix="elm-bench-"),
    # All who watch are one person here.
    "ELM_SOCKETS_PER_USER": "10000",
    "ELM_RESUMES_PER_MINUTE": "10000",
}


@dataclass
class Figures:
    """Delays in milliseconds, and CPU seconds."""

    delays: list[float] = field(default_factory=list)
    cpu: float = 0.0
    watched_by: int = 1

    def at(self, share: float) -> float:
        """The delay that this share of the tokens does not exceed."""
        ordered = sorted(self.delays)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")

    @property
    def cpu_per_1000(self) -> float:
        """CPU seconds for a thousand tokens, each counted once for every socket that it goes to."""
        return self.cpu / max(1, len(self.delays) * self.watched_by) * 1000

    def show(self, name: str) -> None:
        """Print them in one line."""
        print(
            f"  {name:6} p50 {self.at(0.5):7.1f} ms   p99 {self.at(0.99):7.1f} ms   "
            f"{len(self.delays):6} deltas   {self.cpu_per_1000:.4f} CPU s per 1,000",
            flush=True,
        )


def compare(ours: Figures, bare: Figures) -> None:
    """Print both, and how they compare."""
    bare.show("relay")
    ours.show("ELM")
    print(
        f"  added: p50 {ours.at(0.5) - bare.at(0.5):.1f} ms, p99 {ours.at(0.99) - bare.at(0.99):.1f} ms; "
        f"CPU {ours.cpu_per_1000 / bare.cpu_per_1000:.2f} × the relay",
        flush=True,
    )


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
        try:
            running.wait(timeout=30)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


@contextmanager
def model(rate: float, tokens: int, turn: int = 0) -> Iterator[dict[str, str]]:
    """A model server in a process of its own; gives the variables that lead to it."""
    command = ("-m", "tests.bench.model_server", str(rate), str(tokens), str(turn))
    with process(*command) as running:
        assert running.stdout
        yield {"ANTHROPIC_BASE_URL": running.stdout.readline().strip(), "ANTHROPIC_API_KEY": "bench"}


@contextmanager
def served(application: str, port: int, *, lifespan: str, **environment: str) -> Iterator[int]:
    """A uvicorn of its own; gives the number of its process."""
    serve = ("-m", "uvicorn", "--log-level", "error", "--ws-per-message-deflate", "false")
    serve += ("--timeout-graceful-shutdown", "3", "--port")
    with process(*serve, str(port), "--lifespan", lifespan, application, **environment) as running:
        yield running.pid


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def wait_for(*ports: int) -> None:
    """Return once all the ports are listened on."""
    for port in ports:
        for _ in range(600):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.1)
            else:
                writer.close()
                break
        else:
            raise SystemExit(f"Nothing listens on port {port}.")


def stamps(text: str) -> Iterable[int]:
    """The tokens in `text`: each is the time in nanoseconds at which it was sent."""
    return map(int, STAMP.findall(text))


def prepare() -> tuple:
    """A migrated database with one artifact and one logged-in person: (artifact, user, cookie)."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from reviews.accounts import bootstrap
    from reviews.models import Artifact

    settings.SESSIONS_PER_HOUR = settings.MESSAGES_PER_MINUTE = 1_000_000
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    admin = bootstrap.take()
    client = Client()
    client.force_login(admin)
    artifact = Artifact.objects.select_related("item", "current").order_by("pk").first()
    return artifact, admin, client.cookies["sessionid"].value
