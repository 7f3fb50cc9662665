"""What kind of document a text is, by its title, its headings and fields and what its sentences do, and which parts it
owes to whoever decides on it."""

import re
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.outline import Outline
from reviews.language.reading.titles import document_title

Part = Literal["why", "risks", "alternatives", "metric", "impact", "owner", "date", "cost"]
"""What a reader looks for in a document: why, what could go wrong, what else was considered, a measure of success, who
is affected, who answers for it, when, and what it costs."""


class DocumentKind(StrEnum):
    """OTHER is a text that proposes nothing and is of no kind that owes a part."""

    PROPOSAL = "proposal"
    DECISION_RECORD = "decision_record"
    POST_MORTEM = "post_mortem"
    STRATEGY = "strategy"
    PRODUCT_NOTE = "product_note"
    SPECIFICATION = "specification"
    MINUTES = "minutes"
    RUNBOOK = "runbook"
    RECORD = "record"
    REFERENCE = "reference"
    OTHER = "other"


OWED: Mapping[DocumentKind, tuple[Part, ...]] = {
    DocumentKind.PROPOSAL: ("why", "risks", "alternatives", "metric", "impact", "owner", "date", "cost"),
    DocumentKind.DECISION_RECORD: ("why", "risks", "alternatives"),
    DocumentKind.POST_MORTEM: ("impact", "owner", "date"),
    DocumentKind.STRATEGY: ("why", "risks", "metric", "owner", "date"),
    DocumentKind.PRODUCT_NOTE: ("why", "metric", "impact", "owner", "date"),
    DocumentKind.SPECIFICATION: ("why",),
    DocumentKind.MINUTES: ("owner", "date"),
    DocumentKind.RUNBOOK: ("owner",),
}
"""The parts that a kind owes, the gravest first."""

_WORDS = phrases(language.__file__, "document_kinds")
_TITLES = _WORDS.table("titles", whole=True)
_HEADINGS, _FIELDS = (
    {
        kind: re.compile(rf"(?:{pattern.pattern})", pattern.flags)
        for kind, pattern in _WORDS.table(name, whole=False).items()
    }
    for name in ("headings", "fields")
)
_PROPOSES = any_case(rf"\b{_WORDS.any_of('proposes')}")
_TITLE_WEIGHT, _HEADING_WEIGHT = 3, 1
_ENOUGH = 2
_LEAST_PROPOSING = 3
_NUMBERING = re.compile(r"^[\W\d]+|\W+$")


def document_kind(outline: Outline) -> DocumentKind:
    """The kind of a document; a proposal when nothing tells but that it wants something done."""
    counts: Counter[str] = Counter()
    title = document_title(outline.document)
    for kind, pattern in _TITLES.items():
        counts[kind] += _TITLE_WEIGHT * bool(pattern.search(title))
    for section in {_NUMBERING.sub("", section.title) for section in outline.document.sections}:
        for kind, pattern in _HEADINGS.items():
            counts[kind] += _HEADING_WEIGHT * bool(pattern.fullmatch(section))
    for field in {field.name for field in outline.fields}:
        for kind, pattern in _FIELDS.items():
            counts[kind] += _HEADING_WEIGHT * bool(pattern.fullmatch(field))
    kind, points = max(((kind, counts[kind]) for kind in _TITLES), key=lambda each: each[1])
    if points >= _ENOUGH:
        return DocumentKind(kind)
    return DocumentKind.PROPOSAL if proposes(outline) else DocumentKind.OTHER


def proposes(outline: Outline) -> bool:
    """Whether a text wants something to happen; an inventory or a page to look things up in doesn't."""
    asking = sum(1 for sentence in outline.document.sentences if _PROPOSES.search(sentence.plain))
    return asking >= _LEAST_PROPOSING
