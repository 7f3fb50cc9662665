"""The facts of an interview as a provider of rules reads them: who asked what, what was answered, what is open."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reviews.language.scorecard import TOPICS
from reviews.offline.study import Studied

LATEST = 1_000_000
_NUMBERED = re.compile(r"(?m)^\d{1,2}\. (.+\?)\s*$")


@dataclass(frozen=True)
class Asked:
    """A question of the running round."""

    text: str
    topic: str = "other"
    quote: str = ""


@dataclass(frozen=True)
class Said:
    """A person's message; `round` says how many rounds there were before it."""

    text: str
    round: int


@dataclass(frozen=True)
class Facts(Studied):
    """What `Prompt.facts` says, typed. `asked` and `answers` hold the earlier rounds, oldest first; `before`
    holds the questions of the review that this one deepens."""

    round: int
    notes: tuple[tuple[str, str], ...]
    questions: tuple[Asked, ...]
    asked: tuple[tuple[str, ...], ...]
    answers: tuple[str, ...]
    open_topics: tuple[str, ...]
    scorecard: Mapping[str, Mapping[str, Any]]
    unknowns: tuple[str, ...]
    messages: tuple[Said, ...]
    by_person: bool
    deeper: bool
    before: tuple[str, ...] = ()

    @cached_property
    def asked_texts(self) -> tuple[str, ...]:
        """Every question of the earlier rounds, in order."""
        return tuple(text for texts in self.asked for text in texts)

    @cached_property
    def known_texts(self) -> tuple[str, ...]:
        """Every question that was ever asked about these notes, those of the review before included."""
        return self.before + self.asked_texts

    def standing(self, topic: str) -> str:
        """Whether a topic is "open", "answered" or "waived"."""
        return str(self.scorecard.get(topic, {}).get("status") or "open")


def facts_of(values: Mapping[str, Any], previous: str = "") -> Facts:
    """The typed facts of a prompt; `previous` is the transcript of the review that this one deepens.

    What is missing reads as empty, an absent list of open topics as all that the scorecard leaves open.
    """
    card = dict(values.get("scorecard") or {})
    still = [topic for topic in TOPICS if (card.get(topic) or {}).get("status", "open") == "open"]
    return Facts(
        round=int(values.get("round") or 1),
        notes=tuple((str(n.get("name", "")), str(n.get("text", ""))) for n in values.get("notes") or ()),
        questions=tuple(_asked(question) for question in values.get("questions") or ()),
        asked=tuple(tuple(str(text) for text in texts) for texts in values.get("asked") or ()),
        answers=tuple(str(answer) for answer in values.get("answers") or ()),
        open_topics=tuple(values.get("open_topics", still)),
        scorecard=card,
        unknowns=tuple(str(unknown) for unknown in values.get("unknowns") or ()),
        messages=tuple(_said(message) for message in values.get("user_messages") or ()),
        by_person=values.get("answered_by") == "me",
        deeper=bool(values.get("deeper")),
        before=tuple(_NUMBERED.findall(previous)),
    )


def _said(message: Mapping[str, Any] | str) -> Said:
    if isinstance(message, str):
        return Said(message, LATEST)
    return Said(str(message.get("text") or ""), int(message.get("round", LATEST)))


def _asked(question: Mapping[str, Any]) -> Asked:
    return Asked(*(str(question.get(key) or "") for key in ("text", "topic", "quote")))
