"""Secrets for hosts. They are in environment variables of the server; all other code has only the variables' names."""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reviews.errors import RepositoryError
from reviews.git.addresses import RepositoryAddress

PREFIX = "ELM_GIT_"
# A user name that hosts accept when only the token counts.
ANY_NAME = "oauth2"

_NAME = re.compile(rf"^{PREFIX}[A-Z0-9_]{{1,60}}$")
_COMPANIONS = ("_HOSTS", "_TEAMS", "_FILE")


@dataclass(frozen=True)
class Secret:
    """A credential in use: `header` for the request, `parts` to be kept out of every text. Has no `repr`."""

    header: str = field(repr=False)
    parts: tuple[str, ...] = field(repr=False)


def check_name(name: str) -> None:
    """Raises RepositoryError(credential) for a name that can't be a credential's.

    Only variables made for this are allowed: else somebody could have any secret of the server sent anywhere.
    """
    if not _NAME.match(name) or name.endswith(_COMPANIONS):
        raise RepositoryError(
            f"A credential is named by an environment variable such as {PREFIX}DOCS. "
            "Give the variable's name, never the credential itself.",
            kind="credential",
        )


def read(name: str, address: RepositoryAddress, team: str, environ: Mapping[str, str]) -> Secret:
    """The secret that `name` stands for, if it may go to this address on behalf of this team (its slug).

    `NAME` (or the file that `NAME_FILE` names) holds a token, or `user:token`. `NAME_HOSTS` lists the hosts it
    is for, each with a path in front of the repositories if wanted; `NAME_TEAMS` the teams, all when unset.
    Raises RepositoryError(credential) with a sentence that never holds the value.
    """
    check_name(name)
    if not any(_covers_address(entry, address) for entry in _split_list(environ.get(f"{name}_HOSTS", ""))):
        raise _refused(f"{name} is not meant for {address.host}. An administrator can set {name}_HOSTS.")
    teams = _split_list(environ.get(f"{name}_TEAMS", ""))
    if teams and team not in teams:
        raise _refused(f"{name} is not meant for this team. An administrator can set {name}_TEAMS.")
    value = _read_value(name, environ)
    if not value:
        raise _refused(f"The server has no variable {name}, or it is empty. Ask an administrator to set it.")
    if not value.isprintable() or not value.isascii():
        raise _refused(f"{name} holds something that can't be a token. Ask an administrator to set it again.")
    user, _, token = value.rpartition(":")
    coded = base64.b64encode(f"{user or ANY_NAME}:{token}".encode()).decode()
    return Secret(f"Authorization: Basic {coded}", tuple(part for part in (token, coded, value) if part))


def _refused(message: str) -> RepositoryError:
    return RepositoryError(message, kind="credential")


def _split_list(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _covers_address(entry: str, address: RepositoryAddress) -> bool:
    """Whether `host`, `host:port` or `host/folder` stands for an address; a folder covers what is below it."""
    host, _, folder = entry.partition("/")
    _, _, rest = address.url.partition("://")
    where, _, path = rest.partition("/")
    below = f"{path}/".startswith(f"{folder.strip('/')}/") if folder else True
    return host.lower() in (where, address.host) and below


def _read_value(name: str, environ: Mapping[str, str]) -> str:
    file = environ.get(f"{name}_FILE", "").strip()
    if not file:
        return environ.get(name, "").strip()
    try:
        return Path(file).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise _refused(f"The file that {name}_FILE names can't be read. Ask an administrator.") from error
