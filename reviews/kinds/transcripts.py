"""What the transcripts of all kinds share: the file's name, and the line at the top. Pure."""

import re
import unicodedata
from datetime import datetime
from pathlib import PurePosixPath


def file_slug(filename: str) -> str:
    """The file's name without folders and extension, in kebab-case: "path/to/My Notes.md" is "my-notes"."""
    stem = PurePosixPath(filename.replace("\\", "/")).stem
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", stem)
    plain = unicodedata.normalize("NFKD", spaced).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "notes"


def file_name(filename: str, when: datetime) -> str:
    """The transcript's name for notes called `filename`; `when` is in UTC (B2)."""
    return f"{file_slug(filename)}-{when:%Y-%m-%dT%H-%M-%S}.md"


def transcript_header(title: str, provider: str) -> str:
    """The line above the first round, "" when there is nothing to say."""
    told = " · ".join(" ".join(part.replace("*", "").split()) for part in (title, provider) if part.strip())
    return f"*{told}*\n\n" if told else ""
