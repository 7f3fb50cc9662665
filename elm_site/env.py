"""Reading settings from the environment: nonsense is refused at start, with the name and an example."""

import ipaddress
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from reviews.errors import BadConfiguration

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}
LEAST_KEY_LENGTH, LEAST_KEY_VARIETY = 50, 8
MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def text(name: str, default: str = "") -> str:
    """The variable `name` without blanks around it; `default` when it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def secret(name: str, default: str = "") -> str:
    """Like `text`, but also read from the file named by `NAME_FILE`."""
    path = text(f"{name}_FILE")
    if not path:
        return text(name, default)
    try:
        return Path(path).read_text().strip() or default
    except OSError as error:
        raise BadConfiguration(
            f"{name}_FILE names {path}, which can't be read ({error.strerror}). "
            f"Example: {name}_FILE=/run/secrets/{name.lower()}"
        ) from error


def check_signing_key(key: str, source: str = "SECRET_KEY") -> str:
    """The key, if it is one that nobody guesses. Raises BadConfiguration, which does not repeat it, for one that is
    short, has few different characters, or is the kind that Django makes for development; `source` is its name."""
    problem = ""
    if key.startswith("django-insecure-"):
        problem = "begins with django-insecure-, as Django's keys for development do"
    elif len(key) < LEAST_KEY_LENGTH:
        problem = f"has {len(key)} characters, and {LEAST_KEY_LENGTH} are the least"
    elif len(set(key)) < LEAST_KEY_VARIETY:
        problem = f"has {len(set(key))} different characters, and {LEAST_KEY_VARIETY} are the least"
    if problem:
        raise BadConfiguration(
            f"{source} {problem}. Whoever guesses it can log in as anybody. Take what `openssl rand -base64 48` "
            "prints, or set none and leave none in the data folder: ELM makes one. "
            "Example: SECRET_KEY_FILE=/run/secrets/secret_key"
        )
    return key


def boolean(name: str, default: bool) -> bool:
    """True or False. Raises BadConfiguration for anything that is neither."""
    value = text(name).lower()
    if not value:
        return default
    if value in TRUE | FALSE:
        return value in TRUE
    raise BadConfiguration(f"{name} is {value!r}, which is neither true nor false. Example: {name}=true")


def switch(name: str) -> bool | None:
    """True for 1 or true, False for 0 or false, None when the variable is unset or empty. Raises BadConfiguration."""
    value = text(name).lower()
    if value in ("", "1", "true", "0", "false"):
        return value in ("1", "true") if value else None
    raise BadConfiguration(f"{name} is {value!r}. It takes 1, true, 0 or false. Example: {name}=1")


def integer(name: str, default: int, *, least: int, most: int) -> int:
    """A whole number from `least` to `most`. Raises BadConfiguration otherwise."""
    value = text(name)
    if not value:
        return default
    if value.isascii() and value.isdigit() and least <= int(value) <= most:
        return int(value)
    raise BadConfiguration(
        f"{name} is {value!r}. It takes a whole number from {least} to {most}. Example: {name}={default}"
    )


def number(name: str, default: float, *, least: float, most: float) -> float:
    """A number from `least` to `most`. Raises BadConfiguration otherwise."""
    value = text(name)
    try:
        found = float(value) if value else default
    except ValueError:
        found = float("nan")
    if least <= found <= most:
        return found
    raise BadConfiguration(
        f"{name} is {value!r}. It takes a number from {least} to {most}. Example: {name}={default}"
    )


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of `allowed`. Raises BadConfiguration otherwise."""
    value = text(name, default).lower()
    if value in allowed:
        return value
    raise BadConfiguration(
        f"{name} is {value!r}. It takes {' or '.join(allowed)}. Example: {name}={allowed[0]}"
    )


def words(name: str, default: str = "") -> list[str]:
    """A list separated by commas."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def site_address(name: str, origins: Sequence[str]) -> str:
    """The address of the site without a slash at its end: of the variable, else the first of the origins that names a
    single host, else "". Raises BadConfiguration for what is no address."""
    given = text(name)
    found = given or next((origin for origin in origins if "*" not in origin), "")
    try:
        parts = urlsplit(found)
        is_address = not found or bool(
            parts.scheme in ("http", "https") and parts.hostname and not parts.query
        )
    except ValueError:
        is_address = False
    if not is_address:
        raise BadConfiguration(
            f"{name} is {given!r}, which is no address. Example: {name}=https://elm.example.org"
        )
    return found.rstrip("/")


def folders(name: str) -> tuple[Path, ...]:
    """A list of folders that are there, separated by commas, each by its full path. Raises BadConfiguration."""
    found = tuple(Path(word) for word in words(name))
    for path in found:
        if not path.is_absolute() or not path.is_dir():
            raise BadConfiguration(
                f"{name} names {str(path)!r}, which is not the full path of a folder that is there. "
                f"Example: {name}=/srv/repositories,/srv/notes"
            )
    return found


def hosts(name: str) -> tuple[str, ...]:
    """A list of host names, IP addresses and networks, separated by commas. Raises BadConfiguration."""
    found = tuple(word.lower() for word in words(name))
    for word in found:
        if not (_is_network(word) or re.fullmatch(r"(?=.*[a-z])[a-z0-9]([a-z0-9.-]*[a-z0-9])?", word)):
            raise BadConfiguration(
                f"{name} names {word!r}, which is neither a host nor a network. "
                f"Example: {name}=git.corp.example,10.0.0.0/8"
            )
    return found


def networks(name: str, default: str = "") -> list[str]:
    """A list of IP addresses and networks, separated by commas, none of them everybody. Raises BadConfiguration."""
    found = words(name, default)
    for word in found:
        if not _is_network(word) or ipaddress.ip_network(word).prefixlen == 0:
            raise BadConfiguration(
                f"{name} names {word!r}, which is neither an IP address nor a network of some. "
                f"Example: {name}=127.0.0.1,10.0.3.0/24"
            )
    return found


def mail_server(name: str, address: str) -> dict[str, Any]:
    """What Django's MAILERS takes for a mail server at an address: `smtp://`, `smtp+tls://` (the usual one, on port
    587) or `smtps://`, with a user and a password if it asks for them. Raises BadConfiguration."""
    try:
        found = urlsplit(address)
        port = found.port or MAIL_PORTS[found.scheme]
    except (KeyError, ValueError):
        found, port = urlsplit(""), 0
    if not found.hostname:
        raise BadConfiguration(
            f"{name} is not the address of a mail server. "
            f"Example: {name}=smtp+tls://user:password@mail.example.org:587"
        )
    options = {
        "host": found.hostname,
        "port": port,
        "username": unquote(found.username or ""),
        "password": unquote(found.password or ""),
        "use_tls": found.scheme == "smtp+tls",
        "use_ssl": found.scheme == "smtps",
        "timeout": 10,
    }
    return {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True
