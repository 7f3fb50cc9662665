"""The provider that follows rules: no model, no network, no cost. The same prompt gives the same answer."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from typing import Literal

from pydantic import BaseModel

from reviews.errors import ProviderError
from reviews.kinds.interview.offline import answerer, improver, interviewer
from reviews.kinds.interview.offline.session import Facts, facts_of
from reviews.kinds.roundtable.offline import roundtable
from reviews.kinds.roundtable.offline.table import Table, table_of
from reviews.offline.reviewer import LABEL
from reviews.providers.base import Delta, Done, Estimate, Prompt, Usage

MODEL = "offline"
# The material in which an earlier review is handed on; the facts hold only this one.
PREVIOUS = "transcript of the earlier review"
_WORD = re.compile(r"\s*\S+\s*")

_INTERVIEW: dict[str, Callable[[Facts], tuple[str, BaseModel]]] = {
    "interview.question": interviewer.question,
    "interview.settle": interviewer.settle,
    "interview.answer": answerer.answer,
    "interview.improve": improver.improve,
}
_ROUNDTABLE: dict[str, Callable[[Table], tuple[str, BaseModel | None]]] = {
    "roundtable.first_take": roundtable.first_take,
    "roundtable.framing": roundtable.frame,
    "roundtable.contribution": roundtable.contribution,
    "roundtable.synthesis": roundtable.synthesis,
}


class OfflineProvider:
    """Speaks for the personas by rules. `pace` is the pause after each word in seconds."""

    name: Literal["offline"] = "offline"
    label = LABEL

    def __init__(self, pace: float = 0.0) -> None:
        self.pace = pace

    def model_for(self, prompt: Prompt) -> str:
        """Always "offline": there is no model."""
        return MODEL

    def estimate(self, prompt: Prompt) -> Estimate:
        """Nothing: rules take no tokens."""
        return Estimate(0, 0, 0.0)

    def cost(self, model: str, usage: Usage) -> float:
        """Nothing, in US dollars."""
        return 0.0

    async def stream(self, prompt: Prompt) -> AsyncIterator[Delta | Done]:
        """Answer from `prompt.facts`, word by word. Raises ProviderError for a purpose that has no rules."""
        if prompt.purpose not in (*_INTERVIEW, *_ROUNDTABLE):
            raise ProviderError(
                f"The offline reviewer has no rules for “{prompt.purpose}”. Set ANTHROPIC_API_KEY to let Claude do it.",
                permanent=True,
                kind="unknown_purpose",
            )
        text, data = await asyncio.to_thread(_speak, prompt)
        for word in _WORD.findall(text):
            yield Delta(word)
            if self.pace:
                await asyncio.sleep(self.pace)
        yield Done(text=text, data=data, model=MODEL)

    async def aclose(self) -> None:
        """Nothing to give back."""


def _speak(prompt: Prompt) -> tuple[str, BaseModel | None]:
    if prompt.purpose in _ROUNDTABLE:
        said, result = _ROUNDTABLE[prompt.purpose](table_of(prompt.facts))
        return said.strip(), result
    previous = next((m.text for m in prompt.materials if m.name == PREVIOUS), "")
    text, data = _INTERVIEW[prompt.purpose](facts_of(prompt.facts, previous))
    return text.strip(), data
