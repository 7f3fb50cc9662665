"""What may settle a topic, and which topics its parts settle already. Pure values."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Standing = Literal["notes", "message", "judged"]
MOST_TOPICS = 2
"""Topics that one passage may settle, and one quotation."""


@dataclass(frozen=True)
class SaidWords:
    """A person's message, with the questions that it answers as (topic, text)."""

    text: str
    questions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SettlingSources:
    """All that may settle a topic: the pinned notes as (name, text) and what people said. `asked` are the questions so
    far as (topic, text)."""

    notes: tuple[tuple[str, str], ...]
    said: tuple[SaidWords, ...] = ()
    asked: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SettledTopic:
    """A topic that a passage settles. standing: "notes" or "message" when words of the author or of a person speak to
    it; "judged" when they have substance and code could not compare them. covers: all passages of the quotation;
    is_about: whether the passage shares the subject of the notes; is_telling: whether it tells what such a topic asks
    for."""

    topic: str
    standing: Standing
    from_notes: bool
    key: str
    covers: frozenset[str] = frozenset()
    is_about: bool = True
    is_telling: bool = True


class Held:
    """The topics that are settled already, counted by passage and by quotation."""

    def __init__(self, settled: Iterable[SettledTopic] = ()) -> None:
        self.passages: Counter[str] = Counter()
        self.quotations: list[frozenset[str]] = []
        for one in settled:
            self.add(one)

    def add(self, settled: SettledTopic) -> None:
        self.passages[settled.key] += 1
        if len(settled.covers) > 1:
            self.quotations.append(settled.covers)

    def has_used_up(self, key: str) -> bool:
        """Whether a passage settles as many topics as one may."""
        return self.passages[key] >= MOST_TOPICS

    def has_quoted(self, covers: frozenset[str]) -> bool:
        """Whether a quotation of several passages, or one that has it or is within it, settles as many."""
        nested = (one for one in self.quotations if one <= covers or covers <= one)
        return len(covers) > 1 and sum(1 for _ in nested) >= MOST_TOPICS
