"""Personas with sensible words."""

from typing import Any

from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType

from personas.content import PersonaFile
from personas.models import Persona, PersonaVersion, Phase, Step

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


def edit(persona: Persona, *, by: User | None = None, note: str = "", **fields: Any) -> Persona:
    """Somebody changes some words."""
    for name, value in fields.items():
        setattr(persona, name, value)
    persona.publish(by=by, note=note)
    return persona


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


def know_the_kinds() -> None:
    """Fill the cache of content types, which a test on a flushed database finds empty."""
    ContentType.objects.get_for_models(Persona, PersonaVersion, Phase, Step)
