"""What a message says in its writer's own words: without code, without quotations, in comparable letters.

Pure, and in linear time: the rules that read people's messages build on it.
"""

import re
import unicodedata
from collections.abc import Callable

from reviews.language.quotation_marks import paired_quotations
from reviews.language.reply import outside_code

MASK = "\ufffc"
"""Stands for each letter of a quotation or of code, so that places in the text stay what they are."""

NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
"""A figure in digits, without its sign and unit."""
_QUOTED = re.compile(rf"`[^`\n]*`|{paired_quotations('*')}|(?<!\w)['‘][^'‘’\n]{{1,200}}['’](?!\w)")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’)*_\]]*\s+|\n+")
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_CAPITAL = re.compile(r"(?<!\\)(?<!\(\?)[A-ZÄÖÜ]")
_CASELESS = re.compile("[\u0130\u0131\u017f\u212a]")
"""Letters that patterns in any case take for i, s and k, and `lower` does not."""
_APOSTROPHES = str.maketrans("’‘ʼ＇", "''''")


def any_case(pattern: str) -> re.Pattern[str]:
    """A compiled pattern that takes capitals and small letters for the same."""
    return re.compile(pattern, re.IGNORECASE)


def quick_test(pattern: str) -> Callable[[str], bool]:
    """Whether a text may have what `pattern` finds in any case; what it says no to has nothing. It is several times as
    fast as looking, and most sentences have nothing. Raises ValueError for a pattern with capitals."""
    if _CAPITAL.search(pattern):
        raise ValueError(f"Write the pattern in small letters: {pattern}")
    small = re.compile(pattern)
    return lambda text: bool(small.search(text.lower()) or _CASELESS.search(text))


def fold_text(text: str) -> str:
    """`text` for comparisons: composed, without capitals, with straight apostrophes."""
    if text.isascii():  # most texts, in which there is nothing else to do: this takes a tenth of the time
        return text.lower()
    return unicodedata.normalize("NFC", text).casefold().translate(_APOSTROPHES)


def open_text(text: str) -> str:
    """The lines of `text` that stand neither in fenced code nor in a block quote."""
    return "\n".join(line for line in outside_code(text) if not line.lstrip().startswith(">"))


def masked(text: str) -> str:
    """`text` with each code span and each quotation masked letter by letter; the length stays."""
    return _QUOTED.sub(lambda found: MASK * len(found[0]), text)


def spoken(text: str) -> str:
    """What the writer says: open text, quotations masked, folded."""
    return fold_text(masked(open_text(text)))


def sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of `text` begin and end; a line break ends one too."""
    found, start = [], 0
    for gap in _SENTENCE.finditer(text):
        found.append((start, gap.start()))
        start = gap.end()
    found.append((start, len(text)))
    return [(begin, end) for begin, end in found if text[begin:end].strip()]


def is_question(sentence: str) -> bool:
    """Whether a sentence ends as a question, whatever marks stand after that."""
    return sentence.rstrip(" *_)\"'!").endswith("?")


def vocabulary(words: str) -> frozenset[str]:
    """The words of a space-separated list."""
    return frozenset(words.split())


def words_in(folded: str) -> list[str]:
    """The words of a folded text; an apostrophe or a hyphen inside belongs to the word."""
    return _WORD.findall(folded)
