"""What a person makes of an addition before accepting it. Pure."""

from reviews.documents.headings import read_outline
from reviews.documents.insert import ending_of
from reviews.errors import ElmError


def edited_addition(typed: str, *, marker: str, inserted: str, base: str) -> str | None:
    """The addition as `typed`, with the line ends of the base; None when it is the proposal as it stands.

    The marker line stays, or is put back. Raises ElmError when nothing, or a block that is never closed, is left.
    """
    lines = typed.replace("\r", "\n").split("\n")
    words = "\n".join(line for line in lines if line.strip() != marker).strip("\n").rstrip()
    if not words.strip():
        raise ElmError("Nothing is left to put in. Reject the change instead, or write something.")
    if read_outline(words).open_from is not None:
        raise ElmError(
            "Your text opens a code block or a comment and does not close it, so what follows would become a part "
            "of it. Close it, then accept again."
        )
    text = f"{marker}\n{words}".replace("\n", ending_of(base))
    return None if text == inserted else text
