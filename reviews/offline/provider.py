"""The provider that follows rules: no model, no network, no cost. The same prompt gives the same answer."""

import asyncio
import re
from collections.abc import AsyncIterator

from django.utils.module_loading import import_string

from reviews.errors import ProviderError
from reviews.kinds import registry
from reviews.kinds.base import Speak
from reviews.providers.base import Delta, Done, Prompt, Provider

_WORD = re.compile(r"\s*\S+\s*")


def speaker_for(purpose: str) -> Speak | None:
    """Who speaks by rules for this purpose, whatever kind of session it belongs to; None for nobody."""
    rules = (import_string(kind.offline) for kind in registry.kinds() if kind.offline)
    return next((found[purpose] for found in rules if purpose in found), None)


class OfflineProvider(Provider):
    """Speaks for the personas by rules. `pace` is the pause after each word in seconds."""

    name = "offline"

    def __init__(self, pace: float = 0.0) -> None:
        self.pace = pace

    async def stream(self, prompt: Prompt) -> AsyncIterator[Delta | Done]:
        """Answer from `prompt.facts`, word by word. Raises ProviderError for a purpose that has no rules."""
        speak = speaker_for(prompt.purpose)
        if speak is None:
            raise ProviderError(
                f"The offline reviewer has no rules for “{prompt.purpose}”. Set ANTHROPIC_API_KEY to let Claude do it.",
                permanent=True,
                kind="unknown_purpose",
            )
        text, data = await asyncio.to_thread(speak, prompt)
        text = text.strip()
        for word in _WORD.findall(text):
            yield Delta(word)
            if self.pace:
                await asyncio.sleep(self.pace)
        yield Done(text=text, data=data, model=self.name)
