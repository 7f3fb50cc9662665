"""The files that a review in a terminal reads: source code and documents, within limits."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from reviews.code.languages import TEXT, language_of
from reviews.documents.encoding import decode_text
from reviews.errors import NotReadable
from reviews.kinds.notes import Note

MEGABYTE = 1_048_576
MOST_FILES = 500
PASSED_OVER = frozenset({"node_modules", "__pycache__", "venv", "dist", "build", "target", "vendor"})


def read_files(given: list[str], megabytes: float) -> tuple[Note, ...]:
    """The texts of the files, and of those in folders and their folders whose language is known. Hidden ones and what
    tools have made are passed over. Raises NotReadable."""
    paths = list(dict.fromkeys(path for one in given for path in _find(one)))
    if len(paths) > MOST_FILES:
        raise NotReadable(f"{len(paths)} files are too many; {MOST_FILES} fit. Name fewer files or folders.")
    return tuple(Note(path, path, _read(path, megabytes)) for path in paths)


def _find(given: str) -> Iterator[str]:
    if not Path(given).is_dir():
        yield given
        return
    found = [path for path in _walk(given) if language_of(path, "") != TEXT]
    if not found:
        raise NotReadable(
            f"{given} holds no file in a language that is known. Name a file or another folder."
        )
    yield from found


def _walk(root: str) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in PASSED_OVER)
        for name in sorted(names):
            path = Path(folder, name)
            if not name.startswith(".") and _is_regular(path):
                yield str(path)


def _is_regular(path: Path) -> bool:
    """Whether a name in a folder is a file: a pipe or a device would be waited for."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def _read(path: str, megabytes: float) -> str:
    most = int(megabytes * MEGABYTE)
    try:
        with Path(path).open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise NotReadable(f"{path} could not be read ({error.strerror}). Check the name.") from error
    if len(content) > most:
        raise NotReadable(f"{path} is larger than {megabytes:g} MB. Split it, or leave it out.")
    return decode_text(content, path).text
