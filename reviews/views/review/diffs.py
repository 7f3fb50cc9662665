"""Two revisions of an artifact beside each other: as a page, or as a patch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from reviews.access import artifact_for
from reviews.documents.compared import Compared, Fold, ShownLine, compare_lines, patch_within_limits
from reviews.documents.effort import Effort
from reviews.documents.lines import split_lines
from reviews.documents.occurrences import find_occurrences
from reviews.exports.session import file_name
from reviews.models import Artifact, Revision
from reviews.models.outcome import ChangeStatus
from reviews.views.exports.noting import noted_as_export
from reviews.views.http import Request, number_in, patch_download
from reviews.views.review.additions import possible_wordings
from reviews.views.review.turns import ChangeSource, said_in, turns_of


@dataclass(frozen=True)
class Place:
    """A row of a comparison, and whose change begins with it."""

    row: ShownLine | Fold
    said: ChangeSource | None = None


@dataclass(frozen=True)
class Comparison:
    """Two texts as a page shows them, line by line (`sides`: beside each other). The names are for its headings;
    `plain` is the new text, for when they could not be compared."""

    old_name: str
    new_name: str
    sides: bool
    compared: Compared
    places: Sequence[Place]
    plain: str = ""


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
    effort: Effort | None = None,
) -> Comparison:
    """Two texts compared. said: the changes that stand in the new one, by the number of their first line. first_line:
    the number of the texts' own first line, where they are a part of a file. effort: what the comparisons of a page
    share."""
    compared = compare_lines(old, new, sides, first_line, effort)
    told = said or {}
    places = [
        Place(row, told.get(row.inserted_number or 0) if isinstance(row, ShownLine) else None)
        for row in compared.rows
    ]
    return Comparison(*names, sides, compared, places, new if compared.why else "")


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


def patch_of(name: str, old: bytes, new: bytes) -> str:
    """What turns the bytes of `old` into those of `new`, byte order mark and all, as `git apply` takes it."""
    return patch_within_limits(name, old.decode(), new.decode())
