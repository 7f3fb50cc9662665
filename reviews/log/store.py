"""The event log: the one place that appends events and the one writer of a session's state.

Everything is one transaction that first touches the session's row, so appends of a session queue up behind each
other and numbers have no gaps.
"""

import json
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, IntegerField, UUIDField
from django.db.models.expressions import Combinable
from django.utils import timezone

from personas.models.prepared import Given, PreparedUpdate
from reviews.errors import IllegalMove, LostOwnership
from reviews.log import payloads, publish
from reviews.log.values import Event, NewEvent, Speaker
from reviews.models import Event as EventRow
from reviews.models import Session
from reviews.models.prepared_queries import end_of_log, events_after, state_held
from reviews.states import ALLOWED, ENDED, EndReason, EventKind, State, may_move

logger = logging.getLogger(__name__)
MESSAGES = {
    State.DRAFT: "The session was not started yet.",
    State.RUNNING: "The session is already running.",
    State.WAITING: "The session is waiting for somebody.",
    State.SYNTHESIZING: "The session is just being finished.",
    State.FINISHED: "The session is finished. Ask for a deeper review to go on.",
    State.STOPPED: "The session was stopped already.",
    State.FAILED: "The session has failed already.",
}

KINDS = {kind.value: kind for kind in EventKind}
"""Each kind of event by its stored value."""
LONGEST_NAME, LONGEST_ROLE = 150, 100
"""How much of a speaker's name and role an event holds."""


class OutOfDate(LostOwnership):
    """The log has grown since it was read, so what was decided on it must be decided again."""


def speaker_of(user: User) -> Speaker:
    """How a person is shown as a speaker: by as much of their name as an event holds."""
    return Speaker(
        key=f"user:{user.pk}", name=(user.get_full_name() or user.username)[:LONGEST_NAME], role=""
    )


def after(session_id: UUID, number: int) -> list[Event]:
    """The events of the session after `number`, in order. One that is damaged counts as words of the app itself."""
    # Plain values: making rows of a long log would take twice as long as reading it.
    rows = events_after.rows(session=session_id, after=number)
    zone, events = timezone.get_current_timezone(), []
    speaker_in, reader_in = cache(Speaker), cache(payloads.reader_of)
    payloads_read = json.loads(f"[{','.join([row[6] for row in rows])}]")
    for (at, stored, text, key, name, role, _, said, session_kind), payload in zip(
        rows, payloads_read, strict=True
    ):
        kind = KINDS[stored]
        data = reader_in(session_kind, kind)(payload)
        if data is None:
            kind, data = data_of_damaged((session_id, at))
        speaker = speaker_in(key, name, role) if key else None
        events.append(Event(at, kind, text, speaker, data, said.astimezone(zone).date() if said else None))
    return events


def readable_data(
    place: tuple[UUID, int], session_kind: str, stored: str, payload: Any
) -> tuple[EventKind, Mapping[str, Any]]:
    """The kind of a stored event and its data, every field there; an announcement with none where the data is damaged.

    place: the session and the event's number, for the server's log.
    """
    kind = EventKind(stored)
    data = payloads.readable(session_kind, kind, payload)
    return data_of_damaged(place) if data is None else (kind, data)


def data_of_damaged(place: tuple[UUID, int]) -> tuple[EventKind, Mapping[str, Any]]:
    """What an event counts as whose data is damaged, and its data."""
    logger.warning("event %s of session %s lacks part of its data", place[1], place[0])
    return EventKind.ANNOUNCEMENT, payloads.AnnouncementData().model_dump()


def append(
    session_id: UUID,
    new: Sequence[NewEvent],
    *,
    epoch: int | None = None,
    expect: int | None = None,
    state: State | None = None,
    user: User | None = None,
    columns: Mapping[str, Any] | None = None,
) -> list[EventRow]:
    """Append `new` and return their rows; tell the open pages after the commit.

    epoch: only while the session is owned under this token; expect: only while the log ends with this number;
    state: only while the session is in this state.
    columns: further columns of the session to set in the same statement.
    Raises LostOwnership when somebody else owns the session, OutOfDate when the log has grown, IllegalMove when the
    session is in another state.
    """
    guards = {"epoch": epoch, "last_number": expect, "state": state}
    with transaction.atomic():
        return append_guarded(session_id, new, guards, user=user, columns=columns or {})


