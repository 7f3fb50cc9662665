"""Reading a mirror's objects. No link is followed, no submodule entered, no filter applied."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from reviews.errors import RepositoryError
from reviews.git.command import PAGE, Limits, git
from reviews.git.history import Commit, commit_details, commit_moment
from reviews.git.last_changes import PAGE_SECONDS, last_changes
from reviews.git.mirror import HEADS, TAGS, checked_id
from reviews.git.names import path_bytes, to_text

type Kind = Literal["folder", "file", "link", "submodule"]
# Mode, id and name as git lists them.
type Row = tuple[bytes, bytes, bytes]

KINDS: dict[bytes, Kind] = {b"040000": "folder", b"120000": "link", b"160000": "submodule"}
_LIKE_AN_ID = re.compile("[0-9a-f]{7,64}")
LFS = b"version https://git-lfs.github.com/spec/v1\n"
NOTHING = (
    b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    b"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
)
"""What git calls a file without a byte, in both of its ways to name things."""


@dataclass(frozen=True)
class Branch:
    """A branch of the remote, and its newest commit."""

    name: str
    commit: str
    at: datetime


@dataclass(frozen=True)
class FolderEntry:
    """An entry of a folder. `name` and `path` (from the top) are printable text, as names.py makes it.

    `size` is in bytes, None for anything but a file and for a file too large to be fetched. `changed` is None when
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
class FolderListing:
    """A part of a folder: folders first, then by name. `total` counts the whole folder.

    Entries without `changed` were changed before `horizon`, which is None when no entry is without it or nothing
    is known.
    """

    entries: tuple[FolderEntry, ...]
    total: int
    horizon: datetime | None


@dataclass(frozen=True)
class Blob:
    """The bytes of a file at a commit, the id of these bytes (the same bytes have the same id), and its mode."""

    data: bytes
    id: str
    mode: str


def branches(mirror: Path, most: int = 1000) -> list[Branch]:
    """The branches of the remote as last fetched, the one with the newest commit first."""
    form = "%(refname)%00%(objectname)%00%(committerdate:unix)"
    found = git(mirror, "for-each-ref", f"--count={most}", "--sort=-committerdate", f"--format={form}", HEADS)
    rows = [line.split(b"\0") for line in found.splitlines()]
    return [
        Branch(to_text(name[len(HEADS) :]), commit.decode(), commit_moment(seconds))
        for name, commit, seconds in rows
    ]


def resolve(mirror: Path, name: str) -> str:
    """The id of the commit that a branch, a tag or a (shortened) commit id stands for, in that order.

    Raises RepositoryError(branch) for anything else, such as `main~1`, `main@{1}` or `main:file`.
    """
    odd = not name.isprintable() or any(part in name for part in ("..", "@{", *" ~^:?*[\\"))
    if name and not odd and len(name) <= 250:
        asked = [f"{HEADS}{name}", f"{TAGS}{name}", *([name] if _LIKE_AN_ID.fullmatch(name) else [])]
        for commit in known(mirror, asked).values():
            return commit
    raise RepositoryError(
        f"There is no branch, tag or commit “{name}” in this repository. Choose one from the list.",
        kind="branch",
    )


def known(mirror: Path, names: Sequence[str]) -> dict[str, str]:
    """The commit id for each reference or id in `names`, in their order; those without a commit are left out."""
    lines = "".join(f"{one}^{{commit}}\n" for one in names).encode()
    found = git(mirror, "cat-file", "--batch-check", stdin=lines, limits=PAGE).splitlines() if names else []
    rows = [(name, line.split(b" ")) for name, line in zip(names, found, strict=True)]
    return {name: words[0].decode() for name, words in rows if len(words) == 3 and words[1] == b"commit"}


