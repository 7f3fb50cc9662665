"""Small readings that several skills share: is there a figure, a source, a reason, a doer in these words?

All work on the plain text of a sentence and look for what a word does, not for whole phrases.
"""

import re

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Sentence
from reviews.language.reading.sentences import WORD

_WORDS = phrases(language.__file__, "signals")
_NUMBER_WORD = _WORDS.any_of("number_word")
MONTH = _WORDS.any_of("month")
NUMBER = any_case(rf"(?<![\w.])[$€£~<>≤≥±]?\d[\d,.]*|\b{_NUMBER_WORD}\b")
_MEASURE = any_case(
    r"(?<![\w.])[$€£~<>≤≥±]?\d[\d,.]{0,30}+\s*+(?:%|×|x\b|[a-zA-Zµ°]+)"
    rf"|\b{_NUMBER_WORD}\s+{_WORDS.any_of('unit')}\b|\b(?:O\([^)]{{1,20}}\)|\d+(?:st|nd|rd|th)\s+percentile)"
)
_NAMED = any_case(rf"\b{_WORDS.any_of('named')}\s*$")
_SOURCE = any_case(
    r"https?://|\]\([^)\s]{2}|\]\[[^\]\s]|\[\d{1,3}\]|\[\^|#\d{2,}|\(\s*(?:see|cf\.?|source)\b|\bet al\b"
    rf"|\bsee\s+(?:the\s+)?{_WORDS.any_of('pointed_at')}\b"
)
_REASON = _WORDS.whole("reason")
_DOER = any_case(rf"\bby\s+(?!{_WORDS.any_of('no_doer')})\w")
NO_ANSWER = any_case(rf"^\W{{0,200}}{_WORDS.any_of('no_answer')}\b")
FEWEST_WORDS = 5


def has_measure(plain: str) -> bool:
    """Whether the words carry a quantity with a unit, or a figure that is no version."""
    if _MEASURE.search(plain):
        return True
    for match in NUMBER.finditer(plain):
        if match.group()[0].isdigit() and not _NAMED.search(plain[: match.start()]):
            return True
    return False


def has_source(sentence: Sentence) -> bool:
    """Whether the sentence points at something that could prove it: a link, a note, a ticket, a table."""
    return bool(_SOURCE.search(sentence.text))


def has_reason(plain: str) -> bool:
    """Whether the words give a reason, an aim or a comparison."""
    return bool(_REASON.search(plain))


def has_doer(plain: str) -> bool:
    """Whether a passive says by whom."""
    return bool(_DOER.search(plain))


_ASIDE = any_case(
    r"\b(?:that|which|who|in\s+which\s+\w+|where\s+\w+)\s+$|^\W{0,200}(?:while|although|though|whereas|even)\b"
    r"|\b(?:how|why|whether|what|if|until|once)\b[^,.;:]{0,80}$"
)


def is_aside(plain: str, start: int) -> bool:
    """Whether the words at `start` stand in a side clause (which, while, how, until): said by the way, not stated."""
    return bool(_ASIDE.search(plain[:start]))


# A line of a table of contents: nothing but a link into the document.
_ENTRY = re.compile(r"\[[^\[\]]{1,300}\]\(#[^()\s]{0,300}(?:\([^()\s]{0,100}\)[^()\s]{0,100})?\)")


def is_prose(sentence: Sentence, least: int = 3) -> bool:
    """Whether this is running text of at least `least` words: no heading and no question."""
    if sentence.kind == "heading" or len(sentence.words) < least or _ENTRY.fullmatch(sentence.text.strip()):
        return False
    return not sentence.plain.rstrip().endswith("?")


def is_substance(words: str) -> bool:
    """Whether this says something: five words or more that are not a way of saying "I don't know"."""
    return len(WORD.findall(words)) >= FEWEST_WORDS and not NO_ANSWER.match(words)
