"""What an item can begin with: a document of a kind that ELM knows, a heading for each part that it asks for."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User

from reviews.changes.revisions import store_texts
from reviews.language.reading.document_kind import OWED, DocumentKind
from reviews.language.reading.parts import Part
from reviews.language.wordlists import read_words
from reviews.models import Item
from reviews.models.artifact import Source
from reviews.uploads import from_paste

_WORDS = read_words(__file__, "item_templates")
HEADINGS: Mapping[str, str] = _WORDS.texts("headings")
NAMES = ("decision_note", "rfc", "post_mortem", "launch_note", "adr")
OF_ACTIONS: tuple[Part, ...] = ("owner", "date")


@dataclass(frozen=True)
class ItemTemplate:
    """A document to begin with. label, hint: how people choose it; first: the heading before those of its parts;
    actions: that of a table of what is to be done, "" for a kind whose owner and date are its own."""

    name: str
    kind: DocumentKind
    label: str
    file: str
    title: str
    hint: str
    first: str
    actions: str = ""

    @property
    def headings(self) -> list[str]:
        """The headings below the title, in order: those of the parts, the gravest first."""
        of_actions = OF_ACTIONS if self.actions else ()
        parts = [HEADINGS[part] for part in OWED[self.kind] if part not in of_actions]
        return [self.first, *parts, *([self.actions] if self.actions else [])]

    def text(self, title: str) -> str:
        """The document for an item of this title. Its parts are empty: what fills them, its author knows."""
        first = f"# {self.title.format(title=' '.join(title.split()))}\n"
        sections = [f"\n## {heading}\n" for heading in self.headings]
        columns = [HEADINGS[part] for part in OF_ACTIONS]
        table = f"\n| What | {' | '.join(columns)} |\n|---|---|---|\n|  |  |  |\n" if self.actions else ""
        return first + "".join(sections) + table


def read_template(name: str) -> ItemTemplate:
    """The template of the table [name] in words/item_templates.toml."""
    texts = _WORDS.texts(name)
    return ItemTemplate(name=name, kind=DocumentKind(texts.pop("kind")), **texts)


TEMPLATES: Mapping[str, ItemTemplate] = {name: read_template(name) for name in NAMES}


def add_template(item: Item, name: str, by: User) -> None:
    """Give a new item the document of the template `name`, as its first artifact. Raises ElmError when it can't be
    stored."""
    template = TEMPLATES[name]
    incoming = from_paste(template.file, template.text(item.title))
    store_texts(item, [incoming], user=by, source=Source.PASTE)
