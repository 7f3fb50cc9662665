"""Dates that a text tells from the day it was written on: "by Friday", "in two weeks", "third Sunday in January"."""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from reviews.language.sourcing.dates import Moment, find_moments, month_number, ordinal_number, weekday_number
from reviews.language.sourcing.plain_text import fold_word
from reviews.language.sourcing.quantities import PERIODS, whole_number
from reviews.language.wordlists import any_word, read_words

_WORDS = read_words(__file__, "relative")
_DATES = read_words(__file__, "dates")
_DAYS = {word: int(days) for word, days in _WORDS.numbers("days").items()}
_NEXT, _THIS, _LAST, _AFTER_NEXT = (_WORDS.vocabulary(key) for key in ("next", "this", "last", "after_next"))
_ONE = _WORDS.vocabulary("one")
_ONE_LAST = _WORDS.words("last")[0]
_PAST = re.compile(any_word(_WORDS.words("happened")), re.IGNORECASE)
"""In front of a day that may be gone by; "agreed to start on Tuesday" has one too and is about a coming day."""
_LONGEST_BEFORE = 60


END_OF = _WORDS.words("end_of")
"""What stands before a month whose last day is meant."""


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _all_in(table: str) -> str:
    return _any_of(word for words in _DATES.sentences(table).values() for word in words)


_WHICH = _any_of(_NEXT | _THIS | _LAST | _AFTER_NEXT)
_OF = _any_of(_WORDS.words("of"))
_UNIT = _any_of(word for word, unit in PERIODS.items() if unit in ("day", "week", "month"))
_COUNT = r"(?P<count>\d{1,3}|[^\W\d_]{1,20}+)[ \n]+" rf"(?P<unit>{_UNIT})(?![^\W_])"
_FOLLOWS = {word: int(days) for word, days in _WORDS.numbers("follows").items()}
_WEEKS = {word: int(weeks) for word, weeks in _WORDS.numbers("weeks").items()}
_MONTH_TOLD = {word: int(months) for word, months in _WORDS.numbers("in_month").items()}
_DAY_OF_MONTH = rf"\d\d?(?:st|nd|rd|th|er|\.)?|{_all_in('ordinals')}"
_DAYS_OF_WEEK, _NEXT_WEEK = _all_in("weekdays"), _any_of(_WORDS.words("of_next_week"))
_ON, _AFTER = _any_of(_WORDS.words("on")), _any_of(_WORDS.words("after_that"))
_PATTERNS = tuple(
    re.compile(rf"(?<![^\W_]){pattern}(?![^\W_])", re.IGNORECASE)
    for pattern in (
        rf"(?P<day>{_any_of(_DAYS)})",
        rf"(?P<nth>{_all_in('ordinals')}|{_any_of(_LAST)})[ \n]+(?P<weekday>{_DAYS_OF_WEEK})[ \n]+"
        rf"(?:(?:{_OF})[ \n]+|d')?(?P<month>{_all_in('months')})",
        rf"(?:(?P<which>{_WHICH})[ \n]+)?(?P<weekday>{_DAYS_OF_WEEK})"
        r"(?:[ \n]+(?P<behind>prochain|dernier|en huit|after next))?",
        rf"(?:{_any_of(_WORDS.words('in'))})[ \n]+{_COUNT}",
        rf"{_COUNT}[ \n]+(?:{_any_of(_WORDS.words('from_now'))})",
        rf"{_COUNT}[ \n]+(?P<after>{_AFTER})",
        rf"{_COUNT}[ \n]+(?P<earlier>{_any_of(_WORDS.words('before_that'))})",
        rf"(?P<follows>{_any_of(_FOLLOWS)})",
        rf"(?P<week_told>{_any_of(_WEEKS)})",
        rf"(?P<weekday>{_DAYS_OF_WEEK})[ \n]+(?P<after>{_AFTER})",
        rf"(?P<weekday>{_DAYS_OF_WEEK}),?[ \n]+(?P<week>{_NEXT_WEEK})",
        rf"(?P<week>{_NEXT_WEEK})[ \n]+(?:on[ \n]+|am[ \n]+)?(?P<weekday>{_DAYS_OF_WEEK})",
        rf"(?:{_ON})[ \n]+(?P<date>{_DAY_OF_MONTH})[ \n]+(?P<in_month>{_any_of(_MONTH_TOLD)})",
        rf"(?:{_ON})[ \n]+(?P<date>\d\d?(?:st|nd|rd|th|er|\.))(?!\d|[ \n]*(?:of[ \n]+|de[ \n]+)?"
        rf"(?:\d|{_all_in('months')}|{_UNIT}))",
        rf"(?P<end>{_any_of(_WORDS.words('end_of'))})[ \n]+(?:(?:{_OF})[ \n]+)?(?:(?P<which>{_WHICH})[ \n]+)?"
        rf"(?P<what>{_all_in('months')}|month|monats|mois|year|jahres|année)",
        rf"(?P<close>{_any_of([*_WORDS.words('month_end'), *_WORDS.words('year_end')])})",
        r"(?P<month_next>(?:next|coming)[ \n]+month|(?:nächsten|nächster|kommenden)[ \n]+monat|mois[ \n]+prochain)",
    )
)


