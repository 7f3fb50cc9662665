"""Dates, months, quarters, days of the week, times of the day and relative dates, as written in several languages."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from reviews.language.prose import quick_test
from reviews.language.sourcing.plain_text import fold_word
from reviews.language.wordlists import read_words

_DATES = read_words(__file__, "dates")


def _by_word(table: str) -> dict[str, int]:
    lists = _DATES.sentences(table).values()
    return {word: number for number, words in enumerate(lists, start=1) for word in words}


_MONTHS, _WEEKDAYS, _NTH = _by_word("months"), _by_word("weekdays"), _by_word("ordinals")
_RELATIVE = {word: name for name, words in _DATES.sentences("relative").items() for word in words}
_AMBIGUOUS = frozenset({"march", "mars", "sept"})
_QUARTERS = 4
_VERBS = frozenset({"may", "march"})
_HOURS = {word: int(hour) for word, hour in _DATES.numbers("hours").items()}
_NOON = {word: int(hour) for word, hour in _DATES.numbers("noon").items()}
_BEFORE_MONTH = _DATES.vocabulary("from_and_to")
_BEFORE_SMALL = _DATES.vocabulary("before_small")
_BEFORE_DAY = _DATES.vocabulary("before_day")


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_MONTH = rf"(?P<month>{_any_of(_MONTHS)})(?![^\W_])\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?![\d])"
_FLAGS = re.IGNORECASE
_PATTERNS = [
    re.compile(pattern, _FLAGS)
    for pattern in (
        r"(?<![\w.-])(?P<year>(?:19|20)\d\d)[-/](?P<m>\d\d?)[-/](?P<day>\d\d?)(?:T[\d:.-]{4,15}+Z?)?(?![\w-])",
        r"(?<![\w.,/-])(?P<a>\d\d?)(?P<mark>[./-])[ ]?(?P<b>\d\d?)(?P=mark)[ ]?(?P<year>(?:19|20)\d\d)(?![\w])",
        r"(?<![\w.,/-])(?P<day>\d\d?)\.[ ]?(?P<m>\d\d?)\.(?![\d])",
        rf"(?<![\w.,])(?P<day>\d\d?)(?:st|nd|rd|th|er|\.)?[ \n]++(?:of[ ]|de[ ])?{_MONTH}"
        rf"(?:,?[ \n]++(?:de[ ])?{_YEAR})?",
        rf"(?<![\w.,/-])(?P<day>\d\d?)(?=(?:st|nd|rd|th|\.)?[ ]?(?:to|until|till|and|bis|und|au|et|–|-)[ ]?"
        rf"\d\d?(?:st|nd|rd|th|\.)?[ \n]++(?:of[ ]|de[ ])?{_MONTH}(?:,?[ \n]++{_YEAR})?)",
        rf"(?<![^\W_])(?P<nth>{_any_of(_NTH)})[ \n]++(?:of[ ]|de[ ])?{_MONTH}(?:,?[ \n]++{_YEAR})?",
        rf"(?<![^\W_]){_MONTH}[ \n]++(?:the[ ])?(?P<day>\d\d?)(?:st|nd|rd|th)?(?![\w.:%]|,\d{{3}}(?!\d))"
        rf"(?:,?[ \n]++{_YEAR})?",
        rf"(?<![^\W_]){_MONTH},?[ \n]++(?:of[ ]|de[ ])?{_YEAR}",
        rf"(?<![^\W_]){_YEAR}-(?P<m>\d\d)(?![\d-])",
        rf"(?<![\w.])Q(?P<quarter>[1-4])(?:[ /-]{{0,2}}{_YEAR})?(?![^\W_])",
        rf"(?<![\w.])(?P<quarter>[1-4])\. ?(?:quartal|trimestre|trimester)(?:[ ]+{_YEAR})?",
        rf"(?<![^\W_])(?P<nth>{_any_of(_NTH)})[ \n]++(?:quarter|quartals?|trimestre)"
        rf"(?:[ \n]++(?:of[ ]|de[ ])?{_YEAR})?",
        r"(?<![^\W_])(?:KW|CW|calendar week|kalenderwoche)[ ]?(?P<week>\d\d?)(?!\d)",
        r"(?<![\w.,:])(?P<hour>\d\d?):(?P<minute>[0-5]\d)(?::\d\d)?(?!:?\d)"
        r"(?:[ ]?(?P<half>[ap])\.?m(?![^\W_])\.?|[ ]?(?:uhr|h)(?![^\W_]))?",
        r"(?<![\w.,:])(?P<hour>\d\d?)[ ]?(?:(?P<half>[ap])\.?m(?![^\W_])\.?|uhr(?![^\W_])|o'clock)",
        rf"(?<![^\W_])(?:{_any_of(_DATES.words('clock_before'))})[ ](?P<hour>\d\d?)[ ]?"
        r"(?:h(?:eures?)?(?:[ ]?(?P<minute>[0-5]\d))?)(?![\w])",
        rf"(?<![^\W_])(?P<spoken>{_any_of(_HOURS)})[ ](?:uhr|o'clock)(?![^\W_])",
        rf"(?<![^\W_])(?P<noon>{_any_of(_NOON)})(?![^\W_])",
        r"(?<![\w.,:])(?P<hour>\d\d?)(?:[ ]?-[ ]?|[ ](?:bis|to|until|till|and|und|et|à)[ ])(?=\d\d?(?::\d\d)?[ ]?"
        r"(?:uhr|[ap]\.?m|o'clock)(?![^\W_]))",
        rf"(?<![^\W_])(?P<relative>{_any_of(_RELATIVE)})(?![^\W_])",
        rf"(?<![^\W_])(?P<weekday>{_any_of(_WEEKDAYS)})(?![^\W_])",
        rf"(?<![^\W_])(?P<alone>{_any_of(_MONTHS)})(?![^\W_])",
        rf"(?<![\w.,:/+-]){_YEAR}(?![\w%/]|:\d|[.,]\d)",
    )
]
_HINT = re.compile(
    rf"\d|(?<![^\W_])(?:{_any_of([*_MONTHS, *_WEEKDAYS, *_RELATIVE, *_NTH, *_HOURS, *_NOON])})(?![^\W_])",
    _FLAGS,
)
_may_tell_one = quick_test(_HINT.pattern)
_CURRENCIES = _any_of(
    word for words in read_words(__file__, "units").sentences("currencies").values() for word in words
)
_MONEY_BEFORE = re.compile(rf"(?<![^\W_])(?:{_CURRENCIES})[ \n]{{0,4}}$", _FLAGS)
_MONEY_AFTER = re.compile(rf"[ \n]{{0,4}}(?:{_CURRENCIES})(?![^\W_])", _FLAGS)
_WORD_BEFORE = re.compile(r"([^\W\d_]{1,14}+)[ \n]{1,2}$")


@dataclass(frozen=True)
class Moment:
    """A date as far as it is said; 0 stands for what is not said. `written` is a relative date or a time of day."""

    year: int = 0
    month: int = 0
    day: int = 0
    quarter: int = 0
    week: int = 0
    weekday: int = 0
    written: str = ""
    swapped: bool = False
    """Whether day and month may have changed places ("03/04/2027")."""

    @property
    def value(self) -> str:
        """The normalised form: "2027-03-01", "--03", "Q3 2027", "weekday 2", "next week", "20:00"."""
        if self.written:
            return self.written
        if self.weekday:
            return f"weekday {self.weekday}"
        if self.week:
            return f"week {self.week}"
        if self.quarter:
            return f"Q{self.quarter} {self.year or ''}".strip()
        parts = [f"{self.year:04}" if self.year else "-"]
        parts += [f"{self.month:02}"] if self.month else []
        return "-".join([*parts, f"{self.day:02}"] if self.day else parts)


def find_moments(plain: str) -> list[tuple[int, int, Moment]]:
    """The dates of an unmarked text in order, as (start, end, what is said)."""
    found: list[tuple[int, int, int, Moment]] = []
    if not _may_tell_one(plain):
        return []
    for rank, pattern in enumerate(_PATTERNS):
        for match in pattern.finditer(plain):
            moment = _read_moment(plain, match)
            if moment:
                found.append((match.start(), rank, match.end(), moment))
    taken: list[tuple[int, int, Moment]] = []
    for start, _, end, moment in sorted(found, key=lambda one: (one[0], -one[2], one[1])):
        if not taken or start >= taken[-1][1]:
            taken.append((start, end, moment))
    return taken


def month_number(word: str) -> int:
    """Which month a folded word names, 1 to 12."""
    return _MONTHS[word]


def weekday_number(word: str) -> int:
    """Which day of the week a folded word names, 1 (Monday) to 7."""
    return _WEEKDAYS[word]


def ordinal_number(word: str) -> int:
    """Which place a folded ordinal names, from 1; 0 for a word that is none."""
    return _NTH.get(word, 0)


def _read_moment(plain: str, match: re.Match[str]) -> Moment | None:
    said = {name: value for name, value in match.groupdict().items() if value}
    year = int(said.get("year", 0))
    if [*said] == ["year"] and _is_money(plain, match):
        return None
    if "a" in said:
        return _numeric(int(said["a"]), int(said["b"]), year)
    if "relative" in said:
        return Moment(written=_RELATIVE[fold_word(said["relative"])])
    if "weekday" in said:
        return Moment(weekday=_WEEKDAYS[fold_word(said["weekday"])])
    if "week" in said:
        return Moment(week=int(said["week"]))
    if "hour" in said:
        return _time(said)
    if "spoken" in said or "noon" in said:
        hour = _HOURS[fold_word(said["spoken"])] if "spoken" in said else _NOON[fold_word(said["noon"])]
        return Moment(written=f"{hour:02}:00")
    if "quarter" in said or ("nth" in said and "month" not in said):
        number = int(said["quarter"]) if "quarter" in said else _NTH[fold_word(said["nth"])]
        return Moment(year=year, quarter=number) if number <= _QUARTERS else None
    if match[0].endswith(".") and "m" in said and _ends_with_figure(plain, match):
        return None
    if "alone" in said:
        return _month_alone(plain, match, said["alone"])
    month = _MONTHS[fold_word(said["month"])] if "month" in said else int(said.get("m", 0))
    day = _NTH[fold_word(said["nth"])] if "nth" in said else int(said.get("day", 0))
    if _is_verb(said, year) or ("day" in said and not 1 <= day <= 31):
        return None
    return Moment(year, month, day) if month <= 12 and (month or year) else None


def _ends_with_figure(plain: str, match: re.Match[str]) -> bool:
    """Whether what could be a day and a month is a figure at the end of a sentence: "makes up 2.4."."""
    before = _WORD_BEFORE.search(plain, max(0, match.start() - 16), match.start())
    led = before is not None and fold_word(before[1]) in _BEFORE_DAY
    after = plain[match.end() :].lstrip("\"”')")
    return not led and (not after.strip() or (after[0].isspace() and after.strip()[0].isupper()))


def _is_verb(said: Mapping[str, str], year: int) -> bool:
    """Whether a month is another word: "Phase 2 may boot it"."""
    word = said.get("month", "")
    return not year and word in _VERBS and "nth" not in said


def _is_money(plain: str, match: re.Match[str]) -> bool:
    """Whether a currency stands beside what could be a year: "EUR 1900"."""
    before = plain[max(0, match.start() - 16) : match.start()]
    return bool(_MONEY_BEFORE.search(before) or _MONEY_AFTER.match(plain, match.end()))


def _numeric(first: int, second: int, year: int) -> Moment | None:
    """Day and month in the order of most countries; of two that fit both ways it is remembered."""
    if not (1 <= first <= 31 and 1 <= second <= 31) or min(first, second) > 12:
        return None
    if second > 12:
        return Moment(year, first, second)
    return Moment(year, second, first, swapped=first <= 12 and first != second)


def _time(said: dict[str, str]) -> Moment | None:
    hour, minute = int(said["hour"]), int(said.get("minute", 0))
    half = said.get("half", "").casefold()
    hour = hour % 12 + 12 * (half == "p") if half else hour
    return Moment(written=f"{hour:02}:{minute:02}") if hour <= 24 else None


def _month_alone(plain: str, match: re.Match[str], word: str) -> Moment | None:
    """A month without day and year: written large, or small behind a word that leads to it, and not "May" or "March" as
    another word."""
    before = _WORD_BEFORE.search(plain, max(0, match.start() - 16), match.start())
    lead = fold_word(before[1]) if before else ""
    is_doubtful = len(word) < 4 or fold_word(word) in _AMBIGUOUS
    if word[0].islower():
        is_led = lead in _BEFORE_SMALL or plain[max(0, match.start() - 1) : match.start()] in ("'", "’")
        is_told = is_led and (len(word) > 3 or word in _VERBS)
    else:
        is_told = not is_doubtful or lead in _BEFORE_MONTH or fold_word(word) == "mai"
    if not is_told:
        return None
    return Moment(month=_MONTHS[fold_word(word)])


def covers_moment(source: Moment, claim: Moment, today: date | None, years: Collection[int] = ()) -> bool:
    """Whether a date of a source says at least what a claim says; without a year in the source, the year of
    `today` or the next one will do, or one of `years` beside it that the sources name themselves."""
    if claim.written or claim.weekday or claim.week:
        return source.value == claim.value
    if claim.quarter or source.quarter:
        return (
            claim.quarter == source.quarter
            and not claim.month
            and _same_year(source, claim.year, today, years)
        )
    return any(
        (not claimed_day or claimed_day == day)
        and (not claimed_month or claimed_month == month)
        and _same_year(source, claim.year, today, years)
        for month, day in _readings(source)
        for claimed_month, claimed_day in _readings(claim)
    )


def _readings(moment: Moment) -> list[tuple[int, int]]:
    straight = (moment.month, moment.day)
    return [straight, straight[::-1]] if moment.swapped else [straight]


def _same_year(source: Moment, claim: int, today: date | None, years: Collection[int]) -> bool:
    if not claim or source.year == claim:
        return True
    if source.year:
        return False
    if claim in years and (today is None or abs(claim - today.year) <= 1):
        return True
    if today is None:
        return False
    is_over = source.quarter < (today.month + 2) // 3 if source.quarter else source.month < today.month
    return claim == today.year or (is_over and claim == today.year + 1)


def quarter_of(moment: Moment) -> int:
    """The quarter that a date's month lies in, 0 without one."""
    return (moment.month + 2) // 3
