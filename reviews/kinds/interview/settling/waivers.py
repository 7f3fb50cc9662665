"""Who waives a topic: a person who says so of the topic as a whole, or ELM with words of the notes. Pure."""

import re
from collections.abc import Iterable
from typing import Literal

from reviews.kinds.interview.settling.messages import is_addressed
from reviews.kinds.interview.settling.passages import passages_of, read_source
from reviews.kinds.interview.settling.sources import SettlingSources
from reviews.kinds.interview.settling.vocabulary import (
    quoted_stretches,
    substance,
    without_topic_names,
)
from reviews.language.phrases import phrases
from reviews.language.scorecard import TOPICS

_WORDS = phrases(__file__, "waivers")
_WAIVES = _WORDS.whole("waives")
_LIMITS = _WORDS.whole("limits")
_BESIDE = frozenset(_WORDS.words.words("beside"))
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CLAUSE = re.compile(r"[,;:–—]|\b(?:because|since|as|so|weil|denn|da)\b", re.IGNORECASE)
_LEAST_WAIVING = 2
"""Words that carry a matter in the quotation of a waiver."""


def who_waives(sources: SettlingSources, topic: str, reason: str) -> Literal["person", "elm", ""]:
    """Who waives the topic: a person in a message, ELM with a reason that quotes the notes, or nobody."""
    for said in sources.said:
        waiving = (one for one in read_source(said.text).sentences if waives_topic(topic, one.plain))
        if any(not is_addressed(said.text, one.start, one.end) for one in waiving):
            return "person"
    for stretch in quoted_stretches(reason):
        for index, (name, text) in enumerate(sources.notes):
            if substance(stretch) >= _LEAST_WAIVING and passages_of(stretch, index, read_source(text, name)):
                return "elm"
    return ""


def waives_topic(topic: str, plain: str) -> bool:
    """Whether a sentence of a person says that this topic as a whole need not be gone into: one clause has nothing but
    topics, the waiving words and the notes, and no other one limits it."""
    clauses = _joined_lists(_CLAUSE.split(plain))
    waiving = [clause for clause in clauses if _waives_whole(topic, clause)]
    others = (clause for clause in clauses if clause not in waiving)
    return bool(waiving) and "?" not in plain and not any(map(_LIMITS.search, others))


def _joined_lists(clauses: Iterable[str]) -> list[str]:
    """The clauses, each that only names more topics put to the one before: "skip the risks, the evidence"."""
    joined: list[str] = []
    for clause in clauses:
        if joined and _only_names_topics(clause):
            joined[-1] += f" and {clause}"
        else:
            joined.append(clause)
    return joined


def _only_names_topics(clause: str) -> bool:
    named = [without_topic_names(topic, clause) for topic in TOPICS]
    is_named = any(found for _, found in named)
    return is_named and all(word.casefold() in _BESIDE for word in _WORD.findall(named[0][0]))


def _waives_whole(topic: str, clause: str) -> bool:
    rest, named = without_topic_names(topic, _WAIVES.sub(" ", clause, count=1))
    beside = all(word.casefold() in _BESIDE for word in _WORD.findall(rest))
    return named and beside and bool(_WAIVES.search(clause))
