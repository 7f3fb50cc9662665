"""Where a quote stands in a text: verbatim if it does, else as people and models retype it (`bare_text`). The one way
in which quotes and the places of edits are found. Standard library only; linear time on any input.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from reviews.language.bare_text import BareText, bare_text

MOST_PLACES = 1000
"""Places of the same words that are looked at: nobody could tell which of more is meant."""
SHORTEST_QUOTE = 4
"""Letters and digits that a quote must have: less is found in any text and proves nothing."""
LONGEST_GAP = 400
"""Characters that an ellipsis inside a quote may stand for."""
MOST_PARTS = 10
"""Parts that ellipses may cut a quote into."""
_EFFORT = 5_000_000
"""Characters of a quote that are compared at most, all tries together."""

_WORD = re.compile(r"\S+")
_MARK = re.compile(r"\*+|_+|`+|~~|!?\[(?!\^)|\](?:\([^\n]{0,2000}\)|\[[^\n]{0,2000}\])?")
_ELLIPSIS = re.compile(r"[\[(]?(?:…|\.{3,}+)[\])]?")
_TYPOGRAPHY = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "\u00a0": " "})
_OUTER_MARKS = "\"'“”„‘’«» \t\r\n\u00a0"


@dataclass(frozen=True)
class MatchedSpan:
    """The characters from `start` to before `end` of a text."""

    start: int
    end: int

    def words(self, text: str) -> str:
        """The text's own words there."""
        return text[self.start : self.end]


def flatten_text(text: str) -> str:
    """`text` in lower case, with single spaces and straight quotation marks."""
    return " ".join(text.translate(_TYPOGRAPHY).casefold().split())


def squeeze_text(text: str) -> str:
    """`text` with single spaces."""
    return " ".join(text.split())


def find_verbatim(text: str, quote: str) -> list[MatchedSpan]:
    """Every place of `quote` in `text`, in order, MOST_PLACES at most, overlapping ones included: those with the same
    characters, else those where only the spacing is another."""
    return _first_of(_verbatim(text, quote), _spaced(text, quote))


def find_retyped(text: str, quote: str, *, may_elide: bool = True) -> list[MatchedSpan]:
    """Places of the same bare text that begin and end where words do; else, when the quote `may_elide` with "…" or
    "...", those that have its parts in this order near each other. In order, MOST_PLACES at most."""
    return _first_of(_retyped(text, quote), _elided(text, quote) if may_elide else iter(()))


def find_places(text: str, quote: str, *, may_elide: bool = True) -> list[MatchedSpan]:
    """The verbatim places of `quote` in `text` if there are any, else the retyped ones."""
    return find_verbatim(text, quote) or find_retyped(text, quote, may_elide=may_elide)


def _first_of(*ways: Iterator[MatchedSpan]) -> list[MatchedSpan]:
    """What the first of the ways finds that finds anything."""
    return next((places for way in ways if (places := list(islice(way, MOST_PLACES)))), [])


def quoted_in(quote: str, texts: Sequence[str]) -> tuple[int, str] | None:
    """Which of `texts` has `quote`, by its index, and the words that are quoted: the quote as it is when it stands
    there but for the spacing or outer quotation marks, else the text's own words with single spaces. None when no
    text has it, or when it is too short to prove anything."""
    flat = flatten_text(quote).strip("\"' ")
    if sum(map(str.isalnum, flat)) < SHORTEST_QUOTE:
        return None
    bare = quote.strip(_OUTER_MARKS)
    spaced = squeeze_text(bare)
    for index, text in enumerate(texts):
        if spaced in _squeezed(text):
            return index, quote
    for find in (_retyped, _elided):
        for index, text in enumerate(texts):
            if place := next(find(text, bare), None):
                return index, squeeze_text(place.words(text))
        # Within a word, only the comparison that was always made.
        if find is _retyped and (within := _flat_within(flat, texts)) is not None:
            return within, quote
    return None


def is_quoted(quote: str, texts: Sequence[str]) -> bool:
    """Whether `quote` stands in one of the texts, as it is or retyped."""
    return quoted_in(quote, texts) is not None


def _flat_within(flat: str, texts: Sequence[str]) -> int | None:
    return next((index for index, text in enumerate(texts) if flat in _flattened(text)), None)


@lru_cache(maxsize=16)
def _flattened(text: str) -> str:
    return flatten_text(text)


@lru_cache(maxsize=16)
def _squeezed(text: str) -> str:
    return squeeze_text(text)


def _verbatim(text: str, quote: str) -> Iterator[MatchedSpan]:
    if quote.strip():
        for start in _occurrences(text, quote):
            yield MatchedSpan(start, start + len(quote))


def _occurrences(text: str, words: str) -> Iterator[int]:
    """Where `words` stand in `text`; with long ones that overlap themselves very often, the first such places."""
    start, tries = text.find(words), _EFFORT // len(words) + 2
    while start >= 0 and tries:
        yield start
        start, tries = text.find(words, start + 1), tries - 1


