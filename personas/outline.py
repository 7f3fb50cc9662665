"""What a phase and a step say, as checked values: the one place that knows their rules (VR-STEP-005, C25).

As with personas, a row holds these fields, a file carries them, and a form is checked by them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from personas.choices import Depth
from personas.conditions import check_condition
from personas.content import KEY_PATTERN, Body, Content, Entry, File, Line, shape_check
from personas.sections import MODES, REQUIRED, body_sections, list_entries

MAX_TITLE = 60
MAX_OUTPUTS = 10
STEP_ID_RULE = "has to be two digits, a hyphen and two digits, such as 01-03"


def _at_least_one[Rows: tuple[Any, ...]](rows: Rows) -> Rows:
    """C25: a step without outputs would have nothing to show for itself."""
    if not rows:
        raise ValueError("is empty; name at least one file")
    return rows


def _check_body(body: str) -> str:
    """Refuses a body without its five sections, or with an empty one."""
    found = body_sections(body)
    if missing := [name for name in REQUIRED if name not in found]:
        raise ValueError(f"lacks the section “## {missing[0]}”; add it")
    if empty := [name for name in REQUIRED if not list_entries(found[name])]:
        raise ValueError(f"says nothing under “## {empty[0]}”; write it")
    return body


StepId = Annotated[str, shape_check(r"[0-9]{2}-[0-9]{2}", STEP_ID_RULE)]
PhaseKey = Annotated[str, shape_check(r"[0-9]{2}", "has to be two digits, such as 01")]
PersonaKey = Annotated[
    Line, shape_check(f"(?:{KEY_PATTERN})?", "is not the key of a persona, such as business-analyst")
]
Slug = Annotated[
    Entry,
    Field(max_length=MAX_TITLE),
    shape_check(
        r"[0-9]{2}(-[a-z0-9]+)+", "has to be the phase's two digits and words, such as 01-requirements"
    ),
]
FileName = Annotated[
    Entry,
    Field(max_length=100),
    shape_check(r"[\w][\w.-]*", "“{}” is not the name of a file; use letters, digits, dots and hyphens"),
]
Section = Annotated[
    Entry, shape_check(r"[^;]*", "“{}” has a semicolon, which stands between sections; leave it out")
]
Title = Annotated[Entry, Field(max_length=MAX_TITLE)]


@dataclass(frozen=True, kw_only=True)
class Output(Content):
    """A file that a step fills, and its sections. Without sections the whole file is meant."""

    file: FileName
    sections: Annotated[tuple[Section, ...], Field(max_length=MAX_OUTPUTS)] = ()

    def __str__(self) -> str:
        """As a form shows it: FILE: SECTION; SECTION."""
        return f"{self.file}: {'; '.join(self.sections)}" if self.sections else self.file

    @classmethod
    def values_of(cls, line: str) -> dict[str, Any]:
        """The fields that a form's line names, unchecked."""
        file, _, rest = line.partition(":")
        return {"file": file.strip(), "sections": [name.strip() for name in rest.split(";") if name.strip()]}


@dataclass(frozen=True, kw_only=True)
class PhaseText(Content):
    """Everything about a phase but its key."""

    slug: Slug
    title: Title
    lead: PersonaKey = ""
    description: Body = ""


@dataclass(frozen=True, kw_only=True)
class PhaseFile(PhaseText, File):
    """A phase as a file carries it."""

    words = PhaseText
    folder = "phases"
    markdown = "description"

    key: PhaseKey


@dataclass(frozen=True, kw_only=True)
class StepText(Content):
    """Everything about a step but its id. An empty persona means the phase's lead."""

    groups = {"outputs": Output}

    title: Title
    persona: PersonaKey = ""
    depth: Depth = Depth.STANDARD
    outputs: Annotated[tuple[Output, ...], Field(max_length=MAX_OUTPUTS), AfterValidator(_at_least_one)]
    depends_on: Annotated[tuple[StepId, ...], Field(max_length=MAX_OUTPUTS)] = ()
    skip_if: Annotated[Line, AfterValidator(check_condition)] = ""
    body: Annotated[Body, AfterValidator(_check_body)]


@dataclass(frozen=True, kw_only=True)
class StepFile(StepText, File):
    """A step as a file carries it."""

    words = StepText
    folder = "steps"
    markdown = "body"
    identity = "step_id"

    step_id: StepId
    active: bool = True


def phase_of(step_id: str) -> str:
    """The key of the phase that a step belongs to by its id."""
    return step_id[:2]


def step_questions(body: str, depth: str) -> list[str]:
    """What a step asks at this depth, one entry each: the section's bullets, or else its paragraphs.

    A missing or empty section falls back to the standard one, and that to the whole body (ERR-STEP-007).
    """
    found = body_sections(body)
    for name in (MODES.get(depth, ""), MODES[Depth.STANDARD]):
        if asked := list_entries(found.get(name, "")):
            return asked
    return list_entries(body)


def in_order(depends_on: Mapping[str, Iterable[str]]) -> list[str]:
    """The steps' ids so that each stands behind those that it depends on. Raises ValueError for a circle."""
    try:
        return list(TopologicalSorter(depends_on).static_order())
    except CycleError as error:
        raise ValueError(f"makes a circle: {' needs '.join(reversed(error.args[1]))}; break it") from error
