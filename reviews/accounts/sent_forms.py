"""Which forms have been sent and what they were answered: a row each, for a day, and a bounded number for each user."""

import logging
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import CharField
from django.utils import timezone

from personas.models.prepared import Given, PreparedQuery, PreparedUpdate
from reviews.errors import ElmError
from reviews.models import SentForm

logger = logging.getLogger(__name__)
KEPT_FOR = timedelta(days=1)
MOST_KEPT = 300
"""Rows of one user. Each has at most 64 KB (`reviews/views/once.py`)."""
PRUNED_EVERY = 32
PATIENCE_SECONDS = 60.0
"""How long a repeated form waits for the answer of the first."""
ABANDONED = timedelta(seconds=30)
"""After which a form that another process began counts as one whose process has died."""
LOOK_SECONDS = 0.2
STILL_AT_WORK = "This was sent already and is still being worked on. Wait a moment, then load the page again."
WORKER = secrets.token_hex(8)


@dataclass(frozen=True)
class Answer:
    """What a form was answered. notices: (level, words) of each sentence for the next page; gates: (team, what had to
    be allowed there)."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    notices: tuple[tuple[int, str], ...] = ()
    gates: tuple[tuple[int, str], ...] = ()


class InHand:
    """The forms that this process is answering now, each with the event that wakes those who wait for it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._events: dict[str, threading.Event] = {}

    @contextmanager
    def alone(self, digest: str) -> Iterator[None]:
        """Answer this form alone. Raises ElmError when another request of this process does not come to an end."""
        until = time.monotonic() + PATIENCE_SECONDS
        while (other := self._enter(digest)) is not None:
            if not other.wait(max(0.0, until - time.monotonic())):
                raise ElmError(STILL_AT_WORK)
        try:
            yield
        finally:
            with self._guard:
                self._events.pop(digest).set()

    def _enter(self, digest: str) -> threading.Event | None:
        """None when the form is ours now, else what tells that the other is done."""
        with self._guard:
            other = self._events.get(digest)
            if other is None:
                self._events[digest] = threading.Event()
            return other


in_hand = InHand()

_finish = PreparedUpdate(
    lambda: (
        SentForm.objects.filter(digest=Given("digest", CharField()), worker=WORKER).order_by(),
        {one.name: Given(one.name, SentForm._meta.get_field(one.name)) for one in fields(Answer)},
    )
)
_by_digest = PreparedQuery(lambda: SentForm.objects.filter(digest=Given("digest", CharField())).order_by())


def begin(user_id: int, digest: str) -> Answer | None:
    """The answer that this form got within a day; None when it is the caller's to answer, who then calls `finish` or
    `forget`. Called within `in_hand.alone`. Raises ElmError when another process does not come to an end."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        row = _by_digest.first(digest=digest)
        if row is None:
            if _insert(user_id, digest):
                return None
        elif row.status is not None and row.created > timezone.now() - KEPT_FOR:
            return answer_in(row)
        elif _take_over(row):
            return None
        elif time.monotonic() > until:
            raise ElmError(STILL_AT_WORK)
        else:
            time.sleep(LOOK_SECONDS)


def _insert(user_id: int, digest: str) -> bool:
    """Say that this process answers the form. False when another was quicker."""
    try:
        with transaction.atomic():
            row = SentForm.objects.create(
                user_id=user_id, digest=digest, worker=WORKER, created=timezone.now()
            )
            if row.pk % PRUNED_EVERY == 0:
                prune(user_id)
    except IntegrityError:
        return False
    return True


def _take_over(row: SentForm) -> bool:
    """Answer a form anew that is too old, or that its process has left unanswered; one of this process is left, because
    whoever asks is alone with it."""
    if row.status is None and row.worker != WORKER and row.created > timezone.now() - ABANDONED:
        return False
    guarded = SentForm.objects.filter(pk=row.pk, created=row.created, worker=row.worker)
    return bool(guarded.update(created=timezone.now(), worker=WORKER, status=None))


def prune(user_id: int) -> None:
    """Delete the rows that are older than a day, and of this user those beyond the newest 300."""
    SentForm.objects.filter(created__lt=timezone.now() - KEPT_FOR).delete()
    kept = SentForm.objects.filter(user_id=user_id).order_by("-pk").values_list("pk", flat=True)
    oldest = kept[MOST_KEPT - 1 : MOST_KEPT].first()
    if oldest is not None:
        SentForm.objects.filter(user_id=user_id, pk__lt=oldest).delete()


def answer_in(row: SentForm) -> Answer:
    """The answer that a finished row keeps."""
    return Answer(
        status=row.status or 0,
        headers=row.headers,
        body=bytes(row.body),
        notices=tuple((level, words) for level, words in row.notices),
        gates=tuple((team, needed) for team, needed in row.gates),
    )


def finish(digest: str, answer: Answer) -> None:
    """Keep what the form was answered."""
    _finish.run(digest=digest, **vars(answer))


def forget(digest: str) -> None:
    """The form did nothing: it may be sent again as it is."""
    SentForm.objects.filter(digest=digest, worker=WORKER).delete()
