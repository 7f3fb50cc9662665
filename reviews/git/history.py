"""The commits of a mirror: which touched a path, what is newer, who made them and when."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from reviews.errors import RepositoryError
from reviews.git.command import PAGE, GitCall, Limits, git, stream
from reviews.git.mirror import checked_id
from reviews.git.names import path_bytes, to_text

HISTORY_SECONDS = 0.25
RENAMES, MOST_RENAMES = Limits(seconds=0.5), 500
"""How long a renamed file is looked for, and among how many files: what more are is compared by whole texts only."""

# Separated by bytes that git takes out of names and that no subject can have.
_COMMIT = "%H%x00%an%x00%ae%x00%ct%x00%s"
_FIELDS = 5


@dataclass(frozen=True)
class Commit:
    """A commit: its full id, who wrote it, when it was made, and the first line of its message."""

    id: str
    author: str
    email: str
    at: datetime
    subject: str


@dataclass(frozen=True)
class PathHistory:
    """Commits that touched a path, newest first. `complete` is False when there may be more than these."""

    commits: tuple[Commit, ...]
    complete: bool


@dataclass(frozen=True)
class CommitDistance:
    """What lies between a pinned commit and another: how many commits, and whether history was rewritten.

    `rewritten` means that the pinned commit is no longer part of the other's history.
    """

    count: int
    rewritten: bool


def history(
    mirror: Path, commit: str, path: str = "", *, most: int = 50, seconds: float = HISTORY_SECONDS
) -> PathHistory:
    """The newest commits up to `commit` that touched a path ("" for all), as many as are found within `seconds`."""
    spec = ("--", path_bytes(path)) if path else ()
    words = (
        "log",
        "-z",
        f"--format={_COMMIT}",
        "--no-renames",
        "-n",
        str(most + 1),
        checked_id(commit),
        *spec,
    )
    call = GitCall(words, mirror, limits=Limits(seconds=seconds))
    data, in_time = _until_timeout(stream(call))
    commits = tuple(_parse_commits(data))
    return PathHistory(commits[:most], in_time and len(commits) <= most)


def newer(mirror: Path, pinned: str, now: str, path: str = "") -> CommitDistance:
    """How many commits `now` has that `pinned` has not; with `path`, only those that touched it are counted."""
    spec = ("--", path_bytes(path)) if path else ()
    between = f"{checked_id(pinned)}...{checked_id(now)}"
    found = git(mirror, "rev-list", "--count", "--left-right", between, *spec, limits=PAGE).split()
    behind = git(mirror, "rev-list", "-n", "1", pinned, f"^{now}", limits=PAGE)
    return CommitDistance(int(found[1]), bool(behind))


def commits_between(mirror: Path, old: str, new: str, path: str = "", *, most: int = 50) -> list[Commit]:
    """The commits of `new` that `old` does not have, newest first."""
    spec = ("--", path_bytes(path)) if path else ()
    words = ("log", "-z", f"--format={_COMMIT}", "--no-renames", "-n", str(most))
    between = f"{checked_id(old)}..{checked_id(new)}"
    return list(_parse_commits(git(mirror, *words, between, *spec, limits=PAGE)))


def renamed(mirror: Path, old: str, new: str, path: str) -> str:
    """What the file `path` of `old` is called in `new`; "" when it is still there, gone, or not found quickly."""
    words = ("diff-tree", "-r", "-z", "--name-status", "--diff-filter=R", "-M", f"-l{MOST_RENAMES}")
    try:
        fields = git(mirror, *words, checked_id(old), checked_id(new), limits=RENAMES).split(b"\0")
    except RepositoryError:
        return ""  # The new name is only a hint.
    names = dict(zip(fields[1::3], fields[2::3], strict=False))
    return to_text(names.get(path_bytes(path), b""))


def commit_details(mirror: Path, ids: set[str]) -> Iterator[Commit]:
    """The commits with these ids, in no order."""
    if not ids:
        return iter(())
    lines = "".join(f"{one}\n" for one in sorted(ids)).encode()
    words = ("log", "--no-walk=unsorted", "--stdin", "-z", f"--format={_COMMIT}")
    return _parse_commits(git(mirror, *words, stdin=lines, limits=PAGE))


def _parse_commits(data: bytes) -> Iterator[Commit]:
    fields = data.decode("utf-8", "replace").split("\0")
    for at in range(0, len(fields) - _FIELDS + 1, _FIELDS):
        id_, author, email, seconds, subject = fields[at : at + _FIELDS]
        yield Commit(id_, author, email, commit_moment(seconds), subject)


def commit_moment(seconds: bytes | str) -> datetime:
    """When a commit was made, from git's seconds since 1970."""
    # Nonsense in a commit's date must not keep anybody from reading the file.
    return datetime.fromtimestamp(min(max(int(seconds or 0), 0), 253_000_000_000), UTC)


def _until_timeout(chunks: Iterator[bytes]) -> tuple[bytes, bool]:
    data = bytearray()
    try:
        for chunk in chunks:
            data += chunk
    except RepositoryError as error:
        if error.kind != "timeout":
            raise
        return bytes(data[: data.rfind(b"\0") + 1]), False
    return bytes(data), True
