"""Decisions that stand there bare.

Looks for sentences that pick one way (we chose, will adopt, is going to be written in, will be removed) where neither
the sentence nor the next one says why. Leaves alone decisions with a reason, an aim or a comparison, what other
documents or users decide, conditions and instructions, and plans in sections on rationale, alternatives or history.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import has_reason, is_aside, is_prose
from reviews.offline.finding import Finding, few_words, finding_about

_WORDS = phrases(offline.__file__, "decisions")
_CHOSE = _WORDS.whole("chose")
_WILL = _WORDS.anywhere("will")
_TURNS = _WORDS.anywhere("turns")
_EXCUSED = _WORDS.anywhere("excused")
_TAKES_UP = any_case(rf"\W*{_WORDS.any_of('takes_up')}\b")
_AIM = any_case(r"\buses?\s+(?:\S+\s+){1,12}?to\s+[a-z]{3,}")
_NOT_OURS = any_case(rf"\b{_WORDS.any_of('not_ours')}\b|^\W*so\b")


def find(document: Document) -> Iterator[Finding]:
    """One finding per bare decision."""
    for sentence in document.sentences:
        if is_prose(sentence) and (match := _decides(sentence)) and not _explained(document, sentence):
            part = sentence.from_line_of(match.start())
            yield finding_about("decision_no_rationale", part, 0.65, words=few_words(match.group()))


def _decides(sentence: Sentence) -> re.Match[str] | None:
    excused = _EXCUSED.search(" ".join(sentence.section.path))
    match = _CHOSE.search(sentence.plain) or (
        None if excused else _WILL.search(sentence.plain) or _TURNS.search(sentence.plain)
    )
    if match and (
        _NOT_OURS.search(sentence.plain[: match.start()]) or is_aside(sentence.plain, match.start())
    ):
        return None
    return match


def _explained(document: Document, sentence: Sentence) -> bool:
    """Whether the sentence gives a reason, or the next one takes it up and does."""
    if _AIM.search(sentence.plain):
        return True
    following = document.nearby(sentence, after=1)
    return has_reason(sentence.plain) or any(
        _TAKES_UP.match(s.plain) and has_reason(s.plain) for s in following
    )
