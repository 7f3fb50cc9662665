"""Answering a prompt by rules, also in a process that knows nothing but the modules of the rules."""

from importlib import import_module
from typing import Any

from reviews.providers.base import Prompt


def speak_by_rules(path: str, prompt: Prompt) -> tuple[str, Any]:
    """The words for a prompt and the structured result beside them, None for none. `path` is the dotted path of a
    mapping from purposes to the functions that speak."""
    module, _, name = path.rpartition(".")
    found: tuple[str, Any] = getattr(import_module(module), name)[prompt.purpose](prompt)
    return found
