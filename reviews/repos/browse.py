"""Reading a mirror: from git's objects alone. No link is followed, no submodule entered, no filter applied."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from reviews.errors import RepositoryError
from reviews.repos.command import Call, Limits, git, stream
from reviews.repos.last_changes import PAGE_SECONDS, last_changes
from reviews.repos.mirror import HEADS, TAGS, checked_id
from reviews.repos.names import path_bytes, to_text

Kind = Literal["folder", "file", "link", "submodule"]

KINDS: dict[bytes, Kind] = {b"040000": "folder", b"120000": "link", b"160000": "submodule"}
PAGE = Limits(seconds=10)
HISTORY_SECONDS = 0.25
LFS = b"version https://git-lfs.github.com/spec/v1\n"

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
class Branch:
    """A branch of the other side, and its newest commit."""

    name: str
    commit: str
    at: datetime


@dataclass(frozen=True)
class Entry:
    """What a folder holds. `name` is printable text (see names.py); `path` likewise, from the top.

    `size` is in bytes, None for what is no file and for a file too large to be fetched. `changed` is None when
    the last change was not found in time: it is older than the listing's `horizon`.
    """

    name: str
    path: str
    kind: Kind
    mode: str
    id: str
    size: int | None = None
    changed: Commit | None = None


@dataclass(frozen=True)
class Listing:
    """A part of a folder: folders first, then by name. `total` counts the whole folder.

    `horizon` is the time before which everything without `changed` was changed, None when nothing is missing
    or nothing can be said.
    """

    entries: tuple[Entry, ...]
    total: int
    horizon: datetime | None


@dataclass(frozen=True)
class History:
    """Commits that touched a path, newest first. `complete` is False when there may be more than these."""

    commits: tuple[Commit, ...]
    complete: bool


@dataclass(frozen=True)
class Newer:
    """What lies between a pinned commit and another: how many commits, and whether history was rewritten.

    `rewritten` means that the pinned commit is no longer part of the other's history.
    """

    count: int
    rewritten: bool


@dataclass(frozen=True)
class Blob:
    """The bytes of a file at a commit, the id of these bytes (the same bytes have the same id), and its mode."""

    data: bytes
    id: str
    mode: str


def branches(mirror: Path, most: int = 1000) -> list[Branch]:
    """The branches of the other side as last fetched, the one with the newest commit first."""
    form = "%(refname)%00%(objectname)%00%(committerdate:unix)"
    found = git(mirror, "for-each-ref", f"--count={most}", "--sort=-committerdate", f"--format={form}", HEADS)
    rows = [line.split(b"\0") for line in found.splitlines()]
    return [
        Branch(to_text(name[len(HEADS) :]), commit.decode(), _time(seconds)) for name, commit, seconds in rows
    ]


def resolve(mirror: Path, name: str) -> str:
    """The id of the commit that a branch, a tag or a (shortened) commit id stands for, in that order.

    Raises RepositoryError(branch). Nothing but these is understood: no `~`, no `@{…}`, no `:`.
    """
    odd = not name.isprintable() or any(part in name for part in ("..", "@{", *" ~^:?*[\\"))
    if name and not odd and len(name) <= 250:
        asked = [f"{HEADS}{name}", f"{TAGS}{name}", *([name] if _looks_like_id(name) else [])]
        lines = "".join(f"{one}^{{commit}}\n" for one in asked).encode()
        for line in git(mirror, "cat-file", "--batch-check", stdin=lines).decode().splitlines():
            words = line.split(" ")
            if len(words) == 3 and words[1] == "commit":
                return words[0]
    raise RepositoryError(
        f"There is no branch, tag or commit “{name}” in this repository. Choose one from the list.",
        kind="branch",
    )


def tree(
    mirror: Path,
    commit: str,
    path: str = "",
    *,
    start: int = 0,
    count: int = 1000,
    seconds: float = PAGE_SECONDS,
) -> Listing:
    """The entries `start` to `start + count` of a folder with their sizes and last changes.

    Last changes that the index does not know are looked for `seconds` long. Without gaps a listing never
    changes, so it can be kept.

    Raises RepositoryError(path) when there is no such folder in that commit.
    """
    folder = path_bytes(path)
    every = sorted(_entries(mirror, commit, folder), key=lambda row: (row[1].kind != "folder", row[0]))
    some = every[start : start + count]
    sizes = _sizes(mirror, [entry.id for _, entry in some if entry.kind == "file"])
    found = last_changes(mirror, checked_id(commit), folder, [name for name, _ in some], seconds=seconds)
    commits = {one.id: one for one in _details(mirror, set(found.commits.values()))}
    whole = [folder + b"/" + name if folder else name for name, _ in some]
    entries = tuple(
        replace(entry, size=sizes.get(entry.id), changed=commits.get(found.commits.get(full, "")))
        for (_, entry), full in zip(some, whole, strict=True)
    )
    missing = any(entry.changed is None for entry in entries) and found.horizon > 0
    return Listing(entries, len(every), datetime.fromtimestamp(found.horizon, UTC) if missing else None)


def entry(mirror: Path, commit: str, path: str) -> Entry:
    """What lies at a path, without size and last change. Raises RepositoryError(path) when nothing does."""
    where = path_bytes(path)
    rows = (
        _listed(git(mirror, "ls-tree", "-z", checked_id(commit), "--", where, limits=PAGE)) if where else []
    )
    for full, found in rows:
        if full == where:
            return found
    raise RepositoryError(f"There is no “{path}” in commit {commit[:10]}.", kind="path")


def blob(mirror: Path, commit: str, path: str, *, most: int) -> Blob:
    """The bytes of a file, `most` of them at the utmost.

    Raises RepositoryError: `path` for what is no file, `too_large` for more bytes.
    """
    found = entry(mirror, commit, path)
    if found.kind != "file":
        raise RepositoryError(_no_file(found), kind="path")
    size = _sizes(mirror, [found.id]).get(found.id)
    if size is None or size > most:
        shown = "more than the server fetches" if size is None else f"{size:,} bytes"
        raise RepositoryError(
            f"{path} has {shown}; {most:,} is the most that ELM reads. Choose a smaller file.",
            kind="too_large",
        )
    data = git(mirror, "cat-file", "blob", found.id, limits=Limits(output=most))
    if data.startswith(LFS):
        raise RepositoryError(
            f"{path} is kept in Git LFS, and the repository has only a pointer to it. ELM does not read LFS.",
            kind="path",
        )
    return Blob(data, found.id, found.mode)


def history(
    mirror: Path, commit: str, path: str = "", *, most: int = 50, seconds: float = HISTORY_SECONDS
) -> History:
    """The newest commits up to `commit` that touched a path ("" for all), as far as found in `seconds`."""
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
    call = Call(words, mirror, limits=Limits(seconds=seconds))
    data, in_time = _until_timeout(stream(call))
    commits = tuple(_commits(data))
    return History(commits[:most], in_time and len(commits) <= most)


def newer(mirror: Path, pinned: str, now: str, path: str = "") -> Newer:
    """How `now` differs from `pinned` in commits, those that touched `path` if one is given."""
    spec = ("--", path_bytes(path)) if path else ()
    between = f"{checked_id(pinned)}...{checked_id(now)}"
    found = git(mirror, "rev-list", "--count", "--left-right", between, *spec, limits=PAGE).split()
    behind = git(mirror, "rev-list", "-n", "1", pinned, f"^{now}", limits=PAGE)
    return Newer(int(found[1]), bool(behind))


def commits_between(mirror: Path, old: str, new: str, path: str = "", *, most: int = 50) -> list[Commit]:
    """The commits of `new` that `old` does not have, newest first."""
    spec = ("--", path_bytes(path)) if path else ()
    words = ("log", "-z", f"--format={_COMMIT}", "--no-renames", "-n", str(most))
    between = f"{checked_id(old)}..{checked_id(new)}"
    return list(_commits(git(mirror, *words, between, *spec, limits=PAGE)))


def diff(mirror: Path, old: str, new: str, path: str) -> bytes:
    """A unified diff of one file between two commits, b"" when it is the same in both."""
    options = ("--no-ext-diff", "--no-textconv", "--no-renames", "--no-color", "--full-index")
    spec = (checked_id(old), checked_id(new), "--", path_bytes(path))
    return git(mirror, "diff-tree", "-p", "-r", *options, *spec, limits=Limits(10, 8 << 20))


def _looks_like_id(name: str) -> bool:
    return 7 <= len(name) <= 64 and all(letter in "0123456789abcdef" for letter in name)


def _entries(mirror: Path, commit: str, folder: bytes) -> list[tuple[bytes, Entry]]:
    """The names and entries of a folder, paths included."""
    tree_id = checked_id(commit)
    if folder:
        found = entry(mirror, commit, to_text(folder))
        if found.kind != "folder":
            raise RepositoryError(f"{found.path} is not a folder.", kind="path")
        tree_id = found.id
    rows = _listed(git(mirror, "ls-tree", "-z", tree_id, limits=PAGE))
    above = to_text(folder) + "/" if folder else ""
    return [(name, replace(row, path=above + row.name)) for name, row in rows]


def _listed(data: bytes) -> list[tuple[bytes, Entry]]:
    rows = []
    for line in data.split(b"\0")[:-1]:
        about, _, name = line.partition(b"\t")
        mode, _, id_ = about.split(b" ")
        path = to_text(name)
        kind = KINDS.get(mode, "file")
        rows.append((name, Entry(path.rpartition("/")[2], path, kind, mode.decode(), id_.decode())))
    return rows


def _sizes(mirror: Path, ids: list[str]) -> dict[str, int]:
    """The sizes of objects; those that are missing are left out."""
    if not ids:
        return {}
    lines = "".join(f"{one}\n" for one in ids).encode()
    form = "--batch-check=%(objectname) %(objectsize)"
    rows = [
        line.split()
        for line in git(mirror, "cat-file", form, "--buffer", stdin=lines, limits=PAGE).splitlines()
    ]
    return {id_.decode(): int(size) for id_, size in rows if size.isdigit()}


def _details(mirror: Path, ids: set[str]) -> Iterator[Commit]:
    if not ids:
        return iter(())
    lines = "".join(f"{one}\n" for one in sorted(ids)).encode()
    words = ("log", "--no-walk=unsorted", "--stdin", "-z", f"--format={_COMMIT}")
    return _commits(git(mirror, *words, stdin=lines, limits=PAGE))


def _commits(data: bytes) -> Iterator[Commit]:
    fields = data.decode("utf-8", "replace").split("\0")
    for at in range(0, len(fields) - _FIELDS + 1, _FIELDS):
        id_, author, email, seconds, subject = fields[at : at + _FIELDS]
        yield Commit(id_, author, email, _time(seconds), subject)


def _time(seconds: bytes | str) -> datetime:
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


def _no_file(found: Entry) -> str:
    if found.kind == "link":
        return (
            f"{found.path} is a symbolic link, which ELM does not follow. Choose the file that it leads to."
        )
    if found.kind == "submodule":
        return f"{found.path} belongs to another repository (a submodule). Link that one."
    return f"{found.path} is a folder. Choose a file in it."
