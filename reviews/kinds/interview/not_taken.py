"""What of a turn was not taken, and why: told to people on the turn, and to the persona when it is asked next. Pure,
and computed from what the log has, so that old sessions tell it too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviews.language.decision_intent import shorten_sentence
from reviews.language.scorecard import ANSWERED, NOT_QUOTED, TOPICS
from reviews.states import EventKind

TOLD: dict[str, str] = {
    EventKind.QUESTION: "questions",
    EventKind.GATE: "questions",
    EventKind.ANSWER: "answers",
    EventKind.REVISION: "edits",
}
"""Whose turn each event is: questions and the gate are asked of the same persona."""
ASKED: dict[str, str] = {
    "interview.question": "questions",
    "interview.settle": "questions",
    "interview.answer": "answers",
    "interview.improve": "edits",
}
"""Which of these a call goes on with, by its purpose."""
_REFUSED: dict[str, tuple[str, ...]] = {
    EventKind.QUESTION: ("refused_topics", "not_found", "needless"),
    EventKind.GATE: ("refused_topics",),
    EventKind.ANSWER: ("not_found", "unsourced"),
    EventKind.REVISION: ("refused",),
}
"""Where the payload of each event has what was not taken."""
UNSOURCED = "Not in the notes and not in what people said"
NEEDLESS = "question is about what this kind of document does not owe, and needs no answer"
NEEDLESS_ONES = "questions are about what this kind of document does not owe, and need no answer"
LONGEST_QUOTED = 200
"""Characters that are shown of words that were not taken."""


@dataclass(frozen=True)
class NotTaken:
    """Things of one kind that were not taken: `summary` such as "1 of 3 edits could not be placed", and each of them
    with the reason."""

    summary: str
    items: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it, a line for each."""
        return "\n".join([f"{self.summary}:", *(f"- {item}" for item in self.items)])


def not_taken(kind: str, data: Mapping[str, Any]) -> list[NotTaken]:
    """What was not taken of an event with this payload; nothing for kinds of events that give no quotes or edits."""
    if not any(data.get(name) for name in _REFUSED.get(kind, ())):  # nearly all
        return []
    if kind == EventKind.REVISION:
        return _edits(data)
    return _answer(data) if kind == EventKind.ANSWER else _topics(data)


def not_taken_text(kind: str, data: Mapping[str, Any]) -> str:
    """The same as one text, "" when everything was taken."""
    return "\n".join([found.text for found in not_taken(kind, data)])


def _answer(data: Mapping[str, Any]) -> list[NotTaken]:
    quotes = [_quoted(quote) for quote in data.get("not_found") or ()]
    cited = len(data.get("citations") or ())
    unsourced = tuple(map(_quoted, data.get("unsourced") or ()))
    return [
        *_counted(quotes, cited, "quote was not found", "quotes were not found"),
        *([NotTaken(UNSOURCED, unsourced)] if unsourced else []),
    ]


def _edits(data: Mapping[str, Any]) -> list[NotTaken]:
    edits = [
        f"{_quoted(str(edit.get('old') or edit.get('after') or edit.get('new') or ''))} {edit.get('why') or ''}"
        for edit in data.get("refused") or ()
    ]
    made = len(data.get("edits") or ())
    return _counted(edits, made, "edit could not be placed", "edits could not be placed")


def _topics(data: Mapping[str, Any]) -> list[NotTaken]:
    refused: Sequence[Mapping[str, Any]] = data.get("refused_topics") or ()
    taken: Sequence[Mapping[str, Any]] = data.get("topics") or ()
    unquoted = [topic for topic in refused if topic.get("why") == NOT_QUOTED]
    others = [topic for topic in refused if topic.get("why") != NOT_QUOTED]
    quotes = [f"{_label(topic)}: {_quoted(str(topic.get('quote') or ''))}" for topic in unquoted]
    updates = [f"{_label(topic)}: {topic.get('why') or ''}" for topic in others]
    quoted = sum(topic.get("status") == ANSWERED for topic in taken)
    prompted = sum(bool(question.get("quote")) for question in data.get("questions") or ())
    stray = [_quoted(quote) for quote in data.get("not_found") or ()]
    needless = [_quoted(text) for text in data.get("needless") or ()]
    asked = len(data.get("questions") or ())
    return [
        *_counted(quotes, quoted, "quote was not found", "quotes were not found"),
        *_counted(stray, prompted, "quote of a question was not found", "quotes of questions were not found"),
        *_counted(needless, asked, NEEDLESS, NEEDLESS_ONES),
        *_counted(updates, len(taken), "change of a topic did not count", "changes of topics did not count"),
    ]


def _counted(items: Sequence[str], taken: int, one: str, several: str) -> list[NotTaken]:
    """The summary says "1 quote was not found", or "1 of 3 quotes were not found" when others were."""
    if not items:
        return []
    count, total = len(items), len(items) + taken
    if total == 1:
        return [NotTaken(f"1 {one}", tuple(items))]
    return [NotTaken(f"{count} of {total} {several}", tuple(items))]


def _label(topic: Mapping[str, Any]) -> str:
    key = str(topic.get("topic") or "")
    return TOPICS.get(key, key)


def _quoted(words: str) -> str:
    return f"“{shorten_sentence(' '.join(words.split()), LONGEST_QUOTED)}”"
