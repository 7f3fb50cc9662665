"""From git's error messages to what people read: a kind that never changes, and a sentence.

git's own words are never shown: they hold paths of this server and whatever the remote sends.
"""

import re

from reviews.errors import RepositoryError

# The first that matches counts, so causes stand before the failures that they lead to.
_KNOWN: tuple[tuple[str, str, str], ...] = (
    (
        r"No space left on device|Disk quota exceeded",
        "disk",
        "The server's disk is full, so this could not be finished. What was there before is as it was. "
        "Ask an administrator to free some space, then try again.",
    ),
    (
        r"File too large|signal 25|exceeds maximum allowed size|[Oo]ut of memory|malloc failed|mmap failed",
        "too_large",
        "{what} holds more than this server takes, so nothing was changed. "
        "Link a smaller repository, or ask an administrator to raise ELM_REPO_MAX_MB.",
    ),
    (
        r"fsck error|error in object|error: object [0-9a-f]+: |hasDot|gitmodules[A-Z]",
        "unsafe",
        "{what} holds an object that git takes for an attack or for damage, so nothing was fetched. "
        "Run “git fsck --strict” where it comes from.",
    ),
    (
        r"Host key verification failed|host key .* changed|REMOTE HOST IDENTIFICATION",
        "host_key",
        "This server does not know the ssh key of the host of {what}. "
        "An administrator can add it to known_hosts.",
    ),
    (
        r"returned error: 30\d|unable to update url base from redirection",
        "redirect",
        "{what} is answered with a redirect, which ELM does not follow. "
        "Link the address that it leads to; often that is the same one with .git at its end.",
    ),
    (
        r"could not read (?:Username|Password)|Authentication failed|terminal prompts disabled|"
        r"returned error: 40[13]|Permission denied|HTTP 40[13]|access denied|[Uu]nauthorized",
        "credential",
        "{what} wants a credential, or does not accept the one it was given. "
        "Check the name of the credential, or ask an administrator.",
    ),
    (
        r"SSL|TLS|gnutls|certificate",
        "tls",
        "The host of {what} could not prove who it is: its certificate is not one that this server trusts. "
        "Nothing was sent to it.",
    ),
    (
        r"\[rejected\]|\[remote rejected\]|failed to push some refs|hook declined|non-fast-forward|fetch first",
        "rejected",
        "{what} did not take the branch: it has another history there, or the host forbids it. "
        "Nothing was lost; take the patch, or delete the branch there and push again.",
    ),
    (
        r"returned error: (?:404|410)|not found|does not appear to be a git repo|[Nn]ot a git repo|"
        r"not valid: is this a git repo|invalid server response|dubious ownership|no such repository",
        "not_repository",
        "There is no git repository at {what}, or it shows itself only with a credential. Check the address.",
    ),
    (
        r"couldn't find remote ref|bad revision|unknown revision|[Nn]ot a valid (?:object|commit)|"
        r"invalid object name|ambiguous argument|not a tree object|bad object",
        "branch",
        "There is no such branch or commit in {what}. Choose one from the list.",
    ),
    (
        r"Could not resolve|[Nn]ame or service not known|Failed to connect|Couldn't connect|[Cc]onnection|"
        r"[Nn]o route|unreachable|[Tt]imed out|too slow|early EOF|RPC failed|hung up|Empty reply|Recv failure|"
        r"unexpected disconnect|returned error: (?:429|5\d\d)",
        "unreachable",
        "The host of {what} can't be reached, or broke off. Try again later.",
    ),
    (
        r"corrupt|missing blob|missing tree|unable to read|index-pack failed|bad pack|inflate|"
        r"could not read [0-9a-f]{40}|invalid index-pack",
        "damaged",
        "A part of {what} is damaged or missing here. Fetch it again; if that does not help, remove it and "
        "link it again.",
    ),
)


def failure(words: str, what: str) -> RepositoryError | None:
    """The error for git's `words`, with a sentence about the repository `what`; None for unknown words."""
    for pattern, kind, sentence in _KNOWN:
        if re.search(pattern, words):
            return RepositoryError(_capital_start(sentence.format(what=what)), kind=kind)
    return None


def unknown(what: str) -> RepositoryError:
    """The error for unknown words, which are in the server's log."""
    return RepositoryError(
        _capital_start(
            f"{what} could not be read or written, and the reason is not a known one. "
            "The server's log says more."
        ),
        kind="failed",
    )


def _capital_start(sentence: str) -> str:
    # An address at the start stays as it is.
    return sentence[:1].upper() + sentence[1:] if sentence.startswith("the ") else sentence
