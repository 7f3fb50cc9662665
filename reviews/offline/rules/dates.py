"""Dates that contradict each other.

Looks for an event that is given two dates in different sentences, and for spans that end before they
start. Leaves alone logs of versions and meetings, ranges, and moved dates ("from March to May",
"postponed").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import MONTH
from reviews.language.reading.topics import content_stems, stem_overlap
from reviews.offline.finding import Finding, contradiction, finding_about

_WORDS = phrases(offline.__file__, "dates")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DATE = any_case(
    r"\b(?P<y1>(?:19|20)\d\d)[-/](?P<m1>\d{1,2})(?:[-/](?P<d1>\d{1,2}))?\b"
    rf"|\b(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m2>{MONTH})\.?,?\s+(?P<y2>(?:19|20)\d\d)\b"
    rf"|\b(?P<m3>{MONTH})\.?\s+(?:(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?(?P<y3>(?:19|20)\d\d)\b"
    r"|\bQ(?P<q4>[1-4])[\s/-]+(?P<y4>(?:19|20)\d\d)\b|\b(?P<y5>(?:19|20)\d\d)[\s/-]*Q(?P<q5>[1-4])\b"
)
_SPAN = any_case(rf"\b{_WORDS.any_of('begins')}\b.{{0,60}}$")
_SPAN_END = any_case(rf"^.{{0,60}}?(?:\b{_WORDS.any_of('ends')}\b|[–—-])\W*(?:\w+\W+){{0,3}}$")
_MOVED = _WORDS.whole("moved")
_REACH = 80

When = tuple[int, int, int]


@dataclass(frozen=True)
class Dated:
    first: When
    last: When
    shown: str
    sentence: Sentence
    words: frozenset[str]


@dataclass(frozen=True)
class DateClash:
    """An event with one date in an earlier sentence and another in a later one."""

    earlier: Dated
    later: Dated

    @property
    def sentences(self) -> frozenset[int]:
        """The numbers of the two sentences."""
        return frozenset({self.earlier.sentence.index, self.later.sentence.index})

    @property
    def dates(self) -> frozenset[tuple[When, When]]:
        """The two dates, each as the first and the last day that it can mean."""
        return frozenset({(one.first, one.last) for one in (self.earlier, self.later)})


def find(document: Document) -> Iterator[Finding]:
    """Spans in the wrong order, then events with two dates; the same two dates of one event are one finding."""
    for sentence in document.sentences:
        if sentence.kind not in ("heading", "table_cell"):
            found = _backwards_span(sentence, list(_DATE.finditer(sentence.plain)))
            yield from [found] if found else []
    told: dict[frozenset[tuple[When, When]], list[DateClash]] = {}
    for clash in find_clashes(document):
        same = told.setdefault(clash.dates, [])
        if not any(_are_about_one(clash.later, one.later) for one in same[-_REACH:]):
            same.append(clash)
            later, earlier = clash.later, clash.earlier
            yield contradiction("date_conflict", later.shown, later.sentence, earlier.shown, earlier.sentence)


def find_clashes(document: Document) -> Iterator[DateClash]:
    """Every sentence that gives an event another date than an earlier one does."""
    seen: list[Dated] = []
    for sentence in document.sentences:
        if sentence.kind in ("heading", "table_cell"):
            continue
        dates = list(_DATE.finditer(sentence.plain))
        is_log = bool(dates) and not sentence.plain[: dates[0].start()].strip(" *-•[(:")
        if len(dates) != 1 or is_log or _MOVED.search(sentence.plain):
            continue
        dated = _dated_event(sentence, dates[0])
        if earlier := next((d for d in seen[-_REACH:] if _dates_contradict(d, dated)), None):
            yield DateClash(earlier, dated)
        seen.append(dated)


def _date_range(match: re.Match[str]) -> tuple[When, When]:
    """The first and the last day that a written date can mean, as (year, month, day)."""
    g = match.groupdict()
    year = int(next(v for k, v in g.items() if k[0] == "y" and v))
    quarter = g["q4"] or g["q5"]
    if quarter:
        return (year, 3 * int(quarter) - 2, 1), (year, 3 * int(quarter), 31)
    name = g["m1"] or g["m2"] or g["m3"]
    month = int(name) if name.isdigit() else _MONTHS.index(name[:3].lower()) + 1
    day = g["d1"] or g["d2"] or g["d3"]
    return (year, month, int(day or 1)), (year, month, int(day or 31))


def _dated_event(sentence: Sentence, match: re.Match[str]) -> Dated:
    rest = sentence.plain[: match.start()] + " " + sentence.plain[match.end() :]
    first, last = _date_range(match)
    return Dated(first, last, match.group(), sentence, content_stems(rest))


def _dates_contradict(a: Dated, b: Dated) -> bool:
    apart = a.last < b.first or b.last < a.first
    return apart and _are_about_one(a, b)


def _are_about_one(a: Dated, b: Dated) -> bool:
    """Whether two sentences with dates are about the same event."""
    return len(a.words & b.words) >= 2 and stem_overlap(a.words, b.words) >= 0.6


def _backwards_span(sentence: Sentence, dates: list[re.Match[str]]) -> Finding | None:
    for a, b in pairwise(dates):
        between = sentence.plain[a.end() : b.start()]
        if (
            _SPAN.search(sentence.plain[: a.start()])
            and _SPAN_END.match(between)
            and _date_range(b)[1] < _date_range(a)[0]
        ):
            return finding_about(
                "date_conflict", sentence, 0.9, case="backwards", start=a.group(), end=b.group()
            )
    return None
