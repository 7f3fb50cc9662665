"""Which commit changed an entry of a folder last: from an index of the default branch, else from a short walk.

The index is brought up to date after each fetch by one walk over the new commits. For any other commit only
what differs from the indexed one is looked for, and not longer than a page may take.
"""

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from reviews.errors import RepositoryError
from reviews.git.command import git
from reviews.git.walk import Walk

INDEX = "elm-last-changes.sqlite3"
INDEX_SECONDS = 300.0
PAGE_SECONDS = 0.15
ASKED_AT_ONCE = 500

_SCHEMA = """
CREATE TABLE IF NOT EXISTS last_change (path BLOB PRIMARY KEY, made_by TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS state (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), tip TEXT, horizon INTEGER);
"""


@dataclass(frozen=True)
class LastChanges:
    """The last commit of each path that was found. All other paths changed before `horizon` (seconds since 1970)."""

    commits: dict[bytes, str]
    horizon: int


def last_changes(
    mirror: Path, commit: str, folder: bytes, names: Collection[bytes], *, seconds: float = PAGE_SECONDS
) -> LastChanges:
    """The last change of entries of a folder (b"" for the top) as `commit` has them, in about `seconds`."""
    start = time.monotonic()
    paths = {_join_path(folder, name) for name in names}
    tip, horizon = _index_state(mirror)
    touched = _differing_paths(mirror, commit, tip, folder, paths, seconds * 2 / 3) if tip else paths
    commits = _indexed_changes(mirror, paths - touched)
    wanted = touched - commits.keys()
    if wanted:
        left = max(seconds / 3, seconds - (time.monotonic() - start))
        walk = Walk(mirror, commit, "--", *_path_spec(folder), seconds=left)
        commits |= _first_touches(walk, folder, wanted)
        horizon = max(horizon, walk.horizon or 0)
    return LastChanges(commits, horizon)


def update(mirror: Path, reference: str, stop: Callable[[], bool] = lambda: False) -> None:
    """Brings the index up to `reference`. Raises RepositoryError(stopped), (disk); the old index then stays."""
    tip = git(mirror, "rev-parse", "--verify", f"{reference}^{{commit}}").decode().strip()
    old, horizon = _index_state(mirror)
    if old == tip:
        return
    grown = bool(old) and _is_behind(mirror, old, tip)
    walk = Walk(mirror, tip, *([f"^{old}"] if grown else []), seconds=INDEX_SECONDS, stop=stop)
    newest: dict[bytes, str] = {}
    for touch in walk:
        for path in _with_folders(touch.path):
            newest.setdefault(path, touch.commit)
    with _open_index(mirror) as index:
        if not grown:
            index.execute("DELETE FROM last_change")
        index.executemany("INSERT OR REPLACE INTO last_change VALUES (?, ?)", newest.items())
        earlier = max(horizon if grown else 0, walk.horizon or 0)
        index.execute("INSERT OR REPLACE INTO state VALUES (1, ?, ?)", (tip, earlier))


def _differing_paths(
    mirror: Path, commit: str, tip: str, folder: bytes, paths: set[bytes], seconds: float
) -> set[bytes]:
    """The paths that were touched since `commit` and the indexed `tip` parted: for them the index may be wrong."""
    if commit == tip:
        return set()
    walk = Walk(mirror, f"{commit}...{tip}", "--", *_path_spec(folder), seconds=seconds)
    touched = {_entry_below(folder, touch.path) for touch in walk}
    return paths if walk.horizon is not None else paths & touched


def _first_touches(walk: Walk, folder: bytes, wanted: set[bytes]) -> dict[bytes, str]:
    found: dict[bytes, str] = {}
    # Closed at once, so that git ends now and not whenever the garbage is collected.
    with closing(iter(walk)) as touches:
        for touch in touches:
            path = _entry_below(folder, touch.path)
            if path in wanted:
                found.setdefault(path, touch.commit)
            if len(found) == len(wanted):
                break
    return found


def _index_state(mirror: Path) -> tuple[str, int]:
    """The commit that the index is of ("" without an index), and its horizon."""
    rows = _read(mirror, "SELECT tip, horizon FROM state", ())
    return (str(rows[0][0]), int(str(rows[0][1]))) if rows else ("", 0)


def _indexed_changes(mirror: Path, paths: Collection[bytes]) -> dict[bytes, str]:
    found: dict[bytes, str] = {}
    asked = list(paths)
    for at in range(0, len(asked), ASKED_AT_ONCE):
        some = asked[at : at + ASKED_AT_ONCE]
        marks = ",".join("?" * len(some))
        rows = _read(mirror, f"SELECT path, made_by FROM last_change WHERE path IN ({marks})", some)  # noqa: S608
        found |= {bytes(path): str(commit) for path, commit in rows}  # type: ignore[call-overload]
    return found


def _read(mirror: Path, question: str, values: Collection[bytes]) -> list[tuple[object, object]]:
    """Rows of the index; none while there is no usable index, and then the caller walks the history."""
    if not (mirror / INDEX).exists():
        return []
    try:
        with closing(sqlite3.connect(mirror / INDEX)) as index:
            return index.execute(question, tuple(values)).fetchall()
    except sqlite3.DatabaseError:
        return []


@contextmanager
def _open_index(mirror: Path) -> Iterator[sqlite3.Connection]:
    """The index for writing, in one transaction. If it can't be written it is removed: the next fetch makes it."""
    try:
        with closing(sqlite3.connect(mirror / INDEX)) as index:
            index.executescript(_SCHEMA)
            with index:
                yield index
    except sqlite3.DatabaseError as error:
        (mirror / INDEX).unlink(missing_ok=True)
        raise RepositoryError(
            f"The index of changes can't be written ({error}). Look whether the disk is full, and fetch again.",
            kind="disk",
        ) from error


def _is_behind(mirror: Path, old: str, tip: str) -> bool:
    try:
        return not git(mirror, "rev-list", "-n", "1", old, f"^{tip}")
    except RepositoryError:
        # The old commit is gone with the history that it was on.
        return False


def _with_folders(path: bytes) -> Iterator[bytes]:
    while path:
        yield path
        path = path.rpartition(b"/")[0]


def _entry_below(folder: bytes, path: bytes) -> bytes:
    """The entry of a folder that holds a path, as a path."""
    rest = path[len(folder) + 1 :] if folder else path
    return _join_path(folder, rest.partition(b"/")[0])


def _join_path(folder: bytes, name: bytes) -> bytes:
    return folder + b"/" + name if folder else name


def _path_spec(folder: bytes) -> tuple[bytes, ...]:
    return (folder,) if folder else ()
