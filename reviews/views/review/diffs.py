"""Two revisions of an artifact beside each other: as a page, or as a patch."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from reviews.access import artifact_for
from reviews.documents.diff import DiffLine, Pair, inline_diff, side_by_side, unified_patch
from reviews.documents.lines import split_lines
from reviews.documents.occurrences import find_occurrences
from reviews.exports.session import file_name
from reviews.models import Artifact, Revision
from reviews.models.outcome import ChangeStatus
from reviews.views.exports.noting import noted_as_export
from reviews.views.http import Request, number_in, patch_download
from reviews.views.review.additions import possible_wordings
from reviews.views.review.turns import ChangeSource, said_in, turns_of

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
    """A line as the page shows it. step: its number when a stretch of changes begins with it, else 0; said: whose
    change begins with it."""

    line: Line
    step: int = 0
    said: ChangeSource | None = None

    @property
    def kind(self) -> str:
        return self.line.kind


@dataclass(frozen=True)
class Comparison:
    """Two texts as a page shows them, line by line (`sides`: beside each other). The names are for its headings."""

    old_name: str
    new_name: str
    sides: bool
    lines: Sequence[ShownLine | Fold]

    @property
    def rows(self) -> Sequence[ShownLine | Fold]:
        return self.lines[:MOST_ROWS]

    @property
    def cut(self) -> int:
        return max(len(self.lines) - MOST_ROWS, 0)

    @property
    def steps(self) -> int:
        return max((row.step for row in self.lines if isinstance(row, ShownLine)), default=0)


@require_safe
@noted_as_export("artifact", "patch")
def artifact_diff(request: Request, pk: UUID, a: int, b: int) -> HttpResponse:
    """Revision `a` compared with revision `b`: ?view=inline or sides, ?format=patch downloads the patch."""
    artifact = artifact_for(request.user, pk)
    chosen = [number_in(request.GET.get(name)) for name in ("old", "new")]
    if None not in chosen:
        view = "?view=sides" if request.GET.get("view") == "sides" else ""
        return redirect(reverse("artifact-diff", args=[artifact.pk, *chosen]) + view)
    old, new = revision_of(artifact, a), revision_of(artifact, b)
    if request.GET.get("format") == "patch":
        patch = patch_of(file_name(artifact), bytes(old.content), bytes(new.content))
        return patch_download(patch, f"{artifact.name}-{a}-{b}.patch")
    names = (f"Revision {old.number}", f"revision {new.number}")
    said = said_between(artifact, old, new)
    context = {
        "nav": "items",
        "artifact": artifact,
        "old": old,
        "new": new,
        "comparison": compare_texts(old.text, new.text, names, request.GET.get("view") == "sides", said),
        "revisions": artifact.revisions.defer("content").order_by("-number"),
    }
    return render(request, "reviews/review/diff.html", context)


def compare_texts(
    old: str,
    new: str,
    names: tuple[str, str],
    sides: bool,
    said: Mapping[int, ChangeSource] | None = None,
    first_line: int = 1,
) -> Comparison:
    """Two texts compared. said: the changes that stand in the new one, by the number of their first line. first_line:
    the number of the texts' own first line, where they are a part of a file."""
    lines: Sequence[Line] = (side_by_side if sides else inline_diff)(old, new, first_line)
    return Comparison(*names, sides, fold_rows(shown_lines(lines, said or {})))


def revision_of(artifact: Artifact, number: int) -> Revision:
    """The revision with this number. Raises Http404."""
    revision = artifact.revisions.select_related("made_by", "artifact").filter(number=number).first()
    if revision is None:
        raise Http404
    return revision


def said_between(artifact: Artifact, old: Revision, new: Revision) -> dict[int, ChangeSource]:
    """The changes of sessions that stand in `new`, by the number of their first line, counted from 1.

    An addition is known by its marker; any other change must have been put in between the two revisions.
    """
    put_in = Q(status=ChangeStatus.APPLIED, result__number__gt=old.number, result__number__lte=new.number)
    rows = artifact.changes.filter(put_in | ~Q(marker="")).select_related("session", "decided_by")
    lines = [line.rstrip("\r\n") for line in split_lines(new.text)]
    found = find_occurrences(lines, possible_wordings(rows.order_by("-created", "order")))
    turns = turns_of([one.key for one in found])
    return {one.start + 1: said_in(one.key, turns) for one in found}


def shown_lines(lines: Sequence[Line], said: Mapping[int, ChangeSource]) -> list[ShownLine]:
    """The lines, with the steps between stretches of changes and who said what was put in."""
    found: list[ShownLine] = []
    step, before = 0, "kept"
    for line in lines:
        begins = before == "kept" and line.kind != "kept"
        step += begins
        new = line.right if isinstance(line, Pair) else line
        number = new.new_number if new is not None and new.kind == "inserted" else None
        found.append(ShownLine(line, step if begins else 0, said.get(number) if number else None))
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


def patch_of(name: str, old: bytes, new: bytes) -> str:
    """What turns the bytes of `old` into those of `new`, byte order mark and all, as `git apply` takes it."""
    return unified_patch(name, old.decode(), new.decode())
