"""Rewriting notes: edits placed by code, hunks that people accept one by one. Pure text, no files.

Positions count characters of the text as decoded. A line ends at "\\n"; a "\\r" before it belongs to the
line.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reviews.documents.kept_sections import lost_section
from reviews.documents.lines import changed_spans, split_lines
from reviews.documents.retyped_edits import ALREADY_THERE, NOT_UNIQUE, find_edit
from reviews.documents.sections import Scanned, scan_sections
from reviews.errors import DoesNotFit
from reviews.language.matching import find_places

CONTEXTS = ((3, 3), (2, 2), (1, 1), (3, 0), (0, 3), (2, 0), (0, 2), (1, 0), (0, 1), (0, 0))
"""How many lines before and behind a hunk `rebase` tries as its context, the surest first."""

MOST_LOSING = 3
"""Edits of one round that are taken out because of what they would delete; with more of them none is taken."""


@dataclass(frozen=True)
class Replacement:
    """`removed`, which stands at character `position`, becomes `inserted`."""

    position: int
    removed: str
    inserted: str

    @property
    def end(self) -> int:
        return self.position + len(self.removed)


@dataclass(frozen=True)
class Wanted:
    """An edit as a model words it: `old`, found exactly once, becomes `new`; or, with `old` empty, `new` goes
    behind the line that contains `after`. Words that are not found as they are may stand there retyped."""

    new: str
    old: str = ""
    after: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Placed(Replacement):
    """An edit with its place."""

    reason: str = ""


@dataclass(frozen=True)
class Refused:
    """An edit that could not be placed, and a sentence that says why."""

    wanted: Wanted
    why: str


@dataclass(frozen=True)
class Hunk(Replacement):
    """One change of whole lines between two texts. `section` is the heading above it, "" when there is none."""

    section: str = ""


def line_end(text: str) -> str:
    """The line ending that most lines of `text` have; "\\n" when there is none."""
    windows = text.count("\r\n")
    return "\r\n" if windows * 2 > text.count("\n") else "\n"


def place_edits(text: str, edits: Iterable[Wanted]) -> tuple[list[Placed], list[Refused]]:
    """Find where each edit goes in `text`: the placed ones in the order of the text, and the refused ones.

    An edit is refused when its place is missing or ambiguous, when it overlaps one before it, when it changes
    nothing, or when it would delete a heading or all that stands under one. New lines take the line ending that the
    text has.
    """
    placed: list[Placed] = []
    refused: list[Refused] = []
    worded: dict[Placed, Wanted] = {}
    for wanted in edits:
        found = _find_edit(text, wanted)
        if isinstance(found, Placed) and any(edits_overlap(found, other) for other in placed):
            found = "It overlaps another improvement of the same round."
        if isinstance(found, Placed):
            placed.append(found)
            worded[found] = wanted
        else:
            refused.append(Refused(wanted, found))
    kept, losing = _without_losses(text, placed)
    return sorted(kept, key=_edit_order), refused + [Refused(worded[edit], why) for edit, why in losing]


def find_hunks(base: str, new: str) -> list[Hunk]:
    """The changes of whole lines that turn `base` into `new`, in order, with at least one kept line between
    two."""
    base_lines, new_lines = split_lines(base), split_lines(new)
    starts, new_starts = _line_offsets(base_lines), _line_offsets(new_lines)
    scanned, rescanned = scan_sections(base), scan_sections(new)
    found = []
    for i1, i2, j1, j2 in changed_spans(base_lines, new_lines):
        removed, inserted = "".join(base_lines[i1:i2]), "".join(new_lines[j1:j2])
        title = _hunk_title(scanned, rescanned, (starts[i1], new_starts[j1]), inserted)
        found.append(Hunk(starts[i1], removed, inserted, title))
    return found


def _hunk_title(base: Scanned, new: Scanned, at: tuple[int, int], inserted: str) -> str:
    """The heading that a change stands under: its own, when it begins with one, else the one above it. `at`: where
    it begins in either text."""
    words = inserted.lstrip("\r\n\t ")
    if words.startswith("#"):
        return new.title_above(at[1] + len(inserted) - len(words))
    return base.title_above(at[0])


def rebase(hunk: Hunk, base: str, current: str) -> int | None:
    """Where `hunk` of `base` goes in `current`, a later text, or None when that is not certain.

    The place is certain when the hunk's lines, with up to three lines around them, stand exactly once in both texts
    and the insertion is not there already.
    """
    if current == base:
        return hunk.position
    before, after = split_lines(base[: hunk.position]), split_lines(base[hunk.end :])
    for lines_before, lines_after in CONTEXTS:
        lead = "".join(before[len(before) - min(lines_before, len(before)) :])
        needle = lead + hunk.removed + "".join(after[:lines_after])
        position = _only_place(current, needle, line_start=not before or before[-1].endswith("\n"))
        # Lines that stand in `base` twice may be the other ones of the two.
        if position is not None and _count_places(base, needle) == 1:
            position += len(lead)
            return None if _already_there(hunk, current, position) else position
    return None


def _find_edit(text: str, wanted: Wanted) -> Placed | str:
    new = wanted.new.replace("\r\n", "\n").replace("\n", line_end(text))
    if wanted.old:
        return _find_old(text, wanted, new)
    if not wanted.after.strip():
        return "It says neither which words to replace nor where to add."
    return _find_after(text, wanted, new)


def _find_old(text: str, wanted: Wanted, new: str) -> Placed | str:
    for old in dict.fromkeys((wanted.old, wanted.old.replace("\r\n", "\n").replace("\n", "\r\n"))):
        count = _count_places(text, old)
        if count > 1:
            return NOT_UNIQUE
        if count == 1 and old in new and new in text:
            return ALREADY_THERE
        if count == 1:
            return Placed(text.index(old), old, new, wanted.reason)
    found = find_edit(text, *(words.replace("\r\n", "\n") for words in (wanted.old, wanted.new)))
    if isinstance(found, str):
        return found
    inserted = found.inserted.replace("\n", line_end(text))
    return Placed(found.start, text[found.start : found.end], inserted, wanted.reason)


def _find_after(text: str, wanted: Wanted, new: str) -> Placed | str:
    count, end = _count_places(text, wanted.after), text.find(wanted.after) + len(wanted.after)
    if not count:
        places = find_places(text, wanted.after.strip())
        count, end = len(places), places[0].end if places else 0
    if count != 1:
        return f"The words to add behind are in the notes {'more than once' if count else 'nowhere'}."
    if not new.strip():
        return "There is nothing to add."
    new = new.rstrip("\r\n")
    newline = text.find("\n", end - 1)
    if newline >= 0 and text.startswith(new, newline + 1):
        return ALREADY_THERE
    if newline < 0:
        return Placed(len(text), "", line_end(text) + new, wanted.reason)
    return Placed(newline + 1, "", new + line_end(text), wanted.reason)


def _without_losses(text: str, placed: Sequence[Placed]) -> tuple[list[Placed], list[tuple[Placed, str]]]:
    """The edits without those that take_event a section away, and those, each with what it would delete."""
    kept = list(placed)
    losing: list[tuple[Placed, str]] = []
    while why := lost_section(text, apply_changes(text, kept)):
        if len(losing) == MOST_LOSING:
            return [], [*losing, *((edit, why) for edit in kept)]
        # The shortest run of edits from the first on that loses something does so by its last one.
        count = bisect_left(range(len(kept)), True, key=lambda end: _loses(text, kept[: end + 1]))
        edit = kept.pop(min(count, len(kept) - 1))
        losing.append((edit, why))
    return kept, losing


def _loses(text: str, edits: Sequence[Placed]) -> bool:
    return bool(lost_section(text, apply_changes(text, edits)))


def _count_places(text: str, words: str) -> int:
    """0, 1 or 2 for "more than once", overlapping places included."""
    first = text.find(words)
    if first < 0:
        return 0
    return 1 if text.find(words, first + 1) < 0 else 2


def edits_overlap(one: Replacement, other: Replacement) -> bool:
    """Whether two changes of one text are about the same words, so that only one of them can be made."""
    if not one.removed or not other.removed:
        point, span = (one, other) if not one.removed else (other, one)
        return span.position < point.position < span.end
    return one.position < other.end and other.position < one.end


def _edit_order(edit: Replacement) -> tuple[int, int]:
    return edit.position, len(edit.removed)


def apply_changes(text: str, changes: Iterable[Replacement]) -> str:
    """`text` with every change made, whichever order they come in. Raises DoesNotFit when one does not stand
    where it says."""
    pieces, done = [], 0
    for part in sorted(changes, key=_edit_order):
        end = part.position + len(part.removed)
        if part.position < done or text[part.position : end] != part.removed:
            raise DoesNotFit("The text has moved on, so this change does not fit. Open the newest revision.")
        pieces += [text[done : part.position], part.inserted]
        done = end
    return "".join([*pieces, text[done:]])


def _line_offsets(lines: Sequence[str]) -> list[int]:
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    return offsets


def _only_place(text: str, needle: str, *, line_start: bool) -> int | None:
    if not needle.strip() or _count_places(text, needle) != 1:
        return None
    position = text.index(needle)
    return position if not line_start or position == 0 or text[position - 1] == "\n" else None


def _already_there(hunk: Hunk, current: str, position: int) -> bool:
    there = current[position + len(hunk.removed) :]
    return not hunk.removed and bool(hunk.inserted.strip()) and there.startswith(hunk.inserted)
