"""Figures, amounts, percentages and durations as they are written, and what they come to.

Values are kept in one unit per kind: durations in seconds or months, sizes in bytes, shares in percent. Where a mark
can separate thousands or decimals ("9.000"), both meanings are kept, the likelier first.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from reviews.language.sourcing.plain_text import find_words, fold_word
from reviews.language.wordlists import read_words

_NUMBERS = read_words(__file__, "numbers")
_UNITS = read_words(__file__, "units")


def _decimals(table: str) -> dict[str, Decimal]:
    return {word: Decimal(str(value)).normalize() for word, value in _NUMBERS.numbers(table).items()}


NUMBER_WORDS, _MAGNITUDES = _decimals("words"), _decimals("magnitudes")
_WORDS, _SHARES, _HALVES = NUMBER_WORDS | _decimals("times"), _decimals("shares"), _decimals("halves")
_EVERY, _PARTS = _decimals("every"), _decimals("parts")
_KEPT_IN = _UNITS.texts("kept_in")
_FACTORS = {name: Decimal(str(value)) for name, value in _UNITS.numbers("factors").items()}
CURRENCIES = frozenset(_UNITS.sentences("currencies"))
_HEDGES = _UNITS.vocabulary("hedges")
PERIODS = {
    fold_word(word): name
    for name, words in _UNITS.sentences("measures").items()
    if name in ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
    for word in words
    if len(word) > 1
} | {"an": "year"}


PERIOD_LENGTHS = {name: (_FACTORS[name], _KEPT_IN[name]) for name in frozenset(PERIODS.values())}
"""How long each period is, and in which unit that is told."""


def _unit_names() -> dict[str, str]:
    found = {
        fold_word(word): code for code, words in _UNITS.sentences("currencies").items() for word in words
    }
    found |= dict.fromkeys(_UNITS.sentences("percent")["percent"], "percent")
    return found | {
        fold_word(word): name for name, words in _UNITS.sentences("measures").items() for word in words
    }


_UNIT_NAMES = _unit_names()
_WORDS_OF_UNITS = {
    unit: frozenset(word for word, name in _UNIT_NAMES.items() if name == unit)
    for unit in frozenset(_UNIT_NAMES.values())
}
ADVERBS = {word: name for name, words in _UNITS.sentences("adverbs").items() for word in words}
_NUMERAL = re.compile(
    r"(?<![\w.,])(?:\d{1,3}(?:[ ']\d{3})++(?![\d])(?:[.,]\d{1,6}+)?|\d{1,18}+(?:[.,]\d{1,6}+){0,8}+)"
)
_AFTER = re.compile(r"[ \n-]{0,5}(%|[€$£¥₹]|°C?|[^\W\d_]{1,20}+(?!\d))")
_BEFORE = re.compile(
    r"(?:(?<![^\W_])(EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|INR)|(US\$|[€$£¥₹]))[ \n]{0,5}$"
)
_PER_WORD = "|".join(sorted((re.escape(word) for word in _UNITS.words("per")), key=len, reverse=True))
_PERIOD = re.compile(
    rf"[ \n]{{0,2}}(?:[^\W\d_]{{2,30}}+[ \n]{{1,2}}){{0,2}}?(?:(?:{_PER_WORD})[ \n]{{0,2}})([^\W\d_]{{2,20}}+)",
    re.IGNORECASE,
)
_ADVERB = re.compile(r"[ \n]{0,2}([^\W\d_]{4,20}+|p\.a\.)")
_HALF_PHRASE = re.compile(
    rf"(?<![^\W_])({'|'.join(sorted(map(re.escape, _HALVES), key=len, reverse=True))})[ \n-]{{0,2}}([^\W\d_]{{1,20}}+)",
    re.IGNORECASE,
)
_COUNT = r"(?<![\w.,])(\d{1,3}|[^\W\d_]{1,14}+)"
_AND_A_HALF = re.compile(rf"{_COUNT}[ \n-](?:and[ \n-]a[ \n-]half|et[ \n]demie?)(?![^\W_])", re.IGNORECASE)
_UNIT_AND_A_HALF = re.compile(
    rf"{_COUNT}[ \n]([^\W\d_]{{3,10}}+)[ \n](?:and[ \n]a[ \n]half|et[ \n]demie?)(?![^\W_])", re.IGNORECASE
)
_AND_HALF_IN_ONE = re.compile(r"(?<![^\W_])([^\W\d_]{3,12}?)einhalb(?![^\W_])", re.IGNORECASE)
_FRACTION = re.compile(r"(?<![\w/.,-])([1-9])/([2-9]|10)(?:rds?|ths?)?(?![\w/-]|\.\d)")
_ONE_PART = re.compile(
    rf"(?<![^\W_])(?:an?|one|another|ein(?:em|es|en)?|une?)[ \n]({'|'.join(map(re.escape, _PARTS))})(?![^\W_])"
    rf"(?![ \n]of[ \n]an?[ \n](?:hour|year|day))",
    re.IGNORECASE,
)
_HOURS_AND_MINUTES = re.compile(r"(?<![\w.,:])(\d{1,2})[ ]?h[ ]?([0-5]\d)(?![\w.,])")
_ONE = ("a", "an", "one", "eine", "ein", "une", "un")
_HEDGE = re.compile(r"([~≈]|[^\W\d_]{2,14}+)[ \n]{0,2}(?:(?:des?|of|an?)[ \n])?$")
_ONE_IN = re.compile(
    r"(?<![^\W_])(?:one|une?)[ \n](?:[^\W\d_]{1,20}[ \n]){0,3}?(?:in|out of|sur)[ \n]"
    r"(\d{1,3}|[^\W\d_]{2,12})(?![^\W_])",
    re.IGNORECASE,
)
_EVERY_NTH = re.compile(
    rf"(?<![^\W_])(?:every|jede[rns]?)[ \n]({'|'.join(map(re.escape, _EVERY))})(?![^\W_])", re.IGNORECASE
)
_PART_OF_WORD = re.compile(r"-[^\W\d_]|[ \n]of[ \n](?:it|that|this)(?![^\W_])", re.IGNORECASE)
_NO_SHARE_BEFORE = re.compile(r"(?i)\b(no|neither|the|this|that|their|its|each|either|other|one)[ \n]$")
_MOST_IN = 100
_PERCENT_SAID = ("per cent", "pour cent", "por ciento", "per cento")
_SMALL = 12


@dataclass(frozen=True)
class Quantity:
    """What a figure comes to.

    `amounts`: the values it can mean, the likeliest first, in `unit` ("" for a bare number, "percent", "EUR",
    "second", …). `said`: the same in the unit that is written, `written_unit` ("day"). `period`: "month" of
    "9,000 a month", else "". `places`: decimals as written, for rounding.
    `as_word`: a small number in words without a unit ("three approvers"), which may also be a manner of speaking.
    """

    amounts: tuple[Decimal, ...]
    said: tuple[Decimal, ...]
    unit: str = ""
    written_unit: str = ""
    period: str = ""
    places: int = 0
    as_word: bool = False
    about: bool = False
    """Whether it says itself that it is not exact ("about 100")."""

    @property
    def value(self) -> str:
        """The normalised form: "9000 EUR/month"."""
        amount = f"{self.amounts[0].normalize():f}"
        return amount + (f" {self.unit}" if self.unit else "") + (f"/{self.period}" if self.period else "")

    @property
    def kind(self) -> str:
        """ "percentage", "amount" (of money) or "figure"."""
        if self.unit == "percent":
            return "percentage"
        return "amount" if self.unit in CURRENCIES else "figure"


@dataclass(frozen=True)
class _Numeral:
    start: int
    end: int
    amounts: tuple[Decimal, ...]
    places: int
    in_words: bool
    unit: str = ""


def read_numeral(written: str) -> tuple[tuple[Decimal, ...], int]:
    """What digits with separators can mean, the likeliest first, and how many decimals that one has."""
    digits = written.replace(" ", "").replace("'", "")
    marks = [char for char in digits if char in ".,"]
    if not marks:
        return (Decimal(digits),), 0
    whole, last = digits.rsplit(marks[-1], 1)
    grouped = len(last) == 3 and 0 < len(re.split("[.,]", whole)[0]) <= 3 and not whole.startswith("0")
    everything = Decimal(re.sub("[.,]", "", digits))
    if len(set(marks)) == 1 and len(marks) > 1:
        return (everything,), 0
    with_fraction = Decimal(f"{re.sub('[.,]', '', whole)}.{last}")
    if grouped and len(marks) == 1 and "'" not in written and " " not in written:
        return (everything, with_fraction), 0
    return (with_fraction,), len(last)


def whole_number(word: str) -> int | None:
    """What a folded word or some digits count, None when it is no whole number, or one that nobody counts to."""
    value = Decimal(word) if word.isdecimal() else _word_value(word, after_number=False)
    return int(value) if value is not None and value.adjusted() < 60 and value == int(value) else None


def find_quantities(plain: str) -> list[tuple[int, int, Quantity]]:
    """The figures of an unmarked text in order, as (start, end, what they come to); dates are expected to be gone."""
    numerals = sorted(
        [
            *_digit_numerals(plain),
            *_word_numerals(plain),
            *_half_numerals(plain),
            *_with_a_half(plain),
            *_one_in_many(plain),
            *_fractions(plain),
        ],
        key=lambda numeral: (numeral.start, -numeral.end),
    )
    found, last = [], 0
    for numeral in numerals:
        if numeral.start >= last:
            start, end, quantity = _with_unit(plain, numeral)
            found.append((start, end, quantity))
            last = end
    return found


def _digit_numerals(plain: str) -> list[_Numeral]:
    found = []
    for match in _NUMERAL.finditer(plain):
        amounts, places = read_numeral(match[0].rstrip(".,"))
        found.append(_Numeral(match.start(), match.end(), amounts, places, False))
    return found


def _half_numerals(plain: str) -> list[_Numeral]:
    """ "half a year", "one and a half hours": only in front of a unit of time."""
    found = []
    for match in _HALF_PHRASE.finditer(plain):
        value = _HALVES[" ".join(match[1].casefold().split())]
        if fold_word(match[2]) in PERIODS:
            found.append(_Numeral(match.start(), match.end(1), (value,), 1, True))
    return found


def _with_a_half(plain: str) -> list[_Numeral]:
    """ "Six and a half hours", "an hour and a half", "sechseinhalb Stunden", "3 h 30"."""
    found = []
    for match in (*_AND_A_HALF.finditer(plain), *_AND_HALF_IN_ONE.finditer(plain)):
        if (count := whole_number(fold_word(match[1]))) is not None:
            found.append(_Numeral(*match.span(), (count + Decimal("0.5"),), 1, True))
    for match in _UNIT_AND_A_HALF.finditer(plain):
        count = 1 if fold_word(match[1]) in _ONE else whole_number(fold_word(match[1]))
        if count is not None and (unit := _UNIT_NAMES.get(fold_word(match[2]), "")) in _FACTORS:
            found.append(_Numeral(*match.span(), (count + Decimal("0.5"),), 1, True, unit))
    return found + [
        _Numeral(*match.span(), (Decimal(match[1]) + Decimal(match[2]) / 60,), 2, True, "hour")
        for match in _HOURS_AND_MINUTES.finditer(plain)
    ]


def _fractions(plain: str) -> list[_Numeral]:
    """ "2/3", "a tenth of that", "ein Viertel": a share."""
    found = []
    for match in _FRACTION.finditer(plain):
        share = Decimal(match[1]) / Decimal(match[2])
        if share < 1:
            found.append(_Numeral(*match.span(), (_as_share(share * 100),), 0, True, "percent"))
    return found + [
        _Numeral(*match.span(), (_PARTS[fold_word(match[1])],), 0, True, "percent")
        for match in _ONE_PART.finditer(plain)
    ]


def _as_share(percent: Decimal) -> Decimal:
    return percent.quantize(Decimal("0.01")).normalize()


def _one_in_many(plain: str) -> list[_Numeral]:
    """ "One server in three", "jeder dritte": a share."""
    found = []
    for match in _ONE_IN.finditer(plain):
        count = whole_number(fold_word(match[1]))
        if count and 1 < count <= _MOST_IN:
            found.append(
                _Numeral(match.start(), match.end(), (_as_share(Decimal(100) / count),), 0, True, "percent")
            )
    for match in _EVERY_NTH.finditer(plain):
        share = _as_share(Decimal(100) / _EVERY[fold_word(match[1])])
        found.append(_Numeral(match.start(), match.end(), (share,), 0, True, "percent"))
    return found


def _word_numerals(plain: str) -> list[_Numeral]:
    """Numbers in words, several in a row as one: "one hundred and twenty", "twenty-five", "fünfundzwanzig"."""
    found: list[_Numeral] = []
    run: list[tuple[int, int, Decimal, bool]] = []
    for match in re.finditer(r"[^\W\d_]+", plain):
        word = fold_word(match[0][:40])
        if run and word in ("and", "und") and run[-1][3]:
            continue
        value = _word_value(word, bool(run) or _is_magnitude_after_one(plain, match.start()))
        if run and (value is None or match.start() - run[-1][1] > 6):
            found.append(_join_words(run))
            run = []
        if value is not None:
            run.append((match.start(), match.end(), value, word in _MAGNITUDES))
        elif word in _SHARES and not _is_no_share(plain, match):
            found.append(_share_in_words(match, word, found))
    return [*found, _join_words(run)] if run else found


def _is_magnitude_after_one(plain: str, start: int) -> bool:
    return plain[max(0, start - 5) : start].casefold().split()[-1:] in (["one"], ["a"], ["eine"], ["ein"])


def _word_value(word: str, after_number: bool) -> Decimal | None:
    if word in _WORDS:
        return _WORDS[word]
    if word in _MAGNITUDES and (after_number or word in ("hundert", "tausend", "einhundert", "eintausend")):
        return _MAGNITUDES[word]
    return _german_value(word) if len(word) > 7 else None


def _german_value(word: str) -> Decimal | None:
    """A German compound: "fünfundzwanzig", "zwölftausend", "dreihundertfünfzig"."""
    for part in ("tausend", "hundert"):
        head, mark, tail = word.partition(part)
        if mark:
            times = Decimal(1) if head in ("", "ein") else _WORDS.get(head) or _german_value(head)
            rest = Decimal(0) if not tail else _WORDS.get(tail) or _german_value(tail)
            return None if times is None or rest is None else times * _MAGNITUDES[part] + rest
    ones, mark, tens = word.partition("und")
    one = Decimal(1) if ones == "ein" else _WORDS.get(ones)
    return one + _WORDS[tens] if mark and one is not None and tens in _WORDS else None


def _join_words(run: list[tuple[int, int, Decimal, bool]]) -> _Numeral:
    total = part = Decimal(0)
    for _, _, value, is_magnitude in run:
        if is_magnitude and value >= 1000:
            total, part = total + (part or 1) * value, Decimal(0)
        elif is_magnitude:
            part = (part or 1) * value
        else:
            part += value
    return _Numeral(run[0][0], run[-1][1], (total + part,), 0, True)


def _is_no_share(plain: str, match: re.Match[str]) -> bool:
    """Whether "half" or "third" tells no share: "a half-done job", "half of it", "no half", "the third try"."""
    before, after = plain[max(0, match.start() - 12) : match.start()], plain[match.end() : match.end() + 24]
    found = _NO_SHARE_BEFORE.search(before)
    word = found[1].casefold() if found else ""
    if _PART_OF_WORD.match(after) or word in ("no", "neither"):
        return True
    return word not in ("", "one" if match[0].casefold() != "half" else "") and not after.startswith(" of ")


def _share_in_words(match: re.Match[str], word: str, before: list[_Numeral]) -> _Numeral:
    start, times = match.start(), Decimal(1)
    if before and 0 < start - before[-1].end <= 2 and before[-1].in_words:
        start, times = before[-1].start, before.pop().amounts[0]
    return _Numeral(start, match.end(), (_as_share(_SHARES[word] * times),), 0, True, "percent")


def _with_unit(plain: str, numeral: _Numeral) -> tuple[int, int, Quantity]:
    """The figure with the currency in front and the magnitude, unit and period behind it."""
    start, end, unit, times = numeral.start, numeral.end, numeral.unit, Decimal(1)
    if before := _BEFORE.search(plain, max(0, start - 9), start):
        start, unit = before.start(), _UNIT_NAMES[fold_word(before[1] or before[2])]
    after = _AFTER.match(plain, end)
    magnitude = _magnitude(after[1], bool(unit)) if after else None
    if after and magnitude:
        times, end = (
            magnitude,
            after.end() + (plain[after.end() : after.end() + 1] == "." and len(after[1]) < 4),
        )
        after = _AFTER.match(plain, end)
    if not unit and after and (named := _unit_after(plain, after)):
        unit, end = named, after.end()
    for phrase in _PERCENT_SAID:
        if not unit and plain[end + 1 : end + 1 + len(phrase)].casefold() == phrase:
            unit, end = "percent", end + 1 + len(phrase)
    bare = numeral.in_words and not unit and times == 1
    said = tuple(amount * times for amount in numeral.amounts)
    end, period = _period_after(plain, end)
    hedge = _HEDGE.search(plain, max(0, start - 17), start)
    quantity = Quantity(
        tuple(amount * _FACTORS.get(unit, Decimal(1)) for amount in said),
        said,
        _KEPT_IN.get(unit, unit),
        unit,
        period,
        numeral.places,
        bare and numeral.amounts[0] <= _SMALL,
        bool(hedge and fold_word(hedge[1]) in _HEDGES),
    )
    return start, end, quantity


def _magnitude(word: str, money: bool) -> Decimal | None:
    if word in ("M", "m") and money:
        return Decimal(1_000_000)
    return _MAGNITUDES.get(fold_word(word))


def _unit_after(plain: str, after: re.Match[str]) -> str:
    word = after[1]
    if len(word) == 1 and word.isalpha() and plain[after.end() : after.end() + 1].isalnum():
        return ""
    return _UNIT_NAMES.get(fold_word(word), "")


def _period_after(plain: str, end: int) -> tuple[int, str]:
    if found := _PERIOD.match(plain, end):
        name = PERIODS.get(fold_word(found[1]), "")
        if name:
            return found.end(), name
    adverb = _ADVERB.match(plain, end)
    name = ADVERBS.get(fold_word(adverb[1]), "") if adverb else ""
    return (adverb.end(), name) if adverb and name else (end, "")


def unit_words(unit: str) -> frozenset[str]:
    """How a unit is written, in every language."""
    return _WORDS_OF_UNITS.get(unit, frozenset())


def number_words(plain: str) -> frozenset[str]:
    """The folded words of `plain` that are numbers, units or magnitudes, and so are no content."""
    known = (_WORDS, _MAGNITUDES, _SHARES, _PARTS, _UNIT_NAMES, ADVERBS)
    words = {fold_word(found[0]) for found in find_words(plain)}
    return frozenset(word for word in words if any(word in table for table in known))
