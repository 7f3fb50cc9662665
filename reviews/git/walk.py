"""A walk through history that tells which commit touched which path, newest first, within a time."""

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from reviews.errors import RepositoryError
from reviews.git.command import GitCall, Limits, stream

_FORMAT = ("-z", "--raw", "--no-abbrev", "--no-renames", "--root", "-c", "--format=%H %ct")


@dataclass(frozen=True)
class Touch:
    """A commit that changed the file at a path. A merge counts when the file differs from that of all its parents."""

    commit: str
    path: bytes


class Walk:
    """To be iterated once. After that `horizon` is None when the whole history was walked; else the time was up, and
    it is the time of the last commit that was walked (seconds since 1970, 0 without any).
    """

    def __init__(
        self, mirror: Path, *words: str | bytes, seconds: float, stop: Callable[[], bool] = lambda: False
    ) -> None:
        limits = Limits(seconds=seconds, output=16 << 30)
        self.call = GitCall(("log", *_FORMAT, *words), mirror, limits=limits, stop=stop)
        self.horizon: int | None = None
        self.at = 0

    def __iter__(self) -> Generator[Touch]:
        commit = ""
        try:
            with closing(_split_chunks(stream(self.call))) as parts:
                for part in parts:
                    # A line of colons is followed by its path, so no path can be taken for anything else.
                    if part.lstrip(b"\n").startswith(b":"):
                        yield Touch(commit, next(parts))
                    elif part.strip():
                        commit, _, seconds = part.strip().decode().partition(" ")
                        # A commit of an odd tool may have no date that git can read.
                    self.at = int(seconds or 0)
        except RepositoryError as error:
            if error.kind != "timeout":
                raise
            self.horizon = self.at


def _split_chunks(chunks: Generator[bytes]) -> Generator[bytes]:
    rest = b""
    with closing(chunks):
        for chunk in chunks:
            *parts, rest = (rest + chunk).split(b"\0")
            yield from parts
