"""What of a revision ELM wrote: read from the changes that are stored of its artifact, never from marks in the text."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, UUIDField
from django.utils import timezone

from personas.models.prepared import Given, PreparedQuery
from reviews.accounts import audit
from reviews.documents.authorship import AddedStretch, WrittenByElm, blank_out, find_added
from reviews.log import store as log
from reviews.log.values import NewEvent
from reviews.models import Change, Item, Revision
from reviews.models.audit import Happening
from reviews.models.outcome import ChangeStatus
from reviews.states import EventKind

SHORTEST = 12
"""Letters and digits of words that are told to be ELM's by these words alone; those with a marker may be shorter."""

_changes_in = PreparedQuery(
    lambda: Change.objects.filter(
        Q(status=ChangeStatus.APPLIED) | ~Q(upstream=""), artifact=Given("artifact", UUIDField())
    ).select_related("decided_by")
)


def added_to(revision: Revision) -> tuple[AddedStretch, ...]:
    """The stretches of the revision, its artifact's current one, that ELM wrote, each with who has accepted it.

    What the repository has itself was taken into it by people: that is accepted, too.
    """
    telling = sorted(filter(_is_telling, _changes_in.rows(artifact=revision.artifact_id)), key=_age)
    bases = {str(row.pk): row.base_id for row in telling}

    @cache
    def text_of(base_id: int) -> str:
        return Revision.objects.select_related("artifact").get(pk=base_id).text

    written = [_written_by_elm(row) for row in telling]
    return find_added(revision.text, written, lambda key: text_of(bases[key])) if written else ()


def _age(change: Change) -> tuple[datetime, int]:
    return change.created, change.order


def _is_telling(change: Change) -> bool:
    return bool(change.marker) or sum(map(str.isalnum, change.text)) >= SHORTEST


def _written_by_elm(change: Change) -> WrittenByElm:
    by = log.speaker_of(change.decided_by).name if change.decided_by else ""
    is_accepted = bool(change.upstream) or not change.put_in_by_elm
    return WrittenByElm(str(change.pk), change.text, change.heading, is_accepted, by)


def authored_text(revision: Revision) -> str:
    """The text of an artifact's current revision with spaces in the place of what nobody has accepted."""
    return blank_out(revision.text, added_to(revision))


def stored_stretches(stretches: Iterable[AddedStretch]) -> list[dict[str, Any]]:
    """The stretches as a pin keeps them."""
    return [
        {"start": one.start, "end": one.end, "accepted": one.is_accepted, "by": one.by} for one in stretches
    ]


def read_stretches(stored: Sequence[dict[str, Any]]) -> tuple[AddedStretch, ...]:
    """The stretches that a pin keeps."""
    return tuple(AddedStretch(one["start"], one["end"], one["accepted"], one["by"]) for one in stored)


def confirm(change: Change, by: User) -> bool:
    """Accept what ELM put in at once: the text stays as it is, and is from now on what people have accepted. False when
    the change is none that ELM put in, or not any more."""
    with transaction.atomic():
        Item.objects.hold(change.artifact.item_id)
        waiting = Change.objects.filter(
            Change.is_ours, pk=change.pk, status=ChangeStatus.APPLIED, put_in_by_elm=True
        )
        if not waiting.update(put_in_by_elm=False, decided_by=by, decided=timezone.now()):
            return False
        data = {
            "action": ChangeStatus.APPLIED,
            "changes": [str(change.pk)],
            "artifact": str(change.artifact_id),
            "revision": None,
        }
        text = f"Accepted a change to {change.artifact.name} that ELM had put in."
        log.append(change.session_id, [NewEvent(EventKind.CHANGE, text, log.speaker_of(by), data)], user=by)
        audit.note_in_session(Happening.CHANGES_ACCEPTED, change.session_id, who=by, detail="a change")
        return True
