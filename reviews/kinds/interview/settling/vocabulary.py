"""What words say on a topic of the interview: how much substance they have, whether they speak to it, which language
they are in. Pure."""

import re
from functools import lru_cache
from typing import Literal

from reviews.language.phrases import phrases
from reviews.language.quotation_marks import quotation_pattern
from reviews.language.reading.cues import RULES
from reviews.language.reading.settled import is_measurement, speaks_of
from reviews.language.reading.topics import crude_stem
from reviews.language.scorecard import TOPICS
from reviews.language.sourcing.content import content_words as concept_words
from reviews.language.sourcing.plain_text import fold_words
from reviews.language.wordlists import read_words

TextLanguage = Literal["en", "de", ""]

_WORDS = phrases(__file__, "settling")
_LISTS = read_words(__file__, "settling").sentences("lists")
_NAMES = _WORDS.table("names", whole=True)
_LABELS = {topic: re.compile(re.escape(label), re.IGNORECASE) for topic, label in TOPICS.items()}
_CUES: dict[str, dict[str, re.Pattern[str]]] = {
    "en": _WORDS.table("english", whole=True),
    "de": _WORDS.table("german", whole=True),
}
_SMALL = {"en": frozenset(_LISTS["small_english"]), "de": frozenset(_LISTS["small_german"])}
_NO_MATTER = frozenset().union(*_SMALL.values(), _LISTS["hollow"])
_OPENING_WORDS = frozenset(_LISTS["opening"])
_OPENING = frozenset(map(crude_stem, _OPENING_WORDS))
_NOTHING = frozenset([""])
_SAYS = _WORDS.table("says", whole=True)
_WORD = re.compile(r"[^\W\d_][\w'’-]*|\d[\d.,]*")
_QUOTED = quotation_pattern(1, 300, across_lines=True)
_ASKED_WITH = {
    topic: frozenset().union(*map(concept_words, words))
    for topic, words in read_words(__file__, "settling").sentences("asked_with").items()
}
_LONGEST_NAME = 80
_FEWEST_SMALL = 0.12
"""The share of a text's words that are small words of its language."""
_SHORTEST_TEXT = 6
_CLAUSE = re.compile(r"[,;:][ \n]")
_FEWEST_TOLD = 4
"""Words that carry a matter, beside what is said not to be known."""
_SHORTEST_HOW = 8
"""Words that an explanation has at least."""
_MOST_NEW = 0.2
"""The share of new words in what only says a question back."""
_LEAST_REPEATED = 0.7
"""The share of all words of a question, small ones too, that shows that it is said back."""


def content_words(plain: str) -> frozenset[str]:
    """The stems of the words and the figures that carry a matter: neither small words nor hollow ones."""
    return frozenset(map(_content_stem, _WORD.findall(plain))).difference(_NOTHING)


@lru_cache(maxsize=20_000)
def _content_stem(word: str) -> str:
    """The stem of a word that carries a matter, "" of another."""
    word = word.casefold().strip("'’-.,")
    carries = word not in _NO_MATTER and (len(word) > 2 or word.isdigit())
    return crude_stem(word) if carries else ""


def substance(plain: str, topic: str = "") -> int:
    """How many words carry a matter, those left out that only name the topic. In scripts without spaces, every second
    letter counts."""
    if topic:
        plain = _NAMES[topic].sub(" ", plain)
    words = content_words(plain)
    return len(words) + sum(ch >= "\u2e80" and ch.isalnum() for ch in plain[:2000]) // 2


def without_topic_names(topic: str, plain: str) -> tuple[str, bool]:
    """`plain` without what texts call the topics, and whether this one was named."""
    named = bool(_NAMES[topic].search(plain) or _LABELS[topic].search(plain))
    for other in TOPICS:
        plain = _NAMES[other].sub(" ", _LABELS[other].sub(" ", plain))
    return plain, named


