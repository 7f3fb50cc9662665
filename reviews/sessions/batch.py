"""Several calls of a session at the same time: how many, in which order, and what became of them."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

from reviews.errors import ProviderError
from reviews.log.values import Ask


class Batch:
    """Calls of which `at_once` are made at a time.

    Budget is reserved in the order of the asks, and answers are appended in the order in which they are there: one
    after the other, because threads would overtake each other. failed: the errors by their asks' keys; refused:
    whether the budget allowed no further call.
    """

    def __init__(self, at_once: int) -> None:
        self.slots = asyncio.Semaphore(at_once)
        self.reserving, self.appending = asyncio.Lock(), asyncio.Lock()
        self.failed: dict[tuple[str, str, str], ProviderError] = {}
        self.refused = False

    def first_failed(self, asks: Iterable[Ask]) -> tuple[Ask, ProviderError] | None:
        """The first of the asks that failed, whichever of them failed first."""
        return next(((ask, self.failed[ask.key]) for ask in asks if ask.key in self.failed), None)


async def all_of(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Do it all at the same time. What breaks one cancels the others and is raised once they have ended."""
    try:
        async with asyncio.TaskGroup() as group:
            for one in work:
                group.create_task(one)
    except ExceptionGroup as broken:
        raise broken.exceptions[0] from broken
