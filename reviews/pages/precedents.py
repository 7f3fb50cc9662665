"""What a team raised before about the same matter, and what became of it: shown beside the points of a session, and to
whoever asks the archive.

Code finds it by its words, and what became of it is read from the rows now: nothing is written by a model.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from reviews.language.reading.likeness import LONGEST_POINT
from reviews.log.payloads import raised_in, raising_kinds
from reviews.models import Artifact, Change, Event, Finding, Item, Session
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.pages.row_links import is_archived, title_of, url_of
from reviews.search.alike import MOST_LOOKED_UP, AlikePoint, find_alike
from reviews.search.points import PREFIX, point_text
from reviews.search.results import load_rows
from reviews.search.texts import item_of, session_of
from reviews.states import EventKind

MOST_SHOWN = 3
"""Precedents that are shown beside an event or a finding."""
LONGEST_SHOWN = 240
SAME_WORDS, MANY_ITEMS = 0.9, 3
"""How alike points are that say the same, and in how many other items they are commonplace."""
LEAST_ASKED, MOST_ANSWERS = 0.3, 10
"""A sentence that a person asks is told more, because they chose to look."""
WITH_REASON = frozenset({FindingStatus.DISMISSED.value, ChangeStatus.REJECTED.value})
STANDS: dict[str, str] = {
    FindingStatus.OPEN: "Still open",
    FindingStatus.ACCEPTED: "Accepted",
    FindingStatus.DISMISSED: "Dismissed",
    FindingStatus.FIXED: "Fixed",
    ChangeStatus.PROPOSED: "Not decided yet",
    ChangeStatus.APPLIED: "Accepted",
    ChangeStatus.REJECTED: "Rejected",
    ChangeStatus.UNDONE: "Undone",
}


@dataclass(frozen=True)
class Precedent:
    """A point that was raised before. fate: what became of it, "" for nothing; score: how alike it is."""

    row: Finding | Change | Event
    words: str
    fate: str
    score: float

    @property
    def session(self) -> Session | None:
        return session_of(self.row)

    @property
    def item(self) -> Item:
        return item_of(self.row)

    @property
    def origin(self) -> UUID:
        """The id of the session that raised it, or of the artifact in which a check found it."""
        if isinstance(self.row, Finding) and self.row.session_id is None:
            return self.row.artifact_id
        return cast(UUID, self.row.session_id)

    @property
    def title(self) -> str:
        return title_of(self.row)

    @property
    def url(self) -> str:
        return url_of(self.row)

    @property
    def when(self) -> datetime:
        return self.row.created

    @property
    def quote(self) -> str:
        flat = " ".join(self.words.split())
        return flat if len(flat) <= LONGEST_SHOWN else flat[:LONGEST_SHOWN].rstrip() + "…"

    @property
    def outcome(self) -> str:
        """What became of it, or of the session that asked."""
        ended = self.session.end_label if self.session else ""
        return self.fate or (f"Asked; the session ended: {ended.lower()}" if ended else "Asked")

    @property
    def is_archived(self) -> bool:
        return is_archived(self.row)


def precedents_of_events(
    session: Session, events: Iterable[tuple[Event, Mapping[str, Any]]]
) -> dict[int, list[Precedent]]:
    """What was raised before about the points of these events of a session, each with its readable data, by the events'
    numbers, what was decided first: in other sessions of the team, and earlier. Of many points the newest are looked
    up. A constant number of queries, none when nothing is raised."""
    kinds = raising_kinds()
    raised = [
        (event, one.text)
        for event, data in events
        if event.kind in kinds
        for one in raised_in(session.kind, EventKind(event.kind), event.text, data)
    ][-MOST_LOOKED_UP:]
    found = find_alike([session.team_id], [text for _, text in raised], but_not=[session.pk.hex])
    known = load_precedents([one for some in found for one in some], {session.team_id})
    by_event: dict[int, list[Precedent]] = {}
    for (event, _), alike in zip(raised, found, strict=True):
        earlier = [one for one in map(known.get, alike) if one and one.when < event.created]
        by_event.setdefault(event.number, []).extend(without_commonplace(earlier, session.item_id))
    return {number: decided_first(some) for number, some in by_event.items() if some}


def precedents_of_findings(artifact: Artifact, rows: Sequence[Finding]) -> dict[UUID, list[Precedent]]:
    """What was raised before these findings of an artifact about the same matter, elsewhere in its team, by their ids.
    A constant number of queries, none without findings."""
    looked_up = rows[:MOST_LOOKED_UP]
    texts = [point_text(row) for row in looked_up]
    found = find_alike([artifact.team_id], texts, but_not=[artifact.pk.hex])
    known = load_precedents([one for some in found for one in some], {artifact.team_id})
    before: dict[UUID, list[Precedent]] = {}
    for row, alike in zip(looked_up, found, strict=True):
        others = [one for one in map(known.get, alike) if one and one.origin != row.session_id]
        earlier = [one for one in others if one.when < row.created]
        if some := without_commonplace(earlier, artifact.item_id):
            before[row.pk] = decided_first(some)
    return before


def decided_first(found: Iterable[Precedent]) -> list[Precedent]:
    """Those that are shown beside an event or a finding."""
    return sorted(choose_precedents(found, MOST_SHOWN), key=lambda one: not one.fate)


def ask_archive(teams: Sequence[int], text: str, but_not: Sequence[str] = ()) -> list[Precedent]:
    """What these teams raised before about the same matter as a sentence, the most alike first. but_not: the ids of
    sessions that do not count."""
    found = find_alike(teams[:MOST_LOOKED_UP], [text], but_not=but_not, least=LEAST_ASKED)[0]
    return choose_precedents(load_precedents(found, set(teams)).values(), MOST_ANSWERS)


def without_commonplace(found: Sequence[Precedent], item: int) -> Sequence[Precedent]:
    """What is asked in nearly the same words about many items says nothing about this one: of that, only what was
    raised about the item itself. All of anything else."""
    items = {one.item.pk for one in found if one.score >= SAME_WORDS} - {item}
    return found if len(items) < MANY_ITEMS else [one for one in found if one.item.pk == item]


def choose_precedents(found: Iterable[Precedent], most: int) -> list[Precedent]:
    """The most alike of each session, at most so many; something that was decided before what was only asked."""
    best: dict[UUID, Precedent] = {}
    for one in sorted(found, key=lambda one: (not one.fate, -one.score)):
        best.setdefault(one.origin, one)
    return sorted(best.values(), key=lambda one: -one.score)[:most]


def load_precedents(found: Sequence[AlikePoint], teams: set[int]) -> dict[AlikePoint, Precedent]:
    """The points with their rows; what is gone, or of another team, is left out."""
    if not found:
        return {}
    refs = {one: one.ref.removeprefix(PREFIX) for one in found}
    rows = load_rows(dict.fromkeys(refs.values()), teams)
    keys = [row.pk for row in rows.values() if isinstance(row, Event)]
    data = dict(Event.objects.filter(pk__in=keys).order_by().values_list("pk", "data")) if keys else {}
    return {
        one: Precedent(row, one.text, fate_of(row, one.text, data), one.score)
        for one, ref in refs.items()
        if (row := rows.get(ref)) and not is_removed(row)
    }


def is_removed(row: Finding | Change | Event) -> bool:
    """Whether the artifact that it is about was deleted."""
    return not isinstance(row, Event) and row.artifact.removed is not None


def fate_of(row: Finding | Change | Event, text: str, data: Mapping[int, Any]) -> str:
    """What became of a point, as a sentence without its full stop; "" when nothing did. data: of events, by their
    keys."""
    if isinstance(row, Event):
        points = raised_in(row.session.kind, EventKind(row.kind), row.text, data[row.pk])
        return next((one.fate for one in points if one.text[:LONGEST_POINT] == text), "")
    stands = STANDS[row.status]
    if isinstance(row, Change) and row.status == ChangeStatus.APPLIED and row.put_in_by_elm:
        stands = "Put in by ELM, as the team has set it"
    if row.status not in WITH_REASON:
        return stands
    return (
        f"{stands} because “{row.decision_reason}”" if row.decision_reason else f"{stands}, without a reason"
    )
