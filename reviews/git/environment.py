"""The environment and the settings of every git that ELM starts, which sees nothing else of the server's."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from reviews.errors import RepositoryError

# Older versions look up the addresses of a host again, whatever they were given.
OLDEST = (2, 37)

# Given as if on the command line: stronger than anything that a repository's own configuration says.
SETTINGS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.alternateRefsCommand": ":",
    "core.attributesFile": "/dev/null",
    "core.excludesFile": "/dev/null",
    "core.sshCommand": "/bin/false",
    "core.askPass": "/bin/false",
    "core.gitProxy": "/bin/false",
    "core.bigFileThreshold": "16m",
    "credential.helper": "",
    "protocol.allow": "never",
    "transfer.fsckObjects": "true",
    "fetch.unpackLimit": "1",
    "fetch.recurseSubmodules": "false",
    "fetch.writeCommitGraph": "false",
    "push.recurseSubmodules": "no",
    "push.gpgSign": "false",
    "commit.gpgSign": "false",
    "submodule.recurse": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "pack.threads": "2",
    "log.mailmap": "false",
    "log.showSignature": "false",
    "http.followRedirects": "false",
    "http.lowSpeedLimit": "100",
    "http.lowSpeedTime": "60",
    "http.proxy": "",
    "i18n.logOutputEncoding": "UTF-8",
    "i18n.commitEncoding": "UTF-8",
    "safe.directory": "*",
}
# Mistakes of old tools that harm nobody: histories with them are common.
HARMLESS = (
    "badTimezone",
    "badEmail",
    "missingEmail",
    "missingNameBeforeEmail",
    "missingSpaceBeforeDate",
    "missingSpaceBeforeEmail",
    "missingTaggerEntry",
    "zeroPaddedDate",
    "zeroPaddedFilemode",
)
# What an administrator may set for the whole server; nothing else of its environment reaches git.
_PASSED_ON = ("GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "TMPDIR")


@cache
def git_program() -> str:
    """The path of git. Raises RepositoryError(no_git) when there is none or it can't be bound to an address."""
    found = shutil.which("git")
    if found is None:
        raise RepositoryError(
            "This server has no git. An administrator can install it (2.37 or newer).", kind="no_git"
        )
    told = subprocess.run([found, "version"], capture_output=True, check=False, timeout=20).stdout  # noqa: S603
    version = tuple(int(number) for number in re.findall(rb"\d+", told)[:2])
    if version < OLDEST:
        raise RepositoryError(
            "The git of this server is too old to be used safely. An administrator can install 2.37 or newer.",
            kind="no_git",
        )
    return found


def git_variables(
    repo: Path | None, protocols: str, config: Mapping[str, str], extra: Mapping[str, str]
) -> dict[str, str]:
    """The whole environment of one git.

    `protocols` are the ways to other repositories that it may use (`https`, `ssh`, `file`, joined by colons),
    none by default; `config` is added to `SETTINGS`. What is secret in it is seen by this git alone.
    """
    return {
        "PATH": f"{Path(git_program()).parent}:/usr/bin:/bin",
        "HOME": "/nonexistent",
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_SYSTEM": "/dev/null",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ALLOW_PROTOCOL": protocols,
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ADVICE": "0",
        "GIT_PAGER": "cat",
        **({"GIT_DIR": str(repo)} if repo else {}),
        **{name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        **_numbered_config({**SETTINGS, **{f"fetch.fsck.{name}": "warn" for name in HARMLESS}, **config}),
        **extra,
    }


def on_their_side(service: str) -> str:
    """The command that serves somebody else's local repository, whose configuration may name no program."""
    settings = {
        **{
            name: SETTINGS[name] for name in ("core.hooksPath", "core.fsmonitor", "core.alternateRefsCommand")
        },
        "uploadpack.allowFilter": "true",
        "receive.denyCurrentBranch": "refuse",
        "receive.denyNonFastForwards": "true",
        "receive.fsckObjects": "true",
        "receive.autogc": "false",
        "gc.auto": "0",
        "safe.directory": "*",
    }
    words = " ".join(f"-c {name}={value}" for name, value in settings.items())
    # It may call itself a part of another repository: nothing is fetched from there, in any version of git.
    return f"GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git {words} {service}"


def _numbered_config(config: Mapping[str, str]) -> dict[str, str]:
    numbered = {"GIT_CONFIG_COUNT": str(len(config))}
    for number, (name, value) in enumerate(config.items()):
        numbered[f"GIT_CONFIG_KEY_{number}"] = name
        numbered[f"GIT_CONFIG_VALUE_{number}"] = value
    return numbered
