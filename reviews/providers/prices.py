"""What Claude models cost, and from which length on they keep a prompt: as published in November 2026."""

from dataclasses import dataclass

from reviews.providers.base import Usage

MILLION = 1_000_000
CACHE_WRITE = 1.25


@dataclass(frozen=True)
class Price:
    """US dollars per million tokens; `cache_read` is a share of the input price.

    A prompt of more than `long_from` tokens costs `long_factor` times as much, output included. A beginning of less
    than `cache_from` tokens is not kept in the cache.
    """

    input: float
    output: float
    cache_read: float = 0.1
    long_from: int | None = None
    long_factor: float = 1.0
    cache_from: int = 1024


# The longest prefix counts, so that an id with a date and a new model of a family are found. A family's name
# alone has the family's highest price: an estimate may be too high, never too low.
PRICES: dict[str, Price] = {
    "claude-opus-5-5": Price(4, 20, 0.05, cache_from=512),
    "claude-opus-5": Price(5, 25, cache_from=512),
    "claude-opus-4-5": Price(5, 25, cache_from=4096),
    "claude-opus-4-6": Price(5, 25, cache_from=4096),
    "claude-opus-4-7": Price(5, 25, cache_from=2048),
    "claude-opus-4-8": Price(5, 25),
    "claude-opus": Price(15, 75),
    "claude-sonnet-5-5": Price(2, 10, 0.05),
    "claude-sonnet-5": Price(2, 10),
    "claude-sonnet": Price(3, 15),
    "claude-haiku-5-5": Price(0.10, 0.50, long_from=100_000, long_factor=5, cache_from=4096),
    "claude-haiku": Price(1, 5, cache_from=4096),
    "claude-fable": Price(10, 50, cache_from=512),
    "claude-mythos": Price(10, 50, cache_from=512),
}
DEAREST = max(PRICES.values(), key=lambda price: price.output)


def price_of(model: str) -> Price:
    """The price of the longest known prefix of `model`; for an unknown name, the highest of all."""
    known = [prefix for prefix in PRICES if model.startswith(prefix)]
    return PRICES[max(known, key=len)] if known else DEAREST


def call_cost(model: str, usage: Usage) -> float:
    """What `usage` of `model` costs in US dollars, cache discounts and surcharges counted."""
    price = price_of(model)
    plain = usage.input - usage.cached - usage.cache_written
    weighed = plain + usage.cached * price.cache_read + usage.cache_written * CACHE_WRITE
    return _cost_in_dollars(price, weighed, usage.output, prompt=usage.input)


def worst_cost(model: str, input_tokens: int, output_tokens: int) -> float:
    """The most that one call of this size can cost in US dollars: all its input written to the cache."""
    return _cost_in_dollars(price_of(model), input_tokens * CACHE_WRITE, output_tokens, prompt=input_tokens)


def _cost_in_dollars(price: Price, weighed_input: float, output: int, prompt: int) -> float:
    is_long = price.long_from is not None and prompt > price.long_from
    factor = price.long_factor if is_long else 1.0
    return factor * (weighed_input * price.input + output * price.output) / MILLION
