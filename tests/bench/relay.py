"""The baseline: a bare relay from the SDK's stream helper to websockets. No database, no login, no page."""

import os
from typing import Any

import anthropic

client = anthropic.AsyncAnthropic(
    api_key="bench",
    base_url=os.environ["ANTHROPIC_BASE_URL"],
    max_retries=0,
    timeout=anthropic.Timeout(600, connect=60),
)
ASKED: Any = {
    "model": "claude-opus-5-5",
    "max_tokens": 4096,
    "messages": [{"role": "user", "content": "Talk."}],
}
crowd: list[Any] = []


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Every websocket gets one streamed answer, piece by piece. Those at /crowd only watch, until one at /talk comes:
    they all get its answer."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    if scope["path"] == "/crowd":
        crowd.append(send)
        await receive()
        return
    everyone = [send, *(crowd if scope["path"] == "/talk" else ())]
    async with client.messages.stream(**ASKED) as stream:
        async for text in stream.text_stream:
            for to in everyone:
                await to({"type": "websocket.send", "text": text})
    await send({"type": "websocket.close"})
