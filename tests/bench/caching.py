"""What caching of prompts saves, by a simulated cache over recorded sessions: no network, the same figures each time.

    python tests/bench/caching.py

The cache is as the Messages API has it: keyed by model, schema and the exact text up to each mark; a prefix shorter
than the model's minimum is not kept; at most 4 marks; a mark finds what was kept up to 20 blocks before it; writing
costs 1.25 times a plain token, reading 0.1 times; what is not read for five minutes is gone. A token is 3.6 characters,
and the schema counts as part of the prompt.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "elm_site.settings")

import django

if __name__ == "__main__":
    django.setup()

from reviews.providers.prices import price_of
from tests.bench import recorded_sessions as recorded

CHARACTERS = 3.6
WRITE, READ = 1.25, 0.1
LIFETIME = 300
MOST_MARKS, LOOKED_BACK = 4, 20
MINIMA = (("claude-opus-4", 4096), ("claude-opus", 512), ("claude-sonnet", 1024), ("claude", 4096))
"""The fewest tokens that a family keeps, as published; the first that fits counts."""


@dataclass
class Bill:
    """What calls cost. Tokens in and out; `read` and `written` are parts of `taken`; dollars with the cache and
    without."""

    calls: int = 0
    taken: float = 0.0
    read: float = 0.0
    written: float = 0.0
    given: float = 0.0
    cached: float = 0.0
    plain: float = 0.0
    output: float = 0.0

    @property
    def ratio(self) -> float:
        """The cost of the input beside no caching."""
        return self.cached / self.plain

    @property
    def whole_ratio(self) -> float:
        """The cost of input and output beside no caching."""
        return (self.cached + self.output) / (self.plain + self.output)

    @property
    def share_read(self) -> float:
        return self.read / self.taken


@dataclass
class SimulatedCache:
    """What is kept: for each prefix since when and until when, in seconds."""

    kept: dict[str, tuple[int, int]] = field(default_factory=dict)

    def pass_call(self, body: Mapping[str, Any], now: int) -> tuple[float, float, float]:
        """The tokens of the request, how many of them are read, and how many are written. Raises ValueError for more
        marks than the API takes."""
        texts, marks = blocks_of(body)
        if len(marks) > MOST_MARKS:
            raise ValueError(f"{len(marks)} marks: the API takes {MOST_MARKS}.")
        keys, ends = prefixes(str(body["model"]), texts)
        read = max((self._found(keys, mark, now) for mark in marks), default=-1)
        least = minimum(str(body["model"]))
        written = [mark for mark in marks if ends[mark] >= least]
        for mark in [*written, *([read] if read >= 0 else [])]:
            since = min(self.kept.get(keys[mark], (now, 0))[0], now) if self._lives(keys[mark], now) else now
            self.kept[keys[mark]] = (since, now + LIFETIME)
        tokens_read = ends[read] if read >= 0 else 0.0
        longest = max((ends[mark] for mark in written), default=0.0)
        return ends[-1], tokens_read, max(0.0, longest - tokens_read)

    def _found(self, keys: Sequence[str], mark: int, now: int) -> int:
        """The block up to which something is kept that this mark finds, -1 for none."""
        near = range(mark, max(-1, mark - LOOKED_BACK), -1)
        return next((at for at in near if self._lives(keys[at], now)), -1)

    def _lives(self, key: str, now: int) -> bool:
        """Whether it is kept now; what is written at this very moment can't be read yet."""
        since, until = self.kept.get(key, (now, 0))
        return since < now <= until


def blocks_of(body: Mapping[str, Any]) -> tuple[list[str], list[int]]:
    """The texts that the model reads, block by block, the schema first; and which of them are marked."""
    system = body["system"]
    parts = [{"text": system}] if isinstance(system, str) else list(system)
    schema = json.dumps([body.get("output_config"), body.get("tools")])
    found: list[Mapping[str, Any]] = [{"text": schema}, *parts]
    for message in body["messages"]:
        content = message["content"]
        found += [{"text": content}] if isinstance(content, str) else content
    return [part["text"] for part in found], [at for at, part in enumerate(found) if "cache_control" in part]


def prefixes(model: str, texts: Iterable[str]) -> tuple[list[str], list[float]]:
    """For each block the key of everything up to its end, and how many tokens that is."""
    sofar, length = hashlib.sha256(model.encode()), 0
    keys, ends = [], []
    for text in texts:
        sofar.update(b"\0" + text.encode())
        length += len(text)
        keys.append(sofar.hexdigest())
        ends.append(length / CHARACTERS)
    return keys, ends


def minimum(model: str) -> int:
    """The fewest tokens of a prefix that is kept for this model."""
    return next(tokens for family, tokens in MINIMA if model.startswith(family))


def bill_of(calls: Iterable[recorded.Call]) -> Bill:
    """What a session costs, call after call through one cache."""
    cache, bill = SimulatedCache(), Bill()
    for call in calls:
        taken, read, written = cache.pass_call(call.body, call.at)
        price = price_of(str(call.body["model"]))
        given = len(call.reply) / CHARACTERS
        bill.calls += 1
        bill.taken += taken
        bill.read += read
        bill.written += written
        bill.given += given
        bill.plain += taken * price.input
        bill.cached += (taken - read - written + READ * read + WRITE * written) * price.input
        bill.output += given * price.output
    return bill


def sessions() -> dict[str, list[recorded.Call]]:
    """The recorded sessions by what they are called."""
    return {
        "interview, five rounds, answered by AI": recorded.interview(),
        "interview, five rounds, by a person": recorded.interview(answered_by="me"),
        "roundtable, ten turns, people are there": recorded.roundtable(),
        "roundtable, the same on a long note": recorded.roundtable(copies=3),
        "roundtable, ten turns, people are away": recorded.roundtable(listener=recorded.PERSON),
    }


def main() -> int:
    print(f"{'':42}{'calls':>6}{'in':>9}{'read':>6}{'written':>9}{'out':>7}", end="")
    print(f"{'cost':>7}{'with out':>10}{'cents in':>10}{'with out':>10}")
    for name, calls in sessions().items():
        bill = bill_of(calls)
        print(
            f"{name:42}{bill.calls:6}{bill.taken:9,.0f}{bill.share_read:6.0%}{bill.written / bill.taken:9.0%}"
            f"{bill.given:7,.0f}{bill.ratio:7.2f}{bill.whole_ratio:10.2f}"
            f"{bill.cached / 1e4:10.1f}{(bill.cached + bill.output) / 1e4:10.1f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
