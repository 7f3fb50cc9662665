"""Looking around in a linked repository: at a commit, folder by folder, within the time that a page has."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.core.cache import cache

from reviews.documents.encoding import decode_text
from reviews.errors import NotReadable, RepositoryError
from reviews.git import browse, history
from reviews.git.last_changes import last_changes
from reviews.git.mirror import HEADS
from reviews.git.names import path_bytes
from reviews.models import Repository
from reviews.repositories.places import mirror_of

ON_A_PAGE = 100
# For last changes that are not in the index: while the page waits, and then behind it.
AT_ONCE_SECONDS, LONGER_SECONDS = 0.09, 5.0
DAY, HOUR = 86_400, 3_600
LONGEST_PATH = 4_000
READMES = ("readme.md", "readme.markdown", "readme", "readme.txt")
README_BYTES = 65_536


@dataclass(frozen=True)
class CommitInView:
    """A commit to look at. `ref` is how it was asked for; artifacts that are picked here follow `branch`."""

    repository: Repository
    ref: str
    commit: str
    branch: str

    @property
    def mirror(self) -> Path:
        return mirror_of(self.repository)

    @property
    def is_branch(self) -> bool:
        """Whether `ref` is a branch, not a tag or a commit."""
        return self.ref == self.branch

    @property
    def short(self) -> str:
        return self.commit[:7]

    @property
    def label(self) -> str:
        """The branch, the tag or the short commit."""
        return self.short if self.ref == self.commit else self.ref


@dataclass(frozen=True)
class ShownFile:
    """What can be shown of a file: its text, or the sentence that says why not. `size` is in bytes, if known."""

    text: str = ""
    problem: str = ""
    size: int | None = None


def place_of(repository: Repository, ref: str = "", *, commit: str = "") -> CommitInView | None:
    """Where `ref` (a branch, a tag or a commit id) is; without one the branch that is shown first.

    `commit` (an id) holds a place at that commit although the branch may have moved on. None for an empty
    repository. Raises RepositoryError: `branch` when there is no such thing, or what is wrong with the mirror.
    """
    mirror = mirror_of(repository)
    home, tip = _first_branch(repository, mirror)
    if not home:
        return None
    if ref and ref != home:
        tip = browse.resolve(mirror, ref)
    is_branch = not ref or ref == home or bool(browse.known(mirror, [f"{HEADS}{ref}"]))
    at = browse.resolve(mirror, commit) if commit else tip
    return CommitInView(repository, ref or home, at, (ref or home) if is_branch else home)


def _first_branch(repository: Repository, mirror: Path) -> tuple[str, str]:
    """The branch that is shown first, and its commit: the team's choice, else the repository's, else the newest."""
    wished = (repository.team.default_branch, repository.default_branch)
    names = [f"{HEADS}{name}" for name in wished if name and name.isprintable()]
    for name, commit in browse.known(mirror, names).items():
        return name.removeprefix(HEADS), commit
    for branch in browse.branches(mirror, most=1):
        return branch.name, branch.commit
    return "", ""


def checked_path(path: str) -> str:
    """The path, if it can be one. Raises RepositoryError(path) for others."""
    if len(path) > LONGEST_PATH:
        raise RepositoryError(f"“{path[:60]}…” is not a path inside the repository.", kind="path")
    path_bytes(path)
    return path


def listing(place: CommitInView, path: str, *, start: int = 0, longer: bool = False) -> browse.FolderListing:
    """A page of a folder. What is complete is kept for a day, what more time would not make complete for an hour.

    longer: look longer for the last changes than a page may take. Raises RepositoryError(path).
    """
    asked = hashlib.sha256(f"{start}/{checked_path(path)}".encode()).hexdigest()
    key = f"folder:{place.repository.pk}:{place.commit}:{asked}"
    kept: browse.FolderListing | None = cache.get(key)
    if kept is None:
        seconds = LONGER_SECONDS if longer else AT_ONCE_SECONDS
        kept = browse.tree(place.mirror, place.commit, path, start=start, count=ON_A_PAGE, seconds=seconds)
        if not gaps(kept) or longer:
            cache.set(key, kept, HOUR if gaps(kept) else DAY)
    return kept


def is_no_folder(place: CommitInView, path: str) -> bool:
    """Whether there is something at `path`, and it is no folder."""
    try:
        return browse.entry(place.mirror, place.commit, checked_path(path)).kind != "folder"
    except RepositoryError:
        return False


def gaps(found: browse.FolderListing) -> list[int]:
    """Which entries of a page have no last change, by their place on it."""
    return [at for at, entry in enumerate(found.entries) if entry.changed is None]


def last_change(place: CommitInView, path: str) -> history.Commit | None:
    """The commit that changed the file at `path` last; None when it is not found at once."""
    folder, _, name = path_bytes(path).rpartition(b"/")
    commits = last_changes(place.mirror, place.commit, folder, [name], seconds=AT_ONCE_SECONDS).commits
    return next(history.commit_details(place.mirror, set(commits.values())), None)


def text_of(place: CommitInView, path: str, *, most: int) -> ShownFile:
    """The text of the file at `path`, when it is one of no more than `most` bytes."""
    try:
        found = browse.blob(place.mirror, place.commit, path, most=most)
        return ShownFile(decode_text(found.data, path.rpartition("/")[2]).text, size=len(found.data))
    except (RepositoryError, NotReadable) as error:
        return ShownFile(problem=str(error))


def readme_of(found: browse.FolderListing) -> browse.FolderEntry | None:
    """The file that tells what a folder is about, if the page has one that is small."""
    small = [
        entry
        for entry in found.entries
        if entry.kind == "file" and entry.name.lower() in READMES and 0 < (entry.size or 0) <= README_BYTES
    ]
    return min(small, key=lambda entry: READMES.index(entry.name.lower()), default=None)


def branches(repository: Repository, words: str = "", *, most: int) -> tuple[list[browse.Branch], int]:
    """The newest branches with all these words in their names, `most` at the utmost, and how many there are."""
    every = browse.branches(mirror_of(repository), most=20_000)
    fitting = [one for one in every if all(word in one.name.lower() for word in words.lower().split())]
    return fitting[:most], len(fitting)


def day_of(moment: datetime | None) -> str:
    return f"{moment.day} {moment:%b %Y}" if moment else ""
