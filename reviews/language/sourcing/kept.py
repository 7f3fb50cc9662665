"""What was made of pieces of text, kept for the next time that the same piece is read."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock


class KeptReadings[Value]:
    """The latest values, each made from a text and what else its key has; their texts have at most `most` characters
    altogether, since what is made of a text is never larger than some multiple of it. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[tuple[str, object], Value] = OrderedDict()
        self._lock = Lock()

    def read(self, text: str, rest: object, make: Callable[[], Value]) -> Value:
        """What `make` says, asked only when nothing is kept for `text` and `rest` (hashable), which decide it."""
        found = self._kept.get((text, rest))
        if found is None:
            found = make()
            self._keep(text, rest, found)
        return found

    def _keep(self, text: str, rest: object, value: Value) -> None:
        with self._lock:
            if (text, rest) in self._kept:
                return
            self._kept[text, rest] = value
            self._size += len(text)
            while self._size > self._most:
                (gone, _), _ = self._kept.popitem(last=False)
                self._size -= len(gone)
