"""Which unknowns nobody has answered yet. Pure; whatever may answer them is read once for all of them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from reviews.kinds.interview.settling.messages import without_addressed_sentences
from reviews.kinds.interview.settling.unknowns import SaidLater, SaidSentences, answers_directly
from reviews.kinds.interview.settling.wanted import wanted_kinds
from reviews.language.matching import is_quoted
from reviews.language.scorecard import NOT_OWED, TOPICS, WAIVED, Scorecard

if TYPE_CHECKING:
    from reviews.kinds.interview.state import InterviewMessage, Round, Unknown

SET_ASIDE = frozenset({WAIVED, NOT_OWED})
QUOTED_WORDS, QUOTED_SHARE = 2, 0.8
"""Words, and the share of its words, that a later quote has of an unknown at least: the notes had that quote already
when it was said to be unknown, so the words that it asks about have to be among them."""
MOST_DIRECT = 5
"""Messages that may be short answers to the questions of a round."""


def open_unknowns(
    unknowns: Sequence[Unknown],
    rounds: Iterable[Round],
    card: Scorecard,
    messages: Sequence[InterviewMessage],
) -> Iterator[Unknown]:
    """The unknowns that need somebody still: neither are they resolved, nor their topics set aside, nor has a person
    answered them, nor do words that settle a topic later. messages: what people said that counts, in order."""
    if not unknowns:
        return
    later = LaterWords(card, messages, unknowns, rounds)
    for unknown in unknowns:
        if not (unknown.resolved or later.close(unknown)):
            yield unknown


class LaterWords:
    """What may close an unknown: people's messages, and the quotes that settle topics."""

    def __init__(
        self,
        card: Scorecard,
        messages: Sequence[InterviewMessage],
        unknowns: Sequence[Unknown],
        rounds: Iterable[Round],
    ) -> None:
        self.topics = card.topics
        self.messages = messages
        self.answered = [(one.answer.number, one.event) for one in rounds if one.answer]
        self.texts = {message.number: without_addressed_sentences(message.text) for message in messages}
        self.said = SaidSentences(self.texts.items())
        self.quotes = SaidSentences((topic.round, topic.quote) for topic in card.topics.values())
        self.quoted: dict[str, int] = {}
        self.wanting = Counter(
            (self.came_up(one), kind) for one in unknowns for kind in wanted_kinds(one.text)
        )
        self.in_round: dict[int, list[InterviewMessage]] = {}
        for message in messages:
            self.in_round.setdefault(message.round, []).append(message)

    def came_up(self, unknown: Unknown) -> int:
        """The rounds that were answered when it came up."""
        return bisect_right(self.answered, unknown.number, key=lambda pair: pair[0])

    def close(self, unknown: Unknown) -> bool:
        """Whether it needs nobody any more."""
        came_up = self.came_up(unknown)
        asked = self.answered[came_up - 1][1] if came_up else 0
        if self.is_settled(unknown) or self.said.answer(unknown.text, after=asked):
            return True
        if self.quotes.answer(unknown.text, after=came_up, least=QUOTED_WORDS, share=QUOTED_SHARE):
            return True
        rivals = self.has_rivals(unknown)
        return any(answers_directly(unknown.text, text, rivals=rivals) for text in self.direct(unknown))

    def direct(self, unknown: Unknown) -> list[str]:
        """What people said first in the round that it came up in."""
        said = (one for one in self.in_round.get(self.came_up(unknown), ()) if one.number > unknown.number)
        return [self.texts[message.number] for message in islice(said, MOST_DIRECT)]

    def has_rivals(self, unknown: Unknown) -> bool:
        """Whether another one that came up in its round asks for the same kind of thing."""
        came_up = self.came_up(unknown)
        return any(self.wanting[came_up, kind] > 1 for kind in wanted_kinds(unknown.text))

    def said_later(self, unknown: Unknown) -> SaidLater:
        """What people said after it came up, and what of it right after its question."""
        texts = [text for number, text in self.texts.items() if number > unknown.number]
        return SaidLater(texts, self.direct(unknown), self.has_rivals(unknown))

    def is_settled(self, unknown: Unknown) -> bool:
        """Whether its topics are all set aside, or were all settled with words that a person said later."""
        asked = {question.topic for question in unknown.questions} & self.topics.keys()
        aside = {topic for topic in asked if self.topics[topic].status in SET_ASIDE}
        later = {topic for topic in asked if self.is_told_later(unknown, topic)}
        if not (aside or later):
            return False  # whichever of them are its own, which takes longer to tell
        topics = unknown.topics
        return bool(topics) and (aside.issuperset(topics) or later.issuperset(topics))

    def is_told_later(self, unknown: Unknown, topic: str) -> bool:
        """Whether a person said words later that settle its topic and tell what it asks for; what only names a topic
        asks for no more than that."""
        quote = self.topics[topic].quote
        if self.last_quoted(quote) <= unknown.number:
            return False
        names_topic = unknown.text.casefold().startswith(TOPICS[topic].casefold())
        return names_topic or SaidSentences([(1, quote)]).answer(unknown.text, after=0, share=0)

    def last_quoted(self, quote: str) -> int:
        """The newest message that has these words, 0 for none."""
        if quote not in self.quoted:
            found = (said.number for said in reversed(self.messages) if is_quoted(quote, [said.text]))
            self.quoted[quote] = next(found, 0)
        return self.quoted[quote]
