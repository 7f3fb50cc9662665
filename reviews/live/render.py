"""The only place that makes the HTML of frames, from the partials of the session's page."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from reviews.live import frames
from reviews.models import Event
from reviews.models.prepared_queries import (
    first_events_between,
    last_events_before,
    last_number_of,
    session_beyond,
    session_by_key,
)
from reviews.pages.base import Avatar, SessionPage, avatars_of, participants_of
from reviews.pages.entries import entries_of
from reviews.pages.registry import page_of_session
from reviews.states import EventKind

PAGE = "reviews/sessions/session.html"
MOST_AT_ONCE = 100
MOST_MISSED, ON_A_PAGE = 500, 80
"""Who has missed more events than the first gets as many of the newest as the second says, as a page opened now shows
them: to render and to show thousands would take longer, and nobody reads on from there."""
REWORDING = frozenset({EventKind.FACILITATION, EventKind.SYNTHESIS})
"""Events after which a page says something else of messages that nothing has used yet."""


@dataclass(frozen=True)
class RenderedEvents:
    """What came after an event.

    `html` is by role (whether it may act) and empty when nothing came; `speakers` are the events' numbers and
    their speakers' keys; `more` says that there are further ones; `page` is what to hand in the next time; `first` is
    the first event of a log that replaces the one on the page, 0 for events that go on from it.
    """

    number: int
    html: dict[bool, str] = field(default_factory=dict)
    speakers: list[tuple[int, str]] = field(default_factory=list)
    progress: dict[str, Any] = field(default_factory=dict)
    avatars: dict[str, Avatar] = field(default_factory=dict)
    more: bool = False
    page: SessionPage[Any] | None = None
    first: int = 0


def render_partial(name: str, context: Mapping[str, Any]) -> SafeString:
    return render_to_string(f"{PAGE}#{name}", dict(context))


def last_number(session_id: UUID) -> int:
    """The number of the session's last event."""
    return last_number_of.get(session=session_id)


def since(
    session_id: UUID,
    after: int,
    roles: Collection[bool],
    upto: int | None = None,
    known: SessionPage[Any] | None = None,
) -> RenderedEvents:
    """The events after `after` (up to `upto`) for each of the roles, with what moves on the page with them.

    At most 100 at once; the newest 80 instead when it is more than 500. known: the page of an earlier look, which
    saves most of the work.
    """
    if known is None:
        session = session_by_key.get(session=session_id)
    elif (grown := session_beyond.first(session=session_id, after=after)) is not None:
        session = grown
    else:
        return RenderedEvents(after, avatars=known.avatars, page=known)
    # Not beyond the row that was just read: the status beside the events must be the one that they led to.
    upto = session.last_number if upto is None else min(upto, session.last_number)
    if upto - after > MOST_MISSED:
        return render_newest(page_of_session(session, known), upto, roles)
    rows = first_events_between(MOST_AT_ONCE + 1).rows(session=session_id, after=after, upto=upto)
    if not rows:
        avatars = known.avatars if known else avatars_of(session, participants_of(session))
        return RenderedEvents(min(after, session.last_number), avatars=avatars, page=known)
    page = page_of_session(session, known)
    rows, more = rows[:MOST_AT_ONCE], len(rows) > MOST_AT_ONCE
    context = page_context(page) | {"entries": entries_of(page, rows), "updates": updates_of(page, rows)}
    return RenderedEvents(
        number=rows[-1].number,
        html={role: render_partial("frame", context | {"may_act": role}) for role in roles},
        speakers=[(row.number, row.speaker_key) for row in rows if row.speaker_key],
        progress=session_progress(page),
        avatars=page.avatars,
        more=more,
        page=page,
    )


def render_newest(page: SessionPage[Any], upto: int, roles: Collection[bool]) -> RenderedEvents:
    """The newest events up to `upto` in the place of those that a page shows."""
    past = past_events(page, upto + 1, ON_A_PAGE)
    context = page_context(page) | past
    entries = past["entries"]
    return RenderedEvents(
        number=upto,
        html={role: render_partial("newest", context | {"may_act": role}) for role in roles},
        progress=session_progress(page),
        avatars=page.avatars,
        page=page,
        first=entries[0].number,
    )


def past_events(page: SessionPage[Any], end: int, count: int) -> dict[str, Any]:
    """The `count` events before event `end`, and where the ones before those begin."""
    rows = last_events_before(count).rows(session=page.session.pk, end=end)[::-1]
    return {
        "entries": entries_of(page, rows),
        "earlier": rows[0].number if rows and rows[0].number > 1 else None,
    }


def page_context(page: SessionPage[Any]) -> dict[str, Any]:
    """What the partials of the page need, whoever looks."""
    return {"page": page, "session": page.session, "state": page.state}


def updates_of(page: SessionPage[Any], rows: Collection[Event]) -> list[Any]:
    """Messages that `rows` have used or withdrawn, and those that wait on when `rows` change what becomes of them. Also
    those among `rows`: whoever sent one may have it on the page from the answer to the form, as it was then, and drops
    the one that comes with the rows."""
    came = {row.number for row in rows}
    reworded = any(row.kind in REWORDING for row in rows)
    changed = [
        message.number
        for message in page.messages.values()
        if {message.used, message.withdrawn} & came
        or (reworded and not message.used and not message.withdrawn)
    ]
    return entries_of(page, page.session.events.filter(number__in=changed)) if changed else []


def session_progress(page: SessionPage[Any]) -> dict[str, Any]:
    """How far the session is, as plain values. Cost in US dollars."""
    session = page.session
    return {
        "state": session.state,
        **page.progress,
        "cost": session.cost_usd,
        "tokens": session.tokens_in + session.tokens_out,
    }


def live_turn(number: int, speaker: Mapping[str, str], text: str, avatars: Mapping[str, Avatar]) -> str:
    """The turn being spoken, with its text so far."""
    return render_partial("live-frame", {"live": live_context(number, speaker, text, avatars)})


def live_context(
    number: int, speaker: Mapping[str, str], text: str, avatars: Mapping[str, Avatar]
) -> dict[str, Any]:
    """The open turn as its partial wants it. `units` is where the next delta goes on."""
    avatar = avatars.get(speaker["key"], Avatar())
    name = avatar.name or speaker["name"]
    return {"number": number, "name": name, "text": text, "units": frames.units(text), "avatar": avatar}


def no_live_turn() -> str:
    """Takes the turn being spoken off the page."""
    return render_partial("live-frame", {"live": None})
