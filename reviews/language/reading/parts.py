"""Which parts of a document are there, by what they hold and not only by their heading: why, risks, alternatives, a
measure of success, who is affected, an owner, a date, the cost."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading import settled
from reviews.language.reading.cues import RULES
from reviews.language.reading.document import Block, Document, ReadSection, Sentence
from reviews.language.reading.outline import Field, Outline, Table, as_read
from reviews.language.reading.passages import statements
from reviews.language.reading.signals import MONTH, NUMBER
from reviews.language.reading.topics import content_stems

Part = Literal["why", "risks", "alternatives", "metric", "impact", "owner", "date", "cost"]
"""What a reader looks for in a document: why, what could go wrong, what else was considered, a measure of success, who
is affected, who answers for it, when, and what it costs."""

_WORDS = phrases(language.__file__, "parts", gap=" ")
_NAMES = _WORDS.table("names", whole=True)
_SAID = _WORDS.table("said", whole=False)
_NOTHING = any_case(rf"\W{{0,200}}(?:{_WORDS.any_of('nothing')})\W{{0,200}}")
_NOBODY = any_case(
    rf"\W{{0,200}}(?:{_WORDS.any_of('nobody')})"
    rf"(?:[\s,;]++(?:(?:and|supported by)\s*+)?{_WORDS.any_of('nobody')})*\W{{0,200}}"
)
_SENTENCE_END = re.compile(r"[.;!?]\s+")
_NAME = r"[A-Z][\w'’-]{1,40}+(?: (?:van |von |de |der )?[A-Z][\w'’-]{1,40}+){1,2}"
_PERSON = re.compile(
    rf"(?<![\w./])@[A-Za-z][\w-]+(?![\w/])|[\w.+-]{{1,64}}+@[\w-]{{1,64}}\.\w{{2,}}"
    rf"|{_NAME}, (?:the |our )?(?:\w+ ){{0,3}}{_WORDS.any_of('role')}\b"
    rf"|\b{_WORDS.any_of('role')},? {_NAME}"
)
_DATE = any_case(
    rf"\b(?:19|20)\d\d[-/.]\d\d?\b|\b\d{{1,2}}(?:st|nd|rd|th)?[\s-]+(?:of\s+)?{MONTH}\b"
    rf"|\b{MONTH}\.?\s+(?:\d{{1,2}}(?:st|nd|rd|th)?\b|(?:19|20)\d\d)"
    rf"|\b(?:in|by|until|before|from|since|late|mid|early) {MONTH}\b"
    r"|\bQ[1-4]\b|\bH[12]\s+(?:19|20)\d\d|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b|\b(?:19|20)\d\d-?Q\d"
    r"|\b(?:by|until|late|mid|early|end\s+of|in)[- ](?:19|20)\d\d\b"
    r"|\b(?:next|this|within (?:the|a|one|two|three|\d+)(?: next)?) ?(?:\d+ )?(?:days?|weeks?|months?|quarter|year)\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|\b(?:alpha|beta|ga|stable|target\w*|milestone|releas\w+)\b.{0,30}\bv?\d+\.\d+"
)
_SPAN = any_case(r"\b(?:hour|day|week|month|quarter|year|sprint|release)s?\b")
_MANY = re.compile(r"s\b")
_STAMP = any_case(rf"(?:\W|{_WORDS.any_of('stamp')})+")
"""Labels of dates that a text itself has, not what it plans."""
_TOPICS: dict[Part, tuple[str, ...]] = {"why": ("problem", "why", "why_now"), "risks": ("risks",)}
"""Topics whose sentences show a part."""
_LEAST_SCORE = 2.0
_WORDS_A_SENTENCE, _SHORT_TEXT = 350, 300
"""Words of a text, beyond those of a short one, for each sentence on a part that has no place of its own: fewer
sentences say it by the way only."""
_MOST_NEEDED = 3
_LONGEST_NAME = 8
"""Words of a heading that asks for a part; what is longer may have the word for one by chance."""
_LONGEST_SHOWN = 300
_FEWEST_STEMS = 3
"""Words with a meaning of their own that what answers a heading has at least."""
_SHORT_MEASURE = 25
"""Words of an account of success from which on it needs no figure to say something."""


@dataclass(frozen=True)
class PartPlace:
    """Where a part stands. title: the heading or label that names it, "" for a sentence; line: where that is, from 1;
    said: the words that stand there; filled: whether they answer what the title names."""

    title: str
    filled: bool
    line: int = 0
    said: str = ""


def find_part(outline: Outline, part: Part) -> PartPlace | None:
    """Where the document shows `part`, a place that says something first; None when it is nowhere."""
    hollow = None
    for place in _named_places(outline, part):
        if place.filled:
            return place
        hollow = hollow or place
    if (not hollow or _is_pointer(hollow.said)) and _is_said(outline, part):
        return PartPlace("", True)
    return hollow


def names_part(title: str, part: Part) -> bool:
    """Whether a heading, a label or the head of a column is what texts call this part."""
    return bool(_NAMES[part].search(title))


def has_date(plain: str) -> bool:
    """Whether the words name a day, a month or another time that somebody could hold somebody to."""
    return bool(_DATE.search(plain))


def names_somebody(text: str) -> bool:
    """Whether somebody is named together with what they do, or with an address."""
    return bool(_PERSON.search(text))


def is_nothing(text: str) -> bool:
    """Whether these words fill a place without saying anything: "n/a", "none", "see above", "TBD"."""
    read = as_read(text)
    return not read or all(_NOTHING.fullmatch(one) for one in _SENTENCE_END.split(read) if one.strip())


def _named_places(outline: Outline, part: Part) -> Iterator[PartPlace]:
    yield from _named_sections(outline, part)
    named = [
        one for one in outline.fields if one.form != "heading" and one.value and names_part(one.name, part)
    ]
    # A single risk is no account of the risks.
    if part != "risks" or len(named) > 1 or any(_MANY.search(field.name) for field in named):
        yield from (_field_place(field, part) for field in named)
    for table in outline.tables:
        yield from column_places(table, part)


def _named_sections(outline: Outline, part: Part) -> Iterator[PartPlace]:
    """The sections whose heading names the part; the document's own title names none."""
    document = outline.document
    own = settled.own_title(document)
    heads = {head for table in outline.tables for head in table.heads}
    for section in document.sections:
        if section.level and section is not own and names_part(section.title, part):
            end = _end_of(document, section)
            below = (
                one
                for one in _within(document.sentences, section.index, end)
                if not _is_heading_of(one, section)
            )
            texts = [one.text for one in below if one.kind != "table_cell" or as_read(one.text) not in heads]
            about = f"{own.title if own else ''} {section.title}"
            filled = _has_code(document, section.index, end) or _answers(texts, part, about)
            if filled or (texts and len(section.title.split()) <= _LONGEST_NAME):
                yield PartPlace(section.title, filled, section.line, _first_words(texts))


