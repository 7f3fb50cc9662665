"""A provider whose answers come in a chosen order, whoever was asked first."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence

from reviews.errors import ProviderError
from reviews.providers.base import Delta, Done, Estimate, Prompt, Usage
from reviews.providers.scripted import ScriptedProvider, ScriptedReply
from tests.sessions.conftest import ROUNDTABLE

TAKE = "roundtable.first_take"


class Answering(ScriptedProvider):
    """Says what the script of roundtables says, but first takes end in `order`; who is not in it ends at once.

    failing: who breaks off instead; price: what a first take costs in US dollars.
    asked: whose first takes were asked for; ended: whose have ended; most: how many were written at the same time.
    """

    def __init__(self, order: Sequence[str], failing: Collection[str] = (), price: float = 0.0) -> None:
        super().__init__(
            {purpose: [ScriptedReply(**line) for line in lines] for purpose, lines in ROUNDTABLE.items()}
        )
        self.order, self.failing, self.price = order, failing, price
        self.asked: list[str] = []
        self.ended: list[str] = []
        self.most = 0
        self.turns: Mapping[str, asyncio.Event] = {key: asyncio.Event() for key in order}
        self.open_next()

    def open_next(self) -> None:
        """Let whoever is next end."""
        for key in [key for key in self.order if key not in self.ended][:1]:
            self.turns[key].set()

    def estimate(self, prompt: Prompt) -> Estimate:
        return Estimate(1, 100, self.price if prompt.purpose == TAKE else 0.0)

    def cost(self, model: str, usage: Usage) -> float:
        return self.price if usage.input else 0.0

    async def stream(self, prompt: Prompt) -> AsyncGenerator[Delta | Done]:
        if prompt.purpose != TAKE:
            async for piece in super().stream(prompt):
                yield piece
            return
        key, text = prompt.speaker, f"{prompt.speaker} looks at the orders."
        self.asked.append(key)
        self.most = max(self.most, len(self.asked) - len(self.ended))
        yield Delta(text)
        if key in self.turns:
            await self.turns[key].wait()
        self.ended.append(key)
        self.open_next()
        if key in self.failing:
            raise ProviderError("The stream was cut. Try again.", partial=text)
        yield Done(text, None, Usage(input=1), "script")
