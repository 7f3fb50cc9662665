"""What kind of document a text is, by its title, its headings and fields and what its sentences do, and which parts it
owes to whoever decides on it."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import ReadSection
from reviews.language.reading.outline import Outline
from reviews.language.reading.parts import Part, names_part
from reviews.language.reading.settled import own_title
from reviews.language.reading.titles import document_title


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
    CHARTER = "charter"
    RECORD = "record"
    REFERENCE = "reference"
    OTHER = "other"


OWED: Mapping[DocumentKind, tuple[Part, ...]] = {
    DocumentKind.PROPOSAL: ("why", "risks", "alternatives", "metric", "impact", "owner", "date", "cost"),
    DocumentKind.DECISION_RECORD: ("why", "risks", "alternatives", "owner"),
    DocumentKind.POST_MORTEM: ("impact", "owner", "date"),
    DocumentKind.STRATEGY: ("risks", "metric", "owner", "date", "cost"),
    DocumentKind.PRODUCT_NOTE: ("why", "risks", "metric", "impact", "owner", "date", "cost"),
    DocumentKind.SPECIFICATION: ("why",),
    DocumentKind.MINUTES: ("owner", "date"),
    DocumentKind.RUNBOOK: ("owner",),
    DocumentKind.RECORD: ("owner", "date"),
}
"""The parts that a kind owes, the gravest first."""
_NOT_OF_CODE: Mapping[DocumentKind, tuple[Part, ...]] = {
    DocumentKind.PROPOSAL: ("cost", "date"),
    DocumentKind.PRODUCT_NOTE: ("cost", "date"),
}
"""What is not owed by a text about code; the cost by none."""
FOLLOWS_UP = frozenset({DocumentKind.MINUTES, DocumentKind.POST_MORTEM})
"""Kinds that tell what follows from a meeting or an incident; their actions owe a date even when somebody is named."""

_WORDS = phrases(language.__file__, "document_kinds", gap=" ")
_TITLES = _WORDS.table("titles", whole=True)
_HEADINGS, _FIELDS = (
    {
        kind: re.compile(rf"(?:{pattern.pattern})", pattern.flags)
        for kind, pattern in _WORDS.table(name, whole=False).items()
    }
    for name in ("headings", "fields")
)
_ARCHIVED = _WORDS.whole("archived")
_PROPOSES = any_case(rf"\b{_WORDS.any_of('proposes')}")
_TITLE_WEIGHT, _NAME_WEIGHT, _HEADING_WEIGHT = 3, 2, 1
_ENOUGH = 2
_BEGINNING = 4
"""Sentences."""
_LEAST_PROPOSING, _LEAST_SHARE = 3, 0.06
_NUMBERING = re.compile(r"^[\W\d]+|\W{1,200}$|\s*\([^()]*\).*$")
_NAME_END = re.compile(r"\.\w{1,5}$")
_SHARED_CODE = re.compile(r"\bgit(?:hub|lab)\.\w+/|\B#\d{2,}\b")
_OF_A_PROPOSAL: tuple[Part, ...] = ("why", "risks", "alternatives", "metric", "cost")
"""The parts that, when headings or labels name most of them, make a proposal."""
_MOST_PARTS = 3


@lru_cache(maxsize=16)
def document_kind(outline: Outline) -> DocumentKind:
    """The kind of a document; a proposal when nothing tells but that it wants something done. Many rules ask: it
    is told once for each of the latest sixteen outlines. What says where it begins that it is kept for the record is
    to be looked things up in, whatever it was."""
    if any(_ARCHIVED.search(one.plain) for one in outline.document.sentences[:_BEGINNING]):
        return DocumentKind.REFERENCE
    counts: Counter[str] = Counter()
    title = document_title(outline.document)
    name = re.sub(r"[-_]", " ", _NAME_END.sub("", outline.document.name.rsplit("/", 1)[-1]))
    first: dict[str, int] = {}
    for kind, pattern in _TITLES.items():
        if found := pattern.search(title):
            counts[kind] += _TITLE_WEIGHT
            first[kind] = found.start()
        counts[kind] += _NAME_WEIGHT * bool(pattern.search(name) and kind != DocumentKind.REFERENCE)
    counts.update(_body_signs(outline, outline.document.sections))
    kind = max(_TITLES, key=lambda each: (counts[each], -first.get(each, len(title))))
    if counts[kind] >= _ENOUGH:
        return DocumentKind(kind)
    return DocumentKind.PROPOSAL if proposes(outline) or _has_its_parts(outline) else DocumentKind.OTHER


def shows_kind(outline: Outline, kind: DocumentKind) -> bool:
    """Whether a document has a heading or a field of this kind, whatever it is called."""
    own = own_title(outline.document)
    return _body_signs(outline, [one for one in outline.document.sections if one is not own])[kind] > 0


def _body_signs(outline: Outline, sections: Iterable[ReadSection]) -> Counter[str]:
    """By kind how many of these headings and of the fields of the document are of it."""
    counts: Counter[str] = Counter()
    for section in {_NUMBERING.sub("", section.title) for section in sections}:
        for kind, pattern in _HEADINGS.items():
            counts[kind] += _HEADING_WEIGHT * bool(pattern.fullmatch(section))
    for field in {field.name for field in outline.fields}:
        for kind, pattern in _FIELDS.items():
            counts[kind] += _HEADING_WEIGHT * bool(pattern.fullmatch(field))
    return counts


def owed_parts(outline: Outline) -> tuple[Part, ...]:
    """The parts that this document owes, the gravest first. Who proposes to change code that everybody sees owes no sum
    of money and no day."""
    kind = document_kind(outline)
    owed = OWED.get(kind, ())
    about_code = any(b.kind == "code" for b in outline.document.blocks)
    about_code |= kind == DocumentKind.PROPOSAL and bool(_SHARED_CODE.search(outline.document.text))
    return tuple(part for part in owed if not about_code or part not in _NOT_OF_CODE.get(kind, ("cost",)))


def _has_its_parts(outline: Outline) -> bool:
    titles = [section.title for section in outline.document.sections]
    titles += [field.name for field in outline.fields if field.form == "label"]
    return sum(any(names_part(title, part) for title in titles) for part in _OF_A_PROPOSAL) >= _MOST_PARTS


def proposes(outline: Outline) -> bool:
    """Whether a text wants something to happen; an inventory or a page to look things up in doesn't."""
    asking = sum(1 for sentence in outline.document.sentences if _PROPOSES.search(sentence.plain))
    return asking >= max(_LEAST_PROPOSING, _LEAST_SHARE * len(outline.document.sentences))
