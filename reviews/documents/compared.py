"""Two texts compared as pages and files show them: within limits of time and size, and, where those are passed, more
plainly, with a sentence that says why."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from reviews.documents.diff import DiffLine, Pair, inline_diff, side_by_side, unified_patch
from reviews.documents.effort import Effort
from reviews.errors import WorkEnded
from reviews.workers.lanes import COMPARING

CONTEXT = 3
"""Lines shown before and behind what changed; longer stretches that stayed are folded away."""
MOST_ROWS = 2_000
"""Rows of one page: what a browser still scrolls smoothly."""

type Line = DiffLine | Pair


@dataclass(frozen=True)
class Fold:
    """A stretch of `count` lines that stayed; `following` is the number of the next step, 0 behind the last."""

    count: int
    following: int = 0
    kind: str = "gap"


@dataclass(frozen=True)
class ShownLine:
    """A line as a page shows it. step: its number when a stretch of changes begins with it, else 0."""

    line: Line
    step: int = 0

    @property
    def kind(self) -> str:
        return self.line.kind

    @property
    def inserted_number(self) -> int | None:
        """Its number in the new text, when it is new there."""
        new = self.line.right if isinstance(self.line, Pair) else self.line
        return new.new_number if new is not None and new.kind == "inserted" else None


@dataclass(frozen=True)
class Compared:
    """The rows of a page, how many were left out of it, and how many stretches of changes there are. why: why there
    are none, when the texts were compared no further."""

    rows: Sequence[ShownLine | Fold]
    cut: int = 0
    steps: int = 0
    why: str = ""


def compare_lines(
    old: str, new: str, sides: bool, first_line: int = 1, effort: Effort | None = None
) -> Compared:
    """Two texts compared, those that are long in a worker process. first_line: the number of their own first line,
    where they are a part of a file; pages with many comparisons share one `effort`."""
    try:
        return COMPARING.run(
            compared_rows, old, new, sides, first_line, effort or Effort(), size=len(old) + len(new)
        )
    except WorkEnded as ended:
        return Compared((), why=str(ended))


def compared_rows(old: str, new: str, sides: bool, first_line: int, effort: Effort) -> Compared:
    """Two texts compared, whatever it takes."""
    lines: Sequence[Line] = (side_by_side if sides else inline_diff)(old, new, first_line, effort)
    shown = lines_with_steps(lines)
    rows = fold_rows(shown)
    steps = max((row.step for row in shown), default=0)
    return Compared(rows[:MOST_ROWS], max(len(rows) - MOST_ROWS, 0), steps)


def patch_within_limits(path: str, old: str, new: str, effort: Effort | None = None) -> str:
    """The patch of a file, made in a worker process when the texts are long. When that comes to no end, everything
    between the lines that both begin and end with is one change: `git apply` gives the same bytes."""
    try:
        return COMPARING.run(unified_patch, path, old, new, effort or Effort(), size=len(old) + len(new))
    except WorkEnded:
        return unified_patch(path, old, new, None, in_one=True)


def lines_with_steps(lines: Sequence[Line]) -> list[ShownLine]:
    """The lines, with the steps between stretches of changes."""
    found: list[ShownLine] = []
    step, before = 0, "kept"
    for line in lines:
        begins = before == "kept" and line.kind != "kept"
        step += begins
        found.append(ShownLine(line, step if begins else 0))
        before = line.kind
    return found


def fold_rows(rows: Sequence[ShownLine]) -> list[ShownLine | Fold]:
    """The rows that changed with CONTEXT rows around them; what is between two of them is folded."""
    near: set[int] = set()
    for index, row in enumerate(rows):
        if row.kind != "kept":
            near.update(range(index - CONTEXT, index + CONTEXT + 1))
    return list(with_folds(rows, near)) if near else []


def with_folds(rows: Sequence[ShownLine], near: Container[int]) -> Iterator[ShownLine | Fold]:
    """The rows whose index is `near` a change, and a fold for each stretch between of more than one row."""
    hidden: list[ShownLine] = []
    passed = 0
    for index, row in enumerate(rows):
        if index not in near:
            hidden.append(row)
            continue
        yield from fold_or_row(hidden, passed + 1)
        hidden = []
        passed = max(passed, row.step)
        yield row
    yield from fold_or_row(hidden, 0)


def fold_or_row(rows: Sequence[ShownLine], following: int) -> Sequence[ShownLine | Fold]:
    """A fold in the place of the rows; a single row stays, for a fold would take as much room."""
    return [Fold(len(rows), following)] if len(rows) > 1 else rows
