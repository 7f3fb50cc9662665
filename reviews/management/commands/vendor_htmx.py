"""Fetches the scripts that pages use by npm and writes them here, with what was fetched on record.

htmx and its socket extension become one file, because a separately deferred extension can register too late: no socket
then, and no error.
"""

import hashlib
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser

VENDOR = Path(__file__).resolve().parents[2] / "static" / "reviews" / "vendor"


class Package(NamedTuple):
    """A package of npm: the version that is used, and of which of its files each file here is made."""

    name: str
    version: str
    files: Mapping[str, Sequence[str]]


PACKAGES = {
    "htmx": Package(
        "htmx.org",
        "4.0.1",
        {
            "htmx.js": ("package/dist/htmx.min.js", "package/dist/ext/hx-ws.min.js"),
            "htmx.LICENSE": ("package/LICENSE",),
        },
    ),
    "uplot": Package(
        "uplot",
        "1.6.32",
        {
            "uplot.js": ("package/dist/uPlot.iife.min.js",),
            "uplot.css": ("package/dist/uPlot.min.css",),
            "uplot.LICENSE": ("package/LICENSE",),
        },
    ),
}


def packed(folder: Path, package: Package) -> dict[str, bytes]:
    """The files that are used out of the package, by path. Raises CommandError."""
    named = f"{package.name}@{package.version}"
    command = ["npm", "pack", named, "--silent", "--pack-destination", str(folder)]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603  all words are ours
    except FileNotFoundError as error:
        raise CommandError("npm is missing. Install Node.js with npm, then run this again.") from error
    except subprocess.CalledProcessError as error:
        raise CommandError(f"npm could not fetch {named}: {error.stderr.decode()}") from error
    wanted = [part for parts in package.files.values() for part in parts]
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        members = {path: archive.extractfile(path) for path in wanted}
        return {path: file.read() for path, file in members.items() if file}


def without_source_map(script: bytes) -> bytes:
    """The script without its last line's pointer to a source map, which is not vendored."""
    lines = script.rstrip().split(b"\n")
    return b"\n".join(line for line in lines if not line.startswith(b"//# sourceMappingURL"))


def made_files(package: Package, fetched: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files here, by name: scripts are joined without their source maps, all else stays as it is."""
    return {
        name: b"\n".join(without_source_map(fetched[part]) for part in parts) + b"\n"
        if name.endswith(".js")
        else fetched[parts[0]]
        for name, parts in package.files.items()
    }


def record(package: Package, files: Mapping[str, bytes]) -> str:
    """The lines of VERSIONS: package, version, and the digest of each file here."""
    scripts = [
        part for name, parts in package.files.items() if not name.endswith("LICENSE") for part in parts
    ]
    digests = [f"sha256 {hashlib.sha256(content).hexdigest()} {name}" for name, content in files.items()]
    head = f"{package.name} {package.version}"
    return "\n".join([head, *(f"part {part}" for part in scripts), *digests, ""])


class Command(BaseCommand):
    help = "Fetch the vendored scripts again, or other versions of them."

    def add_arguments(self, parser: CommandParser) -> None:
        for name, package in PACKAGES.items():
            parser.add_argument(f"--{name}", default=package.version, help="the version to fetch")

    def handle(self, *args: Any, **options: Any) -> None:
        records = []
        for name, usual in PACKAGES.items():
            package = usual._replace(version=options[name])
            with tempfile.TemporaryDirectory() as folder:
                files = made_files(package, packed(Path(folder), package))
            for file, content in files.items():
                (VENDOR / file).write_bytes(content)
            records.append(record(package, files))
            size = sum(map(len, files.values()))
            self.stdout.write(f"{package.name} {package.version}: {size:,} bytes")
        (VENDOR / "VERSIONS").write_text("".join(records))
