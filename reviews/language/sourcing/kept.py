"""The statements of texts that were read, kept for the next time the same text is looked up in."""

from collections import OrderedDict
from threading import Lock

from reviews.language.sourcing.statements import Statement, read_statements


class KeptStatements:
    """The statements of the texts that were read last, at most `most` statements altogether: a session reads the same
    texts many times, and one statement takes about two kilobytes. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count = 0
        self._kept: OrderedDict[tuple[str, frozenset[str]], tuple[Statement, ...]] = OrderedDict()
        self._lock = Lock()

    def read(self, text: str, known: frozenset[str]) -> tuple[Statement, ...]:
        """What `read_statements` says of `text`."""
        key = text, known
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = read_statements(text, known)
        self._keep(key, found)
        return found

    def _keep(self, key: tuple[str, frozenset[str]], found: tuple[Statement, ...]) -> None:
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = found
            self._count += len(found)
            while self._count > self._most:
                _, gone = self._kept.popitem(last=False)
                self._count -= len(gone)
