"""CPU time per delta of the provider's hot path, beside the SDK's own two ways, in the same run.

    python tests/bench/provider.py [STREAMS] [TOKENS]

The scripted server runs in a process of its own, so that only the client's time is counted.
"""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import anthropic  # noqa: E402

from reviews.kinds.interview.results import QuestionResult  # noqa: E402
from reviews.providers.base import Delta, Prompt  # noqa: E402
from reviews.providers.claude import ClaudeProvider  # noqa: E402
from reviews.states import Tier  # noqa: E402

MODEL = "claude-opus-5-5"
ASKED: dict[str, Any] = {
    "model": MODEL,
    "max_tokens": 4096,
    "messages": [{"role": "user", "content": "Talk."}],
}
ROUNDS = 3


async def with_helper(client: anthropic.AsyncAnthropic, _: ClaudeProvider) -> int:
    """The SDK's accumulating helper."""
    count = 0
    async with client.messages.stream(**ASKED) as stream:
        async for _text in stream.text_stream:
            count += 1
    return count


async def with_raw_events(client: anthropic.AsyncAnthropic, _: ClaudeProvider) -> int:
    """The SDK's raw events, nothing accumulated."""
    count = 0
    async with await client.messages.create(**ASKED, stream=True) as events:
        async for event in events:
            count += event.type == "content_block_delta"
    return count


async def with_provider(_: anthropic.AsyncAnthropic, provider: ClaudeProvider) -> int:
    """Ours, plain text."""
    return await _deltas(provider, None)


async def with_provider_and_result(_: anthropic.AsyncAnthropic, provider: ClaudeProvider) -> int:
    """Ours, with the message read out of an envelope."""
    return await _deltas(provider, QuestionResult)


WAYS: dict[str, Callable[..., Awaitable[int]]] = {
    "SDK stream helper": with_helper,
    "SDK raw events": with_raw_events,
    "ELM, plain text": with_provider,
    "ELM, with a result": with_provider_and_result,
}


async def _deltas(provider: ClaudeProvider, result: type[QuestionResult] | None) -> int:
    asked = Prompt("interview.question", "elm", "You are ELM.", "Talk.", result=result)
    return sum([isinstance(piece, Delta) async for piece in provider.stream(asked)])


async def measure(url: str, streams: int) -> dict[str, float]:
    """The best of some rounds for each way, in microseconds of CPU per delta."""
    models = {Tier.STRATEGIC: MODEL, Tier.EXECUTION: MODEL}
    client, provider = anthropic.AsyncAnthropic(api_key="k", base_url=url), ClaudeProvider("k", url, models)
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, way in WAYS.items():
            began = time.process_time()
            counts = await asyncio.gather(*(way(client, provider) for _ in range(streams)))
            spent = 1e6 * (time.process_time() - began) / sum(counts)
            best[name] = min(spent, best.get(name, spent))
    await client.close()
    await provider.aclose()
    return best


def main() -> None:
    streams, tokens = (int(word) for word in (sys.argv[1:] + ["20", "300"][len(sys.argv) - 1 :]))
    command = [sys.executable, "-m", "tests.bench.model_server", "0", str(tokens)]
    server = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    best = asyncio.run(measure(server.stdout.readline().strip(), streams))
    server.communicate()
    helper = best["SDK stream helper"]
    print(f"{streams} streams of {tokens} deltas, CPU of the client per delta, best of {ROUNDS}:")
    for name, spent in best.items():
        print(f"  {name:<20} {spent:7.1f} µs   {spent / helper:.2f} × the helper")


if __name__ == "__main__":
    main()
