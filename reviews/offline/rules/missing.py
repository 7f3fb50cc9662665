"""What a reader who has to decide would look for and does not find.

Looks for the parts that a proposal needs: why, impact, risks, alternatives, a measure of success, an
owner, a date. A part is there when a heading with something under it names it, when a label does ("Owner:
…", a table row, the front matter), or, for a date and an owner, when one is written anywhere in the text.
Leaves alone short notes (less than 120 words), and asks reports, guides and minutes only for who and
when.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, ReadSection
from reviews.language.reading.signals import MONTH
from reviews.offline.finding import Finding, make

SHORTEST = 120
_WORDS = phrases(offline.__file__, "missing")


@dataclass(frozen=True)
class DocumentPart:
    """A part that a document should have: which heading or label names it, or which words of the text show it."""

    kind: str
    named: re.Pattern[str]
    shown: re.Pattern[str] | None
    message: str
    question: str


def _part(kind: str, message: str, question: str, shown: str = "") -> DocumentPart:
    return DocumentPart(kind, _WORDS.whole(kind), any_case(shown) if shown else None, message, question)


_DATE = (
    rf"\b(?:19|20)\d\d[-/.]\d\d?\b|\b\d{{1,2}}(?:st|nd|rd|th)?[\s-]+{MONTH}\b"
    rf"|\b{MONTH}\.?\s+(?:\d{{1,2}}\b|(?:19|20)\d\d)"
    r"|\bQ[1-4]\b|\bH[12]\s+(?:19|20)\d\d|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b|\b(?:19|20)\d\d-?Q\d"
    r"|\b(?:by|until|late|mid|early|end\s+of)[- ](?:19|20)\d\d\b"
)
_OWNER = (
    r"\(\s*@[\w-]+|(?:^|\s)@[a-z][\w-]+|\bowned\s+by\b|\bis\s+(?:responsible|accountable)\s+for\b"
    r"|[\w.+-]+@[\w-]+\.\w{2,}"
)

PARTS = (
    _part(
        "missing_why",
        "Nothing says why this is needed.",
        "Why do this at all, and why now?",
    ),
    _part(
        "missing_risks",
        "Nothing says what could go wrong.",
        "What could go wrong, how bad would it be, and what would you do then?",
    ),
    _part(
        "missing_alternatives",
        "Nothing says what else was considered.",
        "What else did you consider, doing nothing included, and why did it lose?",
    ),
    _part(
        "missing_metric",
        "Nothing says how success will be measured.",
        "Which figure will show that this worked, and when will you look at it?",
    ),
    _part(
        "missing_impact",
        "Nothing says whom this affects and what changes for them.",
        "Who will notice this, and what will be different for them?",
    ),
    _part(
        "missing_owner",
        "Nobody is named as the owner.",
        "Who answers for this, by name?",
        _OWNER,
    ),
    _part(
        "missing_date",
        "No date is given, neither of the text nor of what it plans.",
        "When was this written, and by when should it be done?",
        _DATE,
    ),
)

_REPORT = _WORDS.whole("report")
_REPORT_NEEDS = frozenset({"missing_owner", "missing_date"})

# "Owner: Ana", "**Start date** - …", "| Sponsor | Ben |": a short label and something behind it.
_LABEL = re.compile(r"[\s>*_|•-]*([A-Za-z][A-Za-z /()'-]{1,38}?)\s*[*_]*\s*(?::|\s[–—-]\s|\|)[*_]*\s*[^\s|]")


# What shows that a text wants something to happen; an inventory or a reference page is not asked for reasons.
_PROPOSES = any_case(rf"\b{_WORDS.any_of('proposes')}")
_LEAST_PROPOSING = 3


def find(document: Document) -> Iterator[Finding]:
    """A finding per part that is nowhere, the gravest first; a short text is asked for fewer."""
    if document.prose_words < SHORTEST or not _proposes(document):
        return
    title = " ".join(section.title for section in document.sections[:2])
    names = [name for name in (*_headings(document), *_labels(document)) if _is_short(name)]
    most = 3 + document.prose_words // 500
    for part in PARTS:
        if _REPORT.search(title) and part.kind not in _REPORT_NEEDS:
            continue
        if most and not any(part.named.search(name) for name in names) and not _shows(document, part):
            most -= 1
            yield make(part.kind, "", (0, 0), part.message, part.question, 0.7)


def _proposes(document: Document) -> bool:
    asking = sum(1 for sentence in document.sentences if _PROPOSES.search(sentence.plain))
    return asking >= _LEAST_PROPOSING


def _headings(document: Document) -> Iterator[str]:
    """The titles of the sections that have anything in or below them; the document's own title names no part."""
    sections = document.sections
    for position, section in enumerate(sections):
        below = position + 1 < len(sections) and sections[position + 1].level > section.level
        if (
            section.title
            and not (section.level == 1 and _is_title(sections, position))
            and (below or _filled(section))
        ):
            yield section.title


def _is_short(name: str) -> bool:
    """Whether a heading is a name: in a whole sentence the word for a part may stand by chance."""
    return len(name.split()) <= 6


def _is_title(sections: tuple[ReadSection, ...], position: int) -> bool:
    return position == 1 and sum(section.level == 1 for section in sections) == 1


def _filled(section: ReadSection) -> bool:
    body = re.sub(r"<!--.*?(?:-->|\Z)", "", section.text, flags=re.DOTALL)
    return any(line.strip(" \t#=-") for line in body.splitlines()[1:])


def _labels(document: Document) -> Iterator[str]:
    for line in document.front_matter.splitlines():
        yield line.split(":")[0]
    for block in document.blocks:
        lines = block.text.splitlines() if block.kind in ("paragraph", "list_item") else []
        if block.kind == "table_cell" and len(block.row.strip("| ").split("|")) == 2:
            lines = [block.row]
        for match in map(_LABEL.match, lines):
            # A single risk is no account of the risks.
            if match and match.group(1).lower() != "risk":
                yield match.group(1)


def _shows(document: Document, part: DocumentPart) -> bool:
    if part.shown is None:
        return False
    texts = [document.front_matter, *(sentence.plain for sentence in document.sentences)]
    return any(part.shown.search(text) for text in texts)
