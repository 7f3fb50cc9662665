"""Personas with sensible words."""

from typing import Any

from django.contrib.auth.models import Permission, User

from personas.content import PersonaFile
from personas.models import Persona

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
