"""The baseline: a bare relay from the SDK's stream helper to a websocket. No database, no login, no page."""

import os
from typing import Any

import anthropic

client = anthropic.AsyncAnthropic(api_key="bench", base_url=os.environ["ANTHROPIC_BASE_URL"], max_retries=0)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Every websocket gets one streamed answer, piece by piece."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    messages = [{"role": "user", "content": "Talk."}]
    async with client.messages.stream(model="claude-opus-5-5", max_tokens=4096, messages=messages) as stream:
        async for text in stream.text_stream:
            await send({"type": "websocket.send", "text": text})
    await send({"type": "websocket.close"})