def append_guarded(
    session_id: UUID,
    new: Sequence[NewEvent],
    guards: Mapping[str, Any],
    *,
    user: User | None,
    columns: Mapping[str, Any],
) -> list[EventRow]:
    """`append` in the caller's own savepoint or transaction, which ends when this raises."""
    last, kind = take_numbers(session_id, len(new), guards, columns)
    first = last - len(new) + 1
    rows = [to_row(session_id, kind, number, event, user) for number, event in enumerate(new, first)]
    EventRow.objects.bulk_create(rows)
    if rows:
        transaction.on_commit(partial(publish.happened, session_id, last))
    return rows


def take_numbers(
    session_id: UUID, count: int, guards: Mapping[str, Any], columns: Mapping[str, Any]
) -> tuple[int, str]:
    """Claim `count` numbers in the current transaction; returns the last of them and the session's kind. Raises like
    `append`.

    guards: what the session's columns must hold, None for anything.
    """
    asked = {name: value for name, value in guards.items() if value is not None}
    if not grow_log(session_id, count, asked, columns):
        mine = Session.objects.filter(pk=session_id)
        asked.pop("last_number", None)
        if mine.filter(**asked).exists():
            raise OutOfDate("The session went on meanwhile.")
        if asked.pop("state", None) and mine.filter(**asked).exists():
            raise IllegalMove("Somebody else was quicker.")
        raise LostOwnership("Somebody else runs this session now.")
    return end_of_log.get(session=session_id)


def grow_log(session_id: UUID, count: int, asked: Mapping[str, Any], columns: Mapping[str, Any]) -> int:
    """How many sessions have these columns now, and a log of `count` numbers more: one if its columns held what is
    asked, else none."""
    if any(isinstance(value, Combinable) for value in columns.values()):
        # What the database adds to differs with each call, and so does the statement.
        mine = Session.objects.filter(pk=session_id, **asked)
        return mine.update(last_number=F("last_number") + count, **columns)
    given = {f"old_{name}": value for name, value in asked.items()}
    given |= {f"new_{name}": value for name, value in columns.items()}
    return _growing(tuple(asked), tuple(columns)).run(session=session_id, count=count, **given)


@cache
def _growing(asked: tuple[str, ...], columns: tuple[str, ...]) -> PreparedUpdate:
    def given(when: str, names: Iterable[str]) -> dict[str, Given]:
        return {name: Given(f"{when}_{name}", Session._meta.get_field(name)) for name in names}

    grown = F("last_number") + Given("count", IntegerField())
    return PreparedUpdate(
        lambda: (
            Session.objects.filter(pk=Given("session", UUIDField()), **given("old", asked)).order_by(),
            {"last_number": grown, **given("new", columns)},
        )
    )


def to_row(session_id: UUID, kind: str, number: int, event: NewEvent, user: User | None) -> EventRow:
    """The row of a new event, its data checked against the shape that it has in sessions of this kind."""
    speaker = event.speaker or Speaker("", "")
    return EventRow(
        session_id=session_id,
        number=number,
        kind=event.kind,
        speaker_key=speaker.key,
        speaker_name=speaker.name,
        speaker_role=speaker.role[:LONGEST_ROLE],
        user=user,
        text=event.text,
        data=payloads.validate(kind, event.kind, dict(event.data)),
    )


def move(
    session_id: UUID,
    new: State,
    *,
    reason: EndReason | None = None,
    user: User | None = None,
    allowed: Collection[State] = tuple(ALLOWED),
    epoch: int | None = None,
    expect: int | None = None,
    text: str = "",
    partial_text: str = "",
    columns: Mapping[str, Any] | None = None,
) -> EventRow:
    """Move the session to the state `new` and leave a `state` event behind: the only writer of a state.

    allowed: old states from which the caller wants it, on top of what the table allows.
    Raises IllegalMove with a sentence when the session is in another state, else like `append`.
    """
    with transaction.atomic():
        old = State(state_held.get(session=session_id))
        if old not in allowed or not may_move(old, new):
            raise IllegalMove(MESSAGES[old])
        ended = timezone.now() if new in ENDED else None
        ending = {"end_reason": reason or "", "ended": ended, "wakes_at": None}
        data = {"from": old, "to": new, "reason": reason, "partial": partial_text}
        event = NewEvent(EventKind.STATE, text, speaker_of(user) if user else None, data)
        changed = ending | dict(columns or {})
        changed.update(state=new)
        guards = {"epoch": epoch, "last_number": expect, "state": old}
        return append_guarded(session_id, [event], guards, user=user, columns=changed)[0]
