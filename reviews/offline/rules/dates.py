"""Dates that contradict each other.

Looks for an event that is given two dates in different sentences, for spans that end before they start, also in fields
("Start date", "End date"), for days of the week that their date does not fall on, and for what is still planned for a
day before the text's own date. Leaves alone logs of versions and meetings, ranges, and moved dates ("from March to
May", "postponed").
"""

import re
from calendar import day_name
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.outline import outline_of
from reviews.language.reading.signals import MONTH
from reviews.language.reading.topics import content_stems, stem_overlap
from reviews.offline.finding import Finding, contradiction, finding_about, make_finding

_WORDS = phrases(offline.__file__, "dates")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DATE = any_case(
    r"\b(?P<y1>(?:19|20)\d\d)[-/](?P<m1>\d{1,2})(?:[-/](?P<d1>\d{1,2}))?\b"
    rf"|\b(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m2>{MONTH})\.?,?\s+(?P<y2>(?:19|20)\d\d)\b"
    rf"|\b(?P<m3>{MONTH})\.?\s+(?:(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?(?P<y3>(?:19|20)\d\d)\b"
    r"|\bQ(?P<q4>[1-4])[\s/-]+(?P<y4>(?:19|20)\d\d)\b|\b(?P<y5>(?:19|20)\d\d)[\s/-]*Q(?P<q5>[1-4])\b"
    rf"|(?<![\d.:])\b(?P<d6>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m6>{MONTH})\b(?!\.?,?\s+\d{{2}})"
    rf"|\b(?P<m7>{MONTH})\.?\s+(?P<d7>\d{{1,2}})(?:st|nd|rd|th)?\b(?![.:%]\d|,?\s+\d{{4}}|\s+[a-z]+s\b)"
)
_SPAN = any_case(rf"\b{_WORDS.any_of('begins')}\b.{{0,60}}$")
_SPAN_END = any_case(
    rf"^.{{0,60}}?(?:\b{_WORDS.any_of('ends')}\b|[–—-])\W{{0,200}}(?:\w+\W{{1,200}}){{0,3}}$"
)
_MOVED, _RUNS_UNTIL = _WORDS.whole("moved"), _WORDS.whole("runs_until")
_WEEKDAY = any_case(
    rf"\b(?P<name>{'|'.join(name[:3] for name in day_name)})[a-z]{{0,6}},?\s+(?:the\s+|on\s+)?$"
)
_LABEL = re.compile(r"\W{0,200}[^\W\d_]{2,20}(?: [^\W\d_]{2,20})?:\s")
"""A short label in front ("Owner: Ana, by 3 March"): what it is said of stands above."""
_PLANNED = _WORDS.whole("planned")
_HISTORY = _WORDS.whole("history")
_DIGIT = re.compile(r"\d")
_STARTS, _ENDS, _WRITTEN_ON = (_WORDS.whole(key) for key in ("start_field", "end_field", "own_field"))
_MARGIN_MONTHS = 1
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
    """Spans in the wrong order and days that don't fit, then events with two dates; the same two dates of one event are
    one finding."""
    own = _own_date(document)
    yield from _backwards_fields(document)
    for sentence in document.sentences:
        if sentence.kind != "heading":
            dates = _dates_in(sentence.plain)
            yield from _wrong_weekdays(sentence, dates)
            if sentence.kind != "table_cell":
                found = _backwards_span(sentence, dates)
                yield from [found] if found else []
                yield from _planned_for_the_past(sentence, dates, own) if own else ()
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
        dates = _dates_in(sentence.plain)
        is_log = bool(dates) and not sentence.plain[: dates[0].start()].strip(" *-•[(:")
        if len(dates) != 1 or is_log or _LABEL.match(sentence.plain) or _is_moved(sentence.plain):
            continue
        dated = _dated_event(sentence, dates[0])
        if earlier := next((d for d in seen[-_REACH:] if _dates_contradict(d, dated)), None):
            yield DateClash(earlier, dated)
        seen.append(dated)


def _dates_in(plain: str) -> list[re.Match[str]]:
    return list(_DATE.finditer(plain)) if _DIGIT.search(plain) else []


def _is_moved(plain: str) -> bool:
    """Whether a sentence tells that a date has changed, or where something begins; "until" tells where it ends."""
    return bool(_MOVED.search(plain)) or (" until " in plain and not _RUNS_UNTIL.search(plain))


