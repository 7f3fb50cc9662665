"""What notes are about, and whether words of somebody are about that. Pure, and linear in the texts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Literal

from wordfreq import zipf_frequency

from reviews.kinds.interview.settling.passages import read_source
from reviews.kinds.interview.settling.vocabulary import is_name_of_topic, language_of
from reviews.language.reading.document import Document
from reviews.language.reading.titles import document_title
from reviews.language.scorecard import TOPICS
from reviews.language.sourcing.content import content_words, is_common_word
from reviews.language.sourcing.facts import find_facts_in
from reviews.language.sourcing.plain_text import blank_spans, find_words, fold_word
from reviews.language.wordlists import read_words

_WORDS = read_words(__file__, "subject")
_GENERIC = frozenset().union(*map(content_words, chain(*_WORDS.sentences("generic").values())))
_FIELDS = {
    name: frozenset().union(*map(content_words, words)) - _GENERIC
    for name, words in _WORDS.sentences("fields").items()
}
_OF_WORK = frozenset().union(*_FIELDS.values())
_LIFE = {word: field for field, words in _WORDS.sentences("life").items() for word in words}
"""By word the field of life that it is of; as they stand, since their stems are those of words of work too."""
_BEFORE_ATTRIBUTE = frozenset(_WORDS.words("before_attribute"))
_EVERYDAY = 5.4
"""How frequent an English word is that no text can do without (see `wordfreq`)."""
_FEWEST_SENTENCES, _FEWEST_OF_FIELD = 2, 2
"""Sentences of notes that come back to a word, and words of a field that notes about it have."""
_SHORT_NOTES = 150
"""Different words up to which each one tells what notes are about."""
_FEWEST_ONCE = 2
"""Words that longer notes have only once: one of them may be there by chance."""
_LEAST_READ = 5
"""Sentences of notes from which on it can be told what they are about."""
_MOST_OF_TEXT = 0.4
"""The share of its sentences that tells what a text is about whose title does not say it."""
_MOST_READ = 200_000
_OWN_FACTS = frozenset({"name", "party", "date", "figure", "amount", "percentage"})

Relation = Literal["about", "plain", "foreign"]
"""Whether words share the subject of notes, tell nothing beside it, or tell of something else."""

Notes = tuple[tuple[str, str], ...]
"""Notes as (name, text)."""


@dataclass(frozen=True)
class Subject:
    """The stems of what notes are about: `telling` are those of titles and headings and those that they come back to,
    `others` the rest that they have. `lives` are the fields of life that they touch, `is_known` tells whether there is
    enough of them to say what is beside it."""

    telling: frozenset[str]
    others: frozenset[str]
    lives: frozenset[str] = frozenset()
    is_known: bool = False

    def relates(self, plain: str, *, answers: bool = False) -> Relation:
        """How words of a person stand to the subject. answers: whether they answer a question of ELM, so that words of
        work, which any answer may need, are not beside the matter."""
        words = own_stems(plain)
        once = words & self.others
        if words & self.telling:
            return "about"
        if life_fields(plain) - self.lives:
            return "foreign"
        if len(once) >= self._fewest_once or self._share_field(words) or life_fields(plain):
            return "about"
        beside = own_stems(plain, answers=True) if answers else words
        return "foreign" if beside - once else "plain"

    def relates_own(self, plain: str) -> Relation:
        """How a passage of the notes stands to their subject: that it has its own words shows nothing."""
        words = own_stems(plain)
        if words & self.telling or self._share_field(words):
            return "about"
        return "foreign" if words and self.is_known else "plain"

    @property
    def _fewest_once(self) -> int:
        return 1 if len(self.telling) + len(self.others) <= _SHORT_NOTES else _FEWEST_ONCE

    def _share_field(self, words: frozenset[str]) -> bool:
        shared = (field for field in _FIELDS.values() if words & field and self.telling & field)
        return any(len((self.telling | self.others) & field) >= _FEWEST_OF_FIELD for field in shared)


def own_stems(plain: str, *, answers: bool = False) -> frozenset[str]:
    """The stems of words that only some matters need, without names, dates and figures. answers: without words of work
    too."""
    found = find_facts_in(plain, language_of(plain) or "en", (), plain, 0)
    facts = [(one.start, one.end) for one in found if one.kind in _OWN_FACTS]
    words = map(fold_word, (found[0] for found in find_words(blank_spans(plain, _apart(facts)))))
    own = (content_words(word) - _GENERIC for word in words if not _is_neutral(word, answers))
    return frozenset().union(*own)


def without_subject(plain: str, notes: Notes) -> str:
    """`plain` without its dates and without the words of what the notes are about, and what these carry as an
    attribute ("and failed charges")."""
    found = find_facts_in(plain, language_of(plain) or "en", (), plain, 0)
    telling = subject_of(notes).telling
    spans = [(one.start, one.end) for one in found if one.kind == "date"]
    before, last = "", None
    for word in find_words(plain):
        if content_words(fold_word(word[0])) & telling:
            is_carried = last and last[0].endswith("ed") and before.casefold() in _BEFORE_ATTRIBUTE
            spans.append((last.start() if last and is_carried else word.start(), word.end()))
        before, last = last[0] if last else "", word
    return blank_spans(plain, _apart(spans))


def is_generic(word: str) -> bool:
    """Whether a word is one that any matter may need."""
    return content_words(word) <= _GENERIC


def life_fields(plain: str) -> frozenset[str]:
    """The fields of life that the words are of."""
    words = (fold_word(found[0]) for found in find_words(plain))
    found = (_LIFE.get(word) or _LIFE.get(word.removesuffix("s")) for word in words)
    return frozenset(field for field in found if field)


def _apart(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those left out that begin within an earlier one."""
    apart: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if not apart or start >= apart[-1][1]:
            apart.append((start, end))
    return apart


