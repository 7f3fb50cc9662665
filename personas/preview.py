"""The prompts that an admin's words would be used in, for their editor. The assembling code is named by settings."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from personas.models import Angle, Persona, Version

Section = tuple[str, str]
NO_SAMPLE = (
    "No sample yet",
    "No kind of session looks from angles here, so there is no text to try this one on: above is its own part of a "
    "prompt.",
)


def preview_sections(persona: Persona, version: Version | None = None) -> list[Section]:
    """(title, text) pairs: what settings.PERSONA_PREVIEW makes of the persona, or else its own part only.

    The named function takes what `persona_values` gives. With `version` the words are that version's.
    """
    values = persona_values(persona, version)
    own = ("The persona's part of the prompt", values["prompt_text"])
    return _assembled("PERSONA_PREVIEW", values) or [own]


def angle_sections(angle: Angle, version: Version | None = None) -> list[Section]:
    """(title, text) pairs: what settings.ANGLE_PREVIEW makes of the angle on a sample, or else its own part and a
    sentence that there is no sample.

    The named function takes all content fields, `key` and the assembled `prompt_text`, as plain values.
    """
    content = (version or angle).content()
    values = asdict(content) | {"key": angle.key, "prompt_text": content.prompt_text()}
    own = ("The angle's part of the prompt", values["prompt_text"])
    return _assembled("ANGLE_PREVIEW", values) or [own, NO_SAMPLE]


def persona_values(persona: Persona, version: Version | None = None) -> dict[str, Any]:
    """All content fields, `key`, `kind` and the assembled `prompt_text`, as plain values."""
    content = (version or persona).content()
    return asdict(content) | {"key": persona.key, "kind": persona.kind, "prompt_text": content.prompt_text()}


def _assembled(setting: str, values: Mapping[str, Any]) -> list[Section]:
    """What the function that a setting names makes of `values`; without one, nothing."""
    path = getattr(settings, setting, "")
    if not path:
        return []
    try:
        assemble = import_string(path)
    except ImportError as error:
        own = ("Its part of the prompt", values["prompt_text"])
        return [own, ("The rest cannot be shown", f"The setting {setting} names {path}: {error}.")]
    return list(assemble(values))
