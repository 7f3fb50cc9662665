"""What git tells about a fetch, as words for people: what the remote sends beside that is left out."""

import re
from collections.abc import Callable
from dataclasses import dataclass

_LINE = re.compile(
    rb"(?:remote: )?(Counting|Compressing|Receiving|Resolving)[a-z ]*:\s+(\d{1,3})%"
    rb"(?: \(\d+/\d+\), ([\d.]+ [KMG]iB))?"
)
_WORDS = {
    b"Counting": "The other side counts what is new",
    b"Compressing": "The other side packs what is new",
    b"Receiving": "Receiving",
    b"Resolving": "Putting it together",
}
# The share of the whole that lies behind when a part begins, and its own.
_SHARES = {b"Counting": (0, 2), b"Compressing": (2, 8), b"Receiving": (10, 50), b"Resolving": (60, 10)}


@dataclass(frozen=True)
class Progress:
    """How far a fetch has come: 0 to 100 of the whole, and what is going on."""

    percent: int
    words: str


class Listener:
    """Tells `tell` of every step that git's words speak of; the percentage never falls."""

    def __init__(self, tell: Callable[[Progress], None]) -> None:
        self.tell = tell
        self.rest = b""
        self.last = Progress(0, "")

    def __call__(self, chunk: bytes) -> None:
        """Takes a piece of git's words, cut anywhere."""
        *lines, self.rest = re.split(rb"[\r\n]", self.rest[-1000:] + chunk)
        for line in lines:
            found = _LINE.match(line)
            if found:
                self.step(*_step(found))

    def step(self, percent: int, words: str) -> None:
        """Tells of a step if it is a new one."""
        progress = Progress(max(percent, self.last.percent), words)
        if progress != self.last:
            self.last = progress
            self.tell(progress)


def _step(found: re.Match[bytes]) -> tuple[int, str]:
    part, percent, size = found[1], min(int(found[2]), 100), found[3]
    before, share = _SHARES[part]
    words = f"{_WORDS[part]}, {percent} %" + (f", {size.decode()}" if size else "")
    return before + share * percent // 100, words