@lru_cache(maxsize=20_000)
def _is_neutral(word: str, answers: bool) -> bool:
    """Whether a folded word may stand in any text, or in any answer."""
    if answers and (is_common_word(word) or content_words(word) & _OF_WORK):
        return True
    return is_everyday(word)


def is_everyday(word: str) -> bool:
    """Whether a word in small letters is an English one that no text can do without."""
    return zipf_frequency(word, "en") >= _EVERYDAY


@lru_cache(maxsize=8)
def subject_of(notes: Notes) -> Subject:
    """What notes are about, by their titles and headings and the words that they come back to: those that stand with
    words of a title, and those that most of a text is about."""
    documents = [read_source(text[:_MOST_READ], name) for name, text in notes]
    titles = chain.from_iterable(map(_titles, documents))
    named = frozenset().union(*map(content_words, titles)) - _GENERIC
    said = [
        content_words(sentence.plain) - _GENERIC
        for document in documents
        for sentence in document.sentences
        if sentence.kind != "heading"
    ]
    counts = Counter(chain.from_iterable(said))
    often = {word for word, count in counts.items() if count >= _FEWEST_SENTENCES}
    telling = named | _cohering(said, often | named, named)
    lives = frozenset().union(*(life_fields(document.text[:_MOST_READ]) for document in documents))
    return Subject(telling, frozenset(counts) - telling, lives, len(said) >= _LEAST_READ and bool(telling))


def _cohering(
    said: Sequence[frozenset[str]], often: AbstractSet[str], named: frozenset[str]
) -> frozenset[str]:
    """Those of the words that notes come back to which belong together: a group of words that stand in the same
    sentences, when a word of a title or of its field is among them or a large part of the sentences has one."""
    groups = word_groups(words & often for words in said)
    fields = frozenset().union(named, *(field for field in _FIELDS.values() if field & named))
    most = _MOST_OF_TEXT * len(said)
    sizes = Counter(group for words in said for group in {groups[word] for word in words & often})
    near = {groups[word] for word in groups if word in fields}
    return frozenset(word for word, group in groups.items() if group in near or sizes[group] >= most)


def word_groups(sentences: Iterable[AbstractSet[str]]) -> dict[str, str]:
    """The words of sentences, each with the name of its group: words of one sentence are of the same."""
    parents: dict[str, str] = {}

    def root(word: str) -> str:
        while parents.setdefault(word, word) != word:
            parents[word] = parents[parents[word]]
            word = parents[word]
        return word

    for words in sentences:
        first, *others = map(root, words) if words else [""]
        for other in others:
            parents[root(other)] = root(first)
    return {word: root(word) for word in list(parents) if word}


def _titles(document: Document) -> Iterable[str]:
    yield document_title(document)
    for section in document.sections:
        if section.title and not any(is_name_of_topic(topic, section.title) for topic in TOPICS):
            yield section.title
