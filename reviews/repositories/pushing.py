"""Pushing the branches that ELM commits to, in the background: told in the rows of the commits, and to be stopped.

A row that is pushed has a heartbeat every few seconds. One without any for a minute has died with its server, and may
be pushed again.
"""

import logging
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.tasks import task
from django.utils import timezone

from reviews.accounts import audit
from reviews.errors import ElmError, IllegalMove, RepositoryError
from reviews.git import commit as commits
from reviews.log import store
from reviews.models import BranchCommit
from reviews.models.audit import Happening
from reviews.models.commit import PushState
from reviews.models.repository import alive_since
from reviews.repositories import jobs
from reviews.repositories.committing import log_commit
from reviews.repositories.places import mirror_of, source_of
from reviews.repositories.plans import SHORT
from reviews.uploads import disk_may_be_full

logger = logging.getLogger(__name__)
BEAT_SECONDS = 2.0
DIED = "The server ended while the branch was pushed. It may be at the remote or not; pushing again is safe."
BROKE = "The push broke for a reason that is not a known one. The server's log says more. Try again."
DISK = (
    "The server's disk is full, so the push could not be finished. Ask for some free space, then try again."
)

waiting: set[int] = set()
"""The commits whose push waits for a thread of this process."""


def state_of(row: BranchCommit) -> str:
    """How its push goes: "none", "waiting", "pushing", "died" (with the server), "failed" or "pushed"."""
    if row.push != PushState.PUSHING:
        return row.push or "none"
    if row.pk in waiting:
        return "waiting"
    return "died" if row.beat is None or row.beat < alive_since() else "pushing"


def push(row: BranchCommit, by: User) -> None:
    """Ask for the branch of a commit to be brought to the remote. Raises IllegalMove while that goes on, and
    when it is there already."""
    row.refresh_from_db(fields=["push", "beat"])
    if state_of(row) in ("waiting", "pushing"):
        raise IllegalMove("This branch is being pushed already. Wait until that is done, or stop it.")
    fresh = {"push": PushState.PUSHING, "push_error": "", "pushed_by": by, "beat": timezone.now()}
    free = BranchCommit.objects.filter(Q(push__in=(PushState.NONE, PushState.FAILED)) | Q(beat=row.beat))
    with transaction.atomic():
        if not free.filter(pk=row.pk).exclude(push=PushState.PUSHED).update(**fresh):
            raise IllegalMove("This commit is pushed already. Load the page again.")
        audit.note_in_session(Happening.PUSHED, row.session_id, who=by, subject=row.repository)
    logger.info("Pushing commit %s, asked for by %s", row.pk, by.pk)
    transaction.on_commit(partial(enqueue_push, row.pk))
    row.refresh_from_db(fields=fresh)


def enqueue_push(pk: int) -> None:
    waiting.add(pk)
    bring.enqueue(pk)


def stop(row: BranchCommit, by: User) -> None:
    """End a push, within seconds. Raises IllegalMove when none goes on."""
    who = store.speaker_of(by).name
    sentence = f"{who} stopped it. The branch may have arrived or not; pushing again is safe."
    if not unstopped_push(row.pk).update(push=PushState.FAILED, push_error=sentence):
        raise IllegalMove("Nothing is being pushed any more. Load the page again.")


def unstopped_push(pk: int) -> QuerySet[BranchCommit]:
    """The row, as long as nobody has stopped its push."""
    return BranchCommit.objects.filter(pk=pk, push=PushState.PUSHING)


@task()
def bring(pk: int) -> None:
    """Pushes the branch of the commit with this id. Whatever happens is told in its row."""
    row = unstopped_push(pk).select_related("repository__team", "pushed_by").first()
    waiting.discard(pk)
    if row is None:
        return
    outcome: dict[str, Any] = {"push": PushState.FAILED, "push_error": BROKE}
    try:
        # What the branch has when it is pushed: rows that are made meanwhile are not in it for sure.
        there = list(
            BranchCommit.objects.filter(
                repository=row.repository_id, branch=row.branch, pk__lte=row.pk
            ).values_list("pk", flat=True)
        )
        with disk_may_be_full():
            watch = jobs.Watch(unstopped_push(row.pk), BEAT_SECONDS)
            commits.push(mirror_of(row.repository), source_of(row.repository), row.branch, stop=watch)
        log_arrival(row, there)
        outcome = {}
    except RepositoryError as error:
        outcome["push_error"] = DIED if error.kind == "stopped" else str(error)
    except ElmError:
        outcome["push_error"] = DISK
    finally:
        if outcome:
            unstopped_push(pk).update(**outcome)


def log_arrival(row: BranchCommit, there: list[int]) -> None:
    """Tell of a branch that is at the remote: the commit and those below it."""
    with transaction.atomic():
        rows = BranchCommit.objects.filter(pk__in=there).exclude(push=PushState.PUSHED)
        now = timezone.now()
        if rows.update(push=PushState.PUSHED, push_error="", pushed=now, beat=now, pushed_by=row.pushed_by):
            text = f"Pushed {row.branch} ({row.commit[:SHORT]}) to {row.repository.name}."
            log_commit(row, "pushed", text, row.pushed_by)
