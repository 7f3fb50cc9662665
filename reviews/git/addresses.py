"""The addresses that may be linked, checked by their form alone, without the network and the disk."""

import ipaddress
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, quote, urlsplit

from reviews.errors import RepositoryError

LONGEST = 500
DEFAULT_PORTS = {"https": 443, "http": 80, "ssh": 22}

_HELPER = re.compile(r"^[A-Za-z0-9+.-]+::")
_SCHEME = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*)://")
_SHORT_SSH = re.compile(r"^(?:([^@/:]+)@)?([^@/:]+):(?!/)(.+)$")
_USER = re.compile(r"^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$")
_LABEL = re.compile(r"^(?!-)[a-z0-9-]{1,63}(?<!-)$")
_NUMBER = re.compile(r"^(?:[0-9]+|0x[0-9a-f]*)$")
_PATH = re.compile(r"^[A-Za-z0-9/._~!$&'()*+,;=:@%-]+$")


@dataclass(frozen=True)
class Policy:
    """What this server allows.

    `roots` are the folders that local repositories may lie in. `private_hosts` are names, addresses and networks
    of an intranet that may be reached although they are private, on any port and without TLS. `ssh` says
    whether the server's own ssh keys may be used.
    """

    roots: tuple[Path, ...] = ()
    private_hosts: tuple[str, ...] = ()
    ssh: bool = False

    def names(self, host: str) -> bool:
        """Whether a host is allowed by its name, or by an address that stands in the link itself."""
        return host in self.private_hosts or self.covers(host)

    def covers(self, address: str) -> bool:
        """Whether an IP address is in one of the allowed networks; False for what is no IP address."""
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in map(_parse_network, self.private_hosts) if network)


@dataclass(frozen=True)
class RepositoryAddress:
    """An address in its normal form, without a secret: `url` may be stored and shown."""

    kind: Literal["https", "http", "ssh", "path"]
    url: str
    host: str = ""
    port: int = 0


def parse_address(text: str, policy: Policy) -> RepositoryAddress:
    """The address that somebody typed. Raises RepositoryError(address) with a sentence that says what to do.

    Whether a host is private and whether a path lies inside the roots is asked later, at every use: both can
    change (see `hosts.py` and `local.py`).
    """
    text = text.strip()
    _refuse_odd_text(text)
    if text.startswith("/") and not policy.roots:
        raise refusal(
            "This server takes no local paths. An administrator can allow folders with ELM_REPO_ROOTS."
        )
    if text.startswith("/"):
        return RepositoryAddress("path", text.rstrip("/") or "/")
    scheme = _SCHEME.match(text)
    if scheme:
        return _url_address(text, scheme[1].lower(), policy)
    if _SHORT_SSH.match(text):
        return _short_ssh(text, policy)
    raise refusal(
        f"“{text}” is not an address that ELM knows. Give one that starts with https://, "
        "or the full path of a repository on this server."
    )


def refusal(message: str) -> RepositoryError:
    """The error for an address that is not accepted; people read `message`."""
    return RepositoryError(message, kind="address")


def _refuse_odd_text(text: str) -> None:
    if not text:
        raise refusal("Give the address of the repository, such as https://git.example.org/team/notes.git.")
    if len(text) > LONGEST:
        raise refusal(f"The address is longer than {LONGEST} characters. Check what was pasted.")
    if not text.isprintable() or " " in text or "\\" in text:
        raise refusal("The address has blanks, backslashes or characters that can't be seen. Type it again.")
    if text.startswith("-"):
        raise refusal("The address starts with “-”, which git would take for an option.")
    if _HELPER.match(text):
        raise refusal("Addresses with “::” start programs on the server. Use https:// instead.")


def _url_address(text: str, scheme: str, policy: Policy) -> RepositoryAddress:
    if scheme == "ssh":
        return _long_ssh(text, policy)
    if scheme not in ("https", "http"):
        raise refusal(_why_not(scheme))
    parts = _split_url(text)
    if "@" in parts.netloc:
        raise refusal(
            "The address has a name or a password in it. Take it out, and name an environment variable of the "
            "server that holds the credential instead."
        )
    host, port = _url_host(parts), _url_port(parts, scheme)
    if not policy.private_hosts and (scheme == "http" or port != 443):
        raise refusal(_only_https(host, scheme))
    path = _path(parts)
    shown = f"[{host}]" if ":" in host else host
    where = shown if port == DEFAULT_PORTS[scheme] else f"{shown}:{port}"
    return RepositoryAddress(
        "https" if scheme == "https" else "http", f"{scheme}://{where}{path}", host, port
    )


