"""The real server in a process of its own, as `make serve` starts it, on a free port of loopback."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SECRETS = ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "DATABASE_URL", "REDIS_URL", "ELM_PROVIDER", "DEBUG")
PREPARED = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from reviews.management.static_files import collect_static
from reviews.accounts import bootstrap
call_command("migrate", verbosity=0)
collect_static()
bootstrap.take()
connection.close()
"""


def environment_for(folder: str | Path) -> dict[str, str]:
    """That of this process without what would lead to other services, and with a data directory."""
    clean = {name: value for name, value in os.environ.items() if name not in SECRETS}
    return clean | {"DJANGO_SETTINGS_MODULE": "elm_site.settings", "ELM_DATA_DIR": str(folder)}


@cache
def prepared() -> tempfile.TemporaryDirectory[str]:
    """A data directory as a first start leaves it: made once a process, since it takes seconds."""
    folder = tempfile.TemporaryDirectory()
    command = [sys.executable, "-c", PREPARED]
    subprocess.run(command, cwd=ROOT, env=environment_for(folder.name), check=True)
    return folder


def prepare(folder: Path) -> None:
    """Put what a first start makes into a data directory: the database and the static files."""
    for path in Path(prepared().name).iterdir():
        if path.is_dir():
            shutil.copytree(path, folder / path.name, dirs_exist_ok=True)
        elif path.name != "secret_key":
            shutil.copy2(path, folder)


class Site:
    """A server with a data directory that outlives its restarts. `link` logs the first admin in, once; `cookies`
    keep her logged in, and `guests` those whom she has invited, by name."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.environment = {"ELM_OFFLINE_PACE": "0.002", "ELM_PROVIDER": "offline"} | environment
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.link = ""
        self.cookies: list[Any] = []
        self.guests: dict[str, list[Any]] = {}
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        if not (self.folder / "elm.sqlite3").exists() and "DATABASE_URL" not in self.environment:
            prepare(self.folder)
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=environment_for(self.folder) | self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"http://\S+/accounts/link/\S+", line):
                self.link = found[0]
                break
        while not self.answers():
            assert self.process.poll() is None, self.errors
        assert self.link

    def answers(self) -> bool:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            return urllib.request.urlopen(f"{self.url}/healthz", timeout=5).status == 200
        return False

    @property
    def errors(self) -> str:
        """What the server has logged."""
        return (self.folder / "server.log").read_text()

    def stop(self) -> None:
        """As Ctrl+C does it."""
        self.end(self.process.terminate if self.process else None)

    def kill(self) -> None:
        """As a power cut does it."""
        self.end(self.process.kill if self.process else None)

    def end(self, how: Callable[[], None] | None) -> None:
        if self.process and how:
            how()
            self.process.wait(timeout=30)
            assert self.process.stdout
            self.process.stdout.close()
            self.process = None


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