def _end_of(document: Document, section: ReadSection) -> int:
    """The number of the first section that is no longer inside of this one."""
    after = range(section.index + 1, len(document.sections))
    return next((n for n in after if document.sections[n].level <= section.level), len(document.sections))


def _within[Placed: (Sentence, Block)](placed: Sequence[Placed], first: int, end: int) -> Sequence[Placed]:
    """What stands in the sections from number `first` up to, not including, `end`."""
    start = bisect_left(placed, first, key=lambda one: one.section.index)
    return placed[start : bisect_left(placed, end, lo=start, key=lambda one: one.section.index)]


def _is_heading_of(sentence: Sentence, section: ReadSection) -> bool:
    return sentence.kind == "heading" and sentence.section is section


def _has_code(document: Document, first: int, end: int) -> bool:
    """Whether code or HTML stands there, which nobody here reads."""
    return any(block.kind in ("code", "html") for block in _within(document.blocks, first, end))


def _first_words(texts: Sequence[str]) -> str:
    said = [text for text in texts[:20] if not is_nothing(text)] or texts
    return as_read(" ".join(said[:3])[:_LONGEST_SHOWN])


def _field_place(field: Field, part: Part) -> PartPlace:
    return PartPlace(field.name, _answers([field.value], part, field.name), field.line, field.value)


