"""Deleting for good, with everything that belongs to it, in small transactions.

What runs is stopped first, as a person stops it. Then the many rows go a batch at a time, so that nobody who writes
waits for more than one batch; of a log the newest first, so that whatever is left of it is a beginning. The row itself
and its entry in the audit log are last: who was cut off in between deletes again, and it goes on.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.utils import timezone

from reviews.accounts.audit import note
from reviews.errors import IllegalMove
from reviews.keeping import belongings
from reviews.keeping.archive import stop_sessions
from reviews.keeping.belongings import revisions_needed
from reviews.log import store, wakeup
from reviews.models import Artifact, ElaborationRecord, Finding, Item, Session, Team
from reviews.models.audit import Happening
from reviews.repositories.linking import leave_no_mirrors
from reviews.sessions import budget
from reviews.states import EndReason, State

type Tell = Callable[[int], None]

BATCH = 500
"""Rows of a transaction. A larger one holds up whoever writes meanwhile."""


def nobody_told(count: int) -> None:
    """What is called after each batch, where nobody wants to know how far it is."""


def close_team(team: Team, by: User | None) -> None:
    """Let nobody into a team any more, and stop what runs in it, whoever has started that."""
    with transaction.atomic():
        list(Item.objects.select_for_update().filter(team=team).values_list("pk"))
        for member in team.memberships.all():
            member.delete()
        Item.objects.filter(team=team, archived=None).update(archived=timezone.now())
        end_sessions(Session.objects.filter(team=team), None)


def delete_team(team: Team, by: User | None, told: str = "", tell: Tell = nobody_told) -> None:
    """Delete a team with everything that it has; its entries in the audit log stay."""
    close_team(team, by)
    for item in list(Item.objects.filter(team=team)):
        delete_item(item, by, tell=tell)
    for persona in list(team.own_personas.all()):
        persona.remove()
    with transaction.atomic():
        leave_no_mirrors([team])
        team.delete()


def close_item(item: Item, by: User | None) -> None:
    """Archive an item and stop what runs of it. Raises ElmError when `by` may not stop one of its sessions."""
    with transaction.atomic():
        Item.objects.hold(item.pk)
        Item.objects.filter(pk=item.pk, archived=None).update(archived=timezone.now())
        end_sessions(item.sessions.all(), by)


def delete_item(item: Item, by: User | None, told: str = "", tell: Tell = nobody_told) -> None:
    """Delete an item with its artifacts, sessions and all that they hold. by: None for the person who runs the server;
    told: what goes, as it was before anything had gone; tell: hears after each batch how many rows it had.

    Raises ElmError, with nothing deleted, when one of its sessions may not be stopped by `by`.
    """
    told = told or belongings.of_item(item).told
    close_item(item, by)
    for pk in list(item.sessions.values_list("pk", flat=True)):
        empty_session(pk, tell)
        drop_session(pk)
    for artifact in list(item.artifacts.all()):
        drop_artifact(artifact, tell)
    with transaction.atomic():
        if Item.objects.filter(pk=item.pk).delete()[0]:
            note(Happening.ITEM_DELETED, who=by, team=item.team, subject=item, detail=told)


def close_session(session: Session, by: User | None) -> None:
    """Archive a session, stopped if it runs. Raises ElmError when `by` may not stop it."""
    with transaction.atomic():
        one = Session.objects.filter(pk=session.pk)
        one.filter(archived=None).update(archived=timezone.now())
        end_sessions(one, by)


def delete_session(session: Session, by: User | None, told: str = "", tell: Tell = nobody_told) -> None:
    """Delete a session with its log, its changes and its findings; what was accepted stays in the artifacts. told,
    tell: as for an item.

    Raises ElmError, with nothing deleted, when it runs and `by` may not stop it.
    """
    told, item = told or belongings.of_session(session).told, session.item
    close_session(session, by)
    empty_session(session.pk, tell)
    with transaction.atomic():
        if drop_session(session.pk):
            note(Happening.SESSION_DELETED, who=by, team=item.team, subject=session, detail=told)
    for artifact in item.artifacts.filter(removed__isnull=False, pins=None):
        drop_artifact(artifact)


def delete_artifact(artifact: Artifact, by: User | None) -> None:
    """Delete an artifact. Of one that sessions have read the texts stay that their record needs, and go with the last
    of these sessions. Raises ElmError, with nothing deleted, when a session runs on it and `by` may not stop it."""
    told, item = belongings.of_artifact(artifact).told, artifact.item
    with transaction.atomic():
        Item.objects.hold(item.pk)
        now = timezone.now()
        if not Artifact.objects.kept().filter(pk=artifact.pk).update(removed=now, archived=now):
            raise IllegalMove(f"{artifact.name} was deleted already.")
        end_sessions(artifact.sessions.all(), by)
        note(Happening.ARTIFACT_DELETED, who=by, team=item.team, subject=artifact, detail=told)
    needed = revisions_needed(artifact)
    if not needed:
        drop_artifact(artifact)
        return
    delete_in_batches(Finding.objects.filter(artifact=artifact, session=None))
    with transaction.atomic():
        Item.objects.hold(item.pk)
        newest = artifact.revisions.filter(pk__in=needed).order_by("-number").first()
        Artifact.objects.filter(pk=artifact.pk).update(current=newest)
        artifact.tags.clear()
    delete_in_batches(artifact.revisions.exclude(pk__in=needed), "-number")


def end_sessions(sessions: QuerySet[Session], by: User | None) -> None:
    """Stop what runs. One that is just being finished fails instead: its run is fenced off and can write no more."""
    stop_sessions(sessions, by)
    for pk in sessions.filter(state=State.SYNTHESIZING).values_list("pk", flat=True):
        store.move(
            pk,
            State.FAILED,
            reason=EndReason.STOPPED_BY_PERSON,
            user=by,
            text="It was ended to be deleted.",
            columns={"epoch": F("epoch") + 1, "owner": "", "lease_until": None, "served_seq": F("wake_seq")},
        )
        transaction.on_commit(partial(wakeup.cancel, pk))


def empty_session(pk: UUID, tell: Tell = nobody_told) -> None:
    """Delete what a session may have much of."""
    session = Session.objects.get(pk=pk)
    for rows in parts_of(session):
        delete_in_batches(rows, tell=tell)


def parts_of(session: Session) -> Iterator[QuerySet[Any]]:
    """The rows of a session that may be many; what refers to others comes before them."""
    yield session.model_calls.all()
    yield session.prompt_texts.all()
    yield session.changes.all()
    yield session.findings.all()
    yield session.events.all()


def drop_session(pk: UUID) -> bool:
    """Delete the row of a session that is empty by now; whether it was there."""
    with transaction.atomic():
        found = Session.objects.select_for_update().filter(pk=pk).first()
        if found is None:
            return False
        budget.forget_reservations(pk)
        ElaborationRecord.objects.filter(session=pk).delete()
        found.delete()
    return True


def drop_artifact(artifact: Artifact, tell: Tell = nobody_told) -> None:
    """Delete an artifact that no session has read, or none that is left."""
    delete_in_batches(artifact.findings.all(), tell=tell)
    Artifact.objects.filter(pk=artifact.pk).update(current=None, checked=None)
    delete_in_batches(artifact.revisions.all(), "-number", tell)
    Artifact.objects.filter(pk=artifact.pk).delete()


def delete_in_batches[Row: Model](rows: QuerySet[Row], order: str = "-pk", tell: Tell = nobody_told) -> None:
    """Delete the rows, those that come first in `order` first, BATCH of them in each transaction."""
    while keys := list(rows.order_by(order).values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            rows.model._default_manager.filter(pk__in=keys).delete()
        tell(len(keys))
