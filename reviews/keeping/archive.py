"""Archiving: the soft form of deleting. What is archived is in no list, can be found, and comes back as it was."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from reviews.accounts.audit import note
from reviews.errors import ElmError, IllegalMove
from reviews.kinds.registry import session_kind
from reviews.models import Artifact, Deletion, Item, Session
from reviews.models.audit import Happening
from reviews.sessions import actions
from reviews.sessions.actions import STOPPABLE


def archive_item(item: Item, by: User) -> int:
    """Archive an item; its sessions that run are stopped first, and how many these were is returned.

    Raises IllegalMove when it is archived already, ElmError when one of its sessions may not be stopped by `by`.
    """
    with transaction.atomic():
        held = Item.objects.hold(item.pk)
        set_archived(Item.objects.filter(pk=item.pk), item.title)
        stopped = stop_sessions(held.sessions.all(), by)
        note(Happening.ITEM_ARCHIVED, who=by, team=item.team, subject=item)
    return stopped


def restore_item(item: Item, by: User) -> None:
    """Take an item back into the lists. Its sessions stay stopped. Raises IllegalMove when it is not archived."""
    with transaction.atomic():
        check_stays(item)
        clear_archived(Item.objects.filter(pk=item.pk), item.title)
        note(Happening.ITEM_RESTORED, who=by, team=item.team, subject=item)


def archive_session(session: Session, by: User) -> int:
    """Archive a session, stopped first if it runs; returns how many were stopped. Raises as `archive_item`."""
    with transaction.atomic():
        set_archived(Session.objects.filter(pk=session.pk), title_of(session))
        stopped = stop_sessions(Session.objects.filter(pk=session.pk), by)
        note(Happening.SESSION_ARCHIVED, who=by, team=session.item.team, subject=session)
    return stopped


def restore_session(session: Session, by: User) -> None:
    """Take a session back into the lists. Raises IllegalMove when it is not archived."""
    with transaction.atomic():
        check_stays(session)
        clear_archived(Session.objects.filter(pk=session.pk), title_of(session))
        note(Happening.SESSION_RESTORED, who=by, team=session.item.team, subject=session)


def archive_artifact(artifact: Artifact, by: User) -> int:
    """Archive an artifact; sessions that run on it are stopped first. Raises as `archive_item`."""
    with transaction.atomic():
        Item.objects.hold(artifact.item_id)
        set_archived(Artifact.objects.filter(pk=artifact.pk), artifact.name)
        stopped = stop_sessions(artifact.sessions.all(), by)
        note(Happening.ARTIFACT_ARCHIVED, who=by, team=artifact.item.team, subject=artifact)
    return stopped


def restore_artifact(artifact: Artifact, by: User) -> None:
    """Take an artifact back into its item. Raises IllegalMove when it is not archived, or deleted."""
    with transaction.atomic():
        clear_archived(Artifact.objects.kept().filter(pk=artifact.pk), artifact.name)
        note(Happening.ARTIFACT_RESTORED, who=by, team=artifact.item.team, subject=artifact)


def set_archived[Row: Model](rows: QuerySet[Row], name: str) -> None:
    """Archive the one row of `rows` by a guarded update. Raises IllegalMove when somebody was quicker."""
    if not rows.filter(archived=None).update(archived=timezone.now()):
        raise IllegalMove(f"{name} is archived already.")


def clear_archived[Row: Model](rows: QuerySet[Row], name: str) -> None:
    """Undo `set_archived`. Raises IllegalMove when there is nothing to undo."""
    if not rows.exclude(archived=None).update(archived=None):
        raise IllegalMove(f"{name} is not archived, or was deleted.")


def check_stays(row: Item | Session) -> None:
    """Raise IllegalMove for what is being deleted."""
    if Deletion.objects.of(row):
        raise IllegalMove("It is being deleted, and some of it is gone already. It can't be restored.")


def stop_sessions(sessions: QuerySet[Session], by: User | None) -> int:
    """Stop those that run or wait, as the button "Stop" does; one that is just being finished ends by itself. Returns
    how many were stopped. Raises ElmError when `by` may not stop one. Called in the caller's transaction."""
    stopped = 0
    for session in sessions.filter(state__in=STOPPABLE).select_related("item"):
        try:
            actions.stop(session, by=by)
        except IllegalMove:
            continue  # it has ended by itself meanwhile
        except ElmError as error:
            raise ElmError(f"{title_of(session)} is still running. {error}") from error
        stopped += 1
    return stopped


def title_of(session: Session) -> str:
    """What a session is called in lists."""
    return session_kind(session.kind).title(session)


def full_title(session: Session) -> str:
    """What a session is called where its item is not named beside it."""
    return f"{title_of(session)} on {session.item.title}"
