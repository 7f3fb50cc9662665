"""The edits of a round as a list to read below the notes that they apply to. Pure."""

from collections.abc import Iterable
from textwrap import indent

from reviews.kinds.interview.state import Improvement

MARGIN = "    "


def edit_list(edits: Iterable[Improvement]) -> str:
    """Each edit with the words that were there and the words that are there now, indented, whole and in order, so
    that the text as it stands can be read off the notes and these lists."""
    return "\n\n".join(_describe_edit(edit) for edit in edits)


def _describe_edit(edit: Improvement) -> str:
    if not edit.removed:
        place = f"behind this line:\n{_quote(edit.behind)}\n" if edit.behind.strip() else "at the beginning "
        return f"In {edit.name}, {place}there is now:\n{_quote(edit.inserted)}"
    if not edit.inserted:
        return f"In {edit.name}, this was taken out:\n{_quote(edit.removed)}"
    return f"In {edit.name}, in the place of this:\n{_quote(edit.removed)}\nit now says:\n{_quote(edit.inserted)}"


def _quote(words: str) -> str:
    return indent(words.strip("\n"), MARGIN)
