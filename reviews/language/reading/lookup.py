"""Looking passages up: which sentence of the notes is about the words of a question, if any is.

Okapi BM25 over sentences, with how rare a word is in English as its weight, since one document is too little to
learn that from. A sentence counts only when it covers enough of the question's weight: irrelevant quotes are worse
than none.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum

from wordfreq import zipf_frequency

from reviews import language
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.passages import Passage, RowStatement, passage, row_statements, statements
from reviews.language.reading.topics import crude_stem
from reviews.language.wordlists import read_words

_WORD = re.compile(r"[^\W_]{2,}(?:['’][^\W_]+)?")
_POSSESSIVE = re.compile(r"['’]s$")
_K1, _B = 1.2, 0.5
_HEADING_SHARE = 0.4
_LEAST_COVERED = 0.45
_COMMONEST = 6.2
_TOO_LIGHT = 0.7
_ASKING = frozenset(map(crude_stem, read_words(language.__file__, "common").words("asking")))


@dataclass(frozen=True)
class IndexedSentence:
    """A sentence, how often each stem is in it, the stems of the titles above, and how many words it has."""

    sentence: Sentence
    counts: Counter[str]
    above: frozenset[str]
    size: int


@dataclass(frozen=True)
class Index:
    """What can be looked up in one document."""

    document: Document
    entries: tuple[IndexedSentence, ...]
    mean: float


@dataclass(frozen=True)
class Hit:
    """A sentence that was found, with the share of the question's weight that it covers."""

    passage: Passage
    score: float
    covered: float


def index(document: Document) -> Index:
    """Make every statement of `document` findable."""
    said = [*statements(document, least=4), *row_statements(document, least=2)]
    entries = tuple(map(_index_sentence, sorted(said, key=lambda sentence: sentence.start)))
    return Index(document, entries, max(1.0, sum(e.size for e in entries) / max(1, len(entries))))


def _index_sentence(sentence: Sentence) -> IndexedSentence:
    counts = Counter(stems(sentence.text))
    heads = sentence.heads if isinstance(sentence, RowStatement) else ()
    above = frozenset(stems(" ".join([*sentence.section.path[-2:], *heads])))
    return IndexedSentence(sentence, counts, above, counts.total())


def stems(text: str) -> list[str]:
    """The stems of all words of `text`, in order."""
    return [crude_stem(word) for word in _words_in(text)]


def _words_in(text: str) -> list[str]:
    """The words of `text` in small letters, without the "'s" of an owner."""
    return [_POSSESSIVE.sub("", word.lower()) for word in _WORD.findall(text)]


def terms_of(text: str) -> frozenset[str]:
    """The stems in `text` that say what it is about."""
    words = (word for word in _words_in(text) if not word.isdigit())
    return frozenset(s for word in words if (s := crude_stem(word)) not in _ASKING and weight(s) > _TOO_LIGHT)


@lru_cache(maxsize=50_000)
def weight(term: str) -> float:
    """How much a stem says: nothing when everybody uses it, most when it is rare."""
    forms = [term, term + "e", term + "s"]
    forms += [term[:-1] + "y", term + "es"] if term.endswith("i") else []
    known = max(zipf_frequency(form, "en") for form in forms)
    return max(0.0, min(4.5, _COMMONEST - known))


def best(
    indexes: Iterable[Index],
    query: str,
    *,
    fits: Callable[[Sentence], bool] = lambda sentence: True,
    but_not: Sequence[str] = (),
    least: float = _LEAST_COVERED,
) -> Hit | None:
    """The sentence most about `query`, or None when none covers at least the share `least` of it.

    `fits` says what a sentence must do besides; `but_not` holds quotes that are known already.
    """
    terms = terms_of(query)
    found = [
        (score, covered, one.document, sentence)
        for one in indexes
        for sentence, score, covered in _find_hits(one, terms)
        if covered >= least and sentence.text not in but_not and fits(sentence)
    ]
    if not found:
        return None
    score, covered, document, sentence = max(found, key=lambda each: each[0])
    return Hit(passage(document, sentence), score, covered)


def _find_hits(one: Index, terms: frozenset[str]) -> Iterator[tuple[Sentence, float, float]]:
    """Every sentence with two of the terms, or with the only one, with its score and the share that it covers."""
    whole = fsum(map(weight, terms))
    for entry in one.entries:
        met = [term for term in terms if term in entry.counts]
        if len(met) >= 2 or (met and len(terms) == 1):
            above = (
                fsum(weight(t) for t in terms if t in entry.above and t not in entry.counts) * _HEADING_SHARE
            )
            score = above + fsum(weight(t) * _saturated(entry.counts[t], entry.size / one.mean) for t in met)
            covered = (above + fsum(map(weight, met))) / whole
            yield entry.sentence, score, covered


def _saturated(count: int, length: float) -> float:
    return count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * length))
