"""A commit as a mail from which `git am` makes the same bytes."""

import binascii
import re
from pathlib import Path

from reviews.errors import RepositoryError
from reviews.git.command import Limits, git
from reviews.git.mirror import checked_id
from reviews.git.names import to_text

LIMITS = Limits(seconds=20, output=64 << 20)

_OPTIONS = (
    "--stdout",
    "--no-signature",
    "--no-stat",
    "--full-index",
    "--no-renames",
    "--no-attach",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-notes",
    "--text",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--unified=3",
    "-1",
)
_MIME = (b"mime-version:", b"content-type:", b"content-transfer-encoding:")


def format_patch(mirror: Path, commit: str) -> bytes:
    """One mail with the commit's message and changes. Raises RepositoryError(path) for changes of binary files.

    `git am` drops carriage returns, so a patch with any is encoded as quoted-printable, which it decodes.
    """
    _refuse_binary(mirror, checked_id(commit))
    mail = git(mirror, "format-patch", *_OPTIONS, commit, limits=LIMITS)
    head, _, body = mail.partition(b"\n\n")
    if b"\r" not in body:
        return mail
    # Each header line with its continuations.
    lines = [line for line in re.split(rb"\n(?![ \t])", head) if not line.lower().startswith(_MIME)]
    lines += [
        b"MIME-Version: 1.0",
        b"Content-Type: text/plain; charset=UTF-8",
        b"Content-Transfer-Encoding: quoted-printable",
    ]
    return b"\n".join(lines) + b"\n\n" + b"\n".join(_quote_line(line) for line in body.split(b"\n"))


def _refuse_binary(mirror: Path, commit: str) -> None:
    counts = git(
        mirror, "diff-tree", "-r", "-z", "--numstat", "--no-renames", "--no-commit-id", commit, limits=LIMITS
    )
    for line in counts.split(b"\0"):
        added, _, rest = line.partition(b"\t")
        if added == b"-":
            name = to_text(rest.partition(b"\t")[2])
            raise RepositoryError(
                f"{name} is not text, so there is no patch of it that can be read. Push the branch instead.",
                kind="path",
            )


def _quote_line(line: bytes) -> bytes:
    # Only what must be is encoded: a patch is for people to read, too.
    return binascii.b2a_qp(line, istext=False) if line else line