def find_told_dates(
    plain: str, said_on: date, before: date | None = None
) -> list[tuple[int, int, tuple[Moment, ...]]]:
    """The dates of an unmarked text that was written on `said_on`, as (start, end, what it can mean), in order.
    `before`: the last date that was spoken of before, from which "two weeks after that" counts."""
    found = sorted(
        (match for pattern in _PATTERNS for match in pattern.finditer(plain)),
        key=lambda match: (match.start(), -match.end()),
    )
    told: list[tuple[int, int, tuple[Moment, ...]]] = []
    for match in found:
        start = match.start()
        if told and start < told[-1][1]:
            continue
        moments = tuple(dict.fromkeys(_read(match, said_on, before)))
        if moments:
            told.append((start, match.end(), moments))
            before = as_date(moments[0]) or before
    return told


def last_date(plain: str, said_on: date, before: date | None) -> date | None:
    """The last date from `said_on` on that a text speaks of, `before` without one."""
    told = [(end, moments[0]) for _, end, moments in find_told_dates(plain, said_on, before)]
    written = [(end, with_year(moment, said_on)) for _, end, moment in find_moments(plain)]
    days = [(end, day) for end, moment in [*told, *written] if (day := as_date(moment)) and day >= said_on]
    return max(days)[1] if days else before


def as_date(moment: Moment) -> date | None:
    """The day that a moment names, if it names one."""
    if not (moment.year and moment.month and moment.day):
        return None
    return date(moment.year, moment.month, min(moment.day, monthrange(moment.year, moment.month)[1]))


def with_year(moment: Moment, said_on: date) -> Moment:
    """A day and a month with the year in which they come next after `said_on`."""
    if moment.year or not moment.month:
        return moment
    year = said_on.year + (moment.month < said_on.month)
    return Moment(year, moment.month, moment.day)


def _read(match: re.Match[str], said_on: date, before: date | None) -> Iterator[Moment]:
    said = {name: fold_word(value) for name, value in match.groupdict().items() if value}
    if "follows" in said:
        yield from [_on(before + timedelta(_FOLLOWS[said["follows"]]))] if before else []
    elif "week_told" in said:
        monday = said_on + timedelta(7 * _WEEKS[said["week_told"]] + 1 - said_on.isoweekday())
        yield from (_on(monday + timedelta(days)) for days in (0, 4, 6))
    elif "date" in said:
        yield from _in_month(said, said_on)
    elif "day" in said:
        yield _on(said_on + timedelta(_DAYS[said["day"]]))
    elif "nth" in said:
        yield from _nth_weekday(said, said_on)
    elif "week" in said:
        monday = said_on + timedelta(8 - said_on.isoweekday())
        yield _on(monday + timedelta(weekday_number(said["weekday"]) - 1))
    elif "weekday" in said:
        start = before if "after" in said else said_on
        yield from map(_on, _weekdays(said, start) if start else ())
        told_before = match.string[max(0, match.start() - _LONGEST_BEFORE) : match.start()]
        if start and not said.keys() & {"which", "behind", "after"} and _PAST.search(told_before):
            yield from map(_on, _weekdays({**said, "which": _ONE_LAST}, start))
    elif "count" in said:
        yield from _counted(said, before if said.keys() & {"after", "earlier"} else said_on)
    elif "end" in said or "close" in said:
        yield _end_of(said, said_on)
    elif "month_next" in said:
        year, month = _month_after(said_on, 1)
        yield Moment(year, month)


