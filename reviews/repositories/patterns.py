"""Which files of repositories a team lets become artifacts: a pattern on each line of a setting."""

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Patterns:
    """Patterns as people write them; none at all means every file.

    `*`, `?` and `[…]` stand for characters within a name, `**` for any number of folders. A pattern without "/"
    is about the name alone, in whatever folder; one with "/" is about the whole path.
    """

    lines: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> "Patterns":
        """The patterns of a setting (`Team.file_patterns`); empty lines say nothing."""
        return cls(tuple(line for given in text.splitlines() if (line := given.strip())))

    def allow(self, path: str) -> bool:
        """Whether the file at `path` (text form, from the top) fits one of them."""
        return not self.lines or any(_fits(path.split("/"), _parts(line)) for line in self.lines)


def _parts(pattern: str) -> list[str]:
    parts = pattern.lstrip("/").split("/") if "/" in pattern else ["**", pattern]
    # At the end it stands for what is in the folders, not for a file of that name.
    return [*parts, "*"] if parts[-1] == "**" else parts


def _fits(path: list[str], pattern: list[str]) -> bool:
    """As PurePosixPath.full_match decides it, which takes hours for some names and patterns: this never does."""
    reached = {0}
    for part in pattern:
        if part == "**":
            reached = set(range(min(reached), len(path) + 1))
        else:
            reached = {at + 1 for at in reached if at < len(path) and fnmatchcase(path[at], part)}
        if not reached:
            return False
    return len(path) in reached
