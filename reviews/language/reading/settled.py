"""Which topics a document settles, each with the words that settle it. No quote, no answer.

A topic is settled by a sentence that does what the topic asks for: it names a harm, a group of people, a date that
forces, a price paid. The heading above it helps: under "Risks" nearly any statement is one, under "Motivation" a
sentence still has to say what hurts. The patterns are in `cues.py`.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from wordfreq import zipf_frequency

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.cues import RULES, Rule
from reviews.language.reading.document import Document, ReadSection, Sentence
from reviews.language.reading.labels import labels_of
from reviews.language.reading.passages import (
    Passage,
    RowStatement,
    passage,
    row_statements,
    statements,
)

_WORDS = phrases(language.__file__, "settled", gap=" ")
_TARGET = _WORDS.whole("target")
_MEASURED = any_case(
    r"(?<![\w.#])(?!(?:19|20)\d\d\b)~?\d[\d.,]{0,30}+\s*+(?:%|percent|per\s?cent|[µm]?s\b|x\b|×|[kKMGT]i?B\b|[€$£]"
    r"|(?:[a-z-]+\s)?[a-z]{3,}(?:s|es|ies)\b)|[€$£]\s?\d|\b(?:a|one|two)\s+(?:third|quarter|half|tenth)s?\b"
    r"|\b(?:half|most)\s+of\b"
)
_DENIAL = _WORDS.anywhere("denial")
_SOLVING = _WORDS.whole("solving")
_PROMISES = _WORDS.whole("promises")
_LEANS_BACK = any_case(rf"\W{{0,200}}{_WORDS.any_of('leans_back')}\b")
_IS_ABOUT_THE_TEXT = any_case(rf"\W{{0,200}}{_WORDS.any_of('about_the_text')}\b")
_COMPARES = _WORDS.whole("compares")
_HEAVY = 34
# One sentence may settle two topics, but two different ones convince more.
_AGAIN = 0.9
_INTRODUCTION = ("introduction",)


type _Help = Literal["never", "any", "cue", "near", ""]

type ScoredSentences = Mapping[str, Sequence[tuple[float, Sentence]]]
"""By topic the sentences that settle it, in the order of the text, each with how well it does, above 0."""


def score_sentences(document: Document) -> ScoredSentences:
    """How well the statements of `document` settle each topic."""
    said = sorted([*statements(document), *row_statements(document)], key=lambda sentence: sentence.start)
    sentences = [(sentence, headings_above(document, sentence)) for sentence in said]
    return {
        topic: [(points, one) for one, above in sentences if (points := score(topic, one, above)) > 0]
        for topic in RULES
    }


def settled_topics(document: Document, scored: ScoredSentences) -> dict[str, Passage]:
    """The topics that `document` settles, each with the passage that does it best."""
    found: dict[str, Sentence] = {}
    for topic, sentences in scored.items():
        used = {sentence.index for sentence in found.values()}
        ranked = [
            (points - _AGAIN * (sentence.index in used), -sentence.index, sentence)
            for points, sentence in sentences
        ]
        best = max(ranked, default=None, key=lambda entry: entry[:2])
        if best and best[0] > 0:
            found[topic] = best[2]
    return {topic: passage(document, sentence) for topic, sentence in found.items()}


def ranked_passages(document: Document, scored: ScoredSentences, topic: str, most: int = 5) -> list[Passage]:
    """The passages of `document` that settle one topic, `most` at most, the best first."""
    best = sorted(scored[topic], key=lambda entry: (entry[0], -entry[1].index), reverse=True)
    return [passage(document, sentence) for _, sentence in best[:most]]


def near_passage(document: Document, topic: str) -> Passage | None:
    """The statement of `document` that speaks most of a topic, by its words alone; None when none does."""
    rule = RULES[topic]
    spoken = [
        (bool(rule.under.search(s.section.title)) + len(rule.cue.findall(s.plain)), -s.index, s)
        for s in statements(document)
        if speaks_of(topic, s.plain) and not any(map(rule.never_under.search, s.section.path))
    ]
    best = max(spoken, default=None, key=lambda entry: entry[:2])
    return passage(document, best[2]) if best else None


def find_denial(document: Document, topic: str) -> Passage | None:
    """A sentence below a topic's headings that says there is nothing to say: "there are no drawbacks"."""
    for sentence in statements(document):
        if _is_under(topic, sentence.section.path) and _DENIAL.search(sentence.plain):
            return passage(document, sentence)
    return None


@lru_cache(maxsize=256)
def _is_under(topic: str, titles: tuple[str, ...]) -> bool:
    """Whether one of the headings is what texts call the topic."""
    return any(map(RULES[topic].under.search, titles))