def _spaced(text: str, quote: str) -> Iterator[MatchedSpan]:
    """Places with the same characters but for blank ones."""
    wanted = squeeze_text(quote)
    if not wanted or wanted not in _squeezed(text):
        return
    squeezed, words = _squeezed(text), _WORD.finditer(text)
    word, at = next(words), 0
    for start in _occurrences(squeezed, wanted):
        # The word that has the first character, then the one that has the last: both stand further on each time.
        while at + len(word[0]) <= start:
            word, at = next(words), at + len(word[0]) + 1
        yield MatchedSpan(
            word.start() + start - at, _spaced_end(text, word.start() + start - at, len(wanted))
        )


def _spaced_end(text: str, start: int, length: int) -> int:
    """Where `length` characters end that begin at `start`, each stretch of blank ones counted as one."""
    for word in _WORD.finditer(text, start):
        if length <= len(word[0]):
            return word.start() + length
        length -= len(word[0]) + 1
    return len(text)


def _retyped(text: str, quote: str) -> Iterator[MatchedSpan]:
    """Places with the same bare text, from where a word begins to where one ends."""
    wanted = bare_text(quote).letters
    if not any(map(str.isalnum, wanted)):
        return
    bare = bare_text(text)
    for start in _occurrences(bare.letters, wanted):
        if _is_whole(bare.letters, start, start + len(wanted)):
            yield balanced_span(bare, start, start + len(wanted))


def _is_whole(letters: str, start: int, end: int) -> bool:
    """Whether neither end of the stretch is within a word."""
    return not (_joined(letters, start) or _joined(letters, end))


def _joined(letters: str, index: int) -> bool:
    """Whether the characters before and at `index` belong to one word. Scripts without spaces have no such words."""
    pair = letters[max(index - 1, 0) : index + 1]
    return len(pair) == 2 and index > 0 and all(_is_of_word(character) for character in pair)


def _is_of_word(character: str) -> bool:
    if unicodedata.combining(character):
        return True
    return (character.isalnum() or character == "_") and character < "\u2e80"


def _elided(text: str, quote: str) -> Iterator[MatchedSpan]:
    """Places that have the parts of a quote with ellipses, in this order near each other. Ellipses at its ends say
    nothing."""
    parts = [part.strip(_OUTER_MARKS) for part in _ELLIPSIS.split(quote)]
    parts = [part for part in parts if part]
    wanted = [bare_text(part).letters for part in parts]
    if len(parts) > MOST_PARTS or any(sum(map(str.isalnum, one)) < SHORTEST_QUOTE for one in wanted):
        return
    if not parts or bare_text(quote).letters == wanted[0]:
        return
    bare = bare_text(text)
    for start in islice(_occurrences(bare.letters, wanted[0]), MOST_PLACES):
        end = start + len(wanted[0])
        if _is_whole(bare.letters, start, end) and (last := _behind_others(bare.letters, end, wanted[1:])):
            yield balanced_span(bare, start, last)


def split_at_ellipses(words: str) -> list[str]:
    """What stands before, between and behind the ellipses of some words, without spaces around it; "" for nothing."""
    return [part.strip(" \t\u00a0") for part in _ELLIPSIS.split(words)]


def _behind_others(letters: str, end: int, others: Sequence[str]) -> int:
    """Where the last of the other parts ends when each follows the one before it within LONGEST_GAP; 0 if not."""
    for wanted in others:
        start = letters.find(wanted, end, end + LONGEST_GAP + len(wanted))
        while start >= 0 and not _is_whole(letters, start, start + len(wanted)):
            start = letters.find(wanted, start + 1, end + LONGEST_GAP + len(wanted))
        if start < 0:
            return 0
        end = start + len(wanted)
    return end


def balanced_span(bare: BareText, start: int, end: int) -> MatchedSpan:
    """The original's span for the bare characters from `start` to before `end`: with the marks next to it that close
    or open what begins or ends within, such as the "**" behind "three **times"."""
    first, last = bare.starts[start], bare.ends[end - 1]
    unpaired = unpaired_marks(bare.marks(start, end))
    if unpaired:
        before, behind = bare.left_out(start).lstrip(), bare.left_out(end).rstrip()
        for opening, closing in (("", behind), (before, ""), (before, behind)):
            if unpaired == unpaired_marks((opening, closing)):
                return MatchedSpan(first - len(opening), last + len(closing))
    return MatchedSpan(first, last)


def unpaired_marks(marks: Iterable[str]) -> frozenset[str]:
    """The kinds of inline marks that are opened and not closed, or closed and not opened."""
    unpaired: set[str] = set()
    for found in marks:
        for mark in _MARK.findall(found):
            unpaired ^= {"[" if mark[0] in "![]" else mark}
    return frozenset(unpaired)
