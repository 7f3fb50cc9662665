"""The topics that notes must settle before a decision: kept by code, never by a model's word alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from reviews.language.matching import is_quoted, quoted_in

TOPICS: dict[str, str] = {
    "problem": "The problem",
    "affected": "Who is affected",
    "why": "Why it matters",
    "why_now": "Why now",
    "how": "How it works, in plain words",
    "tradeoffs": "Key trade-offs",
    "risks": "Risks",
    "inaction": "What happens if nothing is done",
    "evidence": "Evidence for the claims",
    "ask": "What is being asked of the reader",
}
OPEN, ANSWERED, WAIVED, NOT_OWED = "open", "answered", "waived", "not_owed"
NOT_QUOTED = "The quote is in neither the notes nor an answer nor a message."


@dataclass(frozen=True)
class Topic:
    """Where a topic stands. `quote` settles an answered one, `reason` a waived one; `round` is when that
    was said."""

    status: str = OPEN
    quote: str = ""
    reason: str = ""
    round: int = 0


@dataclass(frozen=True)
class Update:
    """What the questioner says about a topic, as plain values."""

    topic: str
    status: str
    quote: str = ""
    reason: str = ""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Update":
        """An update from a structured result or a payload; missing keys read as empty."""
        return cls(*(str(data.get(key) or "") for key in ("topic", "status", "quote", "reason")))


@dataclass(frozen=True)
class Scorecard:
    """Every topic of TOPICS with its standing, in that order."""

    topics: Mapping[str, Topic] = field(default_factory=lambda: dict.fromkeys(TOPICS, Topic()))

    def having(self, status: str) -> tuple[str, ...]:
        """The keys of the topics that stand at `status`."""
        return tuple([key for key, topic in self.topics.items() if topic.status == status])

    @cached_property
    def open(self) -> tuple[str, ...]:
        return self.having(OPEN)

    @property
    def waived(self) -> tuple[str, ...]:
        return self.having(WAIVED)

    @property
    def answered(self) -> tuple[str, ...]:
        return self.having(ANSWERED)

    def plain(self) -> dict[str, dict[str, Any]]:
        """The same as plain values: {"problem": {"label", "status", "quote", "reason", "round"}, …}."""
        return {
            key: {
                "label": TOPICS[key],
                "status": topic.status,
                "quote": topic.quote,
                "reason": topic.reason,
                "round": topic.round,
            }
            for key, topic in self.topics.items()
        }


def why_refused(update: Update, sources: Sequence[str]) -> str:
    """Why `update` does not count, or "" when it does."""
    if update.topic not in TOPICS:
        return "There is no such topic."
    if update.status == ANSWERED and not is_quoted(update.quote, sources):
        return NOT_QUOTED
    if update.status == WAIVED and not update.reason.strip():
        return "A waiver needs a reason."
    if update.status not in (OPEN, ANSWERED, WAIVED):
        return "There is no such status."
    return ""


def sift_updates(
    updates: Iterable[Update], sources: Sequence[str]
) -> tuple[list[Update], list[tuple[Update, str]]]:
    """The updates that count, their quotes in the words of the source that has them, and the others each with why
    not."""
    judged = [(update, why_refused(update, sources)) for update in updates]
    counted = [_as_it_stands(update, sources) for update, why in judged if not why]
    return counted, [(update, why) for update, why in judged if why]


def _as_it_stands(update: Update, sources: Sequence[str]) -> Update:
    found = quoted_in(update.quote, sources) if update.status == ANSWERED else None
    return replace(update, quote=found[1]) if found else update


def update_card(card: Scorecard, updates: Iterable[Update], round_number: int) -> Scorecard:
    """`card` after updates that were sifted; one without its quote or reason is passed over all the same."""
    told = list(updates)
    if not told:
        return card
    topics = dict(card.topics)
    for update in told:
        evidence = {OPEN: "-", ANSWERED: update.quote, WAIVED: update.reason}.get(update.status, "")
        if update.topic in topics and evidence.strip():
            topics[update.topic] = Topic(
                update.status, update.quote.strip(), update.reason.strip(), round_number
            )
    return card if topics == card.topics else Scorecard(topics)


def exempt_topics(card: Scorecard, reasons: Mapping[str, str]) -> Scorecard:
    """`card` with the open topics among `reasons` set aside, since this kind of document does not owe them."""
    if not reasons:
        return card
    topics = {
        key: Topic(NOT_OWED, reason=reasons[key])
        for key, topic in card.topics.items()
        if key in reasons and topic.status == OPEN
    }
    return Scorecard({**card.topics, **topics}) if topics else card


def not_owed_topics(card: Scorecard) -> dict[str, str]:
    """The topics that were set aside so, each with why."""
    return {key: card.topics[key].reason for key in card.having(NOT_OWED)}
