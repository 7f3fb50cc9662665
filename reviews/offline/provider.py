"""The provider that follows rules: no model, no network, no cost. The same prompt gives the same answer."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

from django.utils.module_loading import import_string

from reviews.errors import ProviderError, WorkEnded
from reviews.kinds import registry
from reviews.offline.speaking import speak_by_rules
from reviews.providers.base import Delta, Done, Prompt, Provider
from reviews.workers.lanes import RULES

_WORD = re.compile(r"\S++\s*+")


def speakers_for(purpose: str) -> str | None:
    """The dotted path of the rules that speak for this purpose, whatever kind of session it belongs to; None for
    none."""
    paths = (kind.offline for kind in registry.kinds() if kind.offline)
    return next((path for path in paths if purpose in import_string(path)), None)


class OfflineProvider(Provider):
    """Speaks for the personas by rules. `pace` is the pause after each word in seconds."""

    name = "offline"

    def __init__(self, pace: float = 0.0) -> None:
        self.pace = pace

    async def stream(self, prompt: Prompt) -> AsyncIterator[Delta | Done]:
        """Answer from `prompt.facts`, word by word. Raises ProviderError for a purpose that has no rules, and when the
        rules did not come to an end."""
        path = speakers_for(prompt.purpose)
        if path is None:
            raise ProviderError(
                f"The offline reviewer has no rules for “{prompt.purpose}”. Set ANTHROPIC_API_KEY to let Claude do it.",
                permanent=True,
                kind="unknown_purpose",
            )
        text, data = await asyncio.to_thread(_speak_bounded, path, prompt)
        text = text.strip()
        for word in _WORD.findall(text):
            yield Delta(word)
            if self.pace:
                await asyncio.sleep(self.pace)
        yield Done(text=text, data=data, model=self.name)


def _speak_bounded(path: str, prompt: Prompt) -> tuple[str, Any]:
    """As `speak_by_rules`, within the limits of rules. A session's prompts go to the same process, which remembers what
    it has read."""
    size = len(prompt.request) + sum(len(material.text) for material in prompt.materials)
    try:
        return RULES.run(speak_by_rules, path, prompt, size=size, key=prompt.nonce)
    except WorkEnded as ended:
        raise ProviderError(
            str(ended), permanent=ended.kind in ("too_long", "too_large"), kind=ended.kind
        ) from ended
