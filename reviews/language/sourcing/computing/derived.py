"""Figures that follow from one or two others: sums, differences, products, shares, per month and per year, rounding."""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from itertools import permutations, product

from reviews.language.sourcing.bounds import bound_of
from reviews.language.sourcing.plain_text import fold_words
from reviews.language.sourcing.quantities import CURRENCIES, PERIOD_LENGTHS, PERIODS, Quantity, read_numeral

MOST_OPERANDS = 12
_MOST_ANCHORS = 6
_LEAST_SPECIFIC, _LEAST_ABOUT = 100, 10
_ABOUT = Decimal("0.01")
"""How far, of the whole, "about" may be from what it rounds."""
_MEASURED = frozenset(kept for _, kept in PERIOD_LENGTHS.values()) | {"byte", "metre", "kilogram"}
_ABOUT_A_THIRD, _ABOUT_A_QUARTER = Decimal(4), Decimal("2.5")
_WIDE = Context(prec=120, rounding=ROUND_HALF_UP)
"""A product of two disks' bytes has more digits than decimals usually keep."""
_MOST_DIGITS = 100
_MONTHS = "12"
_MOST_WRITTEN = 8
"""Figures of one calculation that a sentence writes out."""
_ADDED = re.compile(
    r"(?:[,(]|\s[–—-])\s*(?:that is |which is |so )?(?:[a-z]+ ){1,3}(?:an? |one )?[\w%.,]+(?: %)?\s*\)?[.!]?\s*$"
)
"""What a sentence adds at its end behind a mark: a few words and a figure."""
_BRACKET = re.compile(r"\(([^()]{3,120})\)")
_INNER = re.compile(r"([+−–-]) \(([^()]{3,80})\)")
_TURNED = str.maketrans("+−–-", "−+++")
_WRITTEN = re.compile(r"\d{1,3}(?: \d{3}){1,4}(?!\d)|\d{1,15}(?:[.,']\d{1,6}){0,4}|(?<=\s)[×x*÷/:+−–-](?=\s)")
_SIGNS = {"×": "×", "x": "×", "*": "×", "÷": "÷", "/": "÷", ":": "÷", "+": "+", "−": "−", "–": "−", "-": "−"}
_IN_A_YEAR = {"day": 365, "week": 52, "month": 12, "quarter": 4, "year": 1}
_IN_A_DAY = {"second": 86400, "minute": 1440, "hour": 24, "day": 1}


def derive_quantity(
    target: Quantity,
    operands: Sequence[Quantity],
    yearly: str = "",
    *,
    strict: bool = False,
    own: bool = False,
    anchors: Sequence[Quantity] = (),
) -> str:
    """How `target` follows from one or two of `operands` (the first 12 count), such as "9,000 × 12", or "".

    `yearly`: the period that the sentence of a target without one speaks about ("year" of "a year's cost"). `strict`:
    the operands may be about something else, so that only what is no coincidence counts: figures of some size or with
    a unit, and in the same unit. `own`: the operands are of the target's own sentence, which tells a unit once for all.
    `anchors`: one of the two operands has to be one of these."""
    few = list(dict.fromkeys(operands))[: MOST_OPERANDS * (1 + bool(anchors))]
    only_shares = strict and not is_specific(target) and not (target.unit and target.unit != "percent")
    if only_shares and target.as_word:
        return ""
    if anchors:
        return _derive_beside_anchor(target, few, anchors)
    from_one = [(*each, unit_fits(target.unit, each[2])) for each in _from_one(target, few, yearly)]
    is_told = unit_fits if own else _is_told_in
    from_two = [(*each, is_told(target.unit, each[2])) for each in _from_two(target, few, own=own)]
    first = [(*each, True) for each in _first_year(few, yearly)]
    for how, value, unit, fits in [*from_one, *from_two, *first]:
        fits = unit == target.unit if strict else fits
        if fits and ("%" in how or not only_shares) and _rounds_to(value, target, unit):
            return how
    return ""


