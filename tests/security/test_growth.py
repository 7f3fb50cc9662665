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

SHARES = 6
"""Each pattern is fed with its own worst texts; it and each function are fed with one of so many shares of the
generic ones, by its place: all are tried, and one run takes minutes and no hours."""
BOUNDED = frozenset(
    {
        # At most 4,000 characters are looked at from each place.
        "reviews.language.reading.sentences:_MARKUP",
        # Clauses of a few words only: see LONGEST_BARE.
        "reviews.language.wrap_intent:_POLITE",
    }
)
"""Patterns that take more than linear time for texts that they never get."""


def generic_share(number: int) -> tuple[Unit, ...]:
    return GENERIC[number % SHARES :: SHARES]


def steeper_than_linear(call, units) -> tuple[Unit, float] | None:
    """The first text for which the work grows faster than its length, with how fast."""
    return next(((unit, ratio) for unit in units if (ratio := growth_of(call, unit)) > MOST), None)


@pytest.mark.slow
def test_a_quadratic_pattern_would_be_found():
    assert steeper_than_linear(re.compile(r"1.*;").search, [Unit("", "1")])
    assert not steeper_than_linear(re.compile(r"(?<!\d)\d++;").search, [Unit("", "1")])


def test_what_a_pattern_is_slowest_at_is_read_off_the_pattern():
    assert Unit("Owner:", " ") in worst_of(re.compile(r"Owner:\s*\w"))
    assert Unit("", "1,") in worst_of(re.compile(r"(?:\d,)*x"))


@pytest.mark.slow
def test_patterns_and_functions_are_found():
    assert len(product.patterns()) > 500
    assert len(product.parsers()) > 60
    assert "reviews.language.reading.document.read_document" in product.parsers()
    assert {found.where for found in product.patterns()} >= BOUNDED


@pytest.mark.slow
def test_no_pattern_takes_more_than_linear_time():
    steep = {
        found.where: worst
        for number, found in enumerate(product.patterns())
        if found.where not in BOUNDED
        for call in found.calls()
        if (worst := steeper_than_linear(call, [*worst_of(found.pattern), *generic_share(number)]))
    }
    assert steep == {}


@pytest.mark.slow
def test_no_function_takes_more_than_linear_time():
    steep = {}
    for number, (name, parse) in enumerate(product.parsers().items()):

        def read(text, parse=parse):
            with contextlib.suppress(ElmError, ValueError, LookupError, ArithmeticError):
                parse(text)

        if worst := steeper_than_linear(read, generic_share(number)):
            steep[name] = worst
    assert steep == {}
