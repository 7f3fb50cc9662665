"""What a case of the bad-model suite says: what the model answers, what people see, what is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from reviews.models.team import Synthesis
from reviews.providers.script_references import with_numbers
from tests.bad_model.held import Given, Held
from tests.providers.messages_server import Answer, say
from tests.providers.table_model import turns

NEVER_SEEN = ('"record"', '{"message"', '"message":', '{"stance"', '{"insights"', "```json")
"""Pieces of JSON that nobody may see, neither live nor on the page nor in what is stored."""


@dataclass(frozen=True)
class Case:
    """A whole session with a model that answers badly.

    name: a sentence. kind: "interview", "roundtable" or "angles". replies: what the model answers to the first calls of
    a purpose ("question", "answer", "improve", "settle", "first_take", "framing", "contribution", "synthesis",
    "second_look"; for a roundtable also "Alex contribution"; for angles "evaluate", "refute", "verify"); then it
    answers well. says: what Ana says when the session waits for her.
    notes: the text that is talked about, when it is not the tests' own.
    before: the session that was held first on the same notes, and decides what people do between the two. synthesis:
    when the team wants additions put in. config: of the session. ends: its state and end reason. calls: how many
    requests there were, if that matters. sees, sees_not: texts that the session's page has, and has not. stored: by the
    kind of the event, what its first one has: "text", or a key of its data. check: whatever else must hold.
    """

    name: str
    kind: str
    replies: Mapping[str, tuple[Given, ...]]
    says: tuple[str, ...] = ()
    notes: str = ""
    before: Case | None = None
    decides: Callable[[Held], None] = lambda held: None
    synthesis: str = Synthesis.OWNER
    config: Mapping[str, Any] = field(default_factory=dict)
    ends: tuple[str, str] = ("finished", "")
    calls: int | None = None
    sees: tuple[str, ...] = ()
    sees_not: tuple[str, ...] = ()
    stored: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    check: Callable[[Held], None] = lambda held: None

    def __str__(self) -> str:
        return self.name


def raw(text: str, **more: Any) -> Answer:
    """An answer that goes out as it is, whatever shape was asked for."""
    return say(text, prose=True, **more)


def citing(text: str, data: Mapping[str, Any]) -> Given:
    """A normal answer that cites turns as scripts do: "framing", "last:solutions-architect"."""
    return lambda request: say(text, with_numbers(data, turns(request)))


def envelope(message: Any, record: Any, **keys: Any) -> str:
    """The JSON that was asked for, or something like it."""
    return json.dumps({"message": message, "record": record, **keys}, ensure_ascii=False)


def fenced(text: str, word: str = "json") -> str:
    """The text in a Markdown fence."""
    return f"```{word}\n{text}\n```"


EMPTY = raw("")
REFUSED = raw("I cannot help with that.", stop_reason="refusal")
