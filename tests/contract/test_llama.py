"""ClaudeProvider against a real model server: shapes, figures and clean ends, never wording."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from reviews.errors import ProviderError
from reviews.kinds.interview.results import QuestionResult
from reviews.providers.base import Delta, Material
from reviews.providers.claude import ClaudeProvider, Timeout
from reviews.states import Tier
from tests.providers.conftest import hear, prompt

pytestmark = pytest.mark.contract
MODELS = {Tier.STRATEGIC: "smollm2", Tier.EXECUTION: "smollm2"}


@pytest_asyncio.fixture
async def llama(llama_server: str) -> AsyncIterator[ClaudeProvider]:
    provider = ClaudeProvider("any", llama_server, MODELS, timeout=Timeout(stall=120))
    yield provider
    await provider.aclose()


async def test_text_streams_and_is_counted(llama):
    pieces, done = await hear(llama, prompt(request="Name three colours.", max_tokens=40))
    assert "".join(pieces) == done.text != ""
    assert len(pieces) > 1
    assert done.usage.input > 10
    assert 1 < done.usage.output <= 40
    assert done.stop_reason in ("end_turn", "max_tokens")
    assert done.model


async def test_token_limit_is_kept_and_told(llama):
    _, done = await hear(llama, prompt(request="Tell me a long story about a ship.", max_tokens=5))
    assert (done.stop_reason, done.usage.output) == ("max_tokens", 5)


async def test_fenced_material_and_system_text_are_counted_as_input(llama):
    _, bare = await hear(llama, prompt(max_tokens=3))
    notes = Material("notes.md", "The gateway retries each payment three times.\n" * 20, cache=True)
    _, fenced = await hear(llama, prompt(materials=(notes,), max_tokens=3))
    assert fenced.usage.input > bare.usage.input + 100


async def test_second_call_reads_the_prompt_from_the_cache(llama):
    notes = Material("notes.md", "Retries double each time.\n" * 30, cache=True)
    asked = prompt(materials=(notes,), max_tokens=3)
    _, first = await hear(llama, asked)
    _, second = await hear(llama, asked)
    assert second.usage.input == first.usage.input
    assert 0 <= second.usage.cached <= second.usage.input


async def test_wish_for_a_result_ends_cleanly_with_or_without_one(llama):
    _, done = await hear(llama, prompt(request="What is unclear?", result=QuestionResult, max_tokens=40))
    assert done.data is None or isinstance(done.data, QuestionResult)
    assert done.usage.output > 0


async def test_hanging_up_frees_the_model_for_the_next_call(llama):
    answer = llama.stream(prompt(request="Count to one thousand.", max_tokens=2000))
    assert isinstance(await anext(answer), Delta)
    await answer.aclose()
    async with asyncio.timeout(60):
        _, done = await hear(llama, prompt(request="Say hello.", max_tokens=5))
    assert done.usage.output <= 5


async def test_four_calls_at_once_keep_apart(llama):
    calls = [hear(llama, prompt(request=f"Say the number {n}.", max_tokens=8)) for n in range(4)]
    for pieces, done in await asyncio.gather(*calls):
        assert "".join(pieces) == done.text


async def test_wrong_path_is_an_error_with_a_sentence(llama_server):
    provider = ClaudeProvider("any", f"{llama_server}/nothing", MODELS, max_retries=0)
    with pytest.raises(ProviderError) as caught:
        await hear(provider, prompt())
    await provider.aclose()
    assert caught.value.permanent
    assert "File Not Found" in str(caught.value)


async def test_prompt_beyond_the_window_says_what_to_shorten(llama):
    notes = Material("notes.md", "The gateway retries each payment three times.\n" * 1500)
    with pytest.raises(ProviderError) as caught:
        await hear(llama, prompt(materials=(notes,), max_tokens=5))
    assert (caught.value.kind, caught.value.permanent) == ("context", True)