def derive_bound(plain: str, start: int, target: Quantity, operands: Sequence[Quantity]) -> str:
    """How a share that a sentence only adds at its end as the least or the most ("46 of the 87, more than half") is one
    of the only two other figures in it: "46 ÷ 87 > 50 %"; or "". start: where the share begins."""
    added = _ADDED.search(plain)
    if target.unit != "percent" or len(operands) != 2 or not added or not added.start() < start < added.end():
        return ""
    bound = bound_of(plain, start)
    told, whole = sorted(one.said[0] for one in operands)
    units = {one.unit for one in operands}
    if not bound or not 0 < told < whole or len(units - {""}) > 1 or "percent" in units:
        return ""
    share = told * 100 / whole
    if (share > target.amounts[0]) if bound < 0 else (share < target.amounts[0]):
        sign = ">" if bound < 0 else "<"
        return f"{show_amount(told)} ÷ {show_amount(whole)} {sign} {show_amount(target.amounts[0])} %"
    return ""


def derive_written(plain: str, target: Quantity) -> str:
    """The calculation in brackets of a sentence that comes to `target`, such as "6 × 1,150 + 2,400", or "". Its figures
    are compared with the sources like all others of the sentence, but for the months of a year that it speaks of."""
    for bracket in list(_BRACKET.finditer(_INNER.sub(_opened, plain)))[:_MOST_ANCHORS]:
        said = [found[0] for found in _WRITTEN.finditer(bracket[1])]
        numbers, signs = said[::2], said[1::2]
        if not 2 <= len(numbers) <= _MOST_WRITTEN or not all(sign in _SIGNS for sign in signs):
            continue
        if any(sign not in "0123456789" for number in numbers for sign in number[:1]):
            continue
        if target.value == _MONTHS in numbers and any(
            PERIODS.get(word) == "year" for word in fold_words(plain)
        ):
            return "1 year = 12 months"
        for values in product(*(read_numeral(number)[0] for number in numbers)):
            if _rounds_to(_worked_out(values, signs), target, target.unit):
                return " ".join(said)
    return ""


def _opened(inner: re.Match[str]) -> str:
    """What stands in brackets behind a plus or a minus, without them."""
    sign, terms = inner[1], inner[2]
    return f"{sign} {terms if sign == '+' else terms.translate(_TURNED)}"


def _worked_out(values: Sequence[Decimal], signs: Sequence[str]) -> Decimal:
    """What a calculation without brackets comes to; dividing by nothing gives nothing."""
    terms = [values[0]]
    for sign, value in zip(signs, values[1:], strict=True):
        if _SIGNS[sign] == "×":
            terms[-1] *= value
        elif _SIGNS[sign] == "÷":
            terms[-1] = terms[-1] / value if value else Decimal(0)
        else:
            terms.append(value if _SIGNS[sign] == "+" else -value)
    return sum(terms, Decimal(0))


def _derive_beside_anchor(target: Quantity, operands: Sequence[Quantity], anchors: Sequence[Quantity]) -> str:
    """How a figure follows from one that its own sentence names and one of the lines around."""
    for anchor in list(dict.fromkeys(anchors))[:_MOST_ANCHORS]:
        for other in operands:
            for how, value, unit in _from_two(target, [anchor, other]) if other not in anchors else ():
                if _is_told_in(target.unit, unit) and _rounds_to(value, target, unit):
                    return how
    return ""


def is_specific(target: Quantity) -> bool:
    """Whether a figure is hardly met by accident."""
    size = abs(target.said[0]).normalize()
    if target.about and target.unit not in ("", "percent"):
        return size >= _LEAST_ABOUT
    return not target.as_word and size >= _LEAST_SPECIFIC and len(size.as_tuple().digits) > 1


def _first_year(operands: Sequence[Quantity], yearly: str) -> Iterator[tuple[str, Decimal, str]]:
    """What is paid once and what is paid twelve times, where a sentence speaks of a year."""
    money = [one for one in operands if one.unit in CURRENCIES] if yearly == "year" else []
    for once, monthly in permutations(money, 2):
        if once.unit == monthly.unit and not once.period and monthly.period in ("", "month"):
            left, right = once.amounts[0], monthly.amounts[0]
            yield f"{show_amount(left)} + 12 × {show_amount(right)}", left + 12 * right, once.unit
            yield f"{show_amount(left)} − 12 × {show_amount(right)}", abs(left - 12 * right), once.unit


def unit_fits(claimed: str, source: str) -> bool:
    """Whether a figure in one unit can be told by one in another: the same, or either is bare."""
    return claimed == source or not claimed or not source


def _is_told_in(claimed: str, worked_out: str) -> bool:
    """The same of what was worked out: money comes of money alone."""
    return unit_fits(claimed, worked_out) and (claimed not in CURRENCIES or worked_out == claimed)


