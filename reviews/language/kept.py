"""What was made of pieces of text, kept for the next time that the same piece is read: of notes that a session goes on
working on, only what has changed is read again. Standard library only."""

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from threading import Lock

_EACH = 150
"""Characters that each piece counts besides its own, so that there are not too many small ones."""


class KeptReadings[Value]:
    """The latest values, each made from a text and what else its key has; their texts count at most `most` characters
    altogether, since what is made of a text is never larger than some multiple of it. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[tuple[str, object], tuple[Value]] = OrderedDict()
        self._lock = Lock()

    def read(self, text: str, rest: object, make: Callable[[], Value]) -> Value:
        """What `make` says, asked only when nothing is kept for `text` and `rest` (hashable), which decide it."""
        found = self._kept.get((text, rest))
        if found is None:
            found = (make(),)
            self._keep(text, rest, found)
        return found[0]

    def _keep(self, text: str, rest: object, found: tuple[Value]) -> None:
        with self._lock:
            if (text, rest) in self._kept:
                return
            self._kept[text, rest] = found
            self._size += len(text) + _EACH
            while self._size > self._most:
                (gone, _), _ = self._kept.popitem(last=False)
                self._size -= len(gone) + _EACH


def keep_latest[Value](read: Callable[[str], Value], most: int = 3_000_000) -> Callable[[str], Value]:
    """`read`, which is asked once for each sentence that is among the latest (see `KeptReadings`)."""
    kept = KeptReadings[Value](most)

    @wraps(read)
    def read_kept(text: str) -> Value:
        return kept.read(text, None, lambda: read(text))

    return read_kept