def tree(
    mirror: Path,
    commit: str,
    path: str = "",
    *,
    start: int = 0,
    count: int = 1000,
    seconds: float = PAGE_SECONDS,
) -> FolderListing:
    """The entries `start` to `start + count` of a folder with their sizes and last changes.

    Last changes that the index does not know are searched for up to `seconds`. A listing without gaps never
    changes, so it can be cached.

    Raises RepositoryError(path) when there is no such folder in that commit.
    """
    folder = path_bytes(path)
    every = sorted(_rows(mirror, commit, folder), key=lambda row: (KINDS.get(row[0]) != "folder", row[2]))
    some = [(name, _entry(folder, mode, id_, name)) for mode, id_, name in every[start : start + count]]
    sizes = _object_sizes(mirror, [entry.id for _, entry in some if entry.kind == "file"])
    found = last_changes(mirror, checked_id(commit), folder, [name for name, _ in some], seconds=seconds)
    commits = {one.id: one for one in commit_details(mirror, set(found.commits.values()))}
    whole = [folder + b"/" + name if folder else name for name, _ in some]
    entries = tuple(
        replace(entry, size=sizes.get(entry.id), changed=commits.get(found.commits.get(full, "")))
        for (_, entry), full in zip(some, whole, strict=True)
    )
    missing = any(entry.changed is None for entry in entries) and found.horizon > 0
    return FolderListing(entries, len(every), datetime.fromtimestamp(found.horizon, UTC) if missing else None)


def entry(mirror: Path, commit: str, path: str) -> FolderEntry:
    """The entry at a path, without size and last change. Raises RepositoryError(path) when there is none."""
    found = entries(mirror, commit, [path] if path else []).get(path)
    if found:
        return found
    raise RepositoryError(f"There is no “{path}” in commit {commit[:10]}.", kind="path")


def entries(mirror: Path, commit: str, paths: Collection[str]) -> dict[str, FolderEntry]:
    """The entries at these paths, without size and last change; a path without one is left out."""
    where = {path_bytes(path): path for path in paths}
    data = git(mirror, "ls-tree", "-z", checked_id(commit), "--", *where, limits=PAGE) if where else b""
    return {where[name]: _entry(b"", mode, id_, name) for mode, id_, name in _listed(data) if name in where}


def file_paths(mirror: Path, commit: str, path: str = "") -> list[str]:
    """The paths from the top of all files in a folder and below that have something in them, in git's order; no links,
    no submodules.

    Raises RepositoryError(path) when there is no such folder in that commit.
    """
    folder = path_bytes(path)
    data = git(mirror, "ls-tree", "-r", "-z", _tree_id(mirror, commit, folder), limits=PAGE)
    return [
        to_text(folder + b"/" + name if folder else name)
        for mode, id_, name in _listed(data)
        if mode not in KINDS and id_ not in NOTHING
    ]


def blob(mirror: Path, commit: str, path: str, *, most: int) -> Blob:
    """The bytes of a file, if there are no more than `most`.

    Raises RepositoryError: `path` for anything but a file, `too_large` for more bytes.
    """
    found = entry(mirror, commit, path)
    if found.kind != "file":
        raise RepositoryError(_no_file(found), kind="path")
    size = _object_sizes(mirror, [found.id]).get(found.id)
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


def _rows(mirror: Path, commit: str, folder: bytes) -> list[Row]:
    """What a folder holds, in git's order."""
    return _listed(git(mirror, "ls-tree", "-z", _tree_id(mirror, commit, folder), limits=PAGE))


def _tree_id(mirror: Path, commit: str, folder: bytes) -> str:
    """What git knows a folder by. Raises RepositoryError(path) when there is none."""
    tree_id = checked_id(commit)
    if folder:
        found = entry(mirror, commit, to_text(folder))
        if found.kind != "folder":
            raise RepositoryError(f"{found.path} is not a folder.", kind="path")
        tree_id = found.id
    return tree_id


def _listed(data: bytes) -> list[Row]:
    rows = []
    for line in data.split(b"\0")[:-1]:
        about, _, name = line.partition(b"\t")
        mode, _, id_ = about.split(b" ")
        rows.append((mode, id_, name))
    return rows


def _entry(folder: bytes, mode: bytes, id_: bytes, name: bytes) -> FolderEntry:
    path = to_text(folder + b"/" + name if folder else name)
    return FolderEntry(path.rpartition("/")[2], path, KINDS.get(mode, "file"), mode.decode(), id_.decode())


def _object_sizes(mirror: Path, ids: list[str]) -> dict[str, int]:
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


def _no_file(found: FolderEntry) -> str:
    if found.kind == "link":
        return (
            f"{found.path} is a symbolic link, which ELM does not follow. Choose the file that it leads to."
        )
    if found.kind == "submodule":
        return f"{found.path} belongs to another repository (a submodule). Link that one."
    return f"{found.path} is a folder. Choose a file in it."
