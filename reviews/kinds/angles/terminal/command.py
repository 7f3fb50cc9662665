"""`manage.py angles PATH…`: an angle review of files in a build, without a database."""

import asyncio
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from personas.angles import AngleFile
from personas.folders import named_files
from personas.tools import ToolFile, ToolRegistry
from reviews.code_designer import switch
from reviews.code_designer.mode import choose_mode
from reviews.documents.diff import unified_patch
from reviews.errors import ElmError
from reviews.kinds.angles.config import MOST_PASSES
from reviews.kinds.angles.pages.exports import findings_json, findings_sarif
from reviews.kinds.angles.prepare import specs_of
from reviews.kinds.angles.state import SUPERVISOR, WORKER, AngleSpec, AnglesSetup
from reviews.kinds.angles.terminal.files import read_files
from reviews.kinds.angles.terminal.review import TerminalReview
from reviews.kinds.angles.transcript import findings_list
from reviews.kinds.angles.verdict import verdict_words
from reviews.kinds.shipped import starter_cast
from reviews.providers import registry
from reviews.providers.base import LABELS, speaks_by_rules
from reviews.states import EndReason, Severity

FINE, FOUND, BAD_INPUT, NOT_READ = 0, 1, 2, 3


class Command(BaseCommand):
    help = (
        "Lets angles pass over files and folders until nothing changes. Writes no file. Exits 1 when a finding is as "
        "severe as --fail-on, 2 on bad input, 3 when not everything could be read, else 0."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file or a folder")
        parser.add_argument(
            "--angles", default="", help="ids with commas between them; the default set without"
        )
        parser.add_argument("--format", choices=["text", "json", "sarif"], default="text", dest="form")
        parser.add_argument("--fail-on", choices=[str(severity) for severity in Severity])
        parser.add_argument("--passes", type=int, default=MOST_PASSES, help=f"at most, up to {MOST_PASSES}")
        parser.add_argument("--together", action="store_true", help="all angles in one call, for fewer calls")
        parser.add_argument("--provider", choices=list(LABELS), default=None)
        switch.add_mode_option(parser)

    def handle(self, **options: Any) -> None:
        try:
            code = asyncio.run(self.hold(options))
        except ElmError as error:
            self.stderr.write(self.style.ERROR(str(error)))
            code = BAD_INPUT
        if code:
            sys.exit(code)

    async def hold(self, options: dict[str, Any]) -> int:
        """Hold the review and print its report; how to exit. Raises ElmError on bad input."""
        provider = registry.provider(options["provider"] or settings.ELM_PROVIDER)
        try:
            review = TerminalReview(make_setup(options, provider.name), provider, starter_cast(), self.notify)
            await review.hold()
        finally:
            await registry.close_all()
        self.stdout.write(report_of(review, options["form"], provider.label))
        return exit_code(review, options["fail_on"])

    def notify(self, words: str) -> None:
        """Say on a terminal what happens; a build's log has the report alone."""
        if self.stderr.isatty():
            self.stderr.write(words.partition("\n")[0][:160])


def report_of(review: TerminalReview, form: str, label: str) -> str:
    """What is printed: the findings and why it ended, as text, JSON or SARIF."""
    state = review.state
    if form == "json":
        return findings_json(state)
    if form == "sarif":
        return findings_sarif(state)
    end = verdict_words(state, state.reason or EndReason.LIMIT)
    diff = "".join(f"\n{one}" for one in proposed_diffs(review))
    return "\n".join(
        [f"Reviewed by: {label}", "", *findings_list(state), "", end, *review.unread, diff]
    ).rstrip()


def proposed_diffs(review: TerminalReview) -> list[str]:
    """What is proposed of each file, as a patch for `git apply`."""
    state = review.state
    patches = (
        unified_patch(note.name, note.text, state.working_text(note.artifact)) for note in state.setup.notes
    )
    return [patch for patch in patches if patch]


def exit_code(review: TerminalReview, fail_on: str | None) -> int:
    """The first that holds: a finding is severe enough, something could not be read, else fine."""
    least = Severity(fail_on).rank if fail_on else None
    if least is not None and any(one.severity.rank >= least for one in review.state.findings):
        return FOUND
    return NOT_READ if review.state.reason == EndReason.PARTLY_READ else FINE


def make_setup(options: dict[str, Any], provider: str) -> AnglesSetup:
    """What the options ask for, with the shipped angles. Raises ElmError."""
    if not 1 <= options["passes"] <= MOST_PASSES:
        raise ElmError(f"--passes takes a number from 1 to {MOST_PASSES}.")
    cast = starter_cast()
    tools = ToolRegistry({file.name: file.content() for _, file in named_files(ToolFile)})
    angles, together = shipped_angles([one.strip() for one in options["angles"].split(",") if one.strip()])
    return AnglesSetup(
        session="terminal",
        notes=read_files(options["paths"], settings.ELM_MAX_UPLOAD_MB),
        angles=angles,
        supervisor=cast[SUPERVISOR].speaker,
        worker=cast[WORKER].speaker,
        by_rules=speaks_by_rules(provider),
        designer=options["code_designer"] or choose_mode(switch.modes_at_start()).enabled,
        max_passes=options["passes"],
        early_exit=True,
        together=together if options["together"] else "",
        previews={name: tools.get_preview(name) for name in tools.list_tools()},
    )


def shipped_angles(wanted: list[str]) -> tuple[tuple[AngleSpec, ...], str]:
    """The shipped angles with these ids, or their default set, with their shares of the weights, and the words for all
    of them in one call. Raises ElmError."""
    shipped = {file.key: file for _, file in named_files(AngleFile)}
    if unknown := [key for key in wanted if key not in shipped]:
        raise ElmError(f"There is no angle {unknown[0]}. There are: {', '.join(shipped)}.")
    keys = wanted or [key for key, file in shipped.items() if file.in_default_set]
    return specs_of({key: shipped[key] for key in sorted(keys, key=lambda key: -shipped[key].weight)}, {})
