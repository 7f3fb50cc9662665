"""A scripted Messages API server for each test that wants one, and a provider that talks to it."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_asyncio

from reviews.providers.base import Delta, Done, Prompt
from reviews.providers.claude import ClaudeProvider, Timeout
from reviews.states import Tier
from tests.providers.messages_server import MessagesServer, Script

KEY = "sk-test-key-of-ana"
MODELS = {Tier.STRATEGIC: "claude-opus-5-5", Tier.EXECUTION: "claude-sonnet-5-5"}


@pytest.fixture
def serve() -> Iterator[Callable[..., MessagesServer]]:
    """`serve([say("Hello")])` is a running server; it is stopped after the test."""
    running: list[MessagesServer] = []

    def start(script: Script = (), **more) -> MessagesServer:
        running.append(MessagesServer(script, **more).start())
        return running[-1]

    yield start
    for server in running:
        server.stop()


@pytest_asyncio.fixture
async def claude() -> AsyncIterator[Callable[..., ClaudeProvider]]:
    """`claude(server)` is a provider that talks to it; it is closed after the test."""
    made: list[ClaudeProvider] = []

    def make(server: MessagesServer, api_key: str = KEY, stall: float = 5.0, retries: int = 0, **more: bool):
        timeout = Timeout(connect=2.0, stall=stall)
        made.append(ClaudeProvider(api_key, server.url, MODELS, max_retries=retries, timeout=timeout, **more))
        return made[-1]

    yield make
    for provider in made:
        await provider.aclose()


def prompt(**more) -> Prompt:
    """A small prompt, with whatever the test cares about."""
    plain = {"purpose": "interview.question", "speaker": "elm", "system": "You are ELM.", "request": "Ask."}
    return Prompt(**{**plain, **more})


async def hear(provider, asked: Prompt) -> tuple[list[str], Done]:
    """The pieces of an answer, and its end."""
    pieces: list[str] = []
    async for piece in provider.stream(asked):
        if isinstance(piece, Delta):
            pieces.append(piece.text)
        else:
            return pieces, piece
    raise AssertionError("The answer had no end.")
