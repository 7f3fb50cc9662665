"""Which parts of a document are there, by what they hold and not only by their heading: why, risks, alternatives, a
measure of success, who is affected, an owner, a date, the cost."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading import settled
from reviews.language.reading.cues import RULES
from reviews.language.reading.document import ReadSection, Sentence
from reviews.language.reading.document_kind import Part
from reviews.language.reading.outline import Outline, as_read
from reviews.language.reading.passages import statements
from reviews.language.reading.sentences import WORD
from reviews.language.reading.signals import MONTH

_WORDS = phrases(language.__file__, "parts", gap=" ")
_NAMES = _WORDS.table("names", whole=True)
_SAID = _WORDS.table("said", whole=False)
_NOTHING = any_case(rf"\W*(?:{_WORDS.any_of('nothing')})\W*")
_PERSON = re.compile(
    r"@[A-Za-z][\w-]+|[\w.+-]+@[\w-]+\.\w{2,}|(?<![.!?:] )\b[A-Z][a-z]+(?:[ -][A-Z][\w'’-]+)+"
)
_DATE = any_case(
    rf"\b(?:19|20)\d\d[-/.]\d\d?\b|\b\d{{1,2}}(?:st|nd|rd|th)?[\s-]+(?:of\s+)?{MONTH}\b"
    rf"|\b{MONTH}\.?\s+(?:\d{{1,2}}\b|(?:19|20)\d\d)"
    r"|\bQ[1-4]\b|\bH[12]\s+(?:19|20)\d\d|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b|\b(?:19|20)\d\d-?Q\d"
    r"|\b(?:by|until|late|mid|early|end\s+of|in)[- ](?:19|20)\d\d\b"
)
_TOPICS: dict[Part, tuple[str, ...]] = {
    "why": ("problem", "why", "why_now"),
    "risks": ("risks",),
    "alternatives": ("tradeoffs",),
    "impact": ("affected",),
}
"""Topics whose sentences show a part."""
_LEAST_SCORE = 2.0
_FEWEST_WORDS = 4


@dataclass(frozen=True)
class PartPlace:
    """Where a part stands. title: the heading or label that names it, "" for a sentence; filled: whether anything is
    said there; section: the one that the heading opens, None for anything else."""

    title: str
    filled: bool
    section: ReadSection | None = None


def find_part(outline: Outline, part: Part) -> PartPlace | None:
    """Where the document shows `part`, a place that says something first; None when it is nowhere."""
    places = _places(outline, part)
    hollow = None
    for place in places:
        if place.filled:
            return place
        hollow = hollow or place
    return hollow


def _places(outline: Outline, part: Part) -> Iterator[PartPlace]:
    yield from _named_sections(outline, part)
    named = _NAMES[part]
    for field in outline.fields:
        if named.search(field.name) and field.value:
            yield PartPlace(field.name, not is_nothing(field.value))
    for table in outline.tables:
        for number, head in enumerate(table.heads):
            if named.search(head):
                yield PartPlace(head, any(not is_nothing(cell) for cell in table.column(number)))
    if _is_said(outline, part):
        yield PartPlace("", True)


def _named_sections(outline: Outline, part: Part) -> Iterator[PartPlace]:
    """The sections whose heading names the part; the document's own title names none."""
    own = settled.own_title(outline.document)
    for section in outline.document.sections:
        if section.level and section is not own and _NAMES[part].search(section.title):
            yield PartPlace(section.title, _says_something(outline, section, part), section)


def _says_something(outline: Outline, section: ReadSection, part: Part) -> bool:
    """Whether below a heading, also in the sections inside, there is more than a word that fills the place."""
    below = [
        sentence
        for sentence in outline.document.sentences
        if (sentence.section.path[: len(section.path)] == section.path and sentence.section is not section)
        or (sentence.section is section and sentence.kind != "heading")
    ]
    texts = [sentence.plain for sentence in below if not is_nothing(sentence.text)]
    if part == "date":
        return any(map(_DATE.search, texts)) or any("day" in text or "week" in text for text in texts)
    return sum(len(WORD.findall(text)) for text in texts) >= (1 if part == "owner" else _FEWEST_WORDS)


def is_nothing(text: str) -> bool:
    """Whether these words fill a place without saying anything: "n/a", "none", "see above", "TBD"."""
    read = as_read(text)
    return not read or bool(_NOTHING.fullmatch(read))


def _is_said(outline: Outline, part: Part) -> bool:
    sentences = outline.document.sentences
    if part == "date":
        return any(_DATE.search(sentence.plain) for sentence in sentences)
    if part == "owner" and any(_PERSON.search(sentence.text) for sentence in sentences):
        return True
    if part in _SAID and any(_SAID[part].search(one.plain) for one in sentences if one.kind != "heading"):
        return True
    return any(_settles(outline, topic) for topic in _TOPICS.get(part, ()))


def _settles(outline: Outline, topic: str) -> bool:
    name = settled.own_title(outline.document)
    return any(_score(topic, one, name) >= _LEAST_SCORE for one in statements(outline.document))


def _score(topic: str, sentence: Sentence, name: ReadSection | None) -> float:
    rule = RULES[topic]
    if not rule.plain.search(sentence.plain) and not rule.cue.search(sentence.plain):
        return 0.0
    return settled.score(topic, sentence, settled.headings_above(sentence, name))
