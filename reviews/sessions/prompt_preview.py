"""What a persona's or an angle's words look like inside the prompts of every kind of session that uses them."""

from collections.abc import Mapping
from typing import Any

from reviews.kinds import registry
from reviews.kinds.prompts import PromptPersona
from reviews.states import Tier


def persona_preview(persona: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The prompts that `persona` (its fields, its key, its kind and its `prompt_text`) would be used in, as
    (title, whole prompt) each. Empty for a kind of persona that no kind of session seats."""
    text = PromptPersona(
        key=persona["key"],
        name=persona["name"],
        role=persona["role"],
        text=persona["prompt_text"],
        tier=Tier(persona["tier"]),
        model=persona["model"],
    )
    return [shown for kind in registry.kinds() for shown in kind.preview(persona, text)]


def without_model(persona: Mapping[str, Any]) -> list[str]:
    """What `persona` (as above) does in each kind of session when no model speaks for it, in sentences."""
    return [said for kind in registry.kinds() if (said := kind.without_model(persona))]


def angle_preview(angle: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The prompts that `angle` (its fields, its key and its `prompt_text`) would be used in, as (title, whole prompt)
    each. Empty when no kind of session looks from angles."""
    return [shown for kind in registry.kinds() for shown in kind.angle_preview(angle)]
