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
from reviews.triage import assignable

CHANGE, FINDING = "change", "finding"
NOBODY = "nobody"
UNPLACED = "unplaced"
ON_A_PAGE = 25
TRAITS = ("team", "session_kind", "level", "assignee_id", "lost")
LOST = Case(When(unplaced="", then=Value(0)), default=Value(1))
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


class Place(NamedTuple):
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


class Waiting(NamedTuple):
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
    """What waits and fits a filter.

    `facets` has, for each trait, how many there would be of each of its values if that trait was not filtered.
    """

    teams: Collection[int]
    acting: Acting
    people: Mapping[int, Sequence[User]]
    chosen: Mapping[str, str]
    counts: Mapping[Place, int]
    facets: Mapping[str, Mapping[str, int]]
    everything: int

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(self.counts.values())

    def of(self, artifact: UUID) -> int:
        """How many there are in one artifact."""
        return next((count for place, count in self.counts.items() if place.artifact == artifact), 0)


@dataclass(frozen=True)
class Stretch:
    """The part of a queue that a page shows: `before` is how many come before it, `last` the anchor of its last one
    when more come behind it, else ""."""

    rows: Sequence[Waiting] = ()
    before: int = 0
    last: str = ""


def queue_of(teams: Collection[int], chosen: Mapping[str, str], words: Sequence[str] = ()) -> Queue:
    """What waits in these teams. Three queries.

    chosen: values that traits must have; words: what the item's title or the artifact's name must have, each.
    """
    people = assignable(teams)
    acting = {team: {one.pk for one in members} for team, members in people.items()}
    counts: Counter[Place] = Counter()
    facets: dict[str, Counter[str]] = {name: Counter() for name in Traits._fields}
    everything = 0
    for place, traits, count in cells(teams, acting):
        everything += count
        if not all(word in place.title or word in place.filename for word in words):
            continue
        misses = [name for name, value in chosen.items() if getattr(traits, name) != value]
        if not misses:
            counts[place] += count
        for name in misses or Traits._fields:
            if len(misses) < 2:
                facets[name][getattr(traits, name)] += count
    return Queue(teams, acting, people, chosen, counts, facets, everything)


def cells(teams: Collection[int], acting: Acting) -> Iterator[tuple[Place, Traits, int]]:
    """How many wait, by artifact and traits."""
    places: dict[UUID, Place] = {}
    for kind, rows in ((CHANGE, changes_in(teams)), (FINDING, findings_in(teams))):
        named = waiting(rows).values_list("artifact_id", "artifact__item__title", "artifact__name", *TRAITS)
        for artifact, item, name, *found, count in named.annotate(count=Count("pk")).order_by():
            if artifact not in places:
                places[artifact] = Place.of(artifact, item, name)
            yield places[artifact], traits_of(kind, acting, *found), count


def traits_of(
    kind: str, acting: Acting, team: int, session: str, severity: str, assignee: int | None, lost: int
) -> Traits:
    """The traits of a row that has the columns TRAITS. Who can't act in the team any more is not asked any more."""
    person = str(assignee) if assignee in acting.get(team, ()) else NOBODY
    return Traits(kind, session, severity, person, UNPLACED if lost else "")


def changes_in(teams: Collection[int]) -> QuerySet[Change, Any]:
    """The changes of these teams, with the columns TRAITS; without those that their repository has itself."""
    rows = Change.objects.filter(upstream="", session__team_id__in=list(teams))
    return rows.annotate(
        team=F("session__team_id"), session_kind=F("session__kind"), level=Value(""), lost=LOST
    )


def findings_in(teams: Collection[int]) -> QuerySet[Finding, Any]:
    """The findings of these teams, with the columns TRAITS."""
    rows = Finding.objects.filter(artifact__item__team_id__in=list(teams))
    kind = Coalesce("session__kind", Value(""))
    return rows.annotate(team=F("artifact__item__team_id"), session_kind=kind, level=F("severity"), lost=LOST)


def waiting(rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    """Those that nobody has decided on."""
    return rows.filter(status=ChangeStatus.PROPOSED if rows.model is Change else FindingStatus.OPEN)


def stretch_of(queue: Queue, after: str = "", size: int = ON_A_PAGE) -> Stretch:
    """The part of the queue behind `after`, the anchor of something that may be decided by now; the first part
    without one. Three queries at most, however deep it is."""
    start = start_of(queue, after)
    places = sorted(queue.counts)
    first = bisect_left(places, start[0]) if start else 0
    known = {place.artifact: place for place in enough(queue, places[first:], start, size + 1)}
    rows = sorted((known[row.artifact], row.order, row) for row in rows_of(queue, known))
    passed = sum(start is not None and (place, order) <= start for place, order, _ in rows)
    shown = [row for _, _, row in rows[passed : passed + size]]
    before = sum(queue.counts[place] for place in places[:first]) + passed
    return Stretch(shown, before, shown[-1].anchor if len(rows) > passed + size else "")


def start_of(queue: Queue, after: str) -> tuple[Place, Order] | None:
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
    return next(((Place.of(*row[:3]), (RANKS[kind], *row[3:])) for row in found), None)


def enough(
    queue: Queue, places: Iterable[Place], start: tuple[Place, Order] | None, wanted: int
) -> Iterator[Place]:
    """As many of the places as have `wanted` things behind `start`."""
    for place in places:
        if wanted <= 0:
            return
        yield place
        if start is None or place != start[0]:
            wanted -= queue.counts[place]


def rows_of(queue: Queue, artifacts: Collection[UUID]) -> Iterator[Waiting]:
    """What waits in these artifacts and fits the filter."""
    for kind, rows in ((CHANGE, changes_in(queue.teams)), (FINDING, findings_in(queue.teams))):
        found = waiting(rows).filter(artifact__in=artifacts).order_by() if artifacts else rows.none()
        for artifact, pk, *columns in found.values_list("artifact_id", "pk", *TRAITS, *ORDERS[kind]):
            traits = traits_of(kind, queue.acting, *columns[: len(TRAITS)])
            if all(getattr(traits, name) == value for name, value in queue.chosen.items()):
                yield Waiting(artifact, (RANKS[kind], *columns[len(TRAITS) :]), traits, pk)
