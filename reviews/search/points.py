"""Points that were raised, as the index keeps them: each by what it is about, and with where it comes from.

A finding and a change are a point each; an event has those that its kind of session says. The entries of points stand
beside those of whole texts and have other words: "w" and a stem for what they are about, "o" and an id for the session
or the artifact that they come from. So a search by words finds none of them, and a look for points nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from reviews.language.reading.likeness import FEWEST_TERMS, LONGEST_POINT, point_terms, telling_terms
from reviews.log.payloads import raised_in, raising_kinds
from reviews.models import Change, Event, Finding
from reviews.search.texts import KINDS, OF_SESSION, Kind, Passage, item_of, key_text

PREFIX = "point_"
BY_RULES = "offline"
"""Who found what rules find: the check of an artifact, or the provider of a session."""
OWN_OF_EVENT = ("pk", "kind", "text", "data", "session_id")
OF_EVENT = (*OWN_OF_EVENT, *(f"session__{name}" for name in OF_SESSION))
RAISING = {name: KINDS[name] for name in ("finding", "change", "event")}
"""The kinds of things that are points, or have some."""


def point_ref(kind: Kind, key: Any) -> str:
    return f"{PREFIX}{kind.name}:{key_text(key)}"


def point_text(row: Finding | Change) -> str:
    """What a finding or a change is about, in its own words. A rule says the same of every passage: what it found is
    told by the quote."""
    if isinstance(row, Change):
        return row.reason or row.text or row.removed
    is_by_rule = BY_RULES in (row.by, row.session.provider if row.session else "")
    return row.quote if is_by_rule and row.quote else f"{row.quote} {row.description}".strip()


def origins_of(row: Finding | Change) -> Iterator[str]:
    """The ids of the session and of the artifact that it comes from."""
    yield key_text(row.artifact_id)
    if row.session_id:
        yield key_text(row.session_id)


def row_points(rows: Iterable[Any]) -> Iterator[Passage]:
    """The points that findings and changes are."""
    for row in rows:
        if isinstance(row, Finding | Change):
            ref = point_ref(RAISING[row.kind], row.pk)
            yield from as_point(ref, item_of(row).team_id, origins_of(row), point_text(row))


def event_points(events: Iterable[Sequence[Any]]) -> Iterator[Passage]:
    """The points of events that later sessions are shown. Of plain values, `OF_EVENT`."""
    for pk, kind, text, data, session, team, _item, session_kind in events:
        for raised in raised_in(session_kind, kind, text, data):
            if raised.is_kept:
                yield from as_point(point_ref(RAISING["event"], pk), team, [key_text(session)], raised.text)


def as_point(ref: str, team: int, origins: Iterable[str], text: str) -> Iterator[Passage]:
    """The point with what it is found by; nothing for one that says too little."""
    text = text[:LONGEST_POINT]
    if telling_terms(text, FEWEST_TERMS):
        facets = [f"o{origin}" for origin in origins] + [f"w{term}" for term in sorted(point_terms(text))]
        yield Passage(ref, team, tuple(facets), text, kept=True, is_point=True)


def stored_points(kind: Kind, keys: Iterable[Any], using: str) -> Iterator[Passage]:
    """The points that the rows of a kind with these keys are, or have."""
    if kind.model is not Event:
        return row_points(kind.rows(keys, using) if kind.name in RAISING else ())
    events = Event.objects.using(using).filter(pk__in=list(keys), kind__in=raising_kinds()).order_by("pk")
    return event_points(events.values_list(*OF_EVENT))
