"""Whatever a foreign text says, the work for it grows as its length does.

Each pattern of the product and each function that reads a text is fed with texts made to be slow: its own worst ones
and those that hurt others. A new one is covered without being listed. What is compared are ratios of CPU times.
"""

import contextlib
import re

import pytest

from reviews.errors import ElmError
from tests.security import product
from tests.security.growth import MOST, growth_of
from tests.security.hostile import GENERIC, Unit, worst_of

SHARES = 4
KNOWN_SLOW: dict[str, str] = {}
"""Functions that take longer than in proportion for some text, each with what bounds it."""


def steeper_than_linear(call, units) -> list[tuple[Unit, float]]:
    return [(unit, ratio) for unit in units if (ratio := growth_of(call, unit)) > MOST]


def test_a_quadratic_pattern_would_be_found():
    careless = re.compile(r"[.!?…]+[\"')]?(?=\s)")
    assert steeper_than_linear(careless.search, [Unit("", ".")])
    assert not steeper_than_linear(re.compile(r"(?<![.!?…])[.!?…]++[\"')]?(?=\s)").search, [Unit("", ".")])


def test_what_a_pattern_is_slowest_at_is_read_off_the_pattern():
    assert Unit("Owner:", " ") in worst_of(re.compile(r"Owner:\s*\w"))
    assert Unit("", "1,") in worst_of(re.compile(r"(?:\d,)*x"))


def test_patterns_and_functions_are_found():
    assert len(product.patterns()) > 500
    assert len(product.parsers()) > 60
    assert "reviews.language.reading.document.read_document" in product.parsers()


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_no_pattern_takes_more_than_linear_time(share):
    steep = {
        found.where: worst
        for found in product.patterns()[share::SHARES]
        for call in found.calls()
        if (worst := steeper_than_linear(call, [*worst_of(found.pattern), *GENERIC]))
    }
    assert steep == {}


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_no_function_takes_more_than_linear_time(share):
    steep = {}
    for name, parse in list(product.parsers().items())[share::SHARES]:

        def read(text, parse=parse):
            with contextlib.suppress(ElmError, ValueError):
                parse(text)

        if name not in KNOWN_SLOW and (worst := steeper_than_linear(read, GENERIC)):
            steep[name] = worst
    assert steep == {}
