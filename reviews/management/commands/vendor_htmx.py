"""Fetches htmx and its socket extension by npm and writes them as one file, with what was fetched on record.

One file, because a separately deferred extension can register too late: no socket then, and no error.
"""

import hashlib
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

VENDOR = Path(__file__).resolve().parents[2] / "static" / "reviews" / "vendor"
PACKAGE, VERSION = "htmx.org", "4.0.1"
PARTS = ("package/dist/htmx.min.js", "package/dist/ext/hx-ws.min.js")
LICENCE = "package/LICENSE"


def packed(folder: Path, version: str) -> dict[str, bytes]:
    """The parts and the licence out of the package, by path. Raises CommandError."""
    command = ["npm", "pack", f"{PACKAGE}@{version}", "--silent", "--pack-destination", str(folder)]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603  all words are ours
    except FileNotFoundError as error:
        raise CommandError("npm is missing. Install Node.js with npm, then run this again.") from error
    except subprocess.CalledProcessError as error:
        raise CommandError(f"npm could not fetch {PACKAGE} {version}: {error.stderr.decode()}") from error
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        members = {path: archive.extractfile(path) for path in (*PARTS, LICENCE)}
        return {path: file.read() for path, file in members.items() if file}


def without_source_map(script: bytes) -> bytes:
    """The script without its last line's pointer to a source map, which is not vendored."""
    lines = script.rstrip().split(b"\n")
    return b"\n".join(line for line in lines if not line.startswith(b"//# sourceMappingURL"))


def record(version: str, files: dict[str, bytes]) -> str:
    """The lines of VERSIONS: package, version, and the digest of each file here."""
    digests = [f"sha256 {hashlib.sha256(content).hexdigest()} {name}" for name, content in files.items()]
    return "\n".join([f"{PACKAGE} {version}", *(f"part {part}" for part in PARTS), *digests, ""])


class Command(BaseCommand):
    help = "Fetch the vendored htmx again, or another version of it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--htmx", default=VERSION, help="the version to fetch")

    def handle(self, *args: Any, **options: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            fetched = packed(Path(folder), options["htmx"])
        script = b"\n".join(without_source_map(fetched[part]) for part in PARTS) + b"\n"
        files = {"htmx.js": script, "htmx.LICENSE": fetched[LICENCE]}
        for name, content in files.items():
            (VENDOR / name).write_bytes(content)
        (VENDOR / "VERSIONS").write_text(record(options["htmx"], files))
        self.stdout.write(f"{PACKAGE} {options['htmx']}: {len(script):,} bytes")
