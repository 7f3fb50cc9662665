"""Everything that waits for a decision: proposed changes and open findings of some teams, in one order.

However many wait, finding a page of them takes a constant number of queries: one each counts the changes and the
findings by artifact and by what a filter looks at, and only the artifacts that a page shows are read further.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Case, Count, F, QuerySet, Value, When
from django.db.models.functions import Coalesce

from reviews.models import Change, Finding
from reviews.models.finding import FindingStatus
from reviews.models.outcome import ChangeStatus
from reviews.models.unindexed import in_teams

CHANGE, FINDING = "change", "finding"
NOBODY = "nobody"
UNPLACED = "unplaced"
ON_A_PAGE = 18
"""So many changes with their differences are less than 60 kB of HTML."""
TRAITS = ("team", "session_kind", "level", "assignee_id", "lost")
LOST = Case(When(unplaced="", then=Value(0)), default=Value(1))
IN_USE = {"artifact__archived": None, "artifact__item__archived": None}
RANKS = {CHANGE: 0, FINDING: 1}
ORDERS = {
    CHANGE: ("session__created", "session_id", "base_id", "position", "order"),
    FINDING: ("line", "column", "pk"),
}
"""Changes come first, by session and in the order of the text; then findings in the order of the text."""

type Acting = Mapping[int, Collection[int]]
type Order = tuple[Any, ...]


class Traits(NamedTuple):
    """What a filter looks at. `person` is the id of the user who is asked to decide, or NOBODY; `place` is
    UNPLACED for what has no certain place in the text any more; "" means that there is none."""

    kind: str
    session: str
    severity: str
    person: str
    place: str


class ArtifactOrder(NamedTuple):
    """An artifact as the page orders them: by the title of its item, then by its name, capitals or not."""

    title: str
    filename: str
    item: str
    name: str
    artifact: UUID

    @classmethod
    def of(cls, artifact: UUID, item: str, name: str) -> Self:
        """The artifact called `name` of the item with this title."""
        return cls(item.casefold(), name.casefold(), item, name, artifact)

    def has(self, words: Iterable[str]) -> bool:
        """Whether each of the words is in the title of the item or in the name of the artifact."""
        return all(word in self.title or word in self.filename for word in words)


class QueueEntry(NamedTuple):
    """One thing that waits, and where it stands among those of its artifact."""

    artifact: UUID
    order: Order
    traits: Traits
    pk: UUID

    @property
    def anchor(self) -> str:
        """Its name in addresses and on the page."""
        return f"{self.traits.kind}-{self.pk}"


@dataclass(frozen=True)
class Queue:
    """What waits and fits a filter: how many in each artifact.

    `facets` has, for each trait, how many there would be of each of its values if that trait was not filtered.
    """

    teams: Collection[int]
    acting: Acting
    chosen: Mapping[str, str]
    places: Mapping[UUID, ArtifactOrder]
    counts: Mapping[UUID, int]
    facets: Mapping[str, Mapping[str, int]]
    everything: int

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def of(self, artifact: UUID) -> int:
        """How many there are in one artifact."""
        return self.counts.get(artifact, 0)


@dataclass(frozen=True)
class QueuePage:
    """The part of a queue that a page shows: `before` is how many come before it, `last` the anchor of its last one
    when more come after it, else ""."""

    rows: Sequence[QueueEntry] = ()
    before: int = 0
    last: str = ""


def queue_of(
    people: Mapping[int, Sequence[User]], chosen: Mapping[str, str], words: Sequence[str] = ()
) -> Queue:
    """What waits in some teams. Two queries.

    people: who may be asked to decide in each of the teams; chosen: values that traits must have; words: each
    must be in the title of the item or in the name of the artifact, in small letters.
    """
    acting = {team: {one.pk for one in members} for team, members in people.items()}
    places: dict[UUID, ArtifactOrder | None] = {}
    counts: Counter[UUID] = Counter()
    by_traits: Counter[Traits] = Counter()
    fits: dict[Traits, bool] = {}
    everything = 0
    for artifact, item, name, traits, count in waiting_counts(people, acting):
        everything += count
        if artifact not in places:
            place = ArtifactOrder.of(artifact, item, name)
            places[artifact] = place if place.has(words) else None
        if places[artifact]:
            by_traits[traits] += count
            if traits not in fits:
                fits[traits] = not missed_filters(traits, chosen)
            if fits[traits]:
                counts[artifact] += count
    fitting = {artifact: place for artifact, place in places.items() if place and artifact in counts}
    return Queue(list(people), acting, chosen, fitting, counts, facets_of(by_traits, chosen), everything)


def missed_filters(traits: Traits, chosen: Mapping[str, str]) -> list[str]:
    return [name for name, value in chosen.items() if getattr(traits, name) != value]


def facets_of(counts: Mapping[Traits, int], chosen: Mapping[str, str]) -> dict[str, Counter[str]]:
    """For each trait how many there are of each value, among what fits in all other traits."""
    facets: dict[str, Counter[str]] = {name: Counter() for name in Traits._fields}
    for traits, count in counts.items():
        missed = missed_filters(traits, chosen)
        for name in missed or Traits._fields:
            if len(missed) < 2:
                facets[name][getattr(traits, name)] += count
    return facets


def waiting_counts(teams: Collection[int], acting: Acting) -> Iterator[tuple[UUID, str, str, Traits, int]]:
    """How many wait, by artifact (with the title of its item and its name) and traits."""
    for kind, rows in ((CHANGE, changes_in(teams)), (FINDING, findings_in(teams))):
        known: dict[tuple[Any, ...], Traits] = {}
        named = waiting(rows).values_list("artifact_id", "artifact__item__title", "artifact__name", *TRAITS)
        for artifact, item, name, *found, count in named.annotate(count=Count("pk")).order_by():
            key = tuple(found)
            if key not in known:
                known[key] = traits_of(kind, acting, *found)
            yield artifact, item, name, known[key], count


def traits_of(
    kind: str, acting: Acting, team: int, session: str, severity: str, assignee: int | None, lost: int
) -> Traits:
    """The traits of a row that has the columns TRAITS. Who can't act in the team any more is not asked any more."""
    person = str(assignee) if assignee in acting.get(team, ()) else NOBODY
    return Traits(kind, session, severity, person, UNPLACED if lost else "")


