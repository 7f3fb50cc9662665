"""What machines of several kinds share: the texts under review, nobody as a speaker, a turn that failed. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from reviews.documents.authorship import AddedStretch, blank_out, leave_out, shift_stretches
from reviews.documents.hunks import Replacement, apply_changes
from reviews.language.injected.spans import without_comments
from reviews.log.values import Speaker

NOBODY = Speaker("", "")


@dataclass(frozen=True)
class Note:
    """A text under review: `artifact` is its id, `name` its file name, `added` what of it ELM wrote."""

    artifact: str
    name: str
    text: str
    added: tuple[AddedStretch, ...] = ()

    @cached_property
    def authored(self) -> str:
        """What the author has written or a person has accepted: the text with spaces in the place of what ELM put in
        and nobody has accepted, so that every other character stands where it does in the text."""
        return blank_out(self.text, self.added) if self.added else self.text

    @cached_property
    def visible(self) -> str:
        """What readers see of that: with spaces in the place of HTML comments too, which vouch for nothing."""
        return without_comments(self.authored)

    @cached_property
    def shown(self) -> str:
        """The same to be read: without the lines that nobody has accepted."""
        return leave_out(self.text, self.added) if self.added else self.text

    @property
    def is_partly_waiting(self) -> bool:
        """Whether ELM put in some of it that nobody has accepted."""
        return not all(one.is_accepted for one in self.added)

    def edited(self, edits: Sequence[Replacement]) -> "Note":
        """The note with edits of ELM's made. Raises DoesNotFit."""
        text = apply_changes(self.text, edits)
        return replace(self, text=text, added=shift_stretches(self.added, edits)) if edits else self


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