def language_of(text: str) -> TextLanguage:
    """The language that the small words of `text` are of: English, German or, "" for both, neither."""
    words = [word.casefold() for word in _WORD.findall(text[:20_000])]
    small = {code: sum(word in known for word in words) for code, known in _SMALL.items()}
    best: TextLanguage = "de" if small["de"] > small["en"] else "en"
    is_short = len(words) < _SHORTEST_TEXT and text.isascii()
    return best if is_short or small[best] >= _FEWEST_SMALL * max(1, len(words)) else ""


def names_topic(topic: str, name: str) -> bool:
    """Whether a heading, a label or the head of a column is what texts call this topic."""
    return bool(_NAMES[topic].search(name) or RULES[topic].under.search(name)) or _asks_for(topic, name)


def _asks_for(topic: str, name: str) -> bool:
    """Whether half of the words of a heading that carry something ask for the topic."""
    words = concept_words(name) if len(name) <= _LONGEST_NAME else frozenset()
    return bool(words) and 2 * len(words & _ASKED_WITH[topic]) >= len(words)


def is_name_of_topic(topic: str, name: str) -> bool:
    """Whether a heading, a label or the head of a column says little else than what texts call this topic."""
    found = [_NAMES[topic].search(name), RULES[topic].under.search(name)]
    return any(one and 2 * len(one[0]) >= len(name.strip()) for one in found)


def speaks_to_topic(topic: str, plain: str) -> bool:
    """Whether the words of a sentence, in English or German, speak to a topic; there is no heading to help."""
    if topic == "how" and len(plain.split()) < _SHORTEST_HOW:
        return False
    if topic == "evidence" and not any(map(str.isdigit, plain)) and not is_measurement(plain):
        return False
    if _CUES["de"][topic].search(plain) and language_of(plain) == "de":
        return True
    return speaks_of(topic, plain) or bool(_CUES["en"][topic].search(plain))


def is_declined(plain: str) -> bool:
    """Whether somebody says that they don't know, or asks in turn."""
    return bool(_SAYS["knows_nothing"].search(plain)) or plain.rstrip(" *_)\"”'").endswith("?")


def told_part(plain: str) -> str:
    """What a sentence tells besides a clause that says that something is not known, if that is enough to settle a
    topic; else the sentence."""
    parts = _CLAUSE.split(plain)
    told = " ".join(part for part in parts if not is_declined(part))
    return told if len(parts) > 1 and substance(told) >= _FEWEST_TOLD else plain


def has_no_evidence(plain: str) -> bool:
    """Whether somebody says that nothing was measured and no figures are there."""
    return bool(_SAYS["has_no_evidence"].search(plain))


def is_wish(plain: str) -> bool:
    """Whether somebody asks for something to be looked at rather than tells something."""
    return bool(_SAYS["wishes"].match(plain.lstrip(" -*>")))


def says_back(plain: str, question: str, *, most: bool = False) -> bool:
    """Whether words only say a question back, or what it quotes: next to nothing in them is new. most: only when they
    have half of its words; to choose one of two things that it names is an answer."""
    words, asked = content_words(plain) - _OPENING, _words_of_question(question)
    new = words - asked
    if any(word[0].isdigit() for word in new):
        return False
    if words and len(new) <= _MOST_NEW * len(words) and (not most or 2 * len(words & asked) >= len(asked)):
        return True
    return _repeats(plain, question)


def _repeats(plain: str, question: str) -> bool:
    """Whether nearly all words are those of the question, small ones too, and nearly all of these are there."""
    said, asked = fold_words(plain) - _OPENING_WORDS, fold_words(question)
    return len(said - asked) <= _MOST_NEW * len(said) and len(said & asked) >= _LEAST_REPEATED * len(asked)


_words_of_question = lru_cache(maxsize=1024)(content_words)


def quoted_stretches(text: str) -> list[str]:
    """What stands in quotation marks."""
    return _QUOTED.findall(text)


def own_words(text: str) -> str:
    """`text` without what stands in quotation marks."""
    return _QUOTED.sub(" ", text)