def column_places(table: Table, part: Part) -> Iterator[PartPlace]:
    """The columns of a table that are called what texts call this part. What stands beside a risk or a choice belongs
    to it."""
    of_cells = part in ("owner", "date", "cost")
    for number, head in enumerate(table.heads):
        if names_part(head, part) and table.rows:
            cells = [cell for cell in table.column(number) if cell]
            rows = ["; ".join(cell for cell in row.cells if not is_nothing(cell)) for row in table.rows]
            filled = _answers(cells if of_cells else rows, part, head)
            if filled or of_cells:
                yield PartPlace(head, filled, table.rows[0].line, "; ".join(cells[:3]))


def _answers(texts: Iterable[str], part: Part, about: str) -> bool:
    """Whether these words say something on a part, beyond the words of the headings above them."""
    said = [text for text in map(as_read, texts) if not is_nothing(text)]
    whole = " ".join(said)
    if not said or part == "owner":
        return any(
            not _NOBODY.fullmatch(one) for text in said for one in _SENTENCE_END.split(text) if one.strip()
        )
    if part == "date":
        return any(map(has_date, said)) or bool(NUMBER.search(whole) or _SPAN.search(whole))
    if part == "cost":
        return bool(NUMBER.search(whole) or _SAID["cost"].search(whole)) or any(map(names_somebody, said))
    if part == "metric" and len(whole.split()) < _SHORT_MEASURE and "success" in about.lower():
        return bool(NUMBER.search(whole))
    return len(_new_stems(said, about)) >= _FEWEST_STEMS


def _new_stems(texts: Sequence[str], about: str) -> set[str]:
    """What the texts speak of that the title does not name already; figures count too."""
    stems: set[str] = set()
    for text in texts:
        stems |= content_stems(text)
        stems |= set(re.findall(r"\d[\d.,]*", text))
        if len(stems) > 100:
            break
    return stems - content_stems(about)


def _is_pointer(said: str) -> bool:
    """Whether a place only sends the reader to another one."""
    return bool(re.search(r"(?i)\b(?:see|as (?:in|described|set out)|above|below)\b", said)) and is_nothing(
        said
    )


def _is_said(outline: Outline, part: Part) -> bool:
    sentences = [sentence for sentence in outline.document.sentences if sentence.kind != "heading"]
    if part == "date":
        stamps = {field.line for field in outline.fields if _STAMP.fullmatch(field.name)}
        return any(has_date(sentence.plain) for sentence in sentences if sentence.line not in stamps)
    if part == "owner" and any(names_somebody(sentence.text) for sentence in sentences):
        return True
    needed = 1
    if part in ("why", "risks", "alternatives", "impact"):
        beyond = max(0, outline.document.prose_words - _SHORT_TEXT)
        needed += min(_MOST_NEEDED, beyond // _WORDS_A_SENTENCE)
    if part in _SAID:
        needed -= sum(bool(_SAID[part].search(sentence.plain)) for sentence in sentences)
    if needed > 0 and part in _TOPICS:
        needed -= sum(_settle(outline, topic) for topic in _TOPICS[part])
    return needed <= 0


def _settle(outline: Outline, topic: str) -> int:
    """How many sentences settle a topic."""
    document = outline.document
    return sum(_score(topic, one, document) >= _LEAST_SCORE for one in statements(document))


def _score(topic: str, sentence: Sentence, document: Document) -> float:
    rule = RULES[topic]
    if not rule.plain.search(sentence.plain) and not rule.cue.search(sentence.plain):
        return 0.0
    return settled.score(topic, sentence, settled.headings_above(document, sentence))
