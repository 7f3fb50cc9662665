"""The frames that go down a socket, as JSON text."""

import json
from collections.abc import Mapping
from typing import Any


def content(html: str, number: int, first: int = 0) -> str:
    """Partials for htmx to swap; the log on the page then ends with event `number`. first: the event with which it then
    begins, when it is another one than before."""
    begins = {"first": first} if first else {}
    return json.dumps({"content": html, "n": number, **begins}, ensure_ascii=False)


def delta(turn: int, offset: int, text: str) -> str:
    """Text of the open turn from `offset` (in UTF-16 units, as browsers count) on."""
    return json.dumps({"d": {"n": turn, "o": offset, "s": text}}, ensure_ascii=False)


def progress(values: Mapping[str, Any]) -> str:
    return json.dumps({"p": values}, ensure_ascii=False)


def units(text: str) -> int:
    """How long a browser thinks that `text` is."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
