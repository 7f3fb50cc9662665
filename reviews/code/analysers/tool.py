"""What an analyser has to say of itself, and helpers for reading what it printed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from reviews.code.analysers.alert import Alert, Angle, Edit, Fix, Severity, SourceFile
from reviews.code.analysers.places import Places
from reviews.code.analysers.process import AnalyserFailed
from reviews.language.wordlists import read_words

RECEIPTS = read_words(__file__, "receipts")
FAILED = RECEIPTS.texts("failed")
READ = RECEIPTS.texts("read")
MOST_ALERTS = 1000
"""Alerts of one tool for one file that are kept."""


@dataclass(frozen=True)
class KeptFile:
    """A text as it lies in the private folder, under a name of ours."""

    name: str
    source: SourceFile

    @cached_property
    def places(self) -> Places:
        return Places(self.source.text)


@dataclass(frozen=True)
class Found:
    """What a tool found in one file. `failed` says why it did not read it, `note` what else a receipt has to say."""

    alerts: tuple[Alert, ...] = ()
    failed: str = ""
    note: str = ""


class Tool(Protocol):
    """An analyser. It may be given several files of one language at once."""

    name: str

    def angles(self, language: str) -> frozenset[Angle]:
        """The angles from which it reads a language; none when it does not know it."""
        ...

    def command(self, language: str, names: Sequence[str]) -> list[str]:
        """What to start for files with these names. Raises AnalyserFailed when the program is missing."""
        ...

    def mute(self, text: str) -> str:
        """The text, as long as it was, without what in it would silence the analyser."""
        ...

    def read(self, output: bytes, files: Sequence[KeptFile]) -> list[Found]:
        """What it printed, for each file. Raises AnalyserFailed when that makes no sense."""
        ...


@dataclass(frozen=True)
class Said:
    """What a tool says of one place, before the place is looked up: offsets in characters."""

    rule: str
    angle: Angle
    severity: Severity
    message: str
    advice: str
    start: int
    end: int
    fix: Fix | None = None
    url: str | None = None


def make_found(tool: str, places: Places, said: Sequence[Said], failed: str = "", note: str = "") -> Found:
    """The alerts in the order of their places, the first of them if they are very many."""
    ordered = sorted(said, key=lambda one: (one.start, one.end, one.rule))
    kept = ordered[:MOST_ALERTS]
    if len(ordered) > MOST_ALERTS:
        cut = READ["cut"].format(tool=tool, count=f"{len(ordered):,}", most=f"{MOST_ALERTS:,}")
        note = f"{note} {cut}".strip()
    return Found(tuple(_make_alert(tool, places, one) for one in kept), failed, note)


def _make_alert(tool: str, places: Places, said: Said) -> Alert:
    place = places.place(said.start, said.end)
    return Alert(
        tool,
        said.rule,
        said.angle,
        said.severity,
        said.message,
        said.advice,
        *place,
        fix=said.fix,
        url=said.url,
    )


def make_fix(description: str, edits: Sequence[Edit], *, safe: bool) -> Fix:
    return Fix(description, tuple(sorted(edits, key=lambda edit: (edit.start, edit.end))), safe)


def read_json(tool: str, output: bytes) -> Any:
    """Raises AnalyserFailed when it is not JSON."""
    try:
        return json.loads(output)
    except (ValueError, RecursionError) as error:
        raise AnalyserFailed(FAILED["garbled"].format(tool=tool)) from error
