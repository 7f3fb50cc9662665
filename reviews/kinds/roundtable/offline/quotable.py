"""What of the notes can be quoted to a person, each as a reader would read it: a sentence, an item of a list, a row of
a table as "column: value", a field with its value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from reviews.language.reading import lookup
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.outline import Outline, outline_of
from reviews.language.reading.passages import (
    Passage,
    RowStatement,
    is_filled_in_later,
    is_statement,
    passage,
    row_statements,
)
from reviews.offline.study import study_text

_FEWEST, _MOST = 2, 60
"""Words of what is quoted: less says nothing, more is no answer."""
_MOST_LINES = 6_000


@dataclass(frozen=True)
class Quotable:
    """A passage of the notes. plain: without code and addresses; titles: those above it; lead: the sentence before its
    list."""

    place: Passage
    plain: str
    titles: tuple[str, ...]
    lead: str = ""

    @cached_property
    def stems(self) -> frozenset[str]:
        """What it is about."""
        return frozenset(lookup.stems(self.place.shown(_MOST)))

    @cached_property
    def above(self) -> frozenset[str]:
        """What the titles and the words that lead into it are about."""
        return frozenset(lookup.stems(" ".join((*self.titles, self.lead))))

    def covers(self, terms: Mapping[str, float], above: float = 0.6) -> float:
        """The share of the weight of `terms` that it is about; what only stands above it counts for `above`."""
        whole = sum(terms.values())
        here = sum(weight for term, weight in terms.items() if term in self.stems)
        there = sum(weight for term, weight in terms.items() if term in self.above - self.stems)
        return (here + above * there) / whole if whole else 0.0


@lru_cache(maxsize=8)
def quotable_lines(notes: tuple[tuple[str, str], ...]) -> tuple[Quotable, ...]:
    """Everything in these notes (names and texts) that can be quoted, in order."""
    documents = (study_text(text, name).document for name, text in notes)
    return tuple(line for document in documents for line in _lines_of(document))[:_MOST_LINES]


def _lines_of(document: Document) -> Iterator[Quotable]:
    outline = outline_of(document)
    leads = _lead_words(outline)
    said = [*document.sentences, *row_statements(document, least=_FEWEST)]
    for sentence in sorted(said, key=lambda one: one.start):
        if _can_answer(sentence):
            lead = leads.get(sentence.block.index, "")
            place = passage(document, sentence)
            plain = place.shown(_MOST) if isinstance(sentence, RowStatement) else sentence.plain
            yield Quotable(place, plain, sentence.section.path, lead)
    for field in outline.fields:
        if field.value and field.form == "front matter" and not is_filled_in_later(field.value):
            place = Passage(field.text.strip(), "", document.name)
            yield Quotable(place, f"{field.name}: {field.value}", ())


def _can_answer(sentence: Sentence) -> bool:
    """Whether a sentence can be quoted: a statement, an item of a list without a verb, or a row."""
    if is_filled_in_later(sentence.plain):
        return False
    if isinstance(sentence, RowStatement) or is_statement(sentence, _FEWEST):
        return True
    is_short = _FEWEST <= len(sentence.plain.split()) <= _MOST
    return sentence.kind == "list_item" and is_short and not sentence.plain.rstrip().endswith((":", "?"))


def _lead_words(outline: Outline) -> dict[int, str]:
    """By block the words that lead into the list that it stands in."""
    lists = ((one.lead.plain, one.items) for one in outline.lists if one.lead)
    return {block.index: lead for lead, items in lists for item in items for block in item.blocks}
