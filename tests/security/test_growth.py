"""Whatever a foreign text says, the work for it grows as its length does.

Each pattern of the product and each function that reads a text is fed with texts made to be slow: its own worst ones
and those that hurt others. A new one is covered without being listed. What is compared are ratios of CPU times.
"""

import contextlib
import re

import pytest

from reviews.errors import ElmError
from tests.security import product
from tests.security.growth import Call, steeper_than_linear
from tests.security.hostile import GENERIC, LINES, Unit, worst_of
from tests.security.pairs import PAIRS, WORST, call_with_both, same

SHARES = 2
"""Each pattern is fed with its own worst texts; it and each function are fed with one of so many shares of the
generic ones, by its place: all are tried, and one run takes minutes and no hours."""
AT_LENGTH = {"pattern": 0.0, "function": 0.2, "pair": 0.4}
"""Seconds of computing for which texts are measured at length whatever they seem: no step of a pattern costs next to
nothing."""
LOOK_OF_PATTERNS = (500, 2_000)
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
    """One share of the generic texts. Which of them come first differs from number to number, lines before words:
    what is done for each line is done over and over."""
    share = GENERIC[number % SHARES :: SHARES]
    lines = [unit for unit in share if unit.body in LINES]
    rest = [unit for unit in share if unit.body not in LINES]
    turned = [*lines[number % len(lines) :], *lines[: number % len(lines)]]
    return (*turned, *rest[number % len(rest) :], *rest[: number % len(rest)])


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
def test_a_quadratic_pattern_would_be_found():
    assert steeper_than_linear(re.compile(r"1.*;").search, [Unit("", "1")], 0)
    assert not steeper_than_linear(re.compile(r"(?<!\d)\d++;").search, [Unit("", "1")], 0)


@pytest.mark.slow
def test_a_function_that_copies_the_rest_of_a_text_would_be_found():
    assert steeper_than_linear(rest_of_each_line, [Unit("", "a\n")], AT_LENGTH["function"])


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
        if (
            worst := steeper_than_linear(
                call, texts_for(found.pattern, number), AT_LENGTH["pattern"], LOOK_OF_PATTERNS
            )
        )
    }
    assert steep == {}


@pytest.mark.slow
def test_no_function_takes_more_than_linear_time():
    steep = {}
    for number, (name, parse) in enumerate(product.parsers().items()):
        worst = steeper_than_linear(refusing(parse), generic_share(number), AT_LENGTH["function"])
        if worst:
            steep[name] = worst
    assert steep == {}


@pytest.mark.slow
def test_no_function_of_two_texts_takes_more_than_linear_time():
    steep = {}
    for number, (name, function) in enumerate(PAIRS.items()):
        texts = [*WORST, *map(same, generic_share(number))]
        worst = steeper_than_linear(refusing(call_with_both(function)), texts, AT_LENGTH["pair"])
        if worst:
            steep[name] = worst[0].name, worst[1]
    assert steep == {}
