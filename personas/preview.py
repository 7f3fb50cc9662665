"""The prompt that a persona would get, for its editor. The assembling code is named by a setting."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from personas.models import Persona, Version

Section = tuple[str, str]


def preview_sections(persona: Persona, version: Version | None = None) -> list[Section]:
    """(title, text) pairs: what settings.PERSONA_PREVIEW makes of the persona, or else its own part only.

    The named function takes what `persona_values` gives. With `version` the words are that version's.
    """
    values = persona_values(persona, version)
    path = getattr(settings, "PERSONA_PREVIEW", "")
    own = ("The persona's part of the prompt", values["prompt_text"])
    if not path:
        return [own]
    try:
        assemble = import_string(path)
    except ImportError as error:
        return [own, ("The rest cannot be shown", f"The setting PERSONA_PREVIEW names {path}: {error}.")]
    return list(assemble(values)) or [own]


def persona_values(persona: Persona, version: Version | None = None) -> dict[str, Any]:
    """All content fields, `key`, `kind` and the assembled `prompt_text`, as plain values."""
    content = (version or persona).content()
    return asdict(content) | {"key": persona.key, "kind": persona.kind, "prompt_text": content.prompt_text()}
