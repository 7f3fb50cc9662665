"""From git's progress output to words for people. Anything else that the remote sends is left out."""

import re
from collections.abc import Callable
from dataclasses import dataclass

_LINE = re.compile(
    rb"(?:remote: )?(Counting|Compressing|Receiving|Resolving)[a-z ]*:\s+(\d{1,3})%"
    rb"(?: \(\d+/\d+\), ([\d.]+ [KMG]iB))?"
)
_WORDS = {
    b"Counting": "The remote counts what is new",
    b"Compressing": "The remote packs what is new",
    b"Receiving": "Receiving",
    b"Resolving": "Putting it together",
}
# The percentage at which a part begins, and its share of the whole.
_SHARES = {b"Counting": (0, 2), b"Compressing": (2, 8), b"Receiving": (10, 50), b"Resolving": (60, 10)}


@dataclass(frozen=True)
class Progress:
    """How far a fetch is: 0 to 100 percent of the whole, and what is going on."""

    percent: int
    words: str


class ProgressListener:
    """Calls `tell` with every step in git's output; the percentage never falls."""

    def __init__(self, tell: Callable[[Progress], None]) -> None:
        self.tell = tell
        self.rest = b""
        self.last = Progress(0, "")

    def __call__(self, chunk: bytes) -> None:
        """Take in a piece of git's output, cut anywhere."""
        *lines, self.rest = re.split(rb"[\r\n]", self.rest[-1000:] + chunk)
        for line in lines:
            found = _LINE.match(line)
            if found:
                self.step(*_read_step(found))

    def step(self, percent: int, words: str) -> None:
        """Call `tell` unless the step is the last one again."""
        progress = Progress(max(percent, self.last.percent), words)
        if progress != self.last:
            self.last = progress
            self.tell(progress)


def _read_step(found: re.Match[bytes]) -> tuple[int, str]:
    part, percent, size = found[1], min(int(found[2]), 100), found[3]
    before, share = _SHARES[part]
    words = f"{_WORDS[part]}, {percent} %" + (f", {size.decode()}" if size else "")
    return before + share * percent // 100, words