def is_denial(plain: str) -> bool:
    """Whether the words say that there is nothing to say: "there are no drawbacks"."""
    return bool(_DENIAL.search(plain))


@lru_cache(maxsize=16)
def own_title(document: Document) -> ReadSection | None:
    """The only heading of the first level, None when there are several or none."""
    titles = [section for section in document.sections if section.level == 1]
    return titles[0] if len(titles) == 1 else None


def headings_above(document: Document, sentence: Sentence) -> tuple[str, ...]:
    """The titles above a sentence without the document's own, and the label that its paragraph opens with; what stands
    right below the document's title is an introduction. The last one of a row has the titles of its columns too."""
    path, name = sentence.section.path, own_title(document)
    above = (path[1:] if name and path[:1] == name.path else path) or _INTRODUCTION
    if isinstance(sentence, RowStatement):
        above = (*above, f"{above[-1]}: {', '.join(sentence.heads)}")
    label = labels_of(document).get(sentence.block.index)
    return (*above[:-1], label, above[-1]) if label else above


def score(topic: str, sentence: Sentence, above: tuple[str, ...]) -> float:
    """How well a sentence below these headings settles a topic; 0 when it doesn't."""
    helps = _help_of(topic, above)
    if helps == "never":
        return 0.0
    points = _rule_points(RULES[topic], sentence, helps)
    if not points or not _is_fit(topic, sentence):
        return 0.0
    return max(0.1, points - _quote_burden(topic, sentence))


@lru_cache(maxsize=256)
def _help_of(topic: str, above: tuple[str, ...]) -> _Help:
    """What headings do for a sentence below them: it never settles the topic there, any does, one with a cue does."""
    rule = RULES[topic]
    if any(map(rule.never_under.search, above)):
        return "never"
    if rule.under.search(above[-1]):
        return "any"
    if _is_under(topic, above):
        return "cue"
    return "near" if rule.near.search(above[-1]) else ""


def _rule_points(rule: Rule, sentence: Sentence, helps: _Help) -> float:
    plain = 1.5 if rule.plain.search(sentence.plain) else 0.0
    if not helps and not plain:
        return 0.0
    cues = {match.lower() for match in rule.cue.findall(sentence.plain)}
    said = 1.0 + min(3, len(cues)) / 4 if cues else 0.0
    if helps == "any":
        return 3.0 + said + plain
    if said and helps == "cue":
        return 2.5 + said + plain
    if said and helps == "near":
        return 2.0 + said + plain
    return 2.0 + said if plain else 0.0


def _is_fit(topic: str, sentence: Sentence) -> bool:
    """What a topic's patterns can't say about its sentence."""
    plain = sentence.plain
    if topic == "evidence":
        return is_measurement(plain)
    if topic == "how" and isinstance(sentence, RowStatement):
        return False
    if topic == "how":
        fits = 8 <= len(sentence.words) <= 45 and plain.count("¤") * 5 < len(plain)
        return fits and not _IS_ABOUT_THE_TEXT.match(plain)
    if topic in ("risks", "tradeoffs"):
        return not _DENIAL.search(plain)
    if topic == "why":
        return not _COMPARES.search(plain)
    return topic != "problem" or not _PROMISES.search(plain)


def is_measurement(plain: str) -> bool:
    """Whether the words give a figure of something that is so, not of something that is hoped for."""
    return bool(_MEASURED.search(plain)) and not _TARGET.search(plain)


def leans_back(words: str) -> bool:
    """Whether words only make sense behind the sentence before them: "That makes sense, since …"."""
    return bool(_LEANS_BACK.match(words))


def _quote_burden(topic: str, sentence: Sentence) -> float:
    """What makes a poor quote: length, leaning on the sentence before, hard words, a solution given for a problem."""
    burden = max(0, len(sentence.words) - _HEAVY) / 12 + (0.4 if sentence.kind == "list_item" else 0.0)
    burden += 0.9 if leans_back(sentence.plain) else 0.0
    if topic in ("problem", "affected", "inaction") and _SOLVING.search(sentence.plain):
        burden += 0.8
    if topic == "why" and is_measurement(sentence.plain):
        burden -= 0.6
    if topic == "how":
        burden += 0.4 * sum(_is_hard(word) for word in sentence.words)
    return burden


@lru_cache(maxsize=20_000)
def _is_hard(word: str) -> bool:
    return (word.isupper() and len(word) > 1) or zipf_frequency(word, "en") < 2.6


def speaks_of(topic: str, text: str) -> bool:
    """Whether words that a person typed speak to a topic; there is no heading to help."""
    rule = RULES[topic]
    if topic == "evidence":
        return is_measurement(text)
    if topic in ("ask", "affected", "how"):
        return bool(rule.plain.search(text))
    return bool(rule.plain.search(text) or rule.cue.search(text))
