"""Which files a run reviews, and their texts: within limits of size, so that no file can hold a build."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from reviews.documents.encoding import decode_text
from reviews.errors import NotReadable
from reviews.offline.ci.config import Configs

STDIN = "-"
MEGABYTE = 1_048_576


def find_files(given: str, configs: Configs) -> Iterator[tuple[str, bool]]:
    """Each file to review, and whether the team's file excludes it: the file itself, or the files of a folder and its
    folders that are included; hidden ones are passed over. Raises NotReadable when a folder has none."""
    if not Path(given).is_dir():
        yield given, configs.of(given).excludes(given)
        return
    found = False
    for folder, folders, names in os.walk(given):
        config = configs.of(os.path.join(folder, "x"))
        seen = sorted(name for name in folders if not name.startswith("."))
        folders[:] = [name for name in seen if not config.excludes(os.path.join(folder, name))]
        found = found or len(folders) < len(seen)
        for name in sorted(names):
            path = str(Path(folder, name))
            if not name.startswith(".") and config.includes(path) and _is_regular(path):
                found = True
                if not config.excludes(path):
                    yield path, False
    if not found:
        endings = ", ".join(
            ending.removeprefix("*") for ending in configs.of(os.path.join(given, "x")).include
        )
        raise NotReadable(f"{given} holds no files that end in {endings}. Name a file or another folder.")


def read_text(path: str, megabytes: float) -> str:
    """The text of a file, or of standard input for STDIN. Raises NotReadable with the reason in plain words."""
    most = int(megabytes * MEGABYTE)
    shown = "Standard input" if path == STDIN else path
    content = sys.stdin.buffer.read(most + 1) if path == STDIN else _read_bytes(path, most + 1)
    if len(content) > most:
        raise NotReadable(
            f"{shown} is larger than {megabytes:g} MB, so it was not reviewed. "
            "Split it, exclude it, or raise max_megabytes in elm-review.toml."
        )
    return decode_text(content, shown).text


def _read_bytes(path: str, most: int) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(most)
    except FileNotFoundError as error:
        raise NotReadable(f"{path} does not exist. Check the spelling and the current folder.") from error
    except OSError as error:
        raise NotReadable(
            f"{path} could not be read ({error.strerror}). Check that it is a file you may open."
        ) from error


def _is_regular(path: str) -> bool:
    """Whether a name in a folder is a file: a pipe or a device would be waited for."""
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except OSError:
        return True