def _on(day: date) -> Moment:
    return Moment(day.year, day.month, day.day)


def _weekdays(said: dict[str, str], said_on: date) -> Iterator[date]:
    """The coming one; "next" may skip one that still lies in the same week."""
    number = weekday_number(said["weekday"])
    if said["weekday"].endswith("s") and number and not _names_one(said["weekday"]):
        return
    ahead = (number - said_on.isoweekday()) % 7 or 7
    if said.get("which") in _LAST or said.get("behind") == "dernier":
        yield said_on + timedelta(ahead - 7 if ahead < 7 else -7)
        return
    if said.get("which") in _AFTER_NEXT or said.get("behind") in ("en huit", "after next"):
        yield said_on + timedelta(ahead + 7)
        return
    yield said_on + timedelta(ahead)
    if (said.get("which") in _NEXT or "behind" in said) and number > said_on.isoweekday():
        yield said_on + timedelta(ahead + 7)


def _names_one(weekday: str) -> bool:
    """Whether a word that ends in "s" is no plural: "dienstags" and "Tuesdays" are every week's."""
    return weekday.removesuffix("s") not in {
        word for words in _DATES.sentences("weekdays").values() for word in words
    }


def _nth_weekday(said: dict[str, str], said_on: date) -> Iterator[Moment]:
    month, weekday = month_number(said["month"]), weekday_number(said["weekday"])
    year = said_on.year + (month < said_on.month)
    days = [
        day
        for day in range(1, monthrange(year, month)[1] + 1)
        if date(year, month, day).isoweekday() == weekday
    ]
    place = -1 if said["nth"] in _LAST else ordinal_number(said["nth"]) - 1
    if place < len(days):
        yield Moment(year, month, days[place])


def _counted(said: dict[str, str], start: date | None) -> Iterator[Moment]:
    count = 1 if said["count"] in _ONE else whole_number(said["count"])
    if start is None or count is None or count > 400:
        return
    unit = PERIODS[said["unit"]]
    count = -count if "earlier" in said else count
    if unit == "month":
        year, month = _month_after(start, count)
        yield Moment(year, month, min(start.day, monthrange(year, month)[1]))
    else:
        yield _on(start + timedelta(count * (7 if unit == "week" else 1)))


def _in_month(said: dict[str, str], said_on: date) -> Iterator[Moment]:
    """ "On the first of next month", "am 15.": the next such day."""
    digits = re.match(r"\d+", said["date"])
    day = int(digits[0]) if digits else ordinal_number(said["date"])
    ahead = _MONTH_TOLD[said["in_month"]] if "in_month" in said else int(day <= said_on.day)
    year, month = _month_after(said_on, ahead)
    if 1 <= day <= monthrange(year, month)[1]:
        yield Moment(year, month, day)


def _end_of(said: dict[str, str], said_on: date) -> Moment:
    what = said.get("what", "year" if said.get("close") in _WORDS.vocabulary("year_end") else "month")
    if what in ("year", "jahres", "année"):
        return Moment(said_on.year + (said.get("which") in _NEXT), 12, 31)
    year, month = _month_after(said_on, int(said.get("which") in _NEXT))
    if what not in ("month", "monats", "mois"):
        month = month_number(what)
        year = said_on.year + (month < said_on.month)
    return Moment(year, month, monthrange(year, month)[1])


def _month_after(day: date, count: int) -> tuple[int, int]:
    months = day.year * 12 + day.month - 1 + count
    return months // 12, months % 12 + 1
