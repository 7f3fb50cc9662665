"""Characters that nobody sees: which of them scripts, emoji and typesetting need, and which only hide something.

In linear time. Joiners inside Arabic, Indic or Thai words and emoji, marks of direction, soft hyphens and a byte order
mark are ordinary writing and are never reported.
"""

import re
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple

from reviews.states import Severity

_ZERO_WIDTH = "\u180e\u200b-\u200d\u2060-\u2064\ufeff"
_TAGS = "\U000e0000-\U000e007f"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_UNSEEN = re.compile(f"[{_ZERO_WIDTH}{_TAGS}{_SELECTORS}\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_CHUNK = re.compile(r"&\#(?:0{0,9}\d{1,7}|[xX]0{0,9}[0-9a-fA-F]{1,6});?|[\x00-%'-\x7f]+|&|[^\x00-\x7f]")
"""A letter written as its number, a stretch of plain text, or one other character."""
LOOKALIKES = dict(
    zip(
        "аеоріѕсухтклмһјԛԝӏАВЕЅІЈКМНОРСТУХԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναρικυ",
        "aeopiscyxtklmhjqwlabesijkmhopctyxqwabezhikmnoptyxovapiku",
        strict=True,
    )
)
"""Cyrillic and Greek letters that are taken for Latin ones, and these."""
_LONGEST_WORD = 30
_LATIN = re.compile("[A-Za-z]")
_WORD_END, _WORD_START = re.compile(r"[^\W\d_]*$"), re.compile(r"[^\W\d_]*")
_LETTERS_BEFORE = re.compile(f"[A-Za-z{_ZERO_WIDTH}]+$")
_LETTERS_BEHIND = re.compile(f"[a-z{_ZERO_WIDTH}]+(?![A-Za-z])")
_APOSTROPHES = str.maketrans("’‘ʼ＇", "''''")

# A black flag with tags that end as they should is the flag of a region.
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e007a]{1,8}\U000e007f")
_SPELLED = re.compile(f"[{_TAGS}]+")
_SELECTED = re.compile(f"[{_SELECTORS}]{{3,}}")
_RUN = re.compile(f"[{_ZERO_WIDTH}]{{4,}}")
_SPLIT_WORD = re.compile(f"(?:[A-Za-z][{_ZERO_WIDTH}]){{3,}}[A-Za-z]?")
# A character that nobody sees within a figure or within an ordinary word keeps it from being found. Long words and
# "camelCase" may have them to be broken, and German ones U+200C between letters that must not touch.
_SPLIT_FIGURE = re.compile(f"\\d[{_ZERO_WIDTH}]{{1,3}}\\d")
_SPLIT_LETTERS = re.compile("[A-Za-z](?:[\u180e\u200b\u200d\u2060-\u2064\ufeff]){1,3}[a-z]")
_LONGEST_PLAIN_WORD = 14
_FEW = 2
"""How many split words a text has at least when they were split on purpose: one may have been pasted so."""
# Turning Latin letters around has no use in any script; in Hebrew and Arabic it is the letters that turn by themselves.
_TURNED = re.compile("[\u202d\u202e][^\n\u202c]{0,20}[A-Za-z]{2}")


class Concealed(NamedTuple):
    """Characters [start, end) of a text that hide something; high when there is no innocent reason for them, low when
    they may well have been pasted.

    spells: what they say when they are letters in disguise, else "".
    """

    start: int
    end: int
    severity: Severity
    spells: str = ""


class FoldedText(NamedTuple):
    """A text for comparisons; character i of it comes from character `places[i]` of the source. The last place is the
    source's length."""

    text: str
    places: Sequence[int]


def folded_with_places(text: str) -> FoldedText:
    """`text` in small letters, with straight apostrophes and plain forms of letters, and without unseen characters.
    Letters that are written as numbers, or in another alphabet within a Latin word, are those that readers see."""
    if text.isascii() and "&#" not in text:  # nothing to fold, and every character in its own place
        return FoldedText(text.lower(), range(len(text) + 1))
    pieces: list[str] = []
    places = array("q")
    for chunk in _CHUNK.finditer(text):
        found, start = chunk[0], chunk.start()
        if found.startswith("&#"):
            found = unescape(found.rstrip(";") + ";")
            found = LOOKALIKES.get(found, found)
        elif found in LOOKALIKES and _is_in_latin_word(text, start):
            found = LOOKALIKES[found]
        if found.isascii():
            pieces.append(found.lower())
            places.extend(range(start, start + len(found)))
        elif not _UNSEEN.match(found):
            plain = unicodedata.normalize("NFKC", found).lower().translate(_APOSTROPHES)
            pieces.append(plain)
            places.extend([start] * len(plain))
    places.append(len(text))
    return FoldedText("".join(pieces), places)


def _is_in_latin_word(text: str, at: int) -> bool:
    begin, end = max(0, at - _LONGEST_WORD), at + _LONGEST_WORD
    if not _LATIN.search(text, begin, end):  # as in nearly every word of a Russian or a Greek text
        return False
    before, behind = text[begin:at], text[at + 1 : end]
    word = _WORD_END.search(before)[0] + _WORD_START.match(behind)[0]  # type: ignore[index]  # both match ""
    return any(char.isascii() for char in word)


def find_concealed(text: str) -> Iterator[Concealed]:
    """Where unseen characters spell, split or turn around what a model reads, kind by kind."""
    if text.isascii():
        return
    flags = {flag.start() + 1 for flag in _FLAG.finditer(text)}
    for found in _SPELLED.finditer(text):
        if found.start() not in flags:
            spells = "".join(chr(ord(letter) - 0xE0000) for letter in found[0])
            yield Concealed(*found.span(), Severity.HIGH, "".join(filter(str.isprintable, spells)))
    yield from (Concealed(*found.span(), Severity.HIGH) for found in _SELECTED.finditer(text))
    for pattern in (_RUN, _SPLIT_WORD, _SPLIT_FIGURE, _TURNED):
        yield from (Concealed(*found.span(), Severity.MEDIUM) for found in pattern.finditer(text))
    split = [found for found in _SPLIT_LETTERS.finditer(text) if _is_in_plain_word(text, *found.span())]
    severity = Severity.LOW if len(split) < _FEW else Severity.MEDIUM
    yield from (Concealed(*found.span(), severity) for found in split)


def _is_in_plain_word(text: str, start: int, end: int) -> bool:
    """Whether the letters before and behind an unseen character are a word of an ordinary length."""
    before = _LETTERS_BEFORE.search(text, max(0, start - _LONGEST_WORD), start + 1)
    behind = _LETTERS_BEHIND.match(text, end - 1, end + _LONGEST_WORD)
    return len(before[0]) + len(behind[0]) <= _LONGEST_PLAIN_WORD if before and behind else False
