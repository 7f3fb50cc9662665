"""ELM's own bare copy of a repository: fetching it, and keeping the commits that artifacts are pinned to.

References in a mirror: `refs/upstream/heads/…` and `refs/upstream/tags/…` are what the remote has,
`refs/elm/pins/…` keep commits that it may drop, `refs/elm/work/…` are branches that ELM makes.
"""

import fcntl
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

from reviews.errors import RepositoryError
from reviews.git import last_changes
from reviews.git.command import KEPT_WORDS, Limits, Outside, git
from reviews.git.environment import HARMLESS
from reviews.git.progress import Progress, ProgressListener
from reviews.git.sources import GitTransport, RepositorySource, transport_of

HEADS, TAGS = "refs/upstream/heads/", "refs/upstream/tags/"
PINS, WORK = "refs/elm/pins/", "refs/elm/work/"
LOOK = Limits(seconds=30, output=16 << 20)
MIB = 1 << 20
MEMORY = 2 << 30
MOST_PACKS = 20
STALE_SECONDS = 600

FULL_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_OLD_MISTAKE = re.compile(rb"error: object [0-9a-f]+: (?:%b): " % "|".join(HARMLESS).encode())
_LEFT_BEHIND = ("objects/pack/tmp_*", "objects/pack/.tmp-*", "objects/tmp_*", "objects/pack/*.keep")


@dataclass(frozen=True)
class Sizes:
    """The limits of a mirror in MiB, of everything and of one file; larger files are not fetched."""

    whole: int = 2048
    file: int = 100
    seconds: float = 3600


@dataclass(frozen=True)
class RemoteNames:
    """The names that the remote has, and the branch that it shows first ("" in an empty repository)."""

    default_branch: str
    branches: tuple[str, ...]


@dataclass(frozen=True)
class Fetched:
    """The result of a fetch: the names of the remote, and whether any branch or tag has changed."""

    seen: RemoteNames
    changed: bool


def mirror_path(root: Path, key: int | UUID) -> Path:
    """The folder of the mirror of the repository with this id; nothing that somebody typed is part of it."""
    return root / f"{key:d}.git" if isinstance(key, int) else root / f"{key.hex}.git"


def read_remote(source: RepositorySource, stop: Callable[[], bool] = lambda: False) -> RemoteNames:
    """Ask the remote for its branches without fetching anything, at most 30 s long: the check of a new link.

    `stop` is called ten times a second. Raises RepositoryError for whatever is wrong with the address, the host,
    the credential or the repository.
    """
    there = transport_of(source, "upload-pack")
    found = git(
        None,
        "ls-remote",
        "--symref",
        *there.options,
        "--",
        there.url,
        "HEAD",
        "refs/heads/*",
        outside=there.outside,
        limits=LOOK,
        what=source.address.url,
        stop=stop,
    )
    lines = [line.partition("\t") for line in found.decode("utf-8", "replace").splitlines()]
    names = tuple(name.removeprefix("refs/heads/") for _, _, name in lines if name.startswith("refs/heads/"))
    heads = [first for first, _, name in lines if name == "HEAD" and first.startswith("ref: refs/heads/")]
    default = heads[0].removeprefix("ref: refs/heads/") if heads else ""
    return RemoteNames(default if default in names else next(iter(names), ""), names)


def fetch(
    mirror: Path,
    source: RepositorySource,
    *,
    sizes: Sizes = Sizes(),
    tell: Callable[[Progress], None] = lambda progress: None,
    stop: Callable[[], bool] = lambda: False,
) -> Fetched:
    """Bring a mirror up to date, or make it, and prepare its history for browsing.

    `tell` is called with each step, `stop` ten times a second. Raises RepositoryError: `busy` when another
    fetch of this mirror goes on, `stopped`, `timeout`, `too_large`, `disk`, or what is wrong with the
    remote. However it ends, what the mirror had before stays readable.
    """
    listener = ProgressListener(tell)
    with locked(mirror) as lock:
        listener.step(0, "Asking the remote")
        seen = read_remote(source, stop)
        _prepare_folder(mirror, sizes)
        before = _list_references(mirror)
        try:
            _bring_objects(mirror, source, sizes, listener, stop, lock)
        finally:
            _remove_unfinished(mirror)
        _pack_and_index(mirror, seen, listener, stop, lock)
        return Fetched(seen, _list_references(mirror) != before)


def pin(mirror: Path, commit: str) -> None:
    """Keep a commit with all its files, whatever the remote does to its history."""
    git(mirror, "update-ref", f"{PINS}{checked_id(commit)}", commit)


def pinned(mirror: Path) -> set[str]:
    return set(git(mirror, "for-each-ref", "--format=%(objectname)", PINS).decode().split())


def remove(mirror: Path) -> None:
    """Delete a mirror. Raises RepositoryError(busy) during a fetch."""
    with locked(mirror):
        shutil.rmtree(mirror, ignore_errors=True)


def checked_id(commit: str) -> str:
    """`commit` itself, when it is a full object id. Raises RepositoryError(branch) for anything else."""
    if not FULL_ID.fullmatch(commit):
        raise RepositoryError(f"“{commit}” is not the full id of a commit.", kind="branch")
    return commit


