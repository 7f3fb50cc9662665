"""The data folder is for its owner alone: the server makes folders with mode 0700 and files with 0600.

What was there before keeps its mode, since somebody may have meant it so, and is told of at the start.
"""

import os
from collections.abc import Iterable
from pathlib import Path

NOT_FOR_OTHERS = 0o077
"""The bits of a mode that let others in."""


def make_private_file(path: str | Path) -> None:
    """Make an empty file with mode 0600, unless there is one. SQLite gives its other files the mode of the database.
    Raises OSError when it can't be made."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return


def warn_of_open_files(folder: Path, files: Iterable[Path]) -> list[str]:
    """A sentence for the data folder, if others on this machine can look into it, and then for each of the files that
    they can read or write. Of files elsewhere it is said in any case."""
    is_open = lets_others_in(folder)
    warnings = []
    if is_open:
        warnings.append(
            f"The data folder {folder} is open to others on this machine (mode {mode_of(folder):o}), and was so "
            f"before. To close it: chmod 700 {folder}"
        )
    for file in files:
        if (is_open or not file.is_relative_to(folder)) and lets_others_in(file):
            warnings.append(
                f"{file} can be read or written by others on this machine (mode {mode_of(file):o}). "
                f"To close it: chmod 600 {file}"
            )
    return warnings


def lets_others_in(path: Path) -> bool:
    """Whether the mode of a file or folder that is there gives somebody else than its owner something."""
    return path.exists() and bool(mode_of(path) & NOT_FOR_OTHERS)


def mode_of(path: Path) -> int:
    """The nine bits of a mode, such as 0o755."""
    return path.stat().st_mode & 0o777
