"""Whatever a foreign text says, the work of a pattern grows as its length does.

Each pattern of the product is fed with texts made to be slow: its own worst ones and those that hurt others. A new one
is covered without being listed. What is compared are ratios of CPU times.
"""

import re

import pytest

from tests.security import product
from tests.security.growth import steeper_than_linear
from tests.security.hostile import Unit, generic_share, worst_of

LOOK = (500, 2_000)
"""Characters of the first look: no step of a pattern costs next to nothing, so a short text tells."""
BOUNDED = frozenset(
    {
        # At most 4,000 characters are looked at from each place.
        "reviews.language.reading.sentences:_MARKUP",
        # Clauses of a few words only: see LONGEST_BARE.
        "reviews.language.wrap_intent:_POLITE",
        # Clauses of at most 160 characters.
        "reviews.kinds.interview.settling.turned_away:_KINDS",
    }
)
"""Patterns that take more than linear time for texts that they never get."""


@pytest.mark.slow
def test_a_quadratic_pattern_would_be_found():
    assert steeper_than_linear(re.compile(r"1.*;").search, [Unit("", "1")], 0)
    assert not steeper_than_linear(re.compile(r"(?<!\d)\d++;").search, [Unit("", "1")], 0)


def test_what_a_pattern_is_slowest_at_is_read_off_the_pattern():
    assert Unit("Owner:", " ") in worst_of(re.compile(r"Owner:\s*\w"))
    assert Unit("", "1,") in worst_of(re.compile(r"(?:\d,)*x"))


@pytest.mark.slow
def test_patterns_and_functions_are_found():
    assert len(product.patterns()) > 500
    assert len(product.parsers()) > 60
    assert "reviews.language.reading.document.read_document" in product.parsers()
    assert {found.where for found in product.patterns()} >= BOUNDED


def texts_for(pattern: re.Pattern[str], number: int) -> tuple[Unit, ...]:
    """What the pattern itself is slowest at, then a share of the generic texts."""
    return (*worst_of(pattern), *generic_share(number))


@pytest.mark.slow
def test_no_pattern_takes_more_than_linear_time():
    steep = {
        found.where: worst
        for number, found in enumerate(product.patterns())
        if found.where not in BOUNDED
        for call in found.calls()
        if (worst := steeper_than_linear(call, texts_for(found.pattern, number), 0, LOOK))
    }
    assert steep == {}