@contextmanager
def locked(mirror: Path) -> Iterator[int]:
    """Hold the mirror for one writer. Gives the lock's file, to be kept open by every git that is started meanwhile:
    then a git that outlives a killed server still holds its mirror. Raises RepositoryError(busy).
    """
    file = _lock_file(mirror)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RepositoryError(
                "This repository is being fetched already. Wait until that is done.", kind="busy"
            ) from error
        yield file
    finally:
        os.close(file)


def _lock_file(mirror: Path) -> int:
    try:
        mirror.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(mirror.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise RepositoryError(
            f"The data directory of the server can't be written ({error.strerror}). Ask an administrator.",
            kind="disk",
        ) from error


def _prepare_folder(mirror: Path, sizes: Sizes) -> None:
    if not (mirror / "HEAD").exists():
        git(None, "init", "--quiet", "--bare", "--template=", "--initial-branch=none", "--", str(mirror))
    _remove_unfinished(mirror)
    size = sum(path.stat().st_size for path in mirror.glob("objects/pack/*"))
    if size > sizes.whole * MIB:
        raise RepositoryError(
            f"The copy of this repository has {size // MIB:,} MiB, more than this server takes "
            f"({sizes.whole:,}). An administrator can raise ELM_REPO_MAX_MB.",
            kind="too_large",
        )


def _bring_objects(
    mirror: Path,
    source: RepositorySource,
    sizes: Sizes,
    listener: ProgressListener,
    stop: Callable[[], bool],
    lock: int,
) -> None:
    heard = bytearray()

    def hear(chunk: bytes) -> None:
        listener(chunk)
        heard.extend(chunk)
        del heard[:-KEPT_WORDS]

    options = {
        "limits": Limits(sizes.seconds, written=sizes.whole * MIB, memory=MEMORY),
        "what": source.address.url,
        "keep": (lock,),
        "stop": stop,
        "hear": hear,
    }
    try:
        _fetch_references(mirror, transport_of(source, "upload-pack"), sizes.file, options)
    except RepositoryError:
        # With a filter, git before 2.45 takes every mistake for an attack, whatever its settings say.
        if not _OLD_MISTAKE.search(heard):
            raise
        _fetch_references(mirror, transport_of(source, "upload-pack"), 0, options)


def _fetch_references(mirror: Path, there: GitTransport, most: int, options: Mapping[str, object]) -> None:
    """Fetches all branches and tags. Files of more than `most` MiB (0: no limit) are left out if the remote can."""
    git(
        mirror,
        "fetch",
        "--progress",
        "--prune",
        "--no-tags",
        "--no-write-fetch-head",
        "--no-recurse-submodules",
        *([f"--filter=blob:limit={most}m"] if most else []),
        *there.options,
        "--",
        "upstream",
        f"+refs/heads/*:{HEADS}*",
        f"+refs/tags/*:{TAGS}*",
        outside=_promisor_settings(there, most),
        **options,
    )


def _promisor_settings(there: GitTransport, most: int) -> Outside:
    """The settings that name the source “upstream” for one command; the mirror's own file never does.

    Reading commands do not have them, so a file that was too large is missing and never requested.
    """
    remote = {"remote.upstream.url": there.url}
    if most:
        remote |= {
            "remote.upstream.promisor": "true",
            "remote.upstream.partialclonefilter": f"blob:limit={most}m",
        }
    return replace(there.outside, config={**there.outside.config, **remote})


def _list_references(mirror: Path) -> bytes:
    return git(mirror, "for-each-ref", "--format=%(objectname) %(refname)", "refs/upstream/")


def _pack_and_index(
    mirror: Path, seen: RemoteNames, listener: ProgressListener, stop: Callable[[], bool], lock: int
) -> None:
    """Prepares for quick browsing: few packs, a graph of commits, and the last change of every file."""
    listener.step(70, "Reading the history")
    options = {"limits": Limits(seconds=1800), "stop": stop, "keep": (lock,)}
    if len(list(mirror.glob("objects/pack/*.pack"))) > MOST_PACKS:
        # Without this, git would miss the files that were too large to be fetched.
        kept = Outside(config={"remote.upstream.promisor": "true"})
        git(mirror, "repack", "-a", "-d", "-l", "--quiet", outside=kept, **options)
    git(mirror, "commit-graph", "write", "--reachable", "--changed-paths", "--split", **options)
    listener.step(85, "Finding the last change of every file")
    head = f"{HEADS}{seen.default_branch}"
    # It may have gone between the look and the fetch, or have a name that is no text.
    if seen.default_branch and git(mirror, "for-each-ref", "--format=%(objectname)", head):
        last_changes.update(mirror, head, stop=stop)
    listener.step(100, "Done")


def _remove_unfinished(mirror: Path) -> None:
    """Removes unfinished files of a git that was killed. Only for the holder of the lock."""
    for pattern in _LEFT_BEHIND:
        for path in mirror.glob(pattern):
            path.unlink(missing_ok=True)
    now = time.time()
    for path in (
        *mirror.glob("*.lock"),
        *mirror.glob("refs/**/*.lock"),
        *mirror.glob("objects/info/**/*.lock"),
    ):
        # Younger ones may belong to somebody who pins or commits at this moment.
        if now - path.stat().st_mtime > STALE_SECONDS:
            path.unlink(missing_ok=True)
