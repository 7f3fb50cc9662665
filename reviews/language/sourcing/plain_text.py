"""A text without its Markdown marks, letter for letter as long as before, and its words in comparable form."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_MARKS = re.compile(r"(?<=\S)\*|\*(?![ \t])|[`~]|(?<!\w)_{1,3}|_{1,3}(?!\w)|<!--|-->|\\(?=[^\w\s])")
_SAME_LENGTH = str.maketrans(
    "\u00a0\u202f\u2009\u2007\u2060\t\r’‘ʼ´＇“”„‟«»−‐‑",
    '       \'\'\'\'\'""""""---',
)
_ELIDED = re.compile(r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu)'(?=[^\W_]{2})", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


def unmark_text(text: str) -> str:
    """`text` with Markdown marks blanked and typographic marks made plain; each place in it stays where it is."""
    return _MARKS.sub(lambda found: " " * len(found[0]), text).translate(_SAME_LENGTH)


def fold_word(word: str) -> str:
    """A word for comparisons: composed and without capitals."""
    return word.lower() if word.isascii() else unicodedata.normalize("NFKC", word).casefold()


def find_words(plain: str) -> Iterator[re.Match[str]]:
    """The words of an unmarked text, each with its place; hyphens and apostrophes inside belong to them, but for what
    French leaves of an article or a pronoun ("l'application")."""
    for found in _WORD.finditer(plain):
        elided = _ELIDED.match(found[0])
        rest = _WORD.match(plain, found.start() + elided.end()) if elided else None
        yield rest or found


def folded_in_order(plain: str) -> tuple[str, ...]:
    """The words of an unmarked text, folded, in their order."""
    return tuple(fold_word(found[0]) for found in find_words(plain))


@lru_cache(maxsize=4096)
def fold_words(plain: str) -> frozenset[str]:
    """The different words of an unmarked text, folded."""
    return frozenset(folded_in_order(plain))


def keep_words(text: str) -> str:
    """`text` for the comparison of quotations: words and figures alone, without capitals, one space between."""
    return " ".join(fold_word(found[0]) for found in re.finditer(r"[^\W_]+", unmark_text(text)))


def blank_spans(plain: str, spans: list[tuple[int, int]]) -> str:
    """`plain` with each (start, end) of `spans`, in order and apart, made of spaces."""
    parts, last = [], 0
    for start, end in spans:
        parts += [plain[last:start], " " * (end - start)]
        last = end
    return "".join(parts) + plain[last:]
