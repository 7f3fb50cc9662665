"""Which language a document is in: by its letters, and in Latin letters by its smallest words."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from reviews import language
from reviews.language.reading.document import Document
from reviews.language.wordlists import read_words

ENGLISH = "English"
UNKNOWN = "another language"

_WORDS = read_words(language.__file__, "document_language")
_SMALLEST = {name: frozenset(words) for name, words in _WORDS.sentences("smallest").items()}
_SCRIPTS = _WORDS.sentences("scripts")
_MOST_SENTENCES, _MOST_LETTERS = 300, 4000
_FOREIGN_LETTERS = 0.3
_ACCENTED_LETTERS = 0.02
"""The share of letters of another script from which on a text is not in Latin letters."""
_ENOUGH_WORDS = 60
"""Words from which on few small words of English tell of another language."""
_LEAST_SHARE, _LEAST_FOUND, _LEAST_DIFFERENT = 0.08, 4, 3


@lru_cache(maxsize=16)
def document_language(document: Document) -> str:
    """The language of the prose: "English", "German" …, "another language" when it is none that is known here. What is
    too short to tell counts as English."""
    letters = list(islice((c for c in document.text if c.isalpha()), _MOST_LETTERS))
    foreign = [c for c in letters if ord(c) > 0x36F]
    if len(foreign) > len(letters) * _FOREIGN_LETTERS:
        return _language_of_script(foreign)
    words = list(_small_letters(document))
    # A single letter that comes again and again, as in lists of figures, is no language.
    told = {
        name: known for name, known in _SMALLEST.items() if len(known.intersection(words)) >= _LEAST_DIFFERENT
    }
    found = {name: sum(word in known for word in words) for name, known in told.items()} or {ENGLISH: 0}
    best = max(found, key=lambda name: found[name])
    if found[best] >= max(_LEAST_FOUND, _LEAST_SHARE * len(words)):
        return best
    # Logs, data and lists of names have few small words too, but not the letters that English lacks.
    accented = sum(not c.isascii() for c in letters) > len(letters) * _ACCENTED_LETTERS
    return UNKNOWN if len(words) >= _ENOUGH_WORDS and accented else ENGLISH


def is_english(document: Document) -> bool:
    """Whether the rules can read it."""
    return document_language(document) == ENGLISH


def _small_letters(document: Document) -> Iterator[str]:
    """The words of the first sentences, in small letters."""
    for sentence in document.sentences[:_MOST_SENTENCES]:
        yield from (word.lower() for word in sentence.words)


def _language_of_script(letters: list[str]) -> str:
    """The first language of the list that enough letters are of; Japanese mixes its own with those of Chinese."""
    counts = Counter(unicodedata.name(letter, "").split(" ")[0].split("-")[0] for letter in letters)
    for name, starts in _SCRIPTS.items():
        if sum(counts[start] for start in starts) >= len(letters) / 5:
            return name
    return UNKNOWN
