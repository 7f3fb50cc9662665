"""`manage.py review PATH…`: the offline reviewer on files, without a database."""

import os
import sys
from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from reviews.errors import ElmError
from reviews.offline.ci.baseline import compare_with_baseline, read_baseline, write_baseline
from reviews.offline.ci.config import Configs
from reviews.offline.ci.kinds import ALL_TITLES, closest_kind, explain_kind, list_kinds
from reviews.offline.ci.run import BAD_INPUT, Wanted, exit_code, review_paths
from reviews.offline.report import FORMATS, render_report
from reviews.offline.reviewed import Run
from reviews.offline.reviewer import LABEL
from reviews.states import Severity


class Command(BaseCommand):
    help = (
        f"Reviews Markdown and text files ({LABEL}). Exits 1 when a finding is as severe as --fail-on, 2 on bad input, "
        "3 when a text is not in English, else 0; of several the first in the order 2, 1, 3."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "paths", nargs="*", metavar="PATH", help="a file, a folder, or - for standard input"
        )
        parser.add_argument("--format", choices=FORMATS, default="text", dest="form")
        parser.add_argument(
            "--fail-on",
            choices=[str(severity) for severity in Severity],
            help="exit 1 when a finding is at least this severe",
        )
        parser.add_argument(
            "--hints",
            action="store_true",
            help="list what rules say that are often wrong, and let --fail-on count it",
        )
        parser.add_argument("--config", metavar="FILE", help="an elm-review.toml for all files")
        parser.add_argument(
            "--baseline", metavar="FILE", help="only findings that are not in it are told and fail"
        )
        parser.add_argument(
            "--write-baseline", metavar="FILE", help="store what is found as the new baseline"
        )
        parser.add_argument("--stdin-filename", metavar="NAME", default="stdin.md", help="what - is called")
        parser.add_argument("--kinds", action="store_true", help="list all kinds of findings")
        parser.add_argument(
            "--explain", metavar="KIND", help="say what a kind looks for and how to suppress it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            code = self.obey(options)
        except ElmError as error:
            self.stderr.write(str(error))
            code = BAD_INPUT
        except KeyboardInterrupt:
            self.stderr.write("Stopped.")
            code = 130
        if code:
            sys.exit(code)

    def obey(self, options: dict[str, Any]) -> int:
        """Do what is asked for, and say how to exit. Raises ElmError on bad input."""
        if options["kinds"] or options["explain"]:
            self.stdout.write(list_kinds() if options["kinds"] else explained_kind(options["explain"]))
            return 0
        if not options["paths"]:
            raise ElmError("Name a file or a folder to review, or - for standard input.")
        # First, so that a wrong name costs no time.
        baseline = read_baseline(options["baseline"]) if options["baseline"] else None
        run = review_paths(wanted_run(options), self.show_progress)
        self.show_progress(0, "")
        if baseline is not None:
            compared = compare_with_baseline(run.files, options["baseline"], baseline)
            run = replace(run, files=compared.files, gone=compared.gone)
        self.report(run, options)
        if not options["write_baseline"]:
            return exit_code(run)
        stored = write_baseline(options["write_baseline"], run.files)
        self.stderr.write(f"{stored} findings stored in {options['write_baseline']}.")
        return exit_code(replace(run, files=[replace(file, fails_on=None) for file in run.files]))

    def report(self, run: Run, options: dict[str, Any]) -> None:
        for failure in run.failures:
            self.stderr.write(failure)
        wants_none = options["no_color"] or os.environ.get("NO_COLOR")
        in_colour = options["force_color"] or (self.stdout.isatty() and not wants_none)
        self.stdout.write(render_report(run, options["form"], in_colour=in_colour))

    def show_progress(self, number: int, path: str) -> None:
        """Say on a terminal which file is read now; number 0 takes the line away."""
        if self.stderr.isatty():
            shown = "".join(c if c.isprintable() else " " for c in path)[-70:]
            self.stderr.write(f"\r\x1b[K{number} {shown}" if number else "\r\x1b[K", ending="")
            self.stderr.flush()


def wanted_run(options: dict[str, Any]) -> Wanted:
    """What the options ask for. Raises BadConfiguration when --config names no configuration."""
    return Wanted(
        paths=options["paths"],
        configs=Configs(options["config"]),
        megabytes=settings.ELM_MAX_UPLOAD_MB,
        fail_on=Severity(options["fail_on"]) if options["fail_on"] else None,
        stdin_name=options["stdin_filename"],
        with_hints=options["hints"],
    )


def explained_kind(kind: str) -> str:
    """What --explain prints. Raises ElmError when there is no such kind."""
    if kind not in ALL_TITLES:
        raise ElmError(f"“{kind}” is no kind.{closest_kind(kind)} There are: {', '.join(ALL_TITLES)}.")
    return explain_kind(kind)
