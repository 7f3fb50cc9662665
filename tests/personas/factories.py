"""Personas with sensible words."""

from pathlib import Path
from typing import Any

from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType

from personas.angles import AngleFile
from personas.content import PersonaFile
from personas.files import format_file
from personas.folders import STARTER
from personas.models import Angle, AngleVersion, Persona, PersonaVersion, Phase, Step, ToolDocument, Versioned

WORDS = {"name": "Maya Lind", "role": "a business analyst", "text": "Ask who needs it."}


def make_persona(
    key: str = "maya", kind: str = "roundtable", *, by: User | None = None, **fields: Any
) -> Persona:
    """A published persona."""
    persona = Persona(key=key, kind=kind, **(WORDS | fields))
    persona.publish(by=by)
    return persona


def persona_file(key: str = "maya", **fields: Any) -> PersonaFile:
    """A persona as a file carries it."""
    return PersonaFile.checked({"key": key, "kind": "roundtable"} | WORDS | fields)


def edit[Row: Versioned](row: Row, *, by: User | None = None, note: str = "", **fields: Any) -> Row:
    """Somebody changes some words."""
    for name, value in fields.items():
        setattr(row, name, value)
    row.publish(by=by, note=note)
    return row


def may(user: User, *codenames: str) -> User:
    """`user` as staff with these permissions on personas, freshly read."""
    user.is_staff = True
    user.save()
    user.user_permissions.set(
        Permission.objects.filter(content_type__app_label="personas", codename__in=codenames)
    )
    return User.objects.get(pk=user.pk)


def step_body(standard: str = "- Who needs it?\n- What for?") -> str:
    """The five sections, with something in each."""
    parts = {
        "Brief Mode": "It is so. Correct it.",
        "Standard Mode": standard,
        "Deep Mode": "- Who else?\n- Since when?\n- Where?\n- How often?",
        "Validation": "- Somebody is named.",
        "Artifacts": "- `notes.md`",
    }
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in parts.items())


def make_phase(key: str = "01", **fields: Any) -> Phase:
    """A checked phase."""
    values = {"slug": f"{key}-requirements", "title": "Requirements", "description": "What is needed."}
    phase = Phase(key=key, **(values | fields))
    phase.full_clean()
    phase.save()
    return phase


def make_step(step_id: str = "01-03", **fields: Any) -> Step:
    """A checked step, in a phase that is made if it is missing."""
    phase = Phase.objects.filter(key=step_id[:2]).first() or make_phase(step_id[:2])
    values = {"title": "Journeys", "outputs": [{"file": "notes.md", "sections": []}], "body": step_body()}
    step = Step(step_id=step_id, phase=phase, **(values | fields))
    step.full_clean()
    step.save()
    return step


AREA = {"id": "limits", "name": "Limits", "indicators": ["No upper bound."], "severity_if_violated": "high"}
ANGLE = {
    "name": "Cost Check",
    "description": "What does it cost to run?",
    "evaluation_criteria": ["Every call has a price."],
    "focus_areas": [AREA],
    "system_prompt": "Count what is paid for.",
}


def make_angle(key: str = "cost", *, by: User | None = None, **fields: Any) -> Angle:
    """A published angle."""
    angle = Angle(key=key, **(ANGLE | fields))
    angle.publish(by=by)
    return angle


def angle_file(key: str = "cost", **fields: Any) -> AngleFile:
    """An angle as a file carries it."""
    return AngleFile.checked({"key": key} | ANGLE | fields)


def tool_text(name: str = "read_mail", **sections: str) -> str:
    """The document of a tool, with something in each section."""
    said = {
        "summary": "Reads a mail.",
        "parameters": "None.",
        "examples": "    read_mail()",
        "notes": "- Slow.",
    }
    parts = [f"## {title.capitalize()}\n{text}" for title, text in (said | sections).items()]
    return "\n".join([f"# Tool: {name}", *parts])


def make_tool(name: str = "read_mail", *, by: User | None = None, **sections: str) -> ToolDocument:
    """A published document."""
    tool = ToolDocument(name=name, full_text=tool_text(name, **sections))
    tool.publish(by=by)
    return tool


def know_the_kinds() -> None:
    """Fill the cache of content types, which a test on a flushed database finds empty."""
    ContentType.objects.get_for_models(
        Persona, PersonaVersion, Phase, Step, Angle, AngleVersion, ToolDocument
    )


def small_starter(root: Path) -> Path:
    """`root` with Maya and the shipped angles and tools, which load in a moment."""
    (root / "maya.md").write_text(format_file(persona_file()))
    for folder in ("angles", "tools"):
        (root / folder).symlink_to(STARTER / folder)
    return root
