"""Commits made without a work tree: new bytes for files of a base commit, on a branch that ELM owns."""

import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from reviews.errors import RepositoryError
from reviews.git import browse
from reviews.git.command import PAGE, Limits, Outside, git
from reviews.git.history import commit_details
from reviews.git.mirror import HEADS, WORK, checked_id
from reviews.git.names import path_bytes, to_text
from reviews.git.sources import RepositorySource, transport_of

PUSH = Limits(seconds=300, output=1 << 20)
NOWHERE = "0" * 40

_BRANCH = re.compile(r"elm/[A-Za-z0-9][A-Za-z0-9-]{0,63}")
_ODD = re.compile(r"[\x00-\x1f\x7f<>]")
# What git am takes for the end of a message, for the next mail, or for who wrote this one and when.
_CUTS = re.compile(
    r"^(?=---|diff -|Index: |From .*\d:\d|>From\s|\[PATCH\]|(?:From|Subject|Date)\s*:)",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Author:
    """The author of a commit, as git writes one: `Name <email>`."""

    name: str
    email: str


@dataclass(frozen=True)
class CommitDraft:
    """A commit to be made. `files` maps paths of the base commit to their new bytes; `at` has a time zone."""

    branch: str
    base: str
    files: Mapping[str, bytes]
    author: Author
    message: str
    at: datetime


def commit(mirror: Path, draft: CommitDraft) -> str:
    """Make a commit, move `draft.branch` to it, and return its id.

    The same draft always gives the same commit. The base of a second draft must be the commit of the first.
    Raises RepositoryError: `branch` for an invalid branch or base, `path` for a path that is no file of
    the base, `stale` when nothing would change or the branch is at another commit by now.
    """
    reference = _branch_reference(draft.branch)
    made = make(mirror, draft)
    _move_branch(mirror, reference, made, draft.base)
    return made


def make(mirror: Path, draft: CommitDraft) -> str:
    """The id of the commit that `commit` would make; no branch moves. Raises as `commit` does."""
    tree = _write_tree(mirror, draft.base, {path_bytes(path): data for path, data in draft.files.items()})
    if tree == _tree_of(mirror, draft.base):
        raise RepositoryError(
            "The files are the same as in the commit, so there is nothing to do.", kind="stale"
        )
    words = ("commit-tree", tree, "-p", checked_id(draft.base), "-F", "-")
    outside = Outside(variables=_people_variables(draft))
    return git(mirror, *words, stdin=_clean_message(draft.message), outside=outside).decode().strip()


def has(mirror: Path, commit_id: str, files: Mapping[str, bytes]) -> bool:
    """Whether the commit has exactly these bytes at every one of the paths."""
    found = browse.entries(mirror, commit_id, files)
    return all(path in found and found[path].id == _blob_id(data, commit_id) for path, data in files.items())


def newest(mirror: Path, commits: Collection[str]) -> str:
    """The one of `commits` whose history has all others. When there is none, the youngest of those that are in the
    history of no other. Raises RepositoryError for a commit that is missing."""
    if len(set(commits)) == 1:
        return next(iter(commits))
    ids = sorted(map(checked_id, set(commits)))
    tops = git(mirror, "merge-base", "--independent", *ids, limits=PAGE).decode().split()
    return max(commit_details(mirror, set(tops)), key=lambda one: (one.at, one.id)).id


def branch_tip(mirror: Path, branch: str) -> str:
    """The commit that a branch of ELM's is at, "" when there is no such branch."""
    return _commit_at(mirror, _branch_reference(branch))


def push(
    mirror: Path, source: RepositorySource, branch: str, *, stop: Callable[[], bool] = lambda: False
) -> None:
    """Push a branch of ELM's to the remote under the same name, never by force.

    `stop` is called ten times a second. Raises RepositoryError: `rejected`, `credential`, `unreachable`, `stopped`
    (the remote may have accepted the branch all the same), and the other kinds of failures.py.
    """
    there = transport_of(source, "receive-pack")
    reference = _branch_reference(branch)
    git(
        mirror,
        "push",
        "--porcelain",
        "--no-verify",
        "--no-follow-tags",
        *there.options,
        "--",
        there.url,
        f"{reference}:refs/heads/{branch}",
        outside=there.outside,
        limits=PUSH,
        what=source.address.url,
        stop=stop,
    )
    with suppress(RepositoryError):
        # The next fetch sees the branch in any case: it has arrived.
        git(mirror, "update-ref", f"{HEADS}{branch}", reference)


def _branch_reference(branch: str) -> str:
    if not _BRANCH.fullmatch(branch):
        raise RepositoryError(f"“{branch}” is not a branch of ELM's own (elm/…).", kind="branch")
    return f"{WORK}{branch.removeprefix('elm/')}"


def _blob_id(data: bytes, like: str) -> str:
    """The id that git gives to these bytes, in a repository with ids `like` this one."""
    made = hashlib.sha1 if len(like) == 40 else hashlib.sha256
    return made(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()


def _write_tree(mirror: Path, commit_id: str, files: Mapping[bytes, bytes]) -> str:
    """The id of the commit's tree with new bytes for some files; only the folders above them are written."""
    return _change_folder(mirror, _tree_of(mirror, commit_id), b"", files)


def _tree_of(mirror: Path, commit_id: str) -> str:
    asked = f"{checked_id(commit_id)}^{{tree}}"
    return git(mirror, "rev-parse", "--verify", "--end-of-options", asked).decode().strip()


def _change_folder(mirror: Path, tree: str, above: bytes, files: Mapping[bytes, bytes]) -> str:
    lines = []
    below: dict[bytes, dict[bytes, bytes]] = {}
    for path, data in files.items():
        name, _, rest = path.partition(b"/")
        below.setdefault(name, {})[rest] = data
    for line in git(mirror, "ls-tree", "-z", tree).split(b"\0")[:-1]:
        about, _, name = line.partition(b"\t")
        inside = below.pop(name, None)
        if inside is not None:
            about = _replace_entry(mirror, about, above + name, inside)
        lines.append(about + b"\t" + name + b"\0")
    if below:
        raise _missing_file(above + next(iter(below)))
    # Files that were too large to be fetched stay as they are, unseen.
    return git(mirror, "mktree", "-z", "--missing", stdin=b"".join(lines)).decode().strip()


def _replace_entry(mirror: Path, about: bytes, path: bytes, inside: Mapping[bytes, bytes]) -> bytes:
    mode, kind, old = about.split(b" ")
    if kind == b"tree" and b"" not in inside:
        return b"%b %b %b" % (mode, kind, _change_folder(mirror, old.decode(), path + b"/", inside).encode())
    if browse.KINDS.get(mode) or list(inside) != [b""]:
        raise _missing_file(path)
    words = ("hash-object", "-w", "--no-filters", "--stdin")
    new = git(mirror, *words, stdin=inside[b""]).strip()
    return b"%b %b %b" % (mode, kind, new)


def _missing_file(path: bytes) -> RepositoryError:
    return RepositoryError(
        f"“{to_text(path)}” is not a file of the commit that this is based on. Choose another commit.",
        kind="path",
    )


def _people_variables(draft: CommitDraft) -> dict[str, str]:
    name, email = (" ".join(_ODD.sub(" ", text).split()) for text in (draft.author.name, draft.author.email))
    if not name or not email:
        raise RepositoryError("A commit needs the name and the address of its author.", kind="path")
    when = f"@{int(draft.at.timestamp())} +0000"
    return {
        f"GIT_{role}_{part}": value
        for role in ("AUTHOR", "COMMITTER")
        for part, value in (("NAME", name), ("EMAIL", email), ("DATE", when))
    }


def _clean_message(text: str) -> bytes:
    lines = [line.rstrip() for line in text.replace("\0", "").splitlines()]
    return (_CUTS.sub(" ", "\n".join(lines).strip()) or "Changes from ELM").encode("utf-8", "replace") + b"\n"


def _move_branch(mirror: Path, reference: str, made: str, base: str) -> None:
    """Moves a branch of ELM's from `base` to `made`; doing it again changes nothing."""
    now = _commit_at(mirror, reference)
    if now == made:
        return
    if now not in ("", base):
        raise _moved_on()
    try:
        git(mirror, "update-ref", reference, made, now or NOWHERE)
    except RepositoryError as error:
        then = _commit_at(mirror, reference)
        if then == now:
            raise
        if then != made:
            raise _moved_on() from error


def _commit_at(mirror: Path, reference: str) -> str:
    return git(mirror, "for-each-ref", "--format=%(objectname)", reference).decode().strip()


def _moved_on() -> RepositoryError:
    return RepositoryError(
        "The branch has moved on meanwhile, so nothing was committed. Load the page again.", kind="stale"
    )
