"""What can be found: for each kind of thing its text, its team, and what a search may be filtered by."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, QuerySet, UUIDField

from personas.models.prepared import Given, PreparedQuery
from reviews.documents.encoding import decode_text
from reviews.errors import NotReadable
from reviews.models import Artifact, Change, Comment, ElaborationRecord, Event, Finding, Item, Session

LONGEST_PASSAGE = 4_000
"""Characters of a document that are found together."""
LONGEST_ENTRY = 12_000
"""Characters of any other text: a tsvector numbers the words up to 16,383."""
HEADING = re.compile(r"^#{1,6}\s", re.MULTILINE)


class Passage(NamedTuple):
    """A text to be found. `facets` are a letter and a value: "k" the kind of thing, "s" that of its session, "i" the id
    of its item, "u" a person's, "p" the key of a persona. `kept`: the index keeps the text, nothing else has it so.
    `is_point`: it is found by what it is about (`points.py`), and never by its words."""

    ref: str
    team: int
    facets: tuple[str, ...]
    text: str
    kept: bool = False
    is_point: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of thing that can be found: its label, the rows that have it, the way from a row to its team and item,
    what is fetched with a row, and how early it stands among the results."""

    name: str
    label: str
    model: type[Model]
    to_item: str
    weight: float
    joined: tuple[str, ...]

    def rows(self, keys: Iterable[Any], using: str | None = None) -> QuerySet[Any]:
        rows = self.model._default_manager.using(using).filter(pk__in=list(keys))
        return rows.select_related(*self.joined).defer(*LARGE.get(self.name, ()))


KINDS = {
    kind.name: kind
    for kind in (
        Kind("item", "Items", Item, "", 4, ("team",)),
        Kind("artifact", "Artifacts", Artifact, "item", 3.5, ("item",)),
        Kind("session", "Sessions", Session, "item", 3, ("item",)),
        Kind("record", "Records", ElaborationRecord, "item", 2.5, ("item", "session")),
        Kind("document", "Documents", Artifact, "item", 2, ("item",)),
        Kind("finding", "Findings", Finding, "artifact__item", 1.5, ("artifact__item", "session")),
        Kind("change", "Changes", Change, "session__item", 1.5, ("artifact", "session__item")),
        Kind(
            "comment",
            "Comments",
            Comment,
            "",
            1.5,
            ("author", "change__session__item", "change__artifact", "finding__artifact__item"),
        ),
        Kind("event", "Said in sessions", Event, "session__item", 1, ("session__item",)),
    )
}
KIND_OF = {kind.model: kind for kind in KINDS.values() if kind.name != "document"}
EVENT = ("pk", "text", "speaker_key", "user_id")
OF_SESSION = ("team_id", "item_id", "kind")
_facts_of_one = PreparedQuery(
    lambda: Session.objects.filter(pk=Given("session", UUIDField())).order_by().values_list("pk", *OF_SESSION)
)
LARGE = {
    "item": ("meta",),
    "artifact": ("item__meta",),
    "document": ("item__meta",),
    "session": ("item__meta",),
    "event": ("data", "session__item__meta"),
    "change": ("session__item__meta", "wordings", "support"),
    "finding": ("artifact__item__meta",),
}


def item_of(row: Any) -> Item:
    """The item that a row belongs to."""
    match row:
        case Item():
            return row
        case Finding():
            return row.artifact.item
        case Event() | Change():
            return row.session.item
        case Comment():
            return item_of(row.change or row.finding)
        case _:
            found: Item = row.item
            return found


def is_loaded(row: Any) -> bool:
    """Whether the row has its item and its session with it, so that its passages need no query."""
    kind = KIND_OF[type(row)]
    if kind.model is Comment:
        return False
    paths = [kind.to_item.split("__") if kind.to_item else []]
    if kind.model in (Finding, ElaborationRecord):
        paths.append(["session"])
    return all(has_loaded(row, path) for path in paths)


def has_loaded(row: Any, path: Sequence[str]) -> bool:
    """Whether the rows along a path of foreign keys were fetched with it, or are none."""
    for name in path:
        field: Any = row._meta.get_field(name)
        if getattr(row, field.attname) is None:
            return True
        if not field.is_cached(row):
            return False
        row = getattr(row, name)
    return True


def session_of(row: Any) -> Session | None:
    """The session that a row belongs to."""
    if isinstance(row, Comment):
        return session_of(row.change or row.finding)
    return row if isinstance(row, Session) else getattr(row, "session", None)


def text_of(row: Any) -> str:
    """What is searched in a row, a line for each part."""
    match row:
        case Event() | Comment():
            return row.text
        case Item():
            parts = [row.title, row.description]
        case Artifact():
            parts = [] if row.removed else [row.name, row.path if row.path != row.name else ""]
        case Session():
            parts = [row.about]
        case ElaborationRecord():
            parts = [row.topic, row.step_id, row.synthesis_summary]
        case Finding():
            parts = [row.quote, row.description, row.suggestion, row.decision_reason, row.section]
            parts.append(row.claim.replace("_", " "))
        case Change():
            parts = [row.text, row.removed, row.reason, row.decision_reason, row.section]
        case _:
            parts = []
    return "\n".join(part for part in parts if part)