def show_amount(amount: Decimal) -> str:
    """A value as it is shown: "9,000", "12.5"."""
    plain = f"{amount:,f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _rounds_to(value: Decimal, target: Quantity, unit: str) -> bool:
    step = Decimal(1).scaleb(-min(target.places, 4))
    if target.about and target.unit == unit == "percent":
        return abs(value - target.amounts[0]) <= _tolerance(target.amounts[0])
    wanted = target.amounts if unit == target.unit else target.said
    if target.about and unit == target.unit and target.amounts[0] and target.said[0]:
        factor = target.amounts[0] / target.said[0]
        value, wanted = value / factor, target.said
    if target.about and value and abs(value - wanted[0]) <= _ABOUT * abs(value):
        step = max(step, Decimal(1).scaleb(int(wanted[0].normalize().as_tuple().exponent)))
        if _to_step(value / step, Decimal(1)) * step == wanted[0]:
            return True
    step = Decimal(1).scaleb(-min(target.places, 4))
    return _to_step(value, step) == _to_step(wanted[0], step)


def _tolerance(percent: Decimal) -> Decimal:
    """Percentage points that "about" so many may be off: more for a third and for a quarter than for "about 26 %"."""
    if percent != int(percent):
        return _ABOUT_A_THIRD
    return _ABOUT_A_QUARTER if percent % 5 == 0 else Decimal(1)


def _to_step(value: Decimal, step: Decimal) -> Decimal:
    """The value rounded to a multiple of `step`, a power of ten; one of very many digits as it is."""
    return value.quantize(step, context=_WIDE) if abs(value.adjusted()) < _MOST_DIGITS else value


def _from_one(
    target: Quantity, operands: Sequence[Quantity], yearly: str
) -> Iterator[tuple[str, Decimal, str]]:
    wanted = target.period or yearly
    for one in operands:
        amount = one.amounts[0]
        for table in (_IN_A_YEAR, _IN_A_DAY):
            if one.period in table and wanted in table and one.period != wanted:
                yield from _other_period(one, Decimal(table[one.period]), Decimal(table[wanted]))
        yield from _weeks_as_months(one, target)
        alike = one.unit == target.unit and one.period == target.period
        if target.about and amount and alike and amount not in target.amounts:
            yield from _rounded(one, target)


def _weeks_as_months(one: Quantity, target: Quantity) -> Iterator[tuple[str, Decimal, str]]:
    """Six weeks are a month and a half, as people say it."""
    weeks = PERIOD_LENGTHS["week"][0]
    if (one.written_unit, target.unit) == ("week", "month"):
        yield f"{show_amount(one.said[0])} ÷ 4", one.amounts[0] / weeks / 4, "month"
    elif (one.unit, target.written_unit) == ("month", "week"):
        yield f"{show_amount(one.said[0])} × 4", one.amounts[0] * 4 * weeks, "second"


def _other_period(one: Quantity, mine: Decimal, wanted: Decimal) -> Iterator[tuple[str, Decimal, str]]:
    amount = one.amounts[0]
    if mine > wanted and mine % wanted == 0:
        yield f"{show_amount(amount)} × {mine / wanted:f}", amount * mine / wanted, one.unit
    elif wanted % mine == 0:
        yield f"{show_amount(amount)} ÷ {wanted / mine:f}", amount * mine / wanted, one.unit


def _rounded(one: Quantity, target: Quantity) -> Iterator[tuple[str, Decimal, str]]:
    digits = len(target.amounts[0].normalize().as_tuple().digits)
    step = Decimal(1).scaleb(one.amounts[0].adjusted() - digits + 1)
    value = _to_step(one.amounts[0] / step, Decimal(1)) * step
    if abs(value - one.amounts[0]) * 10 <= abs(one.amounts[0]):
        yield f"{show_amount(one.amounts[0])}, rounded", value, one.unit


