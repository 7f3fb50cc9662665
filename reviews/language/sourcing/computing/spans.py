"""How long it is from one day to another, and which day lies some days or weeks from one."""

import re
from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import islice, permutations

from reviews.language.sourcing.dates import Moment, find_moments
from reviews.language.sourcing.quantities import Quantity
from reviews.language.sourcing.relative_dates import END_OF, as_date
from reviews.language.wordlists import any_word

_MOST_DAYS = 12
_DAY = 86_400
_ODD_DAYS = 2
"""How many days "four weeks" may be off between two dates."""
_LONGEST = 4000
"""Days."""
_MONTH_END = re.compile(rf"{any_word(END_OF)}[ \n]$", re.IGNORECASE)
_LONGEST_BEFORE, _LEAP_YEAR = 30, 2024


def with_years(moments: Iterable[object]) -> list[object]:
    """What one sentence tells, its days without a year with the only year that it has ("from 18 January to 12 February
    2027")."""
    told = list(moments)
    years = {one.year for one in told if isinstance(one, Moment) and one.year}
    year = years.pop() if len(years) == 1 else 0
    return [
        replace(one, year=year) if isinstance(one, Moment) and one.month and not one.year else one
        for one in told
    ]


def derive_duration(target: Quantity, moments: Sequence[object], years: Sequence[object]) -> str:
    """How a duration lies between two of `moments`, days, months or times, or between two of `years`, or ""."""
    return (
        derive_span(target, days_of(moments))
        or derive_months(target, moments)
        or derive_years(target, years)
        or derive_hours(target, moments)
    )


def days_of(moments: Iterable[object]) -> list[date]:
    """The full dates among the meanings of facts, the first twelve."""
    told = (as_date(one) for one in moments if isinstance(one, Moment))
    return list(dict.fromkeys(islice((day for day in told if day), _MOST_DAYS)))


def derive_months(target: Quantity, moments: Iterable[object]) -> str:
    """How some months lie between two months that are told, "2027-09 − 2027-04", or ""."""
    told = ((one.year, one.month) for one in moments if isinstance(one, Moment) and one.year and one.month)
    for some, other in permutations(list(dict.fromkeys(told))[:_MOST_DAYS], 2):
        months = (other[0] - some[0]) * 12 + other[1] - some[1]
        if target.unit == "month" and target.amounts[0] == months > 0:
            return f"{other[0]}-{other[1]:02} − {some[0]}-{some[1]:02}"
    return ""


def derive_span(target: Quantity, days: Sequence[date]) -> str:
    """How a duration lies between two of `days`, "2026-04-25 − 2026-03-24", or ""."""
    for some, other in permutations(days, 2):
        apart = (other - some).days
        months = (other.year - some.year) * 12 + other.month - some.month
        exact = target.unit == "second" and target.amounts[0] in (apart * _DAY, (apart + 1) * _DAY)
        if apart > 0 and (
            exact
            or _is_about_weeks(target, apart)
            or (target.unit == "month" and target.amounts[0] == months > 0)
        ):
            return f"{other} − {some}"
    return ""


def _is_about_weeks(target: Quantity, days: int) -> bool:
    """Whether so many days, the first and the last counted or not, come to about so many whole weeks."""
    if target.unit != "second" or target.written_unit != "week":
        return False
    weeks = target.amounts[0] / _DAY / 7
    return (
        weeks >= 2
        and weeks % 1 == 0
        and any(abs(count - 7 * weeks) <= _ODD_DAYS for count in (days, days + 1))
    )


def derive_years(target: Quantity, moments: Iterable[object]) -> str:
    """How some years lie between two years that are told, "2026 − 2011", or ""."""
    years = list(dict.fromkeys(one.year for one in moments if isinstance(one, Moment) and one.year))
    for some, other in permutations(years[:_MOST_DAYS], 2):
        if target.unit == "month" and other > some and target.amounts[0] == Decimal(12 * (other - some)):
            return f"{other} − {some}"
    return ""


def derive_hours(target: Quantity, moments: Iterable[object]) -> str:
    """How a duration lies between two times of the day, "12:00 − 09:00", or overnight between one and the next that is
    told, or ""."""
    times = [one.written for one in moments if isinstance(one, Moment) and one.written[2:3] == ":"]
    few = list(dict.fromkeys(times))[:_MOST_DAYS]
    for some, other in permutations(few, 2):
        minutes = _minutes_of(other) - _minutes_of(some)
        minutes += _DAY // 60 if few.index(other) == few.index(some) + 1 and minutes < 0 else 0
        if minutes > 0 and target.unit == "second" and target.amounts[0] == 60 * minutes:
            return f"{other} − {some}"
    return ""


def _minutes_of(written: str) -> int:
    hour, minute = written.split(":")
    return int(hour) * 60 + int(minute)


def derive_day(target: Moment, days: Sequence[date], durations: Sequence[Quantity]) -> str:
    """How a full date lies one of `durations` from one of `days`, "2026-04-25 + 7 days", or ""; what begins is there
    one duration earlier than what is over."""
    wanted = as_date(target)
    for day in days if wanted else ():
        for told in durations:
            seconds = told.amounts[0] if told.unit == "second" else Decimal(0)
            if not seconds or seconds % _DAY or abs(seconds) > _LONGEST * _DAY:
                continue
            apart = int(seconds) // _DAY
            step = _step_of(told)
            for ahead in (apart, -apart, apart - step):
                if ahead and day + timedelta(ahead) == wanted:
                    return f"{day} {'+' if ahead > 0 else '−'} {abs(ahead)} d"
    return ""


def _step_of(told: Quantity) -> int:
    return 7 if told.written_unit == "week" else 1


def derive_month_end(target: Moment, plain: str) -> str:
    """The words by which a sentence tells the last day of the month that is told ("the end of May"), or ""."""
    last = monthrange(target.year or _LEAP_YEAR, target.month)[1] if target.month and target.day else 0
    if not last or target.day not in (last, last - (target.month == 2 and not target.year)):
        return ""
    for start, end, month in find_moments(plain):
        same = month.month == target.month and not month.day
        if (
            same
            and (not (month.year and target.year) or month.year == target.year)
            and (found := _MONTH_END.search(plain, max(0, start - _LONGEST_BEFORE), start))
        ):
            return " ".join(plain[found.start() : end].split())
    return ""


def weekday_in(target: Moment, days: Sequence[date]) -> str:
    """The one of `days` that is the day of the week that is told, as text, or ""."""
    return next((str(day) for day in days if target.weekday == day.isoweekday()), "")
