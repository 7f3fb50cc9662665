"""Deleting in the background what much belongs to: one job each, told in its row, which goes with what it deletes.

A row without a heartbeat for a minute is of a server that has ended; whoever looks next takes it over. Deleting can be
cut off anywhere and goes on with what is left.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q
from django.tasks import task
from django.utils import timezone

from reviews.errors import ElmError
from reviews.keeping import belongings, delete
from reviews.models import Deletion, Item, Session, Team
from reviews.models.repository import alive_since
from reviews.repositories import jobs

LARGE = 5_000
"""Rows that belong to something: up to so many are deleted while its owner waits, about a second."""
TELL_SECONDS, LOOK_SECONDS, FRESH_SECONDS = 0.5, 60.0, 5.0
BROKE = "It broke for a reason that is not a known one, and is tried again every minute. The server's log says more."

type Large = Item | Session | Team


class DeletionWay(NamedTuple):
    """How rows of a model are deleted: counted, closed (nothing of them runs or begins any more), deleted."""

    model: type[Any]
    tally: Callable[[Any], belongings.Belongings]
    close: Callable[[Any, User | None], None]
    delete: Callable[..., None]


WAYS = {
    "item": DeletionWay(Item, belongings.of_item, delete.close_item, delete.delete_item),
    "session": DeletionWay(Session, belongings.of_session, delete.close_session, delete.delete_session),
    "team": DeletionWay(Team, belongings.of_team, delete.close_team, delete.delete_team),
}


class ServerEnds(Exception):
    """The server shuts down: the next one goes on."""


def begin(row: Large, by: User | None) -> Deletion | None:
    """Delete it, None; or, when much belongs to it, stop what runs and have the rest done in the background, which the
    row tells of. Raises ElmError, with nothing deleted, when one of its sessions may not be stopped by `by`."""
    kind = str(row._meta.model_name)
    way = WAYS[kind]
    goes = way.tally(row)
    total = sum(goes.counts.values())
    if total <= LARGE:
        way.delete(row, by)
        return None
    team = row if isinstance(row, Team) else row.team
    with transaction.atomic():
        way.close(row, by)
        about = {"team": team, "by": by, "told": goes.told, "total": total}
        made, _ = Deletion.objects.get_or_create(kind=kind, key=str(row.pk), defaults=about)
        transaction.on_commit(partial(take.enqueue, str(made.pk)))
    return made


@task()
def take(pk: str) -> None:
    """Delete what the row with this id says, unless somebody else does. Whatever happens is told in the row."""
    if not Deletion.objects.filter(done_by_nobody(), pk=UUID(pk)).update(beat=timezone.now(), error=""):
        return
    found = Deletion.objects.select_related("by").get(pk=UUID(pk))
    way, told = WAYS[found.kind], Deletion.objects.filter(pk=found.pk)
    left: dict[str, Any] = {"error": BROKE}
    try:
        if row := way.model._default_manager.filter(pk=found.key).first():
            way.delete(row, found.by, told=found.told, tell=DeletionProgress(found.pk))
        told.delete()
    except ServerEnds:
        left = {"beat": None}
    except ElmError as problem:
        left = {"error": f"{problem} It is tried again every minute."}
    finally:
        told.update(**left)


class DeletionProgress:
    """Hears of each batch that is gone, and tells the row of it, at most every half second. Raises ServerEnds."""

    def __init__(self, pk: UUID) -> None:
        self.rows = Deletion.objects.filter(pk=pk)
        self.untold, self.told_at = 0, time.monotonic()

    def __call__(self, count: int) -> None:
        self.untold += count
        is_last = jobs.stopping.is_set()
        if is_last or time.monotonic() - self.told_at >= TELL_SECONDS:
            self.rows.update(done=F("done") + self.untold, beat=timezone.now())
            self.untold, self.told_at = 0, time.monotonic()
        if is_last:
            raise ServerEnds


def begin_due() -> None:
    """Go on with what was begun and is done by nobody: its server has ended, or it has failed a minute ago."""
    for pk in due():
        take.enqueue(str(pk))


def due() -> list[UUID]:
    """The ids of what is done by nobody, apart from what was asked for just now: a thread may be about to begin."""
    asked = timezone.now() - timedelta(seconds=FRESH_SECONDS)
    return list(Deletion.objects.filter(done_by_nobody(), created__lt=asked).values_list("pk", flat=True))


def done_by_nobody() -> Q:
    return Q(beat=None) | Q(beat__lt=alive_since())
