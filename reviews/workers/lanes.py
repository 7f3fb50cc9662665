"""What runs in worker processes, each kind of work with its own: rendering a page never waits for rules."""

import threading
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from reviews.errors import WorkEnded
from reviews.language.wordlists import read_words
from reviews.workers.child import MEGABYTES, Job
from reviews.workers.pool import Pool

_SENTENCES = read_words(__file__, "ended")

client_left: ContextVar[threading.Event | None] = ContextVar("client_left", default=None)
"""Set when the client of the request that is being answered has left; None outside of requests."""


@dataclass(frozen=True)
class Lane:
    """A kind of work. Texts up to `cheap` characters are worked on in place, where the worst of them takes a fraction
    of a second; those beyond `longest` not at all. `seconds` is the setting with the seconds of computing that one
    job may take, `megabytes` the memory, `patience` how many seconds it may wait for a free process. `needs_client`
    says that it ends when the client has left."""

    name: str
    cheap: int
    longest: int
    seconds: str
    patience: float
    needs_client: bool
    megabytes: int = MEGABYTES

    def run[R](self, function: Callable[..., R], *arguments: Any, size: int, key: str = "") -> R:
        """What a function of a module gives, for arguments with `size` characters of text in all.

        key: jobs of the same key go to the same process when they can. Raises WorkEnded with a sentence for the page,
        and what ElmError the function raises.
        """
        if size <= self.cheap or not settings.ELM_WORKERS:
            return function(*arguments)
        seconds = getattr(settings, self.seconds)
        job = Job(function.__module__, function.__qualname__, arguments, seconds, self.megabytes)
        try:
            if size > self.longest:
                raise WorkEnded("It is too large.", kind="too_large")
            left = client_left.get() if self.needs_client else None
            pool = pool_of(self.name, settings.ELM_WORKERS)
            return pool.run(function, job, key=key, patience=self.patience, left=left)
        except WorkEnded as ended:
            sentence = _SENTENCES.texts(self.name)[ended.kind].format(seconds=f"{job.seconds:g}")
            raise WorkEnded(sentence, kind=ended.kind) from ended


RENDERING = Lane("rendering", 8_000, 2_000_000, "ELM_RENDER_SECONDS", patience=20, needs_client=True)
COMPARING = Lane("comparing", 40_000, 20_000_000, "ELM_RENDER_SECONDS", patience=20, needs_client=True)
"""The characters of both texts."""
RULES = Lane("rules", 20_000, 20_000_000, "ELM_RULES_SECONDS", patience=600, needs_client=False)
CODE = Lane("code", 0, 2_000_000, "ELM_RENDER_SECONDS", patience=60, needs_client=False, megabytes=512)
"""Never in place: a grammar that breaks ends its process. Errors in constructs that are never closed take memory by the
square of their number, within one step of the parser; an honest text of two million characters takes 200 MB."""


_pools: dict[tuple[str, int], Pool] = {}
_making = threading.Lock()


def pool_of(name: str, size: int) -> Pool:
    """The processes of a lane."""
    with _making:
        if (name, size) not in _pools:
            _pools[name, size] = Pool(size)
        return _pools[name, size]


def end_workers() -> None:
    """End all worker processes of all lanes. Who waits for one is refused."""
    for pool in _pools.values():
        pool.end()
