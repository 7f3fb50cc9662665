"""New revisions of artifacts: the one way in which a text changes."""

import hashlib
from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max

from reviews.changes.findings import place_findings
from reviews.errors import DoesNotFit
from reviews.models import Artifact, Item, Revision
from reviews.models.artifact import ArtifactKind, Source
from reviews.uploads import Incoming, Taken, disk_may_be_full, judge_files


def add_revision(
    artifact: Artifact,
    content: bytes,
    by: User | None,
    *,
    session_id: UUID | None = None,
    note: str = "",
    commit: str = "",
    blob: str = "",
) -> Revision:
    """A new revision after the current one, by a guarded update. Raises DoesNotFit after a lost race, and for
    an artifact that was deleted from its item.

    commit, blob: where the bytes come from, when that is a repository. The caller holds the item's lock.
    """
    if artifact.removed:
        raise DoesNotFit(f"{artifact.name} was deleted from its item. Nothing was changed.")
    number = (artifact.revisions.aggregate(last=Max("number"))["last"] or 0) + 1
    revision = Revision(
        artifact=artifact,
        number=number,
        content=content,
        parent=artifact.current,
        made_by=by,
        session_id=session_id,
        note=note[:200],
        commit=commit,
        blob=blob,
    )
    quicker = f"Somebody else changed {artifact.name} at the same moment. Nothing was changed. Try again."
    try:
        revision.save()
    except IntegrityError as error:  # the number was taken
        raise DoesNotFit(quicker) from error
    if not Artifact.objects.filter(pk=artifact.pk, current=artifact.current_id).update(current=revision):
        raise DoesNotFit(quicker)
    artifact.current = revision
    place_findings(artifact)
    return revision


def store_texts(item: Item, incoming: Sequence[Incoming], *, user: User, source: Source) -> Taken:
    """Store every text that is good as a new artifact, or as a new revision of the one that has its name.

    All of it is one transaction; a bad text is told about in `problems` and does not hold up the others.
    Raises ElmError, with nothing stored, when the disk is full.
    """
    taken = Taken()
    good = list(judge_files(incoming, taken))
    with disk_may_be_full(), transaction.atomic():
        Item.objects.hold(item.pk)
        for name, data in good:
            store_text(item, name, data, user, source, taken)
    return taken


def store_text(item: Item, name: str, data: bytes, user: User, source: Source, taken: Taken) -> None:
    """Store one text, unless the artifact of that name has this very content already."""
    artifact = item.artifacts.kept().select_related("current").filter(name=name).first()
    if artifact is None:
        artifact = item.artifacts.create(name=name, kind=ArtifactKind.of(name), source=source)
    if artifact.archived:
        item.artifacts.filter(pk=artifact.pk).update(archived=None)
        taken.remarks.append(f"{name} was archived, and is back in its item.")
    if artifact.current and artifact.current.sha256 == hashlib.sha256(data).hexdigest():
        taken.unchanged.append(name)
        return
    taken.stored.append(add_revision(artifact, data, user))
