"""Which unknowns nobody has answered yet. Pure; whatever may answer them is read once for all of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from reviews.kinds.interview.settling.unknowns import SaidSentences
from reviews.language.matching import is_quoted
from reviews.language.scorecard import NOT_OWED, WAIVED, Scorecard

if TYPE_CHECKING:
    from reviews.kinds.interview.state import InterviewMessage, Round, Unknown

SET_ASIDE = frozenset({WAIVED, NOT_OWED})
QUOTED_WORDS, QUOTED_SHARE = 2, 0.8
"""Words, and the share of its words, that a later quote has of an unknown at least: the notes had that quote already
when it was said to be unknown, so the words that it asks about have to be among them."""


def open_unknowns(
    unknowns: Sequence[Unknown],
    rounds: Iterable[Round],
    card: Scorecard,
    messages: Sequence[InterviewMessage],
) -> Iterator[Unknown]:
    """The unknowns that need somebody still: neither are they resolved, nor their topics set aside, nor has a person
    answered them, nor do words that settle a topic later. messages: what people said that counts, in order."""
    answered = [(round_.answer.number, round_.event) for round_ in rounds if round_.answer]
    later = LaterWords(card, messages) if unknowns else None
    for unknown in unknowns:
        came_up = bisect_right(answered, unknown.number, key=lambda pair: pair[0])
        asked = answered[came_up - 1][1] if came_up else 0
        if later and not (unknown.resolved or later.close(unknown, asked=asked, came_up=came_up)):
            yield unknown


class LaterWords:
    """What may close an unknown: people's messages, and the quotes that settle topics."""

    def __init__(self, card: Scorecard, messages: Sequence[InterviewMessage]) -> None:
        self.topics = card.topics
        self.messages = messages
        self.said = SaidSentences((message.number, message.text) for message in messages)
        self.quotes = SaidSentences((topic.round, topic.quote) for topic in card.topics.values())
        self.quoted: dict[str, int] = {}

    def close(self, unknown: Unknown, *, asked: int, came_up: int) -> bool:
        """Whether it needs nobody any more. asked: the event of the question that it came from; came_up: the rounds
        that were answered by then."""
        if self.is_settled(unknown) or self.said.answer(unknown.text, after=asked):
            return True
        return self.quotes.answer(unknown.text, after=came_up, least=QUOTED_WORDS, share=QUOTED_SHARE)

    def is_settled(self, unknown: Unknown) -> bool:
        """Whether its topics are all set aside, or were all settled with words that a person said later."""
        asked = {question.topic for question in unknown.questions} & self.topics.keys()
        aside = {topic for topic in asked if self.topics[topic].status in SET_ASIDE}
        later = {topic for topic in asked if self.last_quoted(self.topics[topic].quote) > unknown.number}
        if not (aside or later):
            return False  # whichever of them are its own, which takes longer to tell
        topics = unknown.topics
        return bool(topics) and (aside.issuperset(topics) or later.issuperset(topics))

    def last_quoted(self, quote: str) -> int:
        """The newest message that has these words, 0 for none."""
        if quote not in self.quoted:
            found = (said.number for said in reversed(self.messages) if is_quoted(quote, [said.text]))
            self.quoted[quote] = next(found, 0)
        return self.quoted[quote]
