"""Figures that follow from one or two others: sums, differences, products, shares, per month and per year, rounding."""

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import permutations

from reviews.language.sourcing.quantities import CURRENCIES, Quantity

MOST_OPERANDS = 12
_LEAST_SPECIFIC, _LEAST_ABOUT = 100, 10
_ABOUT = Decimal("0.005")
"""How far, of the whole, "about" may be from what it rounds."""
_IN_A_YEAR = {"day": 365, "week": 52, "month": 12, "quarter": 4, "year": 1}
_IN_A_DAY = {"second": 86400, "minute": 1440, "hour": 24, "day": 1}


def derive_quantity(
    target: Quantity, operands: Sequence[Quantity], yearly: str = "", *, strict: bool = False
) -> str:
    """How `target` follows from one or two of `operands` (the first 12 count), such as "9,000 × 12", or "".

    `yearly`: the period that the sentence of a target without one speaks about ("year" of "a year's cost"). `strict`:
    the operands may be about something else, so that only what is no coincidence counts: figures of some size, and in
    the same unit."""
    few = list(dict.fromkeys(operands))[:MOST_OPERANDS]
    if strict and not is_specific(target):
        return ""
    for how, value, unit in [
        *_from_one(target, few, yearly),
        *_from_two(target, few),
        *_first_year(few, yearly),
    ]:
        fits = unit == target.unit if strict else unit_fits(target.unit, unit)
        if fits and _rounds_to(value, target, unit):
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


def unit_fits(claimed: str, source: str) -> bool:
    """Whether a figure in one unit can be told by one in another: the same, or either is bare."""
    return claimed == source or not claimed or not source


def show_amount(amount: Decimal) -> str:
    """A value as it is shown: "9,000", "12.5"."""
    plain = f"{amount:,f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _rounds_to(value: Decimal, target: Quantity, unit: str) -> bool:
    step = Decimal(1).scaleb(-min(target.places, 4))
    wanted = target.amounts if unit == target.unit else target.said
    if target.about and unit == target.unit and target.amounts[0] and target.said[0]:
        factor = target.amounts[0] / target.said[0]
        value, wanted = value / factor, target.said
    if target.about and value and abs(value - wanted[0]) <= _ABOUT * abs(value):
        step = max(step, Decimal(1).scaleb(int(wanted[0].normalize().as_tuple().exponent)))
        if (value / step).quantize(Decimal(1), ROUND_HALF_UP) * step == wanted[0]:
            return True
    step = Decimal(1).scaleb(-min(target.places, 4))
    likeliest = wanted[0].quantize(step, ROUND_HALF_UP)
    return value.quantize(step, ROUND_HALF_UP) == likeliest or value in wanted[1:]


def _from_one(
    target: Quantity, operands: Sequence[Quantity], yearly: str
) -> Iterator[tuple[str, Decimal, str]]:
    wanted = target.period or yearly
    for one in operands:
        amount = one.amounts[0]
        for table in (_IN_A_YEAR, _IN_A_DAY):
            if one.period in table and wanted in table and one.period != wanted:
                yield from _other_period(one, Decimal(table[one.period]), Decimal(table[wanted]))
        alike = one.unit == target.unit and one.period == target.period
        if target.about and amount and alike and amount not in target.amounts:
            yield from _rounded(one, target)


def _other_period(one: Quantity, mine: Decimal, wanted: Decimal) -> Iterator[tuple[str, Decimal, str]]:
    amount = one.amounts[0]
    if mine > wanted and mine % wanted == 0:
        yield f"{show_amount(amount)} × {mine / wanted:f}", amount * mine / wanted, one.unit
    elif wanted % mine == 0:
        yield f"{show_amount(amount)} ÷ {wanted / mine:f}", amount * mine / wanted, one.unit


def _rounded(one: Quantity, target: Quantity) -> Iterator[tuple[str, Decimal, str]]:
    digits = len(target.amounts[0].normalize().as_tuple().digits)
    step = Decimal(1).scaleb(one.amounts[0].adjusted() - digits + 1)
    value = (one.amounts[0] / step).quantize(Decimal(1), ROUND_HALF_UP) * step
    if abs(value - one.amounts[0]) * 10 <= abs(one.amounts[0]):
        yield f"{show_amount(one.amounts[0])}, rounded", value, one.unit


def _from_two(target: Quantity, operands: Sequence[Quantity]) -> Iterator[tuple[str, Decimal, str]]:
    for one, other in permutations(operands, 2):
        left, right = _comparable_values(one, other)
        shown, second = show_amount(left), show_amount(right)
        if target.period and target.period not in (one.period, other.period):
            continue
        if target.unit == "percent":
            yield from _shares(one, other, operands.index(one) < operands.index(other))
            continue
        if one.unit == "percent" and other.unit != "percent":
            yield f"{shown} % of {second}", left * right / 100, other.unit
            continue
        if unit_fits(one.unit, other.unit) and (
            not target.period or target.period in (one.period, other.period)
        ):
            unit = one.unit if one.unit == other.unit else _money_or_bare(one, other)
            yield f"{shown} + {second}", left + right, unit
            yield f"{shown} − {second}", left - right, unit
        if not (one.unit in CURRENCIES and other.unit in CURRENCIES):
            product = one.amounts[0] * other.amounts[0]
            yield f"{shown} × {second}", product, _product_unit(one, other)
        if right > 1 and left != right:
            yield f"{shown} ÷ {second}", left / right, one.unit if one.unit != other.unit else ""


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
    if not right or not unit_fits(one.unit, other.unit) or one.unit == "percent":
        return
    shown, second = show_amount(left), show_amount(right)
    yield f"{shown} ÷ {second}", left * 100 / right, "percent"
    if in_order and left:
        yield f"({shown} − {second}) ÷ {shown}", abs(left - right) * 100 / left, "percent"
