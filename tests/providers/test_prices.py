"""What calls cost, and that no call costs more than was reserved for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.kinds.interview.results import QuestionResult
from reviews.providers.base import Material, Usage
from reviews.providers.claude import ClaudeProvider
from reviews.providers.prices import DEAREST, PRICES, call_cost, price_of, worst_cost
from reviews.providers.request import most_tokens
from reviews.states import Tier
from tests.providers.conftest import MODELS, prompt

MILLION = 1_000_000


@pytest.mark.parametrize(
    ("model", "usage", "dollars"),
    [
        ("claude-opus-5-5", Usage(MILLION, MILLION), 24.0),
        ("claude-opus-5-5", Usage(MILLION, 0, cached=MILLION), 0.2),
        ("claude-opus-5-5", Usage(MILLION, 0, cache_written=MILLION), 5.0),
        ("claude-sonnet-5-5", Usage(MILLION, MILLION), 12.0),
        ("claude-haiku-5-5", Usage(100_000, 10_000), 0.015),
        ("claude-haiku-5-5", Usage(200_000, 10_000), 0.125),
        ("claude-opus-4-1", Usage(MILLION, MILLION), 90.0),
    ],
)
def test_published_prices_are_charged(model, usage, dollars):
    assert call_cost(model, usage) == pytest.approx(dollars)


def test_dated_and_new_ids_fall_back_to_their_family_and_strangers_to_the_dearest():
    assert price_of("claude-sonnet-5-5-20261001") == PRICES["claude-sonnet-5-5"]
    assert price_of("claude-sonnet-9") == PRICES["claude-sonnet"]
    assert price_of("llama") == DEAREST


@given(
    st.sampled_from(sorted(PRICES)),
    st.integers(0, MILLION),
    st.integers(0, 9999),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_worst_case_is_never_below_what_a_call_costs(model, tokens_in, tokens_out, read, written):
    cached = int(tokens_in * read)
    usage = Usage(tokens_in, tokens_out, cached, int((tokens_in - cached) * written))
    assert call_cost(model, usage) <= worst_cost(model, tokens_in, tokens_out) + 1e-9


def test_estimate_needs_no_network_and_counts_the_second_call():
    provider = ClaudeProvider("", None, MODELS)
    one = provider.estimate(prompt(materials=(Material("notes.md", "word " * 1000),), max_tokens=1000))
    two = provider.estimate(
        prompt(materials=(Material("notes.md", "word " * 1000),), max_tokens=1000, result=QuestionResult)
    )
    assert one.output_tokens == 1000 + 4096
    assert two.output_tokens == 2 * one.output_tokens
    assert two.cost_usd > 2 * one.cost_usd
    assert one.input_tokens > 2000


@pytest.mark.parametrize(
    ("model", "room"),
    [
        ("claude-opus-5-5", 4096),
        ("claude-haiku-5", 4096),
        ("claude-opus-12", 4096),
        ("claude-haiku-4-5", 0),
        ("smollm2", 0),
    ],
)
def test_only_models_that_think_get_room_to_think(model, room):
    assert most_tokens(prompt(max_tokens=100), model)[1] == 100 + room


def test_persona_with_its_own_model_is_priced_by_it():
    provider = ClaudeProvider("", None, MODELS)
    assert provider.model_for(prompt(tier=Tier.EXECUTION)) == "claude-sonnet-5-5"
    assert provider.model_for(prompt(model="claude-haiku-5-5")) == "claude-haiku-5-5"
    assert provider.estimate(prompt(model="claude-haiku-5-5")).cost_usd < provider.estimate(prompt()).cost_usd
