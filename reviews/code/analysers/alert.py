"""What an analyser found, and what it read, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Angle = Literal["correctness", "efficiency", "style", "security"]
Severity = Literal["low", "medium", "high", "critical"]
ANGLES: tuple[Angle, ...] = ("correctness", "efficiency", "style", "security")
SEVERITIES: tuple[Severity, ...] = ("low", "medium", "high", "critical")


@dataclass(frozen=True)
class SourceFile:
    """A text to analyse. Of its name nothing but the ending is ever given to an analyser."""

    path_name: str
    text: str
    language: str


@dataclass(frozen=True)
class Edit:
    """Puts `new` in the place of the characters from `start` to before `end`."""

    start: int
    end: int
    new: str


@dataclass(frozen=True)
class Fix:
    """Edits that belong together. `safe` is the analyser's own word for a fix that keeps what the code does."""

    description: str
    edits: tuple[Edit, ...]
    safe: bool


@dataclass(frozen=True)
class Alert:
    """One thing that an analyser says of one place.

    Lines end with "\\n" alone; lines and columns count from 1, columns in characters, and the end is the place after
    the last character. `quote` is the text of the place, cut after a few lines, or its whole line where the place has
    no length. `advice` is what to do, in a sentence.
    """

    tool: str
    rule: str
    angle: Angle
    severity: Severity
    message: str
    advice: str
    line: int
    column: int
    end_line: int
    end_column: int
    quote: str
    fix: Fix | None = None
    url: str | None = None


@dataclass(frozen=True)
class Receipt:
    """Whether a text was read for an angle, and why, in a sentence."""

    state: Literal["read", "failed", "skipped"]
    why: str


@dataclass(frozen=True)
class Analysis:
    """The alerts of one text in the order of their places, and a receipt for each angle that was asked for."""

    alerts: tuple[Alert, ...] = ()
    read: Mapping[Angle, Receipt] = field(default_factory=dict)
