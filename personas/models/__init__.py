"""Everything that an admin edits about who looks, how, and at what."""

from personas.models.angle import Angle, AngleQuerySet, AngleVersion
from personas.models.persona import Persona, PersonaQuerySet, PersonaVersion
from personas.models.step import Phase, Step, StepQuerySet
from personas.models.tool import ToolDocument
from personas.models.versions import User, Version, Versioned, VersionedQuerySet

__all__ = [
    "Angle",
    "AngleQuerySet",
    "AngleVersion",
    "Persona",
    "PersonaQuerySet",
    "PersonaVersion",
    "Phase",
    "Step",
    "StepQuerySet",
    "ToolDocument",
    "User",
    "Version",
    "Versioned",
    "VersionedQuerySet",
]
