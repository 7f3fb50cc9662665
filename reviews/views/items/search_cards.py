"""What was found, as pages show it: each with the address of the exact place."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils.safestring import SafeString

from reviews.models import Change, Comment, Event, Finding, Item
from reviews.pages.row_links import is_archived, title_of, url_of
from reviews.search import Found, Hit
from reviews.search.excerpts import mark_text
from reviews.search.texts import HEADING
from reviews.views.review.finding_cards import place_in_text

ICONS = {
    "item": "folder",
    "artifact": "file",
    "document": "file",
    "session": "message",
    "event": "message",
    "record": "check-circle",
    "finding": "alert",
    "change": "pencil",
    "comment": "person",
}
LABELS = {
    "item": "Item",
    "artifact": "Artifact",
    "document": "Document",
    "session": "Session",
    "event": "Said",
    "record": "Record",
    "finding": "Finding",
    "change": "Change",
    "comment": "Comment",
}


@dataclass(frozen=True)
class SearchCard:
    """Something that was found. `title` and `excerpt` have the words marked."""

    hit: Hit
    title: SafeString
    excerpt: SafeString

    @property
    def kind(self) -> str:
        return self.hit.kind.name

    @property
    def label(self) -> str:
        return LABELS[self.kind]

    @property
    def icon(self) -> str:
        return ICONS[self.kind]

    @property
    def event(self) -> Event | None:
        return self.hit.row if isinstance(self.hit.row, Event) else None

    @property
    def author(self) -> User | None:
        return self.hit.row.author if isinstance(self.hit.row, Comment) else None

    @property
    def when(self) -> datetime:
        found: datetime = getattr(self.hit.row, "created", None) or self.hit.row.timestamp
        return found

    @property
    def status(self) -> str:
        """What was decided about a change or a finding."""
        row = self.hit.row
        return row.get_status_display() if isinstance(row, Change | Finding) else ""

    @property
    def is_archived(self) -> bool:
        return is_archived(self.hit.row)

    @property
    def where(self) -> str:
        """The title of the item, where the title of the result does not say it."""
        return "" if isinstance(self.hit.row, Item | Event) else self.hit.item.title

    @property
    def url(self) -> str:
        return url_of(self.hit.row) + (self.place if self.kind == "document" else "")

    @property
    def place(self) -> str:
        """The end of the address of a document's page: where the words stand in it."""
        first, _, _ = self.hit.marked.text.partition("\n")
        section = first.lstrip("# ").strip() if HEADING.match(first) else ""
        return place_in_text(section, self.hit.marked.around)


def cards_for(hits: Iterable[Hit], found: Found) -> list[SearchCard]:
    """A card for each of these hits of a search. What the title says is not said again."""
    cards = []
    for hit in hits:
        title = title_of(hit.row)
        rest = hit.marked
        if isinstance(hit.row, Item):
            rest = mark_text(hit.row.description, found.question)
        elif hit.kind.name in ("artifact", "session"):
            rest = mark_text(getattr(hit.row, "path", ""), found.question)
        cards.append(SearchCard(hit, mark_text(title, found.question).excerpt, rest.excerpt))
    return cards
