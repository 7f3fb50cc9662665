"""Moving an artifact to another commit of its repository: the new bytes come in, what was accepted goes into them
again, and what waits for a decision is placed again or says why it can't be."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from reviews import uploads
from reviews.changes import replace
from reviews.changes.revisions import add_revision
from reviews.documents.compose import layers_of
from reviews.documents.encoding import decode_text, encode_text
from reviews.documents.upstream import NewPosition
from reviews.errors import IllegalMove, NotReadable, RepositoryError
from reviews.git import browse, mirror
from reviews.git.browse import Blob
from reviews.git.mirror import HEADS
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.models import Artifact, Change, Finding, Item, Revision
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.repositories import picking
from reviews.repositories.places import mirror_of
from reviews.repositories.plans import SHORT
from reviews.repositories.team_rules import checked_branch
from reviews.states import EventKind

COUNTED = (ChangeStatus.PROPOSED, ChangeStatus.APPLIED)
"""What people hear of: changes that they have said no to are placed silently."""
PUT_BACK = "Put the accepted changes back in"


@dataclass(frozen=True)
class MoveEffects:
    """What becomes of an artifact's changes at another commit: how many `kept` their place (of them `applied` stand
    in the text), are in the repository itself (`upstream`), and which have no certain place (`lost`)."""

    kept: int
    applied: int
    upstream: int
    lost: Sequence[Change]


@dataclass(frozen=True)
class Moved:
    """An artifact at another commit: `origin` has the commit's bytes, `current` what was accepted on top of them
    (the same revision when that is nothing)."""

    origin: Revision
    current: Revision
    effects: MoveEffects
    findings_lost: int


def as_if_following(artifact: Artifact, branch: str = "", path: str = "") -> Artifact:
    """A copy of the artifact as if it followed another branch, or another file; "" for its own. Stores nothing.

    Raises ElmError for what can't be the name of a branch, and for a path that may not be taken.
    """
    there = copy(artifact)
    there.branch = checked_branch(branch) or artifact.branch
    there.path = path.strip("/") or artifact.path
    if there.path != artifact.path:
        picking.check_path(there.path, artifact.item.team)
    return there


def follow(artifact: Artifact, branch: str) -> None:
    """Let the artifact follow another branch from now on; text and pinned commit stay. Raises ElmError, with nothing
    stored, when there is no such branch."""
    there = as_if_following(artifact, branch)
    check_branch(artifact, there)
    Artifact.objects.filter(pk=artifact.pk).update(branch=there.branch)


def check_branch(artifact: Artifact, there: Artifact) -> None:
    """Raise IllegalMove when `there` follows another branch than the artifact, and the mirror has none of its name."""
    if there.branch == artifact.branch or artifact.repository is None:
        return
    if not browse.known(mirror_of(artifact.repository), [f"{HEADS}{there.branch}"]):
        raise IllegalMove(f"{artifact.repository.name} has no branch “{there.branch}”. Nothing was changed.")


def check_free(artifact: Artifact, there: Artifact) -> None:
    """Raise IllegalMove when another artifact of the item is the file that `there` follows."""
    same = Artifact.objects.kept().filter(
        item=artifact.item_id, repository=artifact.repository_id, path=there.path
    )
    if other := same.exclude(pk=artifact.pk).first():
        raise IllegalMove(f"{there.path} is in the item already, as {other.name}. Nothing was changed.")


def bytes_at(artifact: Artifact, commit: str) -> Blob:
    """The artifact's file at a commit. Raises RepositoryError when it is not there or no file, NotReadable when it
    is no text."""
    if artifact.repository is None:
        raise RepositoryError(
            f"The repository of {artifact.name} is not linked any more. Link it again to move the artifact.",
            kind="not_repository",
        )
    blob = browse.blob(mirror_of(artifact.repository), commit, artifact.path, most=uploads.most_bytes())
    if not decode_text(blob.data, artifact.name).text.strip():
        raise NotReadable(
            f"{artifact.path} is empty at {commit[:SHORT]}, so there is nothing to review in it."
        )
    return blob


def preview_move(artifact: Artifact, commit: str) -> MoveEffects:
    """What `move` would do to the artifact's changes. Stores nothing; raises as `bytes_at`."""
    text = decode_text(bytes_at(artifact, commit).data, artifact.name).text
    rows = replace.rows_of(artifact.pk, upstream=True)
    return effects_of(rows, replace.find_positions(rows, text))


