"""Repositories on this server's own disk: only inside the allowed folders, and wholly inside."""

import os
from collections.abc import Iterator
from pathlib import Path

from reviews.errors import RepositoryError
from reviews.git.addresses import Policy, RepositoryAddress

# More files than a repository has in practice: looking at them all stays a matter of seconds.
MOST_FILES = 500_000


def git_folder(address: RepositoryAddress, policy: Policy) -> Path:
    """The folder with the objects of a local repository, with all links in its path resolved.

    Raises RepositoryError(outside) when it, or anything that git would follow from it (links, alternates, a
    `.git` file), lies outside of the roots; RepositoryError(not_repository) when it is none. A missing path
    gets the same sentence as one elsewhere, so that nobody can find out what is on the disk.
    """
    path = _check_inside(Path(address.url), policy, address.url)
    try:
        folder = _found_in(path, policy, address.url)
        _refuse_ways_out(folder, policy, address.url)
    except OSError as error:
        raise RepositoryError(
            f"{address.url} can't be read ({error.strerror}). Check the path, or ask an administrator whether "
            "ELM may read what is there.",
            kind="not_repository",
        ) from error
    return folder


def _found_in(path: Path, policy: Policy, shown: str) -> Path:
    """The folder with the objects, as git itself finds it."""
    folder = _check_inside(path / ".git", policy, shown) if os.path.lexists(path / ".git") else path
    if folder.is_file():
        folder = _named_by(folder, policy, shown)
    if not ((folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()):
        raise RepositoryError(
            f"{shown} is not a git repository. Give the folder that has “.git” in it, or a bare one.",
            kind="not_repository",
        )
    return folder


def _check_inside(path: Path, policy: Policy, shown: str) -> Path:
    real = Path(os.path.realpath(path))
    if not any(real.is_relative_to(os.path.realpath(root)) for root in policy.roots):
        raise _outside_error(shown)
    return real


def _outside_error(shown: str) -> RepositoryError:
    return RepositoryError(
        f"{shown} is not inside a folder that this server allows, or something in it leads out. "
        "An administrator can allow folders with ELM_REPO_ROOTS.",
        kind="outside",
    )


def _named_by(file: Path, policy: Policy, shown: str) -> Path:
    """The folder that a `.git` file names. Work trees share another folder's objects, so they are refused."""
    text = file.read_bytes()[:4096].decode("utf-8", "surrogateescape").strip()
    folder = _check_inside(file.parent / text.removeprefix("gitdir:").strip(), policy, shown)
    if (folder / "commondir").exists():
        raise RepositoryError(
            f"{shown} is a second work tree. Link the repository that it belongs to.", kind="not_repository"
        )
    return folder


def _refuse_ways_out(folder: Path, policy: Policy, shown: str) -> None:
    # For a push, git would look for another “.git” inside.
    if (folder / "commondir").exists() or os.path.lexists(folder / ".git"):
        raise _outside_error(shown)
    for count, path in enumerate(_walk_files(folder)):
        if count > MOST_FILES:
            raise RepositoryError(f"{shown} has too many files to be checked. Repack it.", kind="too_large")
        if path.is_symlink():
            _check_inside(path, policy, shown)
    for alternate in _alternate_folders(folder, shown):
        _check_inside(alternate, policy, shown)
        if (alternate / "info" / "alternates").exists():
            raise _outside_error(shown)


def _walk_files(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        yield from (Path(parent, name) for name in (*folders, *files))


def _alternate_folders(folder: Path, shown: str) -> list[Path]:
    """Other folders that git takes objects from. A name in quotes is refused: git would unescape it."""
    file = folder / "objects" / "info" / "alternates"
    if not os.path.lexists(file):
        return []
    if not file.is_file():
        raise _outside_error(shown)
    lines = [line for line in file.read_bytes().split(b"\n") if line and not line.startswith(b"#")]
    if any(line.startswith(b'"') for line in lines):
        raise _outside_error(shown)
    return [folder / "objects" / os.fsdecode(line) for line in lines]
