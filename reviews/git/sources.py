"""From an address to git's arguments and environment, checked at every use: names, links and secrets change."""

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from reviews.errors import RepositoryError
from reviews.git import credentials, hosts, local
from reviews.git.addresses import Policy, RepositoryAddress
from reviews.git.command import Outside
from reviews.git.environment import on_their_side


@dataclass(frozen=True)
class RepositorySource:
    """Where a repository comes from.

    `credential` is the name of an environment variable of the server, "" for none; `team` the slug of the
    team that uses it.
    """

    address: RepositoryAddress
    policy: Policy
    credential: str = ""
    team: str = ""
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)


@dataclass(frozen=True)
class GitTransport:
    """How git reaches a source: `url` for the command line, `options` before it, `outside` for the environment."""

    url: str
    options: tuple[str, ...]
    outside: Outside


def transport_of(source: RepositorySource, service: str) -> GitTransport:
    """How git reaches a source for `upload-pack` (reading) or `receive-pack` (writing).

    Raises RepositoryError: `private`, `outside`, `unreachable`, `credential`, `not_repository`, `address`.
    """
    if source.address.kind == "path":
        return _on_disk(source, service)
    found = hosts.reachable_addresses(source.address, source.policy)
    if source.address.kind == "ssh":
        return _by_ssh(source, found)
    return _by_web(source, found)


def _on_disk(source: RepositorySource, service: str) -> GitTransport:
    folder = local.git_folder(source.address, source.policy)
    strict = " --strict" if service == "upload-pack" else ""
    option = f"--{service}={on_their_side(service)}{strict}"
    return GitTransport(str(folder), (option,), Outside(protocols="file"))


def _by_web(source: RepositorySource, found: list[str]) -> GitTransport:
    address = source.address
    ips = ",".join(f"[{ip}]" if ":" in ip else ip for ip in found)
    # The host can't lead elsewhere between our lookup and git's.
    config = {} if ":" in address.host else {"http.curloptResolve": f"{address.host}:{address.port}:{ips}"}
    secrets: tuple[str, ...] = ()
    if source.credential:
        if address.kind == "http" and not hosts.is_loopback(found):
            raise RepositoryError(
                "A credential is sent over https:// only. Link the repository with https://.",
                kind="credential",
            )
        secret = credentials.read(source.credential, address, source.team, source.environ)
        config[f"http.{address.url}.extraHeader"] = secret.header
        secrets = secret.parts
    return GitTransport(address.url, (), Outside(address.kind, config, {}, secrets))


def _by_ssh(source: RepositorySource, found: list[str]) -> GitTransport:
    host = source.address.host
    options = {
        "BatchMode": "yes",
        "StrictHostKeyChecking": "yes",
        "ClearAllForwardings": "yes",
        "ForwardAgent": "no",
        "PermitLocalCommand": "no",
        "ConnectTimeout": "20",
        "HostName": found[0],
        "HostKeyAlias": host,
    }
    command = " ".join(["ssh", *(f"-o {name}={shlex.quote(value)}" for name, value in options.items())])
    variables = {"GIT_SSH_COMMAND": command, "GIT_SSH_VARIANT": "ssh"}
    return GitTransport(source.address.url, (), Outside("ssh", {}, variables))
