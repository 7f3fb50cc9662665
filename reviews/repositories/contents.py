"""The bytes that a session makes of a file: those of the pinned commit, with what people accepted of the session."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviews.changes.replace import rows_of
from reviews.documents.ancestry import Rooted
from reviews.documents.compose import compose_as_in, layers_of
from reviews.documents.encoding import encode_text
from reviews.documents.upstream import new_positions
from reviews.errors import DoesNotFit
from reviews.models import Artifact, Change, Revision, Session
from reviews.models.outcome import ChangeStatus


@dataclass(frozen=True)
class CommitContent:
    """The bytes for a commit. `alone`: they have nothing but this session's changes on top of the pinned ones."""

    data: bytes
    alone: bool = True


def commit_content(session: Session, artifact: Artifact, pinned: Revision) -> CommitContent:
    """The bytes of the revision `pinned`, which came from a commit, with the session's accepted changes in them; the
    artifact's current bytes when these can't be told apart from what else was changed."""
    rows = rows_of(artifact.pk)
    mine = [row for row in rows if row.session_id == session.pk and is_in(row)]
    read = pinned.read
    text = _changes_alone(read.text, mine, rows, artifact.current.text if artifact.current else "")
    if text is None and artifact.current:
        return CommitContent(bytes(artifact.current.content), alone=False)
    return CommitContent(encode_text(read.text if text is None else text, read.encoding))


def is_in(change: Change) -> bool:
    """Whether a change belongs into a commit: it is accepted, has a place, and the repository lacks it."""
    return change.status == ChangeStatus.APPLIED and not change.upstream and not change.unplaced


def _changes_alone(text: str, mine: Sequence[Change], rows: Sequence[Change], current: str) -> str | None:
    """`text` with the changes `mine` only, laid out as they are in `current`; None when that is not certain."""
    if not mine:
        return text
    keys = {row.pk for row in mine}
    try:
        layers = layers_of(mine, rows)
        known = {row.pk for row in layers.rewrites}
        known |= {row.pk for row in layers.root.additions} if layers.root else set()
        if layers.text == text and keys <= known:
            return layers.laid_out_as(current, keys).composed(keys)
        return _quoted_changes(text, mine, current)
    except DoesNotFit:
        return None


def _quoted_changes(text: str, mine: Sequence[Change], current: str) -> str | None:
    """`text` with changes that were made for another text of the artifact, placed by section and by quote."""
    found = new_positions(text, mine, {row.pk for row in mine})
    placed = [
        Rooted(row.pk, spot.position, row.text, row.heading, row.marker, (row.text,), row.removed)
        for row, spot in zip(mine, found, strict=True)
        if spot.position is not None
    ]
    return compose_as_in(current, text, placed) if len(placed) == len(mine) else None
