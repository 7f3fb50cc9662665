"""What a session would add although it stands in an artifact already: as the author's words, accepted, put in by ELM,
or as what another session has proposed and nobody has decided on."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reviews.kinds.standing_lines import text_without, without_standing_lines
from reviews.language.standing_points import StandingPoints
from reviews.log.values import ProposedChange
from reviews.models import Artifact, Change, Session
from reviews.models.outcome import ChangeStatus

LONGEST_READ = 200_000
"""Characters of a text in which points are looked up: the others wait for the database meanwhile."""


def without_repeats(session: Session, changes: Sequence[ProposedChange]) -> tuple[list[ProposedChange], int]:
    """The changes without the points that stand there already, and how many these are."""
    kept: list[ProposedChange] = []
    repeated = 0
    standing = {
        key: StandingPoints(_standing_texts(session, key, changes)) for key in {c.artifact for c in changes}
    }
    for change in changes:
        left, count = _without_standing(change, standing[change.artifact])
        kept += [left] if left else []
        repeated += count
    return kept, repeated


def repeats_told(repeated: int) -> str:
    """What is said of the points that were left out, "" of none."""
    if not repeated:
        return ""
    points = "1 point stands" if repeated == 1 else f"{repeated} points stand"
    return f" {points} there already and {'is' if repeated == 1 else 'are'} not added again."


def _standing_texts(session: Session, key: str, changes: Iterable[ProposedChange]) -> list[str]:
    """What the artifact says now, without what this session would take out, and what waits for a decision."""
    artifact = Artifact.objects.select_related("current__artifact").get(pk=key)
    mine = [change.removed for change in changes if change.artifact == key]
    text = artifact.current.text[:LONGEST_READ] if artifact.current else ""
    waiting = Change.objects.filter(artifact=artifact, status=ChangeStatus.PROPOSED).exclude(session=session)
    return [text_without(text, mine), *(row.inserted for row in waiting)]


def _without_standing(change: ProposedChange, standing: StandingPoints) -> tuple[ProposedChange | None, int]:
    """The change without what stands there, None when nothing is left of it, and how many points were left out."""
    if change.marker:
        is_there = standing.has(change.inserted.removeprefix(change.marker).strip())
        return (None, 1) if is_there else (change, 0)
    left, count = without_standing_lines(change.removed, change.inserted, standing)
    return (replace(change, inserted=left) if left or not count else None), count
