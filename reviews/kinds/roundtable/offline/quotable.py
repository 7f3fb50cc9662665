"""What of the notes can be quoted to a person, each as a reader would read it: a sentence, an item of a list, a row of
a table as "column: value", a field with its value."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from reviews.language.reading import lookup
from reviews.language.reading.document import Document, ReadSection
from reviews.language.reading.outline import Outline, Row, outline_of
from reviews.language.reading.outline import Table as TableOfNotes
from reviews.language.reading.passages import Passage, is_statement, passage, title_of
from reviews.language.wordlists import read_words
from reviews.offline.study import study_text

_ALIKE = {
    stem: f"={name}"
    for name, words in read_words(__file__, "asks").texts("alike").items()
    for stem in lookup.stems(words)
}
_ALIKE_WEIGHT = 2.0
_FEWEST, _MOST = 2, 60
"""Words of what is quoted: less says nothing, more is no answer."""
_MOST_LINES = 6_000


@dataclass(frozen=True)
class Quotable:
    """A passage of the notes. plain: without code and addresses; stems: what it is about; above: what the titles and the
    words that lead into it are about; titles: those above it."""

    place: Passage
    plain: str
    stems: frozenset[str]
    above: frozenset[str]
    titles: tuple[str, ...]

    def covers(self, terms: Mapping[str, float]) -> float:
        """The share of the weight of `terms` that it is about; what only stands above it counts for less."""
        whole = sum(terms.values())
        here = sum(weight for term, weight in terms.items() if term in self.stems)
        above = sum(weight for term, weight in terms.items() if term in self.above - self.stems)
        return (here + 0.6 * above) / whole if whole else 0.0


def weigh_terms(text: str) -> dict[str, float]:
    """The stems that say what a text is about, words that mean the same as one, each with its weight."""
    found = {stem: lookup.weight(stem) for stem in lookup.terms_of(text)}
    for stem in lookup.stems(text):
        if stem in _ALIKE:
            found.pop(stem, None)
            found[_ALIKE[stem]] = _ALIKE_WEIGHT
    return found


def _stems(text: str) -> frozenset[str]:
    stems = lookup.stems(text)
    return frozenset([*stems, *(_ALIKE[stem] for stem in stems if stem in _ALIKE)])


@lru_cache(maxsize=8)
def quotable_lines(notes: tuple[tuple[str, str], ...]) -> tuple[Quotable, ...]:
    """Everything in these notes (names and texts) that can be quoted, in order."""
    documents = (study_text(text, name).document for name, text in notes)
    return tuple(line for document in documents for line in _lines_of(document))[:_MOST_LINES]


def _lines_of(document: Document) -> Iterator[Quotable]:
    outline = outline_of(document)
    leads = _lead_words(outline)
    for sentence in document.sentences:
        if is_statement(sentence, _FEWEST) or (
            sentence.kind == "list_item" and _is_short_item(sentence.plain)
        ):
            lead = leads.get(sentence.block.index, "")
            yield _make(passage(document, sentence), sentence.plain, sentence.section, lead)
    for table in outline.tables:
        for row in table.rows:
            text = _row_as_read(table, row)
            yield _make(Passage(text, title_of(table.section), document.name), text, table.section)
    known = {row.line for table in outline.tables for row in table.rows}
    for field in outline.fields:
        if field.value and field.line not in known and field.form != "label":
            text = f"{field.name}: {field.value}"
            yield _make(Passage(text, "", document.name), text, document.sections[0])


def _is_short_item(plain: str) -> bool:
    return _FEWEST <= len(plain.split()) <= _MOST and not plain.rstrip().endswith((":", "?"))


def _lead_words(outline: Outline) -> dict[int, str]:
    """By block the words that lead into the list that it stands in."""
    lists = ((one.lead, one.items) for one in outline.lists if one.lead)
    return {
        block.index: lead.plain for lead, items in lists if lead for item in items for block in item.blocks
    }


def _row_as_read(table: TableOfNotes, row: Row) -> str:
    pairs = ((table.heads[at] if at < len(table.heads) else "", cell) for at, cell in enumerate(row.cells))
    return "; ".join(f"{head}: {cell}" if head else cell for head, cell in pairs if cell)


def _make(place: Passage, plain: str, section: ReadSection, lead: str = "") -> Quotable:
    above = _stems(" ".join((*section.path, lead)))
    return Quotable(place, plain, _stems(place.shown(_MOST * 2)), above, section.path)


def covered_most(lines: Iterable[Quotable], terms: Mapping[str, float]) -> list[tuple[float, Quotable]]:
    """The lines that are about any of `terms`, those first that cover most of them."""
    found = [(line.covers(terms), -place, line) for place, line in enumerate(lines)]
    best = sorted((entry for entry in found if entry[0]), key=lambda entry: entry[:2], reverse=True)
    return [(share, line) for share, _, line in best]
