"""How what was served is kept: as text that a person can read, and that shows in a diff what has changed."""

import difflib
import json
from collections.abc import Iterable, Mapping

SHARED = "<the events of export.json>"
MOST_LINES = 40


def as_texts(entries: Iterable[Mapping[str, str]]) -> dict[str, bytes]:
    """What is served at each address, with its bytes as they are.

    The feed of a session repeats the events of its export.json word for word: they are kept once.
    """
    found: dict[str, bytes] = {}
    events = ""
    for entry in entries:
        body = entry["body"]
        if entry["path"].endswith("/export.json"):
            events = json.dumps(json.loads(body.encode("latin-1"))["events"])
        if "/events/" in entry["path"] and events:
            body = body.replace(events, SHARED)
        found[entry["path"]] = f"{entry['head']}\n\n{body}\n".encode("latin-1")
    return found


def joined(texts: Mapping[str, bytes]) -> bytes:
    """The file that holds them, each below its address."""
    return b"\n".join(b"=== %s\n%s" % (path.encode(), text) for path, text in texts.items())


def parted(file: bytes) -> dict[str, bytes]:
    """What `joined` has put together."""
    parts = (part.partition(b"\n") for part in (b"\n" + file).split(b"\n=== /")[1:])
    return {f"/{path.decode()}": text for path, _, text in parts}


def difference(name: str, expected: bytes, found: bytes) -> str:
    """Where two texts differ, in a few lines; "" when they don't."""
    if expected == found:
        return ""
    old, new = (text.decode("utf-8", "replace").splitlines(keepends=True) for text in (expected, found))
    lines = [repr(line)[1:-1] for line in difflib.unified_diff(old, new, f"kept/{name}", "now", n=1)]
    return "\n".join(lines[:MOST_LINES]) or f"{name} differs in bytes that are no text"
