"""The cache of one process, bounded by the bytes in it: a text that was laid out may take thousands of times the room
of another, so that a number of entries says nothing about the memory that they take."""

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache


class SizedCache(LocMemCache):
    """Django's, with the option MAX_BYTES: what was used longest ago makes room. What alone would take more than a
    quarter of it is not kept, since it would put out everything else."""

    _cache: dict[str, bytes]
    _delete: Callable[[str], bool]

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self.most_bytes = int(params["OPTIONS"]["MAX_BYTES"])

    @property
    def size(self) -> int:
        """How many bytes all that is kept has."""
        return sum(map(len, self._cache.values()))

    def _set(self, key: str, value: bytes, timeout: float | None = DEFAULT_TIMEOUT) -> None:
        """Keep a pickled value; whoever calls it has the lock."""
        if len(value) > self.most_bytes // 4:
            self._delete(key)
            return
        super()._set(key, value, timeout)  # type: ignore[misc]
        too_much = self.size - self.most_bytes
        while too_much > 0:
            oldest = next(reversed(self._cache))
            too_much -= len(self._cache[oldest])
            self._delete(oldest)
