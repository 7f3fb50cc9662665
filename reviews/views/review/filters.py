"""The filter of what waits for a decision: what an address asks for, and the choices that a page offers."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import User
from django.http import QueryDict

from reviews.changes.queue import CHANGE, FINDING, NOBODY, UNPLACED, Queue
from reviews.kinds import registry
from reviews.states import Severity

ME = "me"
LONGEST = 200
LABELS = {
    "kind": "Kind",
    "session": "Session",
    "severity": "Severity",
    "person": "Assigned to",
    "place": "Place",
}
ANYTHING = {
    "kind": "Any kind",
    "session": "Any session",
    "severity": "Any severity",
    "person": "Anybody",
    "place": "Any place",
}
FIXED = {
    "kind": {CHANGE: "Changes", FINDING: "Findings"},
    "session": {kind.name: kind.label for kind in registry.kinds()},
    "severity": {level.value: level.capitalize() for level in reversed(Severity)},
    "place": {UNPLACED: "Could not place"},
}


class Option(NamedTuple):
    value: str
    label: str
    number: int


class Facet(NamedTuple):
    """A trait that one may choose a value of; `value` is the chosen one, "" for any."""

    name: str
    label: str
    anything: str
    value: str
    options: Sequence[Option]


class Chip(NamedTuple):
    """A part of the filter, and the query that is left without it."""

    label: str
    query: str


@dataclass(frozen=True)
class QueueFilter:
    """What an address asks for; a value that makes no sense is left out."""

    reader: int
    names: Mapping[str, Mapping[str, str]]
    values: Mapping[str, str]
    text: str

    @property
    def chosen(self) -> dict[str, str]:
        me = {"person": str(self.reader)} if self.values.get("person") == ME else {}
        return {**self.values, **me}

    @property
    def words(self) -> list[str]:
        return self.text.casefold().split()

    @property
    def query(self) -> str:
        return self.without("")

    def without(self, name: str) -> str:
        """The query of an address with this filter but for one part of it."""
        kept = QueryDict(mutable=True)
        kept.update(
            {
                part: value
                for part, value in [("q", self.text), *self.values.items()]
                if value and part != name
            }
        )
        return kept.urlencode()

    def chips(self) -> Iterator[Chip]:
        if self.text:
            yield Chip(f"“{self.text}”", self.without("q"))
        for name, value in self.values.items():
            yield Chip(f"{LABELS[name]}: {self.names[name][value]}", self.without(name))

    def facets(self, queue: Queue) -> Iterator[Facet]:
        """The traits to choose by, each value with how many it would give; what makes no difference is left out."""
        for name, names in self.names.items():
            value, counts = self.values.get(name, ""), queue.facets[name]
            options = [Option(one, label, self.count(counts, one)) for one, label in names.items()]
            options = [option for option in options if option.number or option.value == value]
            if name == "kind" or options:
                yield Facet(name, LABELS[name], ANYTHING[name], value, options)

    def count(self, counts: Mapping[str, int], value: str) -> int:
        return counts.get(str(self.reader) if value == ME else value, 0)


def filter_of(asked: QueryDict, reader: int, people: Iterable[Collection[User]]) -> QueueFilter:
    names = {name: FIXED[name] for name in ("kind", "session", "severity")}
    names |= {"person": assignee_choices(reader, people), "place": FIXED["place"]}
    values = {name: asked.get(name, "") for name in names}
    text = " ".join(asked.get("q", "").replace("\0", "").split())[:LONGEST]
    return QueueFilter(
        reader, names, {name: value for name, value in values.items() if value in names[name]}, text
    )


def assignee_choices(reader: int, people: Iterable[Collection[User]]) -> dict[str, str]:
    """Whom things may be assigned to: the reader, nobody, and the others by name."""
    others = {str(one.pk): one.get_full_name() or one.get_username() for some in people for one in some}
    others.pop(str(reader), None)
    by_name = sorted(others.items(), key=lambda one: one[1].casefold())
    return {ME: "Me", NOBODY: "Nobody", **dict(by_name)}
