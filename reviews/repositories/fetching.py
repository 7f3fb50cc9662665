"""Fetching a linked repository in the background: one fetch at a time, told in its row, and to be stopped.

A row that is fetched has a heartbeat every few seconds. One without any for a minute has died with its server, and the
next fetch may begin.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.tasks import task
from django.utils import timezone

from reviews.errors import ElmError, RepositoryError
from reviews.git import browse, mirror
from reviews.git.progress import Progress
from reviews.models import Repository, Revision
from reviews.models.repository import FetchState, alive_since
from reviews.repositories import jobs
from reviews.repositories.places import mirror_of, sizes, source_of
from reviews.uploads import disk_may_be_full

logger = logging.getLogger(__name__)
BEAT_SECONDS, LOOK_SECONDS, TELL_SECONDS = 5.0, 1.0, 0.5
QUEUED, ASKING, STOPPING = "Waiting for its turn", "Asking the remote", "Stopping"
PATIENCE_SECONDS = 1.0
REFETCH_SECONDS = 60.0
AT_ONCE = 2
"""Refetches that go on at the same time: fewer than there are threads, so that people never wait for them."""
FULL = (
    "The server's disk is full, so this could not be finished. What was there before is as it was. "
    "Ask an administrator to free some space, then fetch again."
)
BROKE = (
    "The fetch broke for a reason that is not a known one. What was there before is as it was. "
    "The server's log says more."
)

waiting: set[UUID] = set()
"""The repositories whose fetch waits for a thread of this process."""


def begin(repository: Repository, by: User | None) -> None:
    """Asks for a fetch; `by` is None when the clock does. Raises RepositoryError(busy) while one goes on."""
    fresh = {
        "state": FetchState.FETCHING,
        "percent": 0,
        "words": QUEUED,
        "beat": timezone.now(),
        "stop_requested": False,
        "error_kind": "",
        "error": "",
    }
    free = Repository.objects.exclude(state=FetchState.FETCHING, beat__gte=alive_since())
    if not free.filter(pk=repository.pk).update(**fresh):
        raise RepositoryError(
            f"{repository.name} is being fetched already. Wait until that is done, or stop it.", kind="busy"
        )
    logger.info("Fetching %s, asked for by %s", repository.pk, by.pk if by else "the clock")
    transaction.on_commit(partial(enqueue_fetch, repository.pk))
    # Not read again: it may have been removed since.
    for name, value in fresh.items():
        setattr(repository, name, value)


def enqueue_fetch(pk: UUID) -> None:
    waiting.add(pk)
    fetch.enqueue(str(pk))


def stop(repository: Repository) -> None:
    """Ends a fetch: at once while it waits for its turn, else within seconds. Raises RepositoryError(idle) when none
    goes on."""
    fetched = Repository.objects.filter(pk=repository.pk, state=FetchState.FETCHING)
    if fetched.filter(words=QUEUED).update(**stopped_columns()):
        return
    if not fetched.filter(beat__gte=alive_since()).update(stop_requested=True, words=STOPPING):
        raise RepositoryError(
            f"{repository.name} is not being fetched, so there was nothing to stop.", kind="idle"
        )


def stopped_columns() -> dict[str, Any]:
    return {"state": FetchState.STOPPED, "error_kind": "stopped", "error": "", "words": ""}


@task()
def fetch(pk: str) -> None:
    """Fetches the repository with this id. Whatever happens is told in its row."""
    waiting.discard(UUID(pk))
    repository = claim_fetch(UUID(pk))
    if repository is None:
        return
    watch = FetchWatch(repository.pk)
    outcome: dict[str, Any] = failed_columns("failed", BROKE)
    try:
        outcome = fetched_columns(repository, watch)
    except RepositoryError as error:
        outcome = failed_columns(error.kind, str(error))
        if error.kind == "stopped":
            # Nobody asked, so the server ends: a row without a heartbeat says that.
            outcome = stopped_columns() if watch.asked else {"beat": None}
    except ElmError:
        outcome = failed_columns("disk", FULL)
    finally:
        store_outcome(repository, outcome)


def claim_fetch(pk: UUID) -> Repository | None:
    """The repository, if its fetch still waits to be done; of two that try, one gets it."""
    asked = Repository.objects.filter(pk=pk, state=FetchState.FETCHING, words=QUEUED)
    if not asked.update(words=ASKING, beat=timezone.now()):
        return None
    return Repository.objects.select_related("team").filter(pk=pk).first()


def fetched_columns(repository: Repository, watch: "FetchWatch") -> dict[str, Any]:
    """Fetches; what the row holds when it went well. Raises RepositoryError, or ElmError for a full disk."""
    folder = mirror_of(repository)
    with disk_may_be_full():
        source = source_of(repository)
        found = with_retries(lambda: mirror.fetch(folder, source, sizes=sizes(), tell=watch.tell, stop=watch))
    pin_again(repository)
    branch = found.seen.default_branch
    head = ""
    with suppress(RepositoryError):
        # It may have been deleted between the look and the fetch; the other branches are there all the same.
        head = browse.resolve(folder, branch) if branch else ""
    return {
        "state": FetchState.READY,
        "percent": 100,
        "words": "",
        "default_branch": branch if head else "",
        "head": head,
        "fetched": timezone.now(),
        "error_kind": "",
        "error": "",
    }


def pin_again(repository: Repository) -> None:
    """Keeps the commits that artifacts are pinned to, in a mirror that was made again; those it lacks are left."""
    folder = mirror_of(repository)
    wanted = Revision.objects.filter(artifact__repository=repository).exclude(commit="")
    for commit in sorted({*wanted.values_list("commit", flat=True)} - mirror.pinned(folder)):
        with suppress(RepositoryError):
            mirror.pin(folder, commit)


def with_retries[T](work: Callable[[], T]) -> T:
    """Does what needs the mirror alone. A git that was ended holds it until the kernel has buried it."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return work()
        except RepositoryError as error:
            if error.kind != "busy" or time.monotonic() >= deadline:
                raise
        time.sleep(0.05)


