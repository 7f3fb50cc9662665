"""`elm.toml` in the data directory: what whoever runs the server sets once and for all.

    [code_designer]
    enabled = true

A file that is not there sets nothing. One that can't be read, or sets what there is not, is refused at start.
"""

import tomllib
from pathlib import Path
from typing import Any

from reviews.errors import BadConfiguration

NAME = "elm.toml"
EXAMPLE = "Example: [code_designer] and, in the next line, enabled = true"
_LARGEST = 65_536


def code_designer(folder: Path) -> bool | None:
    """Whether the file in `folder` switches Code Designer on; None when it does not say. Raises BadConfiguration."""
    path = folder / NAME
    given = _read(path)
    table = given.pop("code_designer", {})
    if given:
        raise BadConfiguration(f"{path} has {next(iter(given))!r}, which is no table of it. {EXAMPLE}")
    if not isinstance(table, dict):
        raise BadConfiguration(f"{path} has code_designer, which is no table. {EXAMPLE}")
    enabled = table.pop("enabled", None)
    if table:
        raise BadConfiguration(
            f"{path} has {next(iter(table))!r} in [code_designer], which is no key. {EXAMPLE}"
        )
    if enabled is not None and not isinstance(enabled, bool):
        raise BadConfiguration(
            f"{path} has enabled = {enabled!r}, which is neither true nor false. {EXAMPLE}"
        )
    return enabled


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadConfiguration(f"{path} can't be read ({error.strerror}). {EXAMPLE}") from error
    if len(content) > _LARGEST:
        raise BadConfiguration(f"{path} has more than {_LARGEST:,} bytes. {EXAMPLE}")
    try:
        return tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadConfiguration(f"{path} is not valid TOML: {error}. {EXAMPLE}") from error
