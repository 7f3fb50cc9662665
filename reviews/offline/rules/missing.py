"""What a reader who has to decide would look for and does not find.

Looks for the parts that a proposal needs: why, impact, risks, alternatives, a measure of success, an
owner, a date. A part is there when a heading with something under it names it, when a label does ("Owner:
…", a table row, the front matter), or, for a date and an owner, when one is written anywhere in the text.
Leaves alone short notes (less than 120 words), and asks reports, guides and minutes only for who and
when.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, ReadSection
from reviews.language.reading.signals import MONTH
from reviews.offline.finding import Finding, make_finding

SHORTEST = 120
_WORDS = phrases(offline.__file__, "missing")
# Which heading or label names a part, and which words of the text show it as well.
PARTS = _WORDS.table("parts", whole=True)
_SHOWN = {
    "missing_owner": any_case(
        r"\(\s*@[\w-]+|(?:^|\s)@[a-z][\w-]+|\bowned\s+by\b|\bis\s+(?:responsible|accountable)\s+for\b"
        r"|[\w.+-]+@[\w-]+\.\w{2,}|\bowners?:\s+[^\W\d_]"
    ),
    "missing_date": any_case(
        rf"\b(?:19|20)\d\d[-/.]\d\d?\b|\b\d{{1,2}}(?:st|nd|rd|th)?[\s-]+{MONTH}\b"
        rf"|\b{MONTH}\.?\s+(?:\d{{1,2}}\b|(?:19|20)\d\d)"
        r"|\bQ[1-4]\b|\bH[12]\s+(?:19|20)\d\d|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b|\b(?:19|20)\d\d-?Q\d"
        r"|\b(?:by|until|late|mid|early|end\s+of)[- ](?:19|20)\d\d\b"
    ),
}

_REPORT = _WORDS.whole("report")
_REPORT_NEEDS = frozenset({"missing_owner", "missing_date"})

# "Owner: Ana", "**Start date** - …", "| Sponsor | Ben |": a short label and something behind it.
_LABEL = re.compile(r"[\s>*_|•-]*([A-Za-z][A-Za-z /()'-]{1,38}?)\s*[*_]*\s*(?::|\s[–—-]\s|\|)[*_]*\s*[^\s|]")


# What shows that a text wants something to happen; an inventory or a reference page is not asked for reasons.
_PROPOSES = any_case(rf"\b{_WORDS.any_of('proposes')}")
_LEAST_PROPOSING = 3


def find(document: Document) -> Iterator[Finding]:
    """A finding per part that is nowhere, the gravest first; a short text is asked for fewer."""
    if document.prose_words < SHORTEST or not _is_proposal(document):
        return
    title = " ".join(section.title for section in document.sections[:2])
    names = [name for name in (*_filled_headings(document), *_label_lines(document)) if _is_short(name)]
    most = 3 + document.prose_words // 500
    for kind, named in PARTS.items():
        if _REPORT.search(title) and kind not in _REPORT_NEEDS:
            continue
        if most and not any(map(named.search, names)) and not _shows_part(document, kind):
            most -= 1
            yield make_finding(kind, "", (0, 0))


def _is_proposal(document: Document) -> bool:
    asking = sum(1 for sentence in document.sentences if _PROPOSES.search(sentence.plain))
    return asking >= _LEAST_PROPOSING


def _filled_headings(document: Document) -> Iterator[str]:
    """The titles of the sections that have anything in or below them; the document's own title names no part."""
    sections = document.sections
    for position, section in enumerate(sections):
        below = position + 1 < len(sections) and sections[position + 1].level > section.level
        if (
            section.title
            and not (section.level == 1 and _is_title(sections, position))
            and (below or _has_body(section))
        ):
            yield section.title


def _is_short(name: str) -> bool:
    """Whether a heading is a name: in a whole sentence the word for a part may stand by chance."""
    return len(name.split()) <= 7


def _is_title(sections: tuple[ReadSection, ...], position: int) -> bool:
    return position == 1 and sum(section.level == 1 for section in sections) == 1


def _has_body(section: ReadSection) -> bool:
    body = re.sub(r"<!--.*?(?:-->|\Z)", "", section.text, flags=re.DOTALL)
    return any(line.strip(" \t#=-") for line in body.splitlines()[1:])


def _label_lines(document: Document) -> Iterator[str]:
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


def _shows_part(document: Document, kind: str) -> bool:
    if kind not in _SHOWN:
        return False
    texts = [document.front_matter, *(sentence.plain for sentence in document.sentences)]
    return any(map(_SHOWN[kind].search, texts))
