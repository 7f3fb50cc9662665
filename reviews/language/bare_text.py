"""A text without what people and models change when they retype it, each character with its place in the original.

Left out or made one: case, spaces and line ends, quotation marks and apostrophes, dashes, ellipses, and the marks of
Markdown (emphasis, code, links, list bullets, headings, block quotes, table pipes, rules). Standard library only, one
pass, linear in the text.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

ELLIPSIS = "…"
_LETTER = (
    r"[^\W\u2e80-\U0010ffff]"  # of scripts with spaces: between two of them a mark is a sign, as in "2*3"
)
_SPACE_CHARACTERS = " \\t\\r\\f\\v\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_LINE_MARKS = r"(?:[ \t]*+(?:>|[-+*•](?=\s|\Z)|\#{1,6}+(?=\s|\Z)|\d{1,2}[.)](?=\s|\Z)|\[[ xX]\](?=\s)))*+"
_RULE = r"[ \t]*+(?:[-=*_|:][-=*_|: \t]{2,}+|`{3,}+[^`\n]*+|~{3,}+[^~\n]*+)(?=[\r\n]|\Z)"
_TOKENS = re.compile(
    rf"""
    (?P<space>(?:\n(?:{_RULE}|{_LINE_MARKS})|[{_SPACE_CHARACTERS}]|&nbsp;|&\#160;|<br[ ]?/?>|(?<!\|)\\?\|(?!\|))++)
    |(?P<word>[0-9A-Za-z]++)
    |(?P<escaped>\\[!-/:-@\[-`{{-~])
    |(?P<dropped>
        (?<!{_LETTER})\*++(?!\s) | (?<!\s)\*++(?!{_LETTER})
        | (?<!{_LETTER})_++(?!\s) | (?<!\s)_++(?!{_LETTER})
        | `++ | ~~ | [\u00ad\u200b-\u200d\u2060\ufeff]++
        | \[\^[^\[\]\s]{{1,50}}+\]
        | \]\((?:[^()\[\]\n]|\([^()\[\]\n]*+\))*+\)
        | \]\[[^\[\]\n]*+\]
        | !?\[ | \]
      )
    |(?P<ellipsis>…|\.{{3,}}+)
    |(?P<dash>[-‐‑‒–—―−]++)
    |(?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_QUOTATION = dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‘’‚‛ʼ′＇", "'")


@dataclass(frozen=True)
class BareText:
    """`letters` is the bare text; the character at index i of it stands for those of the original from
    `starts[i]` to before `ends[i]`. What stands between two of them was left out: inline marks of Markdown."""

    original: str
    letters: str
    starts: "array[int]"
    ends: "array[int]"

    def index_of(self, position: int) -> int:
        """How many bare characters begin before character `position` of the original."""
        return bisect_left(self.starts, position)

    def index_behind(self, position: int) -> int:
        """How many bare characters have ended by character `position` of the original."""
        return bisect_right(self.ends, position)

    def left_out(self, index: int) -> str:
        """What the original has between bare character `index` and the one before it: mostly nothing or marks. Of
        index 0 what it begins with, of the index behind the last one what it ends with."""
        start, end = self.gap_before(index)
        return self.original[start:end]

    def gap_before(self, index: int) -> tuple[int, int]:
        """Where in the original that which `left_out` gives begins and ends."""
        start = self.ends[index - 1] if index else 0
        return start, self.starts[index] if index < len(self.starts) else len(self.original)

    def marks(self, start: int, end: int) -> Iterator[str]:
        """What was left out between the bare characters from `start` to before `end`, in order."""
        for index in range(start + 1, end):
            if self.ends[index - 1] < self.starts[index]:
                yield self.left_out(index)


@lru_cache(maxsize=16)
def bare_text(text: str) -> BareText:
    """What is left of `text`, without spaces at its ends."""
    letters: list[str] = []
    starts, ends = array("I"), array("I")
    # The line break in front makes the marks of the first line be read as those of the others.
    for token in _TOKENS.finditer("\n" + text):
        kind, start, end = token.lastgroup, token.start() - 1, token.end() - 1
        if kind == "word":
            letters.append(token[0].lower())
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
        elif kind == "space":
            if letters and letters[-1] not in " -":
                letters.append(" ")
                starts.append(start)
                ends.append(end)
        elif kind != "dropped":
            if kind == "dash" and letters and letters[-1] == " ":
                _drop_last(letters, starts, ends)
            bare = _bare(kind, token[0])
            letters.append(bare)
            starts.extend([start] * len(bare))
            ends.extend([end] * len(bare))
    if letters and letters[-1] == " ":
        _drop_last(letters, starts, ends)
    return BareText(text, "".join(letters), starts, ends)


def _drop_last(letters: list[str], starts: "array[int]", ends: "array[int]") -> None:
    """Take the space back that was read last."""
    for column in (letters, starts, ends):
        column.pop()


def _bare(kind: str | None, found: str) -> str:
    if kind == "dash":
        return "-"
    if kind == "ellipsis":
        return ELLIPSIS
    return _bare_character(found[-1])


@lru_cache(maxsize=4096)
def _bare_character(character: str) -> str:
    """One character as it is compared: decomposed, without case, with straight quotation marks."""
    return _QUOTATION.get(character) or unicodedata.normalize("NFD", character).casefold()
