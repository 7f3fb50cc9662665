"""What machines of several kinds share: the texts under review, nobody as a speaker, a turn that failed. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviews.log.values import Speaker

NOBODY = Speaker("", "")


@dataclass(frozen=True)
class Note:
    """A text under review: `artifact` is its id, `name` its file name."""

    artifact: str
    name: str
    text: str


@dataclass(frozen=True)
class Failure:
    """A turn that failed. A fatal one ends the session; another waits for "Try again"."""

    text: str
    purpose: str
    is_fatal: bool


def check_notes(notes: Sequence[Note]) -> str | None:
    """Why no session can be held on `notes`, as a sentence for the person; None when one can (B13)."""
    if not notes:
        return "There are no notes to review. Choose at least one artifact."
    empty = [note.name for note in notes if not note.text.strip().strip("\ufeff").strip()]
    if not empty:
        return None
    names = ", ".join(empty)
    be = "is" if len(empty) == 1 else "are"
    return f"{names} {be} empty. Write the notes first, or choose others."