def _date_range(match: re.Match[str]) -> tuple[When, When]:
    """The first and the last day that a written date can mean, as (year, month, day)."""
    g = match.groupdict()
    year = int(next((v for k, v in g.items() if k[0] == "y" and v), 0))
    quarter = g["q4"] or g["q5"]
    if quarter:
        return (year, 3 * int(quarter) - 2, 1), (year, 3 * int(quarter), 31)
    name = next(v for k, v in g.items() if k[0] == "m" and v)
    month = int(name) if name.isdigit() else _MONTHS.index(name[:3].lower()) + 1
    day = next((v for k, v in g.items() if k[0] == "d" and v), None)
    return (year, month, int(day or 1)), (year, month, int(day or 31))


def _dated_event(sentence: Sentence, match: re.Match[str]) -> Dated:
    rest = sentence.plain[: match.start()] + " " + sentence.plain[match.end() :]
    first, last = _date_range(match)
    return Dated(first, last, match.group(), sentence, content_stems(rest))


def _dates_contradict(a: Dated, b: Dated) -> bool:
    return _lies_before(a.last, b.first) + _lies_before(b.last, a.first) > 0 and _are_about_one(a, b)


def _lies_before(a: When, b: When) -> bool:
    """Whether a day is before another one; without a year on either side both are in the same year."""
    return a < b if a[0] and b[0] else a[1:] < b[1:]


def _are_about_one(a: Dated, b: Dated) -> bool:
    """Whether two sentences with dates are about the same event."""
    return len(a.words & b.words) >= 2 and stem_overlap(a.words, b.words) >= 0.6


def _backwards_span(sentence: Sentence, dates: list[re.Match[str]]) -> Finding | None:
    for a, b in pairwise(dates):
        between = sentence.plain[a.end() : b.start()]
        if (
            _SPAN.search(sentence.plain[: a.start()])
            and _SPAN_END.match(between)
            and _date_range(a)[0][0]
            and _lies_before(_date_range(b)[1], _date_range(a)[0])
        ):
            return finding_about(
                "date_conflict", sentence, 0.9, case="backwards", start=a.group(), end=b.group()
            )
    return None


def _backwards_fields(document: Document) -> Iterator[Finding]:
    """A field for the start whose date lies behind that of the field for the end below it."""
    started: tuple[str, When] | None = None
    for field in outline_of(document).fields:
        match = _DATE.search(field.value)
        if _STARTS.fullmatch(field.name):
            started = (match.group(), _date_range(match)[0]) if match else None
        elif match and started and _ENDS.fullmatch(field.name):
            if started[1][0] and _lies_before(_date_range(match)[1], started[1]):
                yield make_finding(
                    "date_conflict", field.text, (field.line, 1), 0.9, case="backwards",
                    start=started[0], end=match.group(), sentence=field.text,
                )  # fmt: skip
            started = None


def _wrong_weekdays(sentence: Sentence, dates: list[re.Match[str]]) -> Iterator[Finding]:
    """Dates with a day of the week in front that they do not fall on."""
    for match in dates:
        named = _WEEKDAY.search(sentence.plain, max(0, match.start() - 16), match.start())
        first, last = _date_range(match)
        if not named or first != last or not first[0]:
            continue
        try:
            falls_on = day_name[date(*first).weekday()]
        except ValueError:
            continue
        if not falls_on.lower().startswith(named["name"].lower()):
            yield finding_about(
                "date_conflict", sentence, 0.9, case="weekday", date=match.group(), day=falls_on,
                written=named.group().strip(" ,"),
            )  # fmt: skip


def _own_date(document: Document) -> tuple[When, str] | None:
    """The last day that the text's own fields can have been written on, with how it is written."""
    told = [
        (_date_range(match)[1], match.group())
        for field in outline_of(document).fields
        if _WRITTEN_ON.fullmatch(field.name)
        and (match := _DATE.search(field.value))
        and _date_range(match)[0][0]
    ]
    return max(told, default=None)


def _planned_for_the_past(
    sentence: Sentence, dates: list[re.Match[str]], own: tuple[When, str]
) -> Iterator[Finding]:
    """What will happen on a day that was over when the text was written; notes on history tell what was planned."""
    if (
        len(dates) != 1
        or not _PLANNED.search(sentence.plain)
        or _HISTORY.search(" ".join(sentence.section.path))
    ):
        return
    first, last = _date_range(dates[0])
    # The text may have been begun earlier than its date: only what lies some time back counts.
    if first[0] and (last[0], last[1] + _MARGIN_MONTHS) < own[0][:2] and last[0] >= own[0][0] - 3:
        yield finding_about(
            "date_conflict", sentence, 0.7, case="planned_past", date=dates[0].group(), own=own[1]
        )
