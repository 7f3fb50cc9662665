"""What a document calls itself, and what kind of text that announces."""

import re
from typing import Literal

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.reading.document import Document
from reviews.language.reading.passages import is_filled_in_later, shown

_WORDS = phrases(language.__file__, "titles", gap=" ")
_RECORDS = _WORDS.whole("record", "german_record")
_REFERENCES = _WORDS.whole("reference", "german_reference")
_FRONT_MATTER_TITLE = re.compile(
    r"(?m)^title(?::|[ \t]*=)[ \t]*(?:\"([^\"\n]+)\"|'([^'\n]+)'|([^\s#][^#\n]*))"
)
_OPENS = _WORDS.whole("opens")
_LONGEST = 12
"""Words of a title that are shown."""

TextKind = Literal["record", "reference", ""]


def document_title(document: Document) -> str:
    """What a document calls itself: its title, else its name. A title that a template fills in later is none, nor is
    the first of several that only opens a text, such as "Overview"."""
    titles = [s for s in document.sections if s.level == 1 and s.title and not is_filled_in_later(s.title)]
    first = next(iter(titles), None)
    if first and len(titles) > 1 and _OPENS.fullmatch(first.title.strip()):
        first = None
    named = _FRONT_MATTER_TITLE.search(document.front_matter)
    if not first and named:
        return shown(next(filter(None, named.groups())).strip())
    name = shown(first.title) if first else re.sub(r"\.\w{1,5}$", "", document.name.rsplit("/", 1)[-1])
    words = (name or "the notes").split()
    return " ".join(words[:_LONGEST]) + (" …" if len(words) > _LONGEST else "")


def kind_of_title(title: str) -> TextKind:
    """ "record" for a title such as "Release notes 4.2", "reference" for "Style guide", else ""."""
    if _RECORDS.search(title):
        return "record"
    return "reference" if _REFERENCES.search(title) else ""
