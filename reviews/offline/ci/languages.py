"""Whether a text is in another language than English, in which the rules on words mean nothing.

By its small words, which make up a quarter of all prose, and by its letters. A text of a few words counts as English,
and so does one that is mostly code, names and figures: to be called another language takes evidence of it.
"""

from itertools import islice

from reviews.language.reading.document import Document
from reviews.language.wordlists import read_words

_SMALL_WORDS = {
    name: frozenset(words)
    for name, words in read_words(__file__, "languages").sentences("small_words").items()
}
_ENGLISH = _SMALL_WORDS["english"]
_OTHERS = [words for name, words in _SMALL_WORDS.items() if name != "english"]

STRUCTURAL = frozenset({"broken_anchor", "dangling_ref", "injection", "todo"})
"""The kinds that are looked for whatever the language is: what they go by are marks, headings and links."""

_LEAST_WORDS, _LEAST_LETTERS = 10, 30
_LEAST_DIFFERENT = 3
_SURE_WORDS = 60
_LEAST_SHARE = 0.1
_FOREIGN_LETTERS, _ACCENTED_LETTERS = 0.3, 0.02
_READ = 5_000


def is_other_language(document: Document) -> bool:
    """Whether the prose of a document is in another language than English."""
    prose = (s for s in document.sentences if s.kind != "table_cell" and len(s.words) > 2)
    words = [word.lower() for word in islice((word for s in prose for word in s.words), _READ)]
    letters = [c for word in words for c in word if c.isalpha()]
    foreign = sum(c > "\u024f" for c in letters)
    if len(letters) >= _LEAST_LETTERS and foreign > len(letters) * _FOREIGN_LETTERS:
        return True
    if len(words) < _LEAST_WORDS:
        return False
    english = sum(word in _ENGLISH for word in words)
    # A single letter that comes again and again, as in lists of figures, is no language.
    several = [theirs for theirs in _OTHERS if len(theirs.intersection(words)) >= _LEAST_DIFFERENT]
    other = max((sum(word in theirs for word in words) for theirs in several), default=0)
    least = len(words) * _LEAST_SHARE
    if other > english and other >= least:
        return True
    # A language that is not listed, and neither logs nor data that look like prose: it has letters that English lacks.
    accented = sum(not c.isascii() for c in letters)
    return len(words) >= _SURE_WORDS and english < least / 2 and accented > len(letters) * _ACCENTED_LETTERS
