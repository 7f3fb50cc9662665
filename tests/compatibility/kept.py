"""Where the kept database lies, how it is packed and unpacked, and how a process is made to use a copy of it."""

import gzip
import io
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "kept"
DATABASE = FOLDER / "database.gz"
MIRRORS = FOLDER / "mirrors.tar.gz"
EXPORTS = FOLDER / "exports"
ROOT = Path(__file__).parents[2]


def environment(data: Path) -> dict[str, str]:
    """The variables of a process that works on the data folder alone, with the settings of the tests."""
    own = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "ELM_DATA_DIR": str(data),
        "DATABASE_URL": f"sqlite:///{data / 'elm.sqlite3'}",
        "PYTHONPATH": str(ROOT),
    }
    return os.environ | own


def run_module(name: str, data: Path, *arguments: str) -> str:
    """What `python -m tests.compatibility.<name>` prints, working on the data folder."""
    command = [sys.executable, "-m", f"tests.compatibility.{name}", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment(data), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def served(folder: Path) -> dict[str, Any]:
    """What this checkout serves of the kept database; `served.py` says in which shape."""
    return json.loads(run_module("served", unpack(folder / "data")))


def pack(data: Path) -> None:
    """Keep the data folder's database and mirrors, each as one file whose bytes say nothing of when."""
    connection = sqlite3.connect(data / "elm.sqlite3")
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute("VACUUM")
    connection.close()
    FOLDER.mkdir(exist_ok=True)
    DATABASE.write_bytes(gzip.compress((data / "elm.sqlite3").read_bytes(), 9, mtime=0))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        archive.add(data / "repositories", "repositories", filter=_plain)
    MIRRORS.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))


def unpack(data: Path) -> Path:
    """A copy of what is kept, in a data folder of its own."""
    data.mkdir(parents=True, exist_ok=True)
    (data / "elm.sqlite3").write_bytes(gzip.decompress(DATABASE.read_bytes()))
    with tarfile.open(MIRRORS) as archive:
        archive.extractall(data, filter="data")
    return data


def sessions_of(data: Path) -> list[tuple[str, str, str]]:
    """The kind, the state and the ending of each session in a data folder's database, as they were stored."""
    with closing(sqlite3.connect(data / "elm.sqlite3")) as connection:
        return connection.execute("SELECT kind, state, end_reason FROM reviews_session").fetchall()


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """The entry without an owner and a time."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry
