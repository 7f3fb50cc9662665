"""Taking texts in: what comes in is judged file by file, before anything is stored."""

import errno
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import OperationalError

from reviews.documents.encoding import decode_text
from reviews.errors import ElmError, NotReadable
from reviews.models import Revision

LONGEST_NAME = 200
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
DISK_FULL = (
    "The server's disk is full, so nothing was stored. "
    "Keep this page open, ask for some free space, then send it again."
)
DISK_FAILS = (
    "The server can't write to its disk, so nothing was stored. It may be full, over a quota or broken. "
    "Keep this page open, ask an admin to look at it, then send it again."
)
LOCKED = (
    "Something else was writing to the database for too long, so nothing was stored. "
    "Keep this page open, wait a moment, then send it again."
)
# What SQLite says for a full disk, for a quota or a limit that is reached, and when another process writes.
TROUBLES = (
    (re.compile(r"is full|no space left", re.IGNORECASE), DISK_FULL),
    (re.compile(r"disk i/o error", re.IGNORECASE), DISK_FAILS),
    (re.compile(r"database (table )?is locked|lock timeout|deadlock", re.IGNORECASE), LOCKED),
)


@dataclass(frozen=True)
class Incoming:
    """A text on its way in: the name as it was given, and the bytes."""

    given: str
    data: bytes


@dataclass
class Taken:
    """What became of what came in: new revisions, names that held this content already, and sentences about
    what was refused or renamed."""

    stored: list[Revision] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def add(self, more: "Taken") -> None:
        for name in ("stored", "unchanged", "problems", "remarks"):
            getattr(self, name).extend(getattr(more, name))


def clean_name(given: str) -> str:
    """The name to keep for what was called `given`: the last part of a path, without control characters.

    A name is only ever shown and compared, never used as a path. Raises NotReadable when nothing is left of
    it, when it is longer than 200 characters or when an operating system reserves it.
    """
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", given))[-1]
    visible = "".join(
        " " if c.isspace() else c for c in last if c.isspace() or unicodedata.category(c)[0] != "C"
    )
    name = " ".join(visible.split()).rstrip(". ")
    if not name:
        raise NotReadable(f"“{given}” is not a name for a file. Give it one such as notes.md.")
    if len(name) > LONGEST_NAME:
        raise NotReadable(
            f"The name “{name[:40]}…” has {len(name)} characters; {LONGEST_NAME} fit. Shorten it."
        )
    if RESERVED.fullmatch(name):
        raise NotReadable(f"{name} is a name that some systems reserve for devices. Rename the file.")
    return name


def from_files(files: Sequence[UploadedFile]) -> tuple[list[Incoming], list[str]]:
    """The files that are not too large, read, and a sentence about each of the others.

    Raises ElmError, with nothing read, when there are more than ELM_MAX_FILES of them.
    """
    if len(files) > settings.ELM_MAX_FILES:
        raise ElmError(
            f"You chose {len(files)} files; {settings.ELM_MAX_FILES} can be added at once. "
            "Nothing was stored. Choose fewer, or join small files into one."
        )
    small = [file for file in files if (file.size or 0) <= most_bytes()]
    problems = [too_large(str(file.name), file.size or 0) for file in files if file not in small]
    return [Incoming(str(file.name), file.read()) for file in small], problems


def from_paste(name: str, text: str) -> Incoming:
    """Pasted text as it would stand in a file. Browsers send CRLF; the text is kept with LF.

    Raises NotReadable when it is too large.
    """
    data = text.replace("\r\n", "\n").encode("utf-8", "surrogatepass")
    if len(data) > most_bytes():
        raise NotReadable(too_large(name, len(data)))
    return Incoming(name, data)


def most_bytes() -> int:
    return int(settings.ELM_MAX_UPLOAD_MB) * 1_048_576


def limits() -> str:
    """How much can be chosen at once, for the page on which it is chosen."""
    return (
        f"up to {settings.ELM_MAX_FILES} files, {settings.ELM_MAX_UPLOAD_MB} MB each, "
        f"{settings.ELM_MAX_BODY_MB} MB together"
    )


def too_large(name: str, size: int) -> str:
    return (
        f"{name} has {size / 1_048_576:.1f} MB; {settings.ELM_MAX_UPLOAD_MB} MB fit. "
        "Split it, or add only the part that should be reviewed."
    )


def judge_files(incoming: Sequence[Incoming], taken: Taken) -> Iterator[tuple[str, bytes]]:
    """The clean names and bytes of the good texts; sentences about the others go into `taken`."""
    named: list[tuple[str, Incoming]] = []
    for one in incoming:
        try:
            named.append((clean_name(one.given), one))
        except NotReadable as problem:
            taken.problems.append(str(problem))
    times = Counter(name for name, _ in named)
    for name, count in times.items():
        if count > 1:
            taken.problems.append(
                f"{count} of the files are called {name}. Rename them, then add them again."
            )
    for name, one in named:
        if times[name] == 1 and is_readable(name, one.data, taken):
            if name != one.given:
                taken.remarks.append(f"“{one.given}” is kept as {name}.")
            yield name, one.data


def is_readable(name: str, data: bytes, taken: Taken) -> bool:
    """Whether `data` is a text with words in it; if not, a sentence about it goes into `taken`."""
    try:
        if decode_text(data, name).text.strip():
            return True
        taken.problems.append(f"{name} is empty. Write something into it, then add it again.")
    except NotReadable as problem:
        taken.problems.append(str(problem))
    return False


def trouble_of(error: BaseException | None) -> str:
    """The sentence about an error that says that nothing can be stored just now, "" for any other."""
    if isinstance(error, OSError):
        return DISK_FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else ""
    if isinstance(error, OperationalError):
        return next((sentence for sign, sentence in TROUBLES if sign.search(str(error))), "")
    return ""


@contextmanager
def disk_may_be_full() -> Iterator[None]:
    """Turn the errors of a full disk, and of a database that is locked, into a sentence (ElmError). Others pass."""
    try:
        yield
    except (OSError, OperationalError) as error:
        if sentence := trouble_of(error):
            raise ElmError(sentence) from error
        raise
