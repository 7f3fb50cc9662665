"""What an angle says, as a checked value: a perspective from which a text is reviewed (P003, P009)."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationInfo

from personas.choices import Severity, Tier
from personas.content import (
    MAX_LINES,
    Body,
    Content,
    Entries,
    Entry,
    File,
    ModelId,
    OneLine,
    listed_section,
    shape_check,
)

MAX_NAME = 50
MAX_DESCRIPTION = 500
MAX_VERSION = 30
MAX_AREAS = 20
KEY_RULE = "has to be lower-case letters, digits and underscores, a letter first, 60 characters at most"
VERSION_RULE = "“{}” is not a version such as 1.0.0: three numbers with dots between them"
_SUFFIX = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_NUMBER = r"(?:0|[1-9][0-9]*)"
SEMVER = rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-{_SUFFIX})?(?:\+{_SUFFIX})?"
SEVERITIES = list(Severity)
"""From the mildest to the worst."""


def _filled[Rows: tuple[Any, ...]](rows: Rows) -> Rows:
    if not rows:
        raise ValueError("is empty; name at least one")
    return rows


def _each_once(areas: tuple["FocusArea", ...]) -> tuple["FocusArea", ...]:
    ids = [area.id for area in areas]
    if twice := [one for one in ids if ids.count(one) > 1]:
        raise ValueError(f"“{twice[0]}” stands twice; keep one")
    return areas


def _check_counts(in_default_set: bool, known: ValidationInfo) -> bool:
    """What runs by default has to count (P009)."""
    if in_default_set and known.data.get("weight") == 0:
        raise ValueError("an angle of the default set needs a weight above 0")
    return in_default_set


def _check_not_both(conflicts: tuple[str, ...], known: ValidationInfo) -> tuple[str, ...]:
    if both := [one for one in conflicts if one in known.data.get("composable_with", ())]:
        raise ValueError(f"“{both[0]}” is also among those that it goes well with; keep one")
    return conflicts


AngleKey = Annotated[Entry, shape_check(r"[a-z][a-z0-9_]{0,59}", KEY_RULE)]
AngleKeys = Annotated[tuple[AngleKey, ...], Field(max_length=MAX_LINES)]
Description = Annotated[OneLine, Field(min_length=1, max_length=MAX_DESCRIPTION)]


@dataclass(frozen=True, kw_only=True)
class FocusArea(Content):
    """A sort of trouble that an angle looks for, and by what it is recognised."""

    id: AngleKey
    name: Annotated[Entry, Field(max_length=80)]
    indicators: Annotated[Entries, AfterValidator(_filled)]
    severity_if_violated: Severity = Severity.MEDIUM

    def __str__(self) -> str:
        """As a form shows it: ID: NAME (SEVERITY), and a line “- INDICATOR” for each."""
        head = f"{self.id}: {self.name} ({self.severity_if_violated})"
        return "\n".join([head, *(f"- {one}" for one in self.indicators)])

    @classmethod
    def values_of(cls, lines: list[str]) -> list[dict[str, Any]]:
        """The areas that a form's lines name, unchecked. A line “- …” belongs to the area above it."""
        areas: list[dict[str, Any]] = []
        for line in lines:
            if line.startswith("- ") and areas:
                areas[-1]["indicators"].append(line[2:].strip())
                continue
            id_, _, rest = line.partition(":")
            name, _, severity = rest.rpartition("(")
            named = {"name": name.strip(), "severity_if_violated": severity.strip().removesuffix(")")}
            areas.append({"id": id_.strip(), **named, "indicators": []})
        return areas


@dataclass(frozen=True, kw_only=True)
class AngleText(Content):
    """Everything about an angle that a version freezes. Names of other angles may come to be later."""

    groups = {"focus_areas": FocusArea}

    version: Annotated[Entry, Field(max_length=MAX_VERSION), shape_check(SEMVER, VERSION_RULE)] = "1.0.0"
    name: Annotated[Entry, Field(max_length=MAX_NAME)]
    description: Description
    weight: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.25
    in_default_set: Annotated[bool, AfterValidator(_check_counts)] = False
    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] = 0.3
    tier: Tier = Tier.EXECUTION
    model: ModelId = ""
    composable_with: AngleKeys = ()
    conflicts_with: Annotated[AngleKeys, AfterValidator(_check_not_both)] = ()
    evaluation_criteria: Annotated[Entries, AfterValidator(_filled)]
    ignores: Entries = ()
    focus_areas: Annotated[
        tuple[FocusArea, ...],
        Field(max_length=MAX_AREAS),
        AfterValidator(_filled),
        AfterValidator(_each_once),
    ]
    system_prompt: Body

    def prompt_text(self) -> str:
        """The words that give a model this perspective: what it is, what to look for, what to leave to others."""
        sections = [
            f"You review from one angle only: {self.name}. {self.description}",
            self.system_prompt,
            listed_section("What you judge by", [f"- {line}" for line in self.evaluation_criteria]),
            focus_text(self.focus_areas),
            listed_section("What you leave to other angles", [f"- {line}" for line in self.ignores]),
        ]
        return "\n\n".join(section for section in sections if section)


@dataclass(frozen=True, kw_only=True)
class AngleFile(AngleText, File):
    """An angle as a file carries it."""

    words = AngleText
    folder = "angles"
    markdown = "system_prompt"

    key: AngleKey
    active: bool = True


def focus_text(areas: tuple[FocusArea, ...]) -> str:
    """The areas as a section of a prompt."""
    lines = []
    for area in areas:
        lines += ["", f"### {area.name}, {area.severity_if_violated} when it is violated", ""]
        lines += [f"- {one}" for one in area.indicators]
    return listed_section("Where you look", lines[1:])
