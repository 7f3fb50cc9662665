"""`manage.py elm notes.md`: the interview in a terminal."""

import asyncio
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from reviews.errors import ElmError
from reviews.kinds.interview import terminal
from reviews.kinds.interview.terminal import TerminalInterview
from reviews.kinds.shipped import starter_cast
from reviews.providers import registry
from reviews.providers.base import LABELS
from reviews.states import END_LABELS, POSITIVE

READY, NOT_READY, BAD_INPUT = 0, 1, 2


class Command(BaseCommand):
    help = "Let ELM question the notes at PATH. Exits 0 when they are ready, 1 when not, 2 on bad input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path)
        parser.add_argument(
            "--answers", choices=["ai", "me"], default="ai", help="Who answers the questions."
        )
        parser.add_argument("--provider", choices=list(LABELS), default=None)
        parser.add_argument("--apply", action="store_true", help="Write the improvements into the notes.")

    def handle(self, *, path: Path, answers: str, provider: str | None, apply: bool, **options: Any) -> None:
        try:
            asyncio.run(self.hold(path, answers, provider, apply))
        except ElmError as error:
            self.stderr.write(self.style.ERROR(str(error)))
            sys.exit(BAD_INPUT)
        except KeyboardInterrupt:
            self.stderr.write("\nStopped. What was said so far is in the transcript.")
            sys.exit(NOT_READY)

    async def hold(self, path: Path, answers: str, provider: str | None, apply: bool) -> None:
        """Hold the interview; exits 0 or 1. Raises ElmError on bad input."""
        try:
            chosen = registry.provider(provider or settings.ELM_PROVIDER)
            interview = TerminalInterview(
                path,
                provider=chosen,
                cast=starter_cast(),
                answered_by=answers,
                say=self.say,
                listen=self.listen,
            )
            self.stdout.write(f"Sessions are answered by: {chosen.label}")
            await interview.hold()
        finally:
            await registry.close_all()
        self.report(interview)
        if apply and interview.changes:
            await asyncio.to_thread(path.write_bytes, terminal.improved(interview.text, interview.changes))
            self.stdout.write(f"{len(interview.changes)} changes written to {path}.")
        sys.exit(READY if interview.reason in POSITIVE else NOT_READY)

    def say(self, text: str) -> None:
        self.stdout.write(text, ending="")
        self.stdout.flush()

    def listen(self) -> str:
        """A line from the person. Raises ElmError at the end of the input: nobody is there to answer."""
        self.say("\nYour answer (one line, Enter sends; “wrap up” ends with a verdict): ")
        line = sys.stdin.readline()
        if not line:
            raise ElmError(
                "The input ended before ELM was satisfied. Answer the questions, or use --answers ai."
            )
        return line

    def report(self, held: TerminalInterview) -> None:
        """Rounds, verdict, where the transcript is."""
        self.stdout.write(f"\n{held.state.verdict.text if held.state.verdict else ''}\n")
        self.stdout.write(f"Result: {END_LABELS[held.reason]}")
        self.stdout.write(f"Rounds: {len(held.state.rounds)}, answered: {held.state.exchanges}")
        self.stdout.write(f"Proposed changes to the notes: {len(held.changes)}")
        self.stdout.write(f"Transcript: {held.transcript_path}")
