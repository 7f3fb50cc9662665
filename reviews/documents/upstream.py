"""Where the changes of a text go when the text itself is replaced by a newer one, by section and by quote. Pure.

A newer text may have a change in it already, because somebody has merged it where the text comes from.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from reviews.documents.compose import StoredChange, change_hunk
from reviews.documents.hunks import Hunk, edits_overlap, rebase
from reviews.documents.insert import compose_text
from reviews.documents.occurrences import find_occurrences, lines_of
from reviews.documents.rebase import place_addition
from reviews.documents.sections import Scanned, scan_sections
from reviews.errors import DoesNotFit

TWICE = "Could not place: another change that was accepted is about the same words there."


@dataclass(frozen=True)
class NewPosition[Key]:
    """What became of a change: it goes to character `position` of the new text, or it `is_there` already, or
    `why` says in a sentence that it has no certain place."""

    key: Key
    position: int | None = None
    is_there: bool = False
    why: str = ""


def new_positions[Key](
    text: str, rows: Sequence[StoredChange[Key]], applied: Collection[Key], merged: Collection[Key] = ()
) -> list[NewPosition[Key]]:
    """Where each of `rows` goes in `text`, in their order.

    applied: keys of those that stand in the old text; merged: keys of those that the text's source was found to
    have itself, earlier. Those that are to stand in the new text fit there together.
    """
    scanned, there = scan_sections(text), _standing_additions(text, rows)
    found = [_new_position(scanned, row, rows, there, applied, row.pk in merged) for row in rows]
    return _without_clashes(rows, found, {*applied} - {*merged})


def _standing_additions[Key](text: str, rows: Iterable[StoredChange[Key]]) -> set[tuple[Key, bool]]:
    """The additions that stand in the text with any of their wordings, each with whether that is the present one."""
    words = [
        (wording, (row.pk, wording == row.text))
        for row in rows
        if row.marker
        for wording in dict.fromkeys((row.text, row.inserted, *row.wordings))
    ]
    return {one.key for one in find_occurrences(lines_of(text), words)}


def _new_position[Key](
    scanned: Scanned,
    row: StoredChange[Key],
    rows: Sequence[StoredChange[Key]],
    there: Collection[tuple[Key, bool]],
    applied: Collection[Key],
    was_merged: bool,
) -> NewPosition[Key]:
    if row.marker:
        if (row.pk, True) in there or (row.pk, False) in there:
            is_accepted = row.pk in applied and (row.pk, True) in there
            return _present_position(row, was_merged or is_accepted)
        position = place_addition(scanned, row.base.text, row)
    else:
        position = rebase(Hunk(row.position, row.removed, row.text), row.base.text, scanned.text)
        if position is None and (
            was_merged or (row.pk in applied and _has_rewrite(scanned.text, row, rows, applied))
        ):
            return NewPosition(row.pk, is_there=True)
    return NewPosition(row.pk, position) if position is not None else NewPosition(row.pk, why=_why_lost(row))


def _present_position[Key](row: StoredChange[Key], accepted: bool) -> NewPosition[Key]:
    """A change that the new text has: accepted in these words, it has come to where it should be."""
    if accepted:
        return NewPosition(row.pk, is_there=True)
    return NewPosition(
        row.pk,
        why=f"Could not place: it stands in “{row.section}” already, though not as it is accepted here.",
    )


def _has_rewrite[Key](
    text: str, row: StoredChange[Key], rows: Iterable[StoredChange[Key]], applied: Collection[Key]
) -> bool:
    """Whether the accepted rewrite can be taken out of `text`, so that it must be in there."""
    same = [one for one in rows if not one.marker and one.pk in applied and one.base_id == row.base_id]
    try:
        before = compose_text(row.base.text, same)
    except DoesNotFit:
        before = compose_text(row.base.text, same := [row])
    return rebase(change_hunk(row, same, back=True), before, text) is not None


def _why_lost[Key](row: StoredChange[Key]) -> str:
    where = f"around “{row.section}”" if row.section else "there"
    return (
        f"Could not place: the newer text reads differently {where}, so this has no certain place any more."
    )


def _without_clashes[Key](
    rows: Sequence[StoredChange[Key]], found: Sequence[NewPosition[Key]], wanted: Collection[Key]
) -> list[NewPosition[Key]]:
    """The spots, but of two accepted changes about the same words only the first has its place."""
    kept: list[Hunk] = []
    result = []
    for row, spot in zip(rows, found, strict=True):
        if spot.position is not None and row.pk in wanted:
            hunk = Hunk(spot.position, row.removed, row.text)
            if any(edits_overlap(hunk, other) for other in kept):
                spot = NewPosition(row.pk, why=TWICE)
            else:
                kept.append(hunk)
        result.append(spot)
    return result