def changes_in(teams: Collection[int]) -> QuerySet[Change, Any]:
    """The changes of these teams, with the columns TRAITS; without those that their repository has itself. The team is
    an expression: by its index SQLite would look through every session for what waits in it."""
    rows = Change.objects.filter(upstream="", session__archived=None, **IN_USE)
    return in_teams(rows, "session__team_id", teams).annotate(
        team=F("session__team_id"), session_kind=F("session__kind"), level=Value(""), lost=LOST
    )


def findings_in(teams: Collection[int]) -> QuerySet[Finding, Any]:
    """The findings of these teams, with the columns TRAITS."""
    rows = Finding.objects.filter(artifact__item__team_id__in=list(teams), **IN_USE)
    kind = Coalesce("session__kind", Value(""))
    return rows.annotate(team=F("artifact__item__team_id"), session_kind=kind, level=F("severity"), lost=LOST)


def waiting(rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    """Those that nobody has decided on."""
    return rows.filter(status=ChangeStatus.PROPOSED if rows.model is Change else FindingStatus.OPEN)


def queue_page(queue: Queue, after: str = "", size: int = ON_A_PAGE) -> QueuePage:
    """The part of the queue after `after`, the anchor of something that may be decided by now; the first part
    without one. Three queries at most, however deep it is."""
    start = start_of(queue, after)
    places = sorted(queue.places.values())
    first = bisect_left(places, start[0]) if start else 0
    known = {place.artifact: place for place in enough_artifacts(queue, places[first:], start, size + 1)}
    rows = sorted((known[row.artifact], row.order, row) for row in rows_of(queue, known))
    passed = sum(start is not None and (place, order) <= start for place, order, _ in rows)
    shown = [row for _, _, row in rows[passed : passed + size]]
    before = sum(queue.of(place.artifact) for place in places[:first]) + passed
    return QueuePage(shown, before, shown[-1].anchor if len(rows) > passed + size else "")


def start_of(queue: Queue, after: str) -> tuple[ArtifactOrder, Order] | None:
    """Where `after` stands, whether it waits still or not; None when the reader knows no such thing."""
    kind, _, key = after.partition("-")
    try:
        pk = UUID(key)
    except ValueError:
        return None
    rows = {CHANGE: changes_in, FINDING: findings_in}.get(kind)
    if rows is None:
        return None
    found = rows(queue.teams).filter(pk=pk).values_list(
        "artifact_id", "artifact__item__title", "artifact__name", *ORDERS[kind]
    )  # fmt: skip
    return next(((ArtifactOrder.of(*row[:3]), (RANKS[kind], *row[3:])) for row in found), None)


def enough_artifacts(
    queue: Queue, places: Iterable[ArtifactOrder], start: tuple[ArtifactOrder, Order] | None, wanted: int
) -> Iterator[ArtifactOrder]:
    """As many of the places as have `wanted` things after `start`."""
    for place in places:
        if wanted <= 0:
            return
        yield place
        if start is None or place != start[0]:
            wanted -= queue.of(place.artifact)


def rows_of(queue: Queue, artifacts: Collection[UUID]) -> Iterator[QueueEntry]:
    """What waits in these artifacts and fits the filter."""
    for kind, rows in ((CHANGE, changes_in(queue.teams)), (FINDING, findings_in(queue.teams))):
        found = waiting(rows).filter(artifact__in=artifacts).order_by() if artifacts else rows.none()
        for artifact, pk, *columns in found.values_list("artifact_id", "pk", *TRAITS, *ORDERS[kind]):
            traits = traits_of(kind, queue.acting, *columns[: len(TRAITS)])
            if not missed_filters(traits, queue.chosen):
                yield QueueEntry(artifact, (RANKS[kind], *columns[len(TRAITS) :]), traits, pk)