def only_https(address: RepositoryAddress) -> RepositoryError:
    """The error for plain HTTP or an unusual port of a host that the policy does not name."""
    return refusal(_only_https(address.host, address.kind))


def _only_https(host: str, scheme: str) -> str:
    if scheme == "http":
        return (
            f"http:// is neither private nor proof against changes on the way. Use https://{host}/… instead."
        )
    return (
        f"Only the usual port of https:// is allowed for {host}. "
        "An administrator can allow a host of your own network with ELM_REPO_PRIVATE_HOSTS."
    )


def _why_not(scheme: str) -> str:
    if scheme == "file":
        return "file:// addresses are not taken. Give the plain path, inside a folder of ELM_REPO_ROOTS."
    if scheme == "git":
        return "git:// can't tell who answers. Use https:// instead."
    return f"{scheme}:// addresses are not taken. Use https:// instead."


def _long_ssh(text: str, policy: Policy) -> RepositoryAddress:
    parts = _split_url(text)
    user, _, _ = parts.netloc.rpartition("@")
    _check_ssh(user, policy)
    host, port = _url_host(parts), _url_port(parts, "ssh")
    if port != 22 and not policy.private_hosts:
        raise refusal(_only_https(host, "ssh").replace("https://", "ssh://"))
    where = host if port == 22 else f"{host}:{port}"
    return RepositoryAddress("ssh", f"ssh://{user + '@' if user else ''}{where}{_path(parts)}", host, port)


def _short_ssh(text: str, policy: Policy) -> RepositoryAddress:
    found = _SHORT_SSH.match(text)
    assert found
    user, host, path = found[1] or "", found[2], found[3]
    _check_ssh(user, policy)
    if path.startswith("-") or not _PATH.match(path):
        raise refusal("The path behind the “:” has characters that no repository needs. Type it again.")
    host = _plain_host(host)
    return RepositoryAddress("ssh", f"{user + '@' if user else ''}{host}:{path}", host, 22)


def _check_ssh(user: str, policy: Policy) -> None:
    if not policy.ssh:
        raise refusal(
            "This server has no keys for ssh. Use https:// instead, or ask an administrator to set ELM_REPO_SSH."
        )
    if user and not _USER.match(user):
        raise refusal("The name in front of the “@” is not a plain user name. A password has no place there.")


def _split_url(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018  (it raises when the port is none)
    except ValueError as error:
        raise refusal("The host or the port of the address makes no sense. Type it again.") from error
    if parts.query or parts.fragment or text.endswith(("?", "#")):
        raise refusal("The address has a “?” or a “#” in it. Give the address of the repository alone.")
    return parts


def _url_port(parts: SplitResult, scheme: str) -> int:
    port = parts.port
    if port == 0 or parts.netloc.endswith(":"):
        raise refusal("The port of the address makes no sense. Leave it out, or give a number.")
    return port or DEFAULT_PORTS[scheme]


def _url_host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if ":" in host:
        try:
            return str(ipaddress.IPv6Address(host))
        except ValueError as error:
            raise refusal("The address in brackets is not an IPv6 address.") from error
    return _plain_host(host)


def _plain_host(host: str) -> str:
    """A host name in ASCII and small letters; names in other scripts become what the network uses (xn--…)."""
    try:
        name = host.encode("idna").decode().lower().rstrip(".")
    except UnicodeError as error:
        raise refusal(f"“{host}” is not the name of a host.") from error
    labels = name.split(".")
    if len(name) > 253 or not all(_LABEL.match(label) for label in labels):
        raise refusal(f"“{host}” is not the name of a host.")
    try:
        # 2130706433, 0x7f.1 and 127.1 are spellings of 127.0.0.1 that hide it.
        if _NUMBER.match(labels[-1]):
            ipaddress.IPv4Address(name)
    except ValueError as error:
        raise refusal(f"“{name}” is an odd way to write an IP address. Give the name of the host.") from error
    return name


def _path(parts: SplitResult) -> str:
    path = quote(parts.path, safe="/._~!$&'()*+,;=:@%-").rstrip("/")
    if not path or not _PATH.match(path):
        raise refusal("The address names a host and no repository on it. Give the whole address.")
    if any(part in (".", "..") for part in re.sub("%2e", ".", path, flags=re.I).split("/")):
        raise refusal("The path of the address climbs with “..”. Give the address that it leads to.")
    return path


def _parse_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        return None
