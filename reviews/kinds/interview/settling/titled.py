"""The passages that stand under a heading which names a topic, in English or German: what an author has put where it
belongs, also in rows of tables, which the reading of sentences leaves out. Pure."""

import re
from collections.abc import Iterator
from functools import lru_cache
from heapq import merge
from itertools import islice

from reviews.kinds.interview.settling.forms import has_form
from reviews.kinds.interview.settling.passages import all_passages, read_source
from reviews.kinds.interview.settling.subject import subject_of
from reviews.kinds.interview.settling.vocabulary import (
    content_words,
    is_name_of_topic,
    language_of,
    names_topic,
    speaks_to_topic,
)
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.passages import is_open_points, row_statements, statements
from reviews.language.reading.sentences import blank_markup
from reviews.language.reading.settled import headings_above, is_denial
from reviews.language.scorecard import TOPICS
from reviews.language.sourcing.facts import find_facts_in

_COUNTED = frozenset({"figure", "amount", "percentage", "date"})
_FEWEST_WORDS = 4
"""Words that carry a matter: a heading helps nothing that says less."""
_MOST, _MOST_READ, _MOST_LOOKED_AT = 3, 40, 2_000
_LONGEST, _MOST_CHARACTERS = 600, 400_000
_MOST_FORMED, _MOST_FORMED_READ = 5, 400
_ITEM_NUMBER = re.compile(r"^[ |]*\d{1,2}(?:[.)] |[.)]? *\|)")
"""The number of a list's item or of a row, which tells nothing."""


def titled_quotes(document: Document, topic: str) -> list[str]:
    """The first passages below headings that name `topic`, verbatim, three at most, and German sentences that speak to
    it. Only such as tell a figure or a date: what fills a heading without any may be empty talk."""
    below = islice(_speaking(document, topic), _MOST_READ)
    concrete = (text for text in below if is_concrete(text))
    return list(islice(dict.fromkeys(concrete), _MOST))


def formed_quotes(document: Document, topic: str, *, in_words: bool) -> list[str]:
    """Passages of the form that `topic` is told in, verbatim, five at most, in the order of the text. Only such as tell
    a figure or a date. in_words: whether words must speak to the topic too; form alone proves little in weak notes."""
    said = merge(statements(document), row_statements(document), key=lambda one: one.start)
    length = max(1, len(document.text))
    fitting = (
        one.text
        for one in islice(said, _MOST_FORMED_READ)
        if has_form(topic, one.plain, one.start / length)
        and (not in_words or speaks_to_topic(topic, one.plain))
    )
    return list(islice((text[:_LONGEST] for text in fitting if is_concrete(text)), _MOST_FORMED))


@lru_cache(maxsize=64)
def topics_under_headings(text: str, name: str) -> frozenset[str]:
    """The topics that headings of notes name and tell a figure or a date on: where their author has put them."""
    found: set[str] = set()
    left = _MOST_CHARACTERS
    for passage in all_passages(0, read_source(text, name), _MOST_LOOKED_AT):
        named = [topic for topic in TOPICS if topic not in found and _is_named(topic, passage.names)]
        if named and is_concrete(passage.plain) and not is_denial(passage.plain):
            is_own = subject_of(((name, text),)).relates_own(passage.plain) != "foreign"
            found.update(named if is_own else ())
        left -= len(passage.text)
        if left < 0:
            break
    return frozenset(found)


def _is_named(topic: str, names: tuple[str, ...]) -> bool:
    return any(_is_name(topic, name) for name in names)


@lru_cache(maxsize=4096)
def _is_name(topic: str, name: str) -> bool:
    return is_name_of_topic(topic, name)


def _speaking(document: Document, topic: str) -> Iterator[str]:
    """What stands below headings that name the topic, then what the rules for English sentences can't read."""
    yield from _below_headings(document, topic)
    if language_of(document.text) == "de":
        sentences = (one for one in document.sentences if one.kind not in ("heading", "table_cell"))
        yield from (one.text for one in sentences if speaks_to_topic(topic, one.plain))


def _below_headings(document: Document, topic: str) -> Iterator[str]:
    for sentence in document.sentences:
        if sentence.kind != "heading" and _is_titled(document, sentence, topic):
            yield (sentence.block.row if sentence.kind == "table_cell" else sentence.text)[:_LONGEST]


def _is_titled(document: Document, sentence: Sentence, topic: str) -> bool:
    above = headings_above(document, sentence)
    return not is_open_points(sentence.section) and any(_names(topic, title) for title in above)


@lru_cache(maxsize=4096)
def _names(topic: str, title: str) -> bool:
    return names_topic(topic, title)


@lru_cache(maxsize=4096)
def is_concrete(text: str) -> bool:
    """Whether a passage tells a figure, an amount or a date, and a little more."""
    plain = _ITEM_NUMBER.sub("", blank_markup(text)).replace("|", " ")
    counted = any(fact.kind in _COUNTED for fact in find_facts_in(plain, "", (), plain, 0))
    return counted and len(content_words(plain)) >= _FEWEST_WORDS