def failed_columns(kind: str, sentence: str) -> dict[str, Any]:
    return {"state": FetchState.FAILED, "error_kind": kind, "error": sentence, "words": ""}


def store_outcome(repository: Repository, outcome: dict[str, Any]) -> None:
    """Tells the row how a fetch ended. The mirror of a repository that was removed meanwhile goes with it."""
    rows = Repository.objects.filter(pk=repository.pk)
    if outcome.get("state") != FetchState.READY:
        # A fetch that was taken for dead must not speak for the one that came after it.
        rows = rows.filter(state=FetchState.FETCHING)
    values = {"beat": timezone.now(), "stop_requested": False} | outcome
    if not rows.update(**values) and not Repository.objects.filter(pk=repository.pk).exists():
        with_retries(lambda: mirror.remove(mirror_of(repository)))


class FetchWatch(jobs.Watch):
    """Tells the row how far its fetch is, too, at most every half second."""

    def __init__(self, pk: UUID) -> None:
        super().__init__(Repository.objects.filter(pk=pk, state=FetchState.FETCHING), LOOK_SECONDS)
        self.progress = self.told = Progress(0, ASKING)
        self.told_at = self.beat_at = self.looked_at

    def tell(self, progress: Progress) -> None:
        """Hears of a step. What comes too soon after another is told with the next look."""
        self.progress = progress
        if time.monotonic() - self.told_at >= TELL_SECONDS:
            self.write()

    def write(self) -> None:
        self.told, self.told_at = self.progress, time.monotonic()
        # Words of a step must not hide that it is being stopped.
        self.rows.filter(stop_requested=False).update(
            percent=self.told.percent, words=self.told.words[:200], beat=timezone.now()
        )

    def look(self, now: float) -> bool:
        """Gives a heartbeat if it is time, also to those that wait for a thread; tells what was held back."""
        if self.progress != self.told:
            self.write()
        if now - self.beat_at >= BEAT_SECONDS:
            self.beat_at = now
            alive = self.rows | Repository.objects.filter(pk__in=list(waiting), state=FetchState.FETCHING)
            alive.update(beat=timezone.now())
        return self.rows.values_list("stop_requested", flat=True).first() is not False


def begin_due() -> None:
    """Fetches again what was fetched more than ELM_REPO_FETCH_MINUTES ago, a few at a time."""
    if not settings.ELM_REPO_FETCH_MINUTES:
        return
    going_on = Repository.objects.filter(state=FetchState.FETCHING, beat__gte=alive_since()).count()
    for repository in list(due_repositories()[: max(0, AT_ONCE - going_on)]):
        with suppress(RepositoryError):
            # Somebody was quicker.
            begin(repository, None)


def due_repositories() -> QuerySet[Repository]:
    """What is to be fetched again, the longest waiting first: also what failed since, and what died with its
    server. Not what a person has stopped, and not what could never be fetched."""
    old = timezone.now() - timedelta(minutes=settings.ELM_REPO_FETCH_MINUTES)
    tried = Q(state__in=(FetchState.READY, FetchState.FAILED), fetched__isnull=False, beat__lt=old)
    # What has waited for a thread when its server ended can't have been what ended it.
    interrupted = Q(beat__isnull=True) | Q(words=QUEUED, beat__lt=alive_since()) | Q(beat__lt=old)
    died = Q(state=FetchState.FETCHING) & interrupted
    return Repository.objects.filter(tried | died).order_by("beat")
