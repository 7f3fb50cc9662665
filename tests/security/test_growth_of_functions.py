"""Whatever a foreign text says, the work of a function for it grows as its length does, and that of a function for two
texts as both do.

Functions of one text are found; those of two are listed in `pairs.py`, with the pairs that they are slowest at. What is
compared are ratios of CPU times.
"""

import contextlib

import pytest

from reviews.errors import ElmError
from tests.security import product
from tests.security.growth import Call, steeper_than_linear
from tests.security.hostile import Unit, generic_share
from tests.security.pairs import PAIRS, WORST, call_with_both, same

AT_LENGTH, PAIRS_AT_LENGTH = 0.15, 0.4
"""Seconds of computing for which texts are measured at length whatever they seem, for each function: all texts of most
functions, the first few of those that read sentence by sentence."""


def refusing(call: Call) -> Call:
    """The same, when it may refuse a text."""

    def read(text: str) -> None:
        with contextlib.suppress(ElmError, ValueError, LookupError, ArithmeticError):
            call(text)

    return read


def rest_of_each_line(text: str) -> int:
    """Copies all that follows, for each line: at 4,000 characters that costs next to nothing."""
    place, found = text.find("\n"), 0
    while place >= 0:
        rest = text[place + 1 :]
        found += len(rest)
        place = text.find("\n", place + 1)
    return found


@pytest.mark.slow
def test_a_function_that_copies_the_rest_of_a_text_would_be_found():
    looks = (steeper_than_linear(rest_of_each_line, [Unit("", "a\n")], AT_LENGTH) for _ in range(3))
    assert any(looks)  # a first call for a short text that a busy machine makes slow may hide it once


@pytest.mark.slow
def test_no_function_takes_more_than_linear_time():
    steep = {}
    for number, (name, parse) in enumerate(product.parsers().items()):
        worst = steeper_than_linear(refusing(parse), generic_share(number), AT_LENGTH)
        if worst:
            steep[name] = worst
    assert steep == {}


@pytest.mark.slow
def test_no_function_of_two_texts_takes_more_than_linear_time():
    steep = {}
    for number, (name, function) in enumerate(PAIRS.items()):
        texts = [*WORST, *map(same, generic_share(number))]
        worst = steeper_than_linear(refusing(call_with_both(function)), texts, PAIRS_AT_LENGTH)
        if worst:
            steep[name] = worst[0].name, worst[1]
    assert steep == {}
