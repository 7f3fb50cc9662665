"""What a reader who has to decide would look for and does not find.

Asks the reading which kind of document this is, which parts that kind owes (a post-mortem no alternatives, minutes only
who does what and when) and where each stands: below a heading, after a label, in a column, or in a sentence that says
it. A part that is named but not answered ("Risks: none", "see above", the heading said again) is told with its heading.
Leaves alone short notes (less than 120 words), texts that propose nothing, and whether what is said is true.
"""

import re
from collections.abc import Iterator, Mapping

from reviews.language.reading.actions import read_actions
from reviews.language.reading.document import Document, ReadSection
from reviews.language.reading.document_kind import DocumentKind, document_kind, owed_parts
from reviews.language.reading.follow_ups import (
    FollowUpPart,
    find_follow_up_part,
    follow_up_sections,
)
from reviews.language.reading.outline import Outline, outline_of
from reviews.language.reading.parts import Part, PartPlace, find_part
from reviews.offline.finding import Finding, few_words, make_finding

SHORTEST = 120
_FEWEST_LEFT = 2
_LINK = re.compile(r"https?://|\][(\[]|#\d")
_TELLS_ACTIONS = (DocumentKind.POST_MORTEM, DocumentKind.MINUTES)
"""Kinds whose owners and dates are those of what is to be done."""

_KINDS: Mapping[Part, str] = {
    "why": "missing_why", "risks": "missing_risks", "alternatives": "missing_alternatives",
    "metric": "missing_metric", "impact": "missing_impact", "owner": "missing_owner", "date": "missing_date",
    "cost": "missing_cost",
}  # fmt: skip
_HOLLOW: Mapping[Part, str] = {
    "metric": "no_figure",
    "cost": "no_figure",
    "date": "no_time",
    "owner": "nobody_named",
}

_NOT_OF_FOLLOW_UPS: Mapping[FollowUpPart, str] = {"owner": "no_follow_up_owner", "date": "no_follow_up_date"}


def find(document: Document) -> Iterator[Finding]:
    """A finding per part that is owed and nowhere, or only named, the gravest first."""
    if document.prose_words < SHORTEST:
        return
    outline = outline_of(document)
    tells_actions = document_kind(outline) in _TELLS_ACTIONS
    for part in owed_parts(outline):
        if tells_actions and (part == "owner" or part == "date"):
            yield from _missing_of_follow_ups(outline, part)
        else:
            yield from _missing(document, find_part(outline, part), part, _KINDS[part])


def tells_of_follow_ups(outline: Outline, part: FollowUpPart) -> bool:
    """Whether `find` says of all that is left to do that it has no name, or no day."""
    tells = document_kind(outline) == DocumentKind.POST_MORTEM and outline.document.prose_words >= SHORTEST
    return tells and _open_section(outline) is not None and find_follow_up_part(outline, part) is None


def _open_section(outline: Outline) -> ReadSection | None:
    """The first section called after what is left to do that lists some of it. What is ticked off or linked to an
    issue, which has names and days of its own, does not count."""
    listed = [one.sentence for one in read_actions(outline) if one.form in ("item", "table")]
    left = [one.section.path for one in listed if not _LINK.search(one.block.text)]
    for section in follow_up_sections(outline):
        if sum(section.title in path for path in left) >= _FEWEST_LEFT:
            return section
    return None


def _missing_of_follow_ups(outline: Outline, part: FollowUpPart) -> Iterator[Finding]:
    """Told at the heading of what is left to do. In minutes those who were there know who does it: of them only what
    pretends to have a name or a day is told."""
    place, section = find_follow_up_part(outline, part), _open_section(outline)
    if section is not None and tells_of_follow_ups(outline, part):
        quote, where = _quote_line(outline.document, section.line)
        yield make_finding(_KINDS[part], quote, where, case=_NOT_OF_FOLLOW_UPS[part])
        return
    is_named_so = next(follow_up_sections(outline), None) is not None
    if place or (not is_named_so and document_kind(outline) == DocumentKind.POST_MORTEM):
        yield from _missing(outline.document, place, part, _KINDS[part])


def _quote_line(document: Document, number: int) -> tuple[str, tuple[int, int]]:
    line = document.index.lines[number - 1]
    quote = line.strip()
    return quote, (number, line.find(quote) + 1)


def _missing(document: Document, place: PartPlace | None, part: Part, case: str) -> Iterator[Finding]:
    if place is None:
        yield make_finding(_KINDS[part], "", (0, 0), case=case)
    elif not place.filled:
        quote, where = _quote_line(document, place.line)
        title, said = few_words(place.title), few_words(place.said)
        case = _HOLLOW.get(part, "hollow_part")
        if case == "no_figure" and any(map(str.isdigit, place.said)):
            case = "hollow_part"
        yield make_finding(_KINDS[part], quote, where, case=case, title=title, said=said)
