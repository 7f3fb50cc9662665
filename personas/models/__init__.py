"""Everything that an admin edits about who looks, how, and at what."""

from personas.models.persona import Persona, PersonaQuerySet, PersonaVersion
from personas.models.step import Phase, Step, StepQuerySet
from personas.models.versions import User, Version, Versioned, VersionedQuerySet

__all__ = [
    "Persona",
    "PersonaQuerySet",
    "PersonaVersion",
    "Phase",
    "Step",
    "StepQuerySet",
    "User",
    "Version",
    "Versioned",
    "VersionedQuerySet",
]
