"""What of the notes can be quoted to a person, each as a reader would read it: a sentence, an item of a list, a row of
a table as "column: value", a field with its value."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from reviews.language.prose import any_case
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
from reviews.language.wordlists import read_words
from reviews.offline.study import study_text

_ALIKE = {
    stem: f"={name}"
    for name, words in read_words(__file__, "asks").texts("alike").items()
    for stem in lookup.stems(words)
}
_IS_DOWN = any_case(r"\b(?:is|are|was|were|be|goes|go|went) down\b")
_FIGURE = re.compile(r"\d++(?:\.\d++)*")
_ALIKE_WEIGHT = 2.0
_FEWEST, _MOST = 2, 60
"""Words of what is quoted: less says nothing, more is no answer."""
_MOST_LINES = 6_000


@dataclass(frozen=True)
class Quotable:
    """A passage of the notes. plain: without code and addresses; stems: what it is about; above: what the titles and
    the words that lead into it are about; titles: those above it; after: what follows it in its paragraph; lead: the
    sentence before its list."""

    place: Passage
    plain: str
    stems: frozenset[str]
    above: frozenset[str]
    titles: tuple[str, ...]
    after: str = ""
    lead: str = ""

    @cached_property
    def figures(self) -> frozenset[str]:
        """The figures in it and in the titles above it."""
        return figures_in(" ".join((self.plain, *self.titles)))

    def covers(self, terms: Mapping[str, float], above: float = 0.6) -> float:
        """The share of the weight of `terms` that it is about; what only stands above it counts for `above`."""
        whole = sum(terms.values())
        here = sum(weight for term, weight in terms.items() if term in self.stems)
        there = sum(weight for term, weight in terms.items() if term in self.above - self.stems)
        return (here + above * there) / whole if whole else 0.0


def figures_in(text: str) -> frozenset[str]:
    return frozenset(_FIGURE.findall(text))


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
    alike = (_ALIKE[stem] for stem in stems if stem in _ALIKE and (stem != "down" or _IS_DOWN.search(text)))
    return frozenset([*stems, *alike])


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
            heads = sentence.heads if isinstance(sentence, RowStatement) else ()
            above = _stems(" ".join((*sentence.section.path, lead, *heads)))
            place = passage(document, sentence)
            plain = place.shown(_MOST) if heads else sentence.plain
            after = document.nearby(sentence, after=1) if not heads else ()
            follows = " ".join(one.plain for one in after if one.block is sentence.block)
            yield Quotable(
                place, plain, _stems(place.shown(_MOST)), above, sentence.section.path, follows, lead
            )
    for field in outline.fields:
        if field.value and field.form == "front matter" and not is_filled_in_later(field.value):
            place = Passage(field.text.strip(), "", document.name)
            yield Quotable(place, f"{field.name}: {field.value}", _stems(field.text), frozenset(), ())


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