def move(
    artifact: Artifact, commit: str, by: User, *, leave_edits: bool = False, branch: str = "", path: str = ""
) -> Moved:
    """Move an artifact to a commit of its repository, in one transaction.

    commit: a full id in the mirror; leave_edits: revisions that people wrote by hand since the last commit may
    stay behind (they are kept as revisions); branch, path: what it follows from now on, if not what it did before.
    Raises IllegalMove when it is there already, or for such revisions; else as `as_if_following` and `bytes_at`.
    Nothing is stored then.
    """
    there = as_if_following(artifact, branch, path)
    blob = bytes_at(there, commit)
    with transaction.atomic():
        Item.objects.hold(artifact.item_id)
        stored = Artifact.objects.select_related("current", "repository", "item__team").get(pk=artifact.pk)
        check_move(stored, commit, leave_edits=leave_edits)
        artifact = as_if_following(stored, branch, path)
        assert artifact.repository
        if artifact.path != there.path:
            raise IllegalMove(
                f"Somebody else moved {artifact.name} just now. Nothing was changed. Try again."
            )
        check_branch(stored, artifact)
        check_free(stored, artifact)
        Artifact.objects.filter(pk=artifact.pk).update(branch=artifact.branch, path=artifact.path)
        note = f"Moved to commit {commit[:SHORT]}"
        origin = add_revision(artifact, blob.data, by, note=note, commit=commit, blob=blob.id)
        rows = replace.rows_of(artifact.pk, upstream=True)
        was_applied = {row.pk for row in rows if row.status == ChangeStatus.APPLIED}
        spots = replace.find_positions(rows, origin.text)
        effects = effects_of(rows, spots)
        replace.store_positions(rows, spots, origin)
        current = put_back(artifact, origin, by)
        log_move(artifact, commit, rows, was_applied, by)
        mirror.pin(mirror_of(artifact.repository), commit)
    lost = Finding.objects.filter(artifact=artifact, status=FindingStatus.OPEN).exclude(unplaced="")
    return Moved(origin, current, effects, lost.count())


def check_move(artifact: Artifact, commit: str, *, leave_edits: bool) -> None:
    """Raise IllegalMove when the artifact is at the commit, when its repository was removed meanwhile, or when it has
    revisions by hand that would stay behind."""
    if artifact.repository is None:
        raise IllegalMove(f"The repository of {artifact.name} was removed a moment ago. Nothing was changed.")
    pinned = artifact.pinned
    if pinned is not None and pinned.commit == commit:
        raise IllegalMove(f"{artifact.name} is at commit {commit[:SHORT]} already. Nothing was changed.")
    edits = by_hand(artifact)
    if edits and not leave_edits:
        numbers = ", ".join(str(number) for number in edits)
        raise IllegalMove(
            f"Somebody has edited {artifact.name} by hand (revision {numbers}), and the repository does not have "
            "that. Nothing was changed. Bring the edit into the repository first, or move without it: the "
            "revision is kept."
        )


def by_hand(artifact: Artifact) -> list[int]:
    """The numbers of revisions after the pinned one that people wrote, or took from elsewhere, themselves."""
    pinned = artifact.pinned
    later = artifact.revisions.filter(session=None, commit="", number__gt=pinned.number if pinned else 0)
    return list(later.values_list("number", flat=True))


def put_back(artifact: Artifact, origin: Revision, by: User) -> Revision:
    """The accepted changes on top of the commit's bytes, as a revision of its own; `origin` when there are none."""
    rows = [row for row in replace.rows_of(artifact.pk) if row.base_id == origin.pk]
    applied = {row.pk: row for row in rows if row.status == ChangeStatus.APPLIED}
    if not applied:
        return origin
    read = origin.read
    text = layers_of(rows, rows).proved(applied)
    session_id = list(applied.values())[-1].session_id
    content = encode_text(text, read.encoding)
    revision = add_revision(artifact, content, by, session_id=session_id, note=PUT_BACK)
    Change.objects.filter(pk__in=applied).update(result=revision)
    return revision


def effects_of(rows: Sequence[Change], spots: Sequence[NewPosition[UUID]]) -> MoveEffects:
    """The spots, counted; those of changes that people have said no to don't count."""
    pairs = [pair for pair in zip(rows, spots, strict=True) if pair[0].status in COUNTED]
    kept = [row for row, spot in pairs if spot.position is not None]
    return MoveEffects(
        kept=len(kept),
        applied=sum(row.status == ChangeStatus.APPLIED and not row.upstream for row in kept),
        upstream=sum(spot.is_there for _, spot in pairs),
        lost=[row for row, spot in pairs if spot.why],
    )


def log_move(
    artifact: Artifact, commit: str, rows: Sequence[Change], was_applied: set[UUID], by: User
) -> None:
    """Leave an event in the log of every session that has changes to the artifact: where they stand now."""
    sessions: dict[UUID, list[Change]] = {}
    for row in rows:
        if row.status in COUNTED:
            sessions.setdefault(row.session_id, []).append(row)
    for session_id, mine in sessions.items():
        reopened = [row for row in mine if row.pk in was_applied and row.status == ChangeStatus.PROPOSED]
        data = {
            "action": "moved",
            "changes": [str(row.pk) for row in reopened],
            "artifact": str(artifact.pk),
            "commit": commit,
        }
        text = f"Moved {artifact.name} to commit {commit[:SHORT]}: {move_words(mine, reopened)}."
        store.append(session_id, [NewEvent(EventKind.CHANGE, text, store.speaker_of(by), data)], user=by)


def move_words(rows: Sequence[Change], reopened: Sequence[Change]) -> str:
    """Where a session's changes stand after a move, in words."""
    lost = sum(bool(row.unplaced) for row in rows)
    upstream = sum(bool(row.upstream) for row in rows)
    kept = len(rows) - lost - upstream
    parts = [
        f"{count} {words}"
        for count, words in (
            (kept, "placed again"),
            (upstream, "in the repository now"),
            (lost, "could not be placed"),
            (len(reopened), "of the accepted ones to decide again"),
        )
        if count
    ]
    return ", ".join(parts)
