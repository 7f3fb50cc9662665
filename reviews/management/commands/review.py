"""`manage.py review PATH…`: the offline reviewer on files, without a database."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from reviews.documents.encoding import decode_text
from reviews.errors import NotReadable
from reviews.offline.report import FORMATS, Reviewed, render_report
from reviews.offline.reviewer import LABEL, review_text
from reviews.states import Severity

ENDINGS = (".md", ".markdown", ".txt", ".rst")
FOUND, BAD_INPUT = 1, 2


class Command(BaseCommand):
    help = f"Reviews Markdown and text files ({LABEL}). Exits 1 when --fail-on is reached, 2 on bad input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a folder to walk")
        parser.add_argument("--format", choices=FORMATS, default="text", dest="form")
        parser.add_argument(
            "--fail-on",
            choices=[str(severity) for severity in Severity],
            help="exit 1 when a finding is at least this severe",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        files, failures = review_paths(options["paths"])
        for failure in failures:
            self.stderr.write(failure)
        self.stdout.write(render_report(files, options["form"], failures))
        if code := exit_code(files, failures, options["fail_on"]):
            sys.exit(code)


def review_paths(paths: list[str]) -> tuple[list[Reviewed], list[str]]:
    """Every file below the paths, reviewed, and a sentence for each that could not be."""
    files: list[Reviewed] = []
    failures: list[str] = []
    for path in dict.fromkeys(file for given in paths for file in _files(given)):
        try:
            text = decode_text(_content(path), path).text
        except NotReadable as error:
            failures.append(str(error))
        else:
            files.append(Reviewed(path, tuple(review_text(text, path))))
    return files, failures


def exit_code(files: list[Reviewed], failures: list[str], fail_on: str | None) -> int:
    """2 when anything could not be read, else 1 when a finding reaches `fail_on`, else 0."""
    if failures:
        return BAD_INPUT
    least = Severity(fail_on).rank if fail_on else len(Severity)
    return FOUND if any(f.severity.rank >= least for file in files for f in file.findings) else 0


def _files(given: str) -> Iterator[str]:
    """The file itself, or the readable files of a folder and its folders; hidden ones are passed over."""
    if not Path(given).is_dir():
        yield given
        return
    found = False
    for folder, folders, names in os.walk(given):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(ENDINGS) and not name.startswith("."):
                found = True
                yield str(Path(folder, name))
    if not found:
        yield given


def _content(path: str) -> bytes:
    """The bytes of a file. Raises NotReadable with the reason in plain words."""
    if Path(path).is_dir():
        raise NotReadable(
            f"{path} holds no files that end in {', '.join(ENDINGS)}. Name a file or another folder."
        )
    try:
        return Path(path).read_bytes()
    except FileNotFoundError as error:
        raise NotReadable(f"{path} does not exist. Check the spelling and the current folder.") from error
    except OSError as error:
        raise NotReadable(
            f"{path} could not be read ({error.strerror}). Check that it is a file you may open."
        ) from error
