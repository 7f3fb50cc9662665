"""Placing the stored changes of an artifact anew, in the text of a newer commit of its repository."""

from collections.abc import Sequence
from itertools import groupby
from uuid import UUID

from reviews.documents.compose import History
from reviews.documents.upstream import NewPosition, new_positions
from reviews.errors import DoesNotFit
from reviews.models import Artifact, Change, Revision
from reviews.models.outcome import ChangeStatus


def rows_of(artifact_id: UUID, *, upstream: bool = False) -> list[Change]:
    """Every change to an artifact, the oldest base first, with their bases; those that its repository has itself
    only with `upstream`."""
    rows = Change.objects.filter(artifact=artifact_id).order_by(
        "base__number", "session__created", "session_id", "order"
    )
    found = list(rows if upstream else rows.filter(upstream=""))
    bases = Revision.objects.select_related("artifact").in_bulk({row.base_id for row in found})
    for row in found:
        row.base = bases[row.base_id]  # one copy of each text, however many changes it has
    return found


def history_of(artifact_id: UUID) -> History[UUID]:
    """How the text of an artifact came about: what was accepted since somebody last changed it otherwise."""
    made_otherwise = Revision.objects.filter(artifact=artifact_id, session=None).select_related("artifact")
    start = made_otherwise.defer("content").latest("number")
    applied = Change.objects.filter(artifact=artifact_id, upstream="", status=ChangeStatus.APPLIED)
    rows = applied.exclude(result=None).order_by("result__number").values_list("result__number", "pk")
    steps = {number: [pk for _, pk in step] for number, step in groupby(rows, key=lambda row: row[0])}
    before = [pk for number, keys in steps.items() if number <= start.number for pk in keys]
    return History(
        lambda: start.read.text, before, [keys for number, keys in steps.items() if number > start.number]
    )


def find_positions(rows: Sequence[Change], text: str) -> list[NewPosition[UUID]]:
    """Where the changes of an artifact go in `text`. Stores nothing."""
    applied = {row.pk for row in rows if row.status == ChangeStatus.APPLIED}
    return new_positions(text, rows, applied, {row.pk for row in rows if row.upstream})


def store_positions(rows: Sequence[Change], found: Sequence[NewPosition[UUID]], new: Revision) -> None:
    """Store where the changes stand in `new`, a revision of a commit; `found` comes from `find_positions`.

    What was accepted and has no place there, or was in the repository and could be put in anew, waits for a decision
    again; a rewrite that the repository took and reworded later stays the repository's.
    The caller holds the item's lock.
    """
    for row, spot in zip(rows, found, strict=True):
        if spot.is_there:
            row.upstream, row.unplaced = row.upstream or new.commit, ""
            continue
        if spot.position is not None:
            row.base, row.position, row.unplaced = new, spot.position, ""
        if row.status == ChangeStatus.APPLIED and (row.upstream or spot.why):
            row.status, row.decided, row.decided_by, row.result = ChangeStatus.PROPOSED, None, None, None
        row.upstream, row.unplaced = "", spot.why
    columns = ["base", "position", "unplaced", "upstream", "status", "decided", "decided_by", "result"]
    Change.objects.bulk_update(rows, columns, batch_size=200)


def bring_up(changes: Sequence[Change], artifact: Artifact) -> None:
    """Place changes about to be accepted in the commit that the artifact is pinned to, if they were made for an
    older one. Raises DoesNotFit when one has no certain place there."""
    pinned = artifact.pinned if artifact.path else None
    keys = {change.pk for change in changes}
    old = Change.objects.filter(pk__in=keys, base__number__lt=pinned.number) if pinned else None
    if pinned and old and old.exists():
        rows = rows_of(artifact.pk)
        found = {spot.key: spot for spot in find_positions(rows, pinned.text)}
        for row in (row for row in rows if row.pk in keys):
            spot = found[row.pk]
            if spot.position is None:
                raise DoesNotFit(f"{spot.why} Nothing was changed.")
            Change.objects.filter(pk=row.pk).update(base=pinned, position=spot.position)
    Change.objects.filter(pk__in=keys).exclude(unplaced="").update(unplaced="")
