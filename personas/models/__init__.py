"""Everything that an admin edits about who looks, how, and at what."""

from personas.models.persona import Persona, PersonaQuerySet, PersonaVersion, User, Worded
from personas.models.shipped import Shipped, ShippedQuerySet
from personas.models.step import Phase, Step, StepQuerySet

__all__ = [
    "Persona",
    "PersonaQuerySet",
    "PersonaVersion",
    "Phase",
    "Shipped",
    "ShippedQuerySet",
    "Step",
    "StepQuerySet",
    "User",
    "Worded",
]