def people_of(row: Any) -> Iterator[str]:
    """The facets of the people and personas who wrote, said or decided it."""
    people: Sequence[int | None] = ()
    personas: Sequence[str] = ()
    match row:
        case Comment():
            people = [row.author_id]
        case Finding():
            people, personas = [row.decided_by_id], [row.by]
        case Change():
            people = [row.decided_by_id]
        case Session():
            people = [row.started_by_id]
        case Item():
            people = [row.owner_id]
        case ElaborationRecord():
            personas = [str(key) for key in row.personas_active]
    yield from (f"u{person}" for person in people if person)
    yield from (f"p{persona}" for persona in personas if persona)


def passages(rows: Iterable[Any]) -> Iterator[Passage]:
    """The texts of rows that are no events, long ones in several passages."""
    for row in rows:
        kind, item, session = KIND_OF[type(row)], item_of(row), session_of(row)
        facets = (f"k{kind.name}", f"i{item.pk}", *([f"s{session.kind}"] if session else []), *people_of(row))
        yield from in_entries(f"{kind.name}:{key_text(row.pk)}", item.team_id, facets, text_of(row))


def stored_passages(kind: Kind, keys: Iterable[Any], using: str) -> Iterator[Passage]:
    """The texts of the rows of a kind that have these keys."""
    if kind.model is not Event:
        return passages(kind.rows(keys, using))
    rows = Event.objects.using(using).filter(pk__in=list(keys)).exclude(text="").order_by("pk")
    return event_passages(rows.values_list(*EVENT, *(f"session__{name}" for name in OF_SESSION)))


def event_passages(events: Iterable[Sequence[Any]]) -> Iterator[Passage]:
    """Of plain values, `EVENT` and `OF_SESSION`: there are millions of events, and each is indexed while somebody waits
    for it."""
    for pk, text, speaker, user, team, item, session in events:
        facets = ["kevent", f"i{item}", f"s{session}", *event_people(user, speaker)]
        yield from in_entries(f"event:{pk}", team, tuple(facets), text)


def session_facts(rows: Sequence[Event], using: str) -> dict[Any, Sequence[Any]]:
    """`OF_SESSION` of the sessions of these events."""
    keys = {row.session_id for row in rows}
    if len(keys) == 1 and using == DEFAULT_DB_ALIAS:
        return {pk: values for key in keys for pk, *values in _facts_of_one.rows(session=key)}
    if not keys:
        return {}
    sessions = Session.objects.using(using).filter(pk__in=keys).order_by()
    return {pk: values for pk, *values in sessions.values_list("pk", *OF_SESSION)}


def in_entries(ref: str, team: int, facets: tuple[str, ...], text: str) -> Iterator[Passage]:
    for start in range(0, len(text), LONGEST_ENTRY):
        yield Passage(ref, team, facets, text[start : start + LONGEST_ENTRY])


def event_people(user: int | None, speaker: str) -> Iterator[str]:
    """The facets of who said it: a person, or a persona."""
    if user:
        yield f"u{user}"
    if speaker and not speaker.startswith("user:"):
        yield f"p{speaker}"


def document_passages(keys: Iterable[Any], using: str) -> Iterator[Passage]:
    """The passages of the current texts of these artifacts."""
    rows = Artifact.objects.using(using).filter(pk__in=list(keys), current__isnull=False, removed=None)
    for row in rows.select_related("item", "current").defer("item__meta"):
        facets = ("kdocument", f"i{row.item_id}")
        try:
            text = decode_text(bytes(row.current.content), row.name).text if row.current else ""
        except NotReadable:
            continue
        for part in cut_document(text):
            yield Passage(f"document:{key_text(row.pk)}", row.item.team_id, facets, part, kept=True)


def key_text(key: Any) -> str:
    """A primary key in a ref: a number, or the 32 digits of a UUID."""
    return getattr(key, "hex", None) or str(key)


def cut_document(text: str) -> Iterator[str]:
    """The passages of a document: its sections, and of a long one stretches that end with a paragraph, a line or a word
    where there is one. An edit leaves the passages of other sections as they are."""
    starts = [0, *(found.start() for found in HEADING.finditer(text)), len(text)]
    for start, stop in pairwise(starts):
        while stop - start > LONGEST_PASSAGE:
            most = start + LONGEST_PASSAGE
            ends = (text.rfind(mark, start + LONGEST_PASSAGE // 2, most) for mark in ("\n\n", "\n", " "))
            end = next((end for end in ends if end > 0), most)
            yield text[start:end]
            start = end
        if text[start:stop].strip():
            yield text[start:stop]
