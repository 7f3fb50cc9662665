"""The filter of a search: what an address asks for, and the choices that the page offers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import User
from django.http import QueryDict

from personas.models import Persona
from reviews.kinds import registry
from reviews.models import Item
from reviews.search import Found
from reviews.search.texts import KINDS

LABELS = {"kind": "Kind", "session": "Session", "item": "Item", "who": "Who"}
ANYTHING = {"kind": "Anything", "session": "Any session", "item": "Any item", "who": "Anybody"}


class Choice(NamedTuple):
    """A trait that one may choose a value of: `options` are values and labels, `value` the chosen one, "" for any."""

    name: str
    label: str
    anything: str
    value: str
    options: Mapping[str, str]


class Chip(NamedTuple):
    """A part of the filter, and the query that is left without it."""

    label: str
    query: str


@dataclass(frozen=True)
class SearchFilter:
    """What an address asks for: `values` by the names of LABELS; one that makes no sense is left out. `item` is the
    chosen item, one that the reader may see."""

    text: str
    names: Mapping[str, Mapping[str, str]]
    values: Mapping[str, str]
    item: Item | None

    @property
    def facets(self) -> list[str]:
        """What the index is asked for."""
        letters = {"kind": "k", "session": "s"}
        found = [letters[name] + self.values[name] for name in letters if name in self.values]
        if self.item:
            found.append(f"i{self.item.pk}")
        if who := self.values.get("who"):
            found.append(f"u{who.removeprefix('user:')}" if who.startswith("user:") else f"p{who}")
        return found

    @property
    def query(self) -> str:
        return self.without("")

    def without(self, name: str) -> str:
        """The query of an address with this search but for one part of its filter."""
        kept = QueryDict(mutable=True)
        kept.update({part: value for part, value in [("q", self.text), *self.values.items()] if part != name})
        return kept.urlencode()

    def chips(self) -> Iterator[Chip]:
        for name, value in self.values.items():
            yield Chip(f"{LABELS[name]}: {self.names[name][value]}", self.without(name))

    def choices(self, found: Found) -> Iterator[Choice]:
        """The traits to choose by. Of items those that were found."""
        items = {hit.item.slug: hit.item.title for hit in found.hits}
        for name, label in LABELS.items():
            options = {**self.names[name], **items} if name == "item" else self.names[name]
            yield Choice(name, label, ANYTHING[name], self.values.get(name, ""), options)


def filter_of(asked: QueryDict, text: str, teams: Sequence[int]) -> SearchFilter:
    """The filter that is asked for, its names those of the reader's teams."""
    slug = asked.get("item", "").replace("\x00", "")
    item = Item.objects.filter(slug=slug, team__in=teams).first() if slug else None
    names = {
        "kind": {name: kind.label for name, kind in KINDS.items()},
        "session": {kind.name: kind.label for kind in registry.kinds()},
        "item": {item.slug: item.title} if item else {},
        "who": dict(people_of(teams)),
    }
    values = {name: asked.get(name, "") for name in LABELS}
    return SearchFilter(
        text, names, {name: value for name, value in values.items() if value in names[name]}, item
    )


def people_of(teams: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The people of these teams and the personas, by their values in an address."""
    for user in (
        User.objects.filter(memberships__team__in=teams).distinct().order_by("first_name", "username")
    ):
        yield f"user:{user.pk}", user.get_full_name() or user.get_username()
    yield from Persona.objects.order_by("order", "name").values_list("key", "name")
