"""Times of the day that don't fit.

Looks for an entry of a timeline that stands behind a later one, where the others are in order, for an outage that is
said to be shorter than the timeline has it, and for a span whose two ends and length are told and disagree ("from 10:00
to 11:30, 60 minutes"). Leaves alone lists that are in no order, and
steps back of half a day and more, which are a new day.
"""

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import MONTH
from reviews.language.sourcing.quantities import find_quantities
from reviews.offline.finding import Finding, contradiction, few_words, finding_about

_WORDS = phrases(offline.__file__, "timelines")
_CLOCK = r"(?P<{0}h>[01]?\d|2[0-3]):(?P<{0}m>[0-5]\d)(?::[0-5]\d)?(?:\s?(?P<{0}half>[ap])\.?m\b)?"
_FIRST = any_case(
    r"^\W{0,200}"
    rf"(?P<day>[^:]{{0,24}}?(?:\d\d?[-/. ]|{MONTH}[a-z.]*\s)[^:]{{0,12}}?[\sT])?(?P<about>~)?\b{_CLOCK.format('')}"
)
_SPAN = any_case(
    rf"\b{_CLOCK.format('a')}\s*+(?:[A-Z]{{2,4}}\s++)?(?:-|–|—|to|until|till|and)\s*{_CLOCK.format('b')}"
)
_TIME = any_case(rf"\b{_CLOCK.format('')}")
_LASTS, _OUTAGE, _DOWN, _UP = (_WORDS.whole(key) for key in ("lasts", "outage", "down", "up"))
_MOST_BELOW, _MOST_ABOVE = 20, 100
"""Sentences of an entry, and above a timeline, that are read."""
_FEWEST = 4
_HALF_DAY = 12 * 60
_SLACK = 0.15


def find(document: Document) -> Iterator[Finding]:
    """Entries out of order, then spans that are not as long as is said."""
    for entries in _runs(document):
        yield from _out_of_order(entries)
        yield from _shorter_than_told(document, entries)
    for sentence in document.sentences:
        if sentence.kind != "heading" and ":" in sentence.plain:
            yield from _wrong_length(sentence)


def _runs(document: Document) -> Iterator[list[tuple[int, str, Sentence]]]:
    """Entries that begin with a time, of the same kind and under the same heading: (minutes, day as written, entry)."""
    heads = [one for one in document.sentences if one.kind == "heading"]
    parents = groupby(heads, key=lambda one: (one.section.level, one.section.path[:-1]))
    items = groupby(
        (
            one
            for one in document.sentences
            if one.kind == "list_item" and one.text == one.block.text[: len(one.text)]
        ),
        key=lambda one: one.section.index,
    )
    rows = groupby(
        (one for one in document.sentences if one.kind == "table_cell"), key=lambda one: one.section.index
    )
    firsts: list[list[Sentence]] = [list(group) for _, group in parents]
    firsts += [list(group) for _, group in items]
    firsts += [[next(cells) for _, cells in groupby(group, key=lambda one: one.line)] for _, group in rows]
    for group in firsts:
        read = [(match, one) for one in group if (match := _FIRST.match(one.plain))]
        if len(read) >= _FEWEST:
            yield [(_minutes(match, ""), (match["day"] or "").strip().lower(), one) for match, one in read]


def _minutes(match: re.Match[str], end: str) -> int:
    hour, half = int(match[f"{end}h"]), (match[f"{end}half"] or "").lower()
    return (hour % 12 + 12 * (half == "p") if half else hour) * 60 + int(match[f"{end}m"])


def _out_of_order(entries: list[tuple[int, str, Sentence]]) -> Iterator[Finding]:
    """The one entry of a day that lies before the one above it, when all others are in order."""
    steps = [
        (above, here)
        for above, here in pairwise(entries)
        if above[0] > here[0] and above[0] - here[0] < _HALF_DAY and here[1] in ("", above[1])
    ]
    if len(steps) != 1 or len(entries) < _FEWEST:
        return
    above, here = steps[0]
    yield contradiction(
        "date_conflict", _shown(here[0]), here[2], _shown(above[0]), above[2], case="out_of_order"
    )


def _shorter_than_told(document: Document, entries: list[tuple[int, str, Sentence]]) -> Iterator[Finding]:
    """What is said above the timeline of how long an outage was, when it was longer from the entry in which it goes
    down to the next one in which it comes back."""
    said = {one[2].index: _said_at(document, one[2]) for one in entries}
    down = next((n for n, one in enumerate(entries) if _DOWN.search(said[one[2].index])), None)
    if down is None:
        return
    up = next((one for one in entries[down + 1 :] if _UP.search(said[one[2].index])), None)
    first = entries[down][2]
    if up is None or up[1] != "":
        return
    begun = max(_clocks(first.plain), default=entries[down][0])
    lasted = up[0] - begun
    above = entries[0][2].index
    for sentence in document.sentences[max(0, above - _MOST_ABOVE) : above]:
        told = [one.amounts[0] for _, _, one in find_quantities(sentence.plain) if one.unit == "second"]
        most = float(max(told, default=0)) / 60
        if most and _OUTAGE.search(sentence.plain) and most * (1 + _SLACK) < lasted < _HALF_DAY:
            yield finding_about(
                "date_conflict", sentence, 0.75, case="shorter", minutes=lasted, start=_shown(begun),
                end=_shown(up[0]), line=first.line, other=few_words(said[first.index]),
            )  # fmt: skip
            return


def _said_at(document: Document, entry: Sentence) -> str:
    """What a timeline says at one of its entries."""
    if entry.kind != "heading":
        return entry.block.row or entry.block.plain
    below = document.sentences[entry.index : entry.index + _MOST_BELOW]
    return " ".join(one.plain for one in below if one.section is entry.section)


def _clocks(plain: str) -> list[int]:
    return [_minutes(match, "") for match in _TIME.finditer(plain)]


def _shown(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _wrong_length(sentence: Sentence) -> Iterator[Finding]:
    spans = list(_SPAN.finditer(sentence.plain))
    if len(spans) != 1 or not _LASTS.search(sentence.plain):
        return
    start, end = _minutes(spans[0], "a"), _minutes(spans[0], "b")
    length = (end - start) % (24 * 60)
    rest = sentence.plain[: spans[0].start()] + " " * len(spans[0].group()) + sentence.plain[spans[0].end() :]
    told = [
        (rest[a:b].strip(), one)
        for a, b, one in find_quantities(rest)
        if one.unit == "second" and not one.period
    ]
    if len(told) == 1 and length:
        minutes = float(told[0][1].amounts[0]) / 60
        if abs(minutes - length) > _SLACK * length:
            yield finding_about(
                "date_conflict", sentence, 0.8, case="span_length", span=spans[0].group(), told=told[0][0],
                minutes=length,
            )  # fmt: skip