def _from_two(
    target: Quantity, operands: Sequence[Quantity], *, own: bool = False
) -> Iterator[tuple[str, Decimal, str]]:
    for one, other in permutations(operands, 2):
        left, right = _comparable_values(one, other)
        shown, second = _show_both(one, other)
        if target.period and target.period not in (one.period, other.period):
            continue
        if target.unit == "percent":
            yield from _shares(one, other, operands.index(one) < operands.index(other))
            if one.unit == other.unit == "percent":
                yield f"{shown} − {second}", left - right, "percent"
            continue
        if one.unit == "percent" and other.unit != "percent":
            share = one.amounts[0] * other.amounts[0] / 100
            yield f"{shown} % of {second}", share, other.unit
            yield f"{second} − {shown} %", other.amounts[0] - share, other.unit
            continue
        yield from _at_a_rate(one, other)
        if target.unit in _MEASURED and not one.unit and not other.unit:
            continue
        if (
            (own or _can_be_added(one, other))
            and unit_fits(one.unit, other.unit)
            and (not target.period or target.period in (one.period, other.period))
        ):
            unit = one.unit if one.unit == other.unit else _money_or_bare(one, other)
            yield f"{shown} + {second}", left + right, unit
            yield f"{shown} − {second}", left - right, unit
        if not (one.unit in CURRENCIES and other.unit in CURRENCIES):
            factors = one.amounts[0], other.amounts[0]
            how = " × ".join(map(show_amount, factors))
            yield how, factors[0] * factors[1], _product_unit(one, other)
            if one.unit in CURRENCIES and other.unit in _MEASURED:
                yield f"{shown} × {show_amount(other.said[0])}", one.amounts[0] * other.said[0], one.unit
            # So many days at so many a day are a count; days times another figure are none.
            if not (target.unit or other.unit) and one.unit and (other.period or one.unit not in _MEASURED):
                yield f"{shown} × {second}", one.said[0] * other.said[0], ""
        if right > 1 and left != right:
            quotient = left / right if one.unit == other.unit else one.amounts[0] / other.amounts[0]
            yield f"{shown} ÷ {second}", quotient, one.unit if one.unit != other.unit else ""


def _can_be_added(one: Quantity, other: Quantity) -> bool:
    """Whether two figures are of one kind; one may leave its unit out ("from 45 to 30 minutes"), unless it is money."""
    is_money = not CURRENCIES.isdisjoint((one.unit, other.unit))
    return one.unit == other.unit if is_money else unit_fits(one.unit, other.unit)


def _at_a_rate(one: Quantity, other: Quantity) -> Iterator[tuple[str, Decimal, str]]:
    """How long so many take at so many a week, and how many there are after some weeks."""
    if not other.period or other.period not in PERIOD_LENGTHS or one.period or not other.amounts[0]:
        return
    length, unit = PERIOD_LENGTHS[other.period]
    shown, second = show_amount(one.said[0]), show_amount(other.amounts[0])
    if one.unit == other.unit and one.amounts[0] != other.amounts[0]:
        yield f"{shown} ÷ {second}", one.amounts[0] / other.amounts[0] * length, unit
    elif one.unit == unit:
        times = one.amounts[0] / length
        shown = show_amount(times) if times == int(times) else shown
        yield f"{shown} × {second}", times * other.amounts[0], other.unit


def _show_both(one: Quantity, other: Quantity) -> tuple[str, str]:
    """Two figures as they are written, or as they are kept where their units differ."""
    if one.written_unit == other.written_unit:
        return show_amount(one.said[0]), show_amount(other.said[0])
    left, right = _comparable_values(one, other)
    return show_amount(left), show_amount(right)


def _comparable_values(one: Quantity, other: Quantity) -> tuple[Decimal, Decimal]:
    """The values of two figures; as they are written where one leaves its unit out ("from 45 to 30 minutes")."""
    if one.unit == other.unit:
        return one.amounts[0], other.amounts[0]
    return one.said[0], other.said[0]


def _money_or_bare(one: Quantity, other: Quantity) -> str:
    return next((each.unit for each in (one, other) if each.unit in CURRENCIES), "")


def _product_unit(one: Quantity, other: Quantity) -> str:
    return _money_or_bare(one, other) or (one.unit if one.unit == other.unit else one.unit or other.unit)


def _shares(one: Quantity, other: Quantity, in_order: bool) -> Iterator[tuple[str, Decimal, str]]:
    """One as a share of the other and, `in_order` of their places, the change from one to the other."""
    left, right = _comparable_values(one, other)
    is_time = not _MEASURED.isdisjoint((one.unit, other.unit))
    fits = one.period == other.period and (
        one.unit == other.unit if is_time else unit_fits(one.unit, other.unit)
    )
    if not right or not fits or one.unit == "percent":
        return
    shown, second = show_amount(left), show_amount(right)
    yield f"{shown} ÷ {second}", left * 100 / right, "percent"
    if in_order and left:
        yield f"({shown} − {second}) ÷ {shown}", abs(left - right) * 100 / left, "percent"
