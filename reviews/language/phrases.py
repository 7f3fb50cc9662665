r"""Patterns that are made of the words and phrases in TOML files (see wordlists.py).

An entry is written as it is read, and may say more than one word: a space stands for the space between words, (a|b)
for one of several, s? for a letter or (a )? for a word that may be missing, [sz] for one of these letters, \w* for any
ending and {name} for any entry of the list of that name. What else regular expressions know may be used too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reviews.language.wordlists import Words, read_words

# Escapes, sets of letters and looks behind stay as they are; names, groups and spaces are written out.
_NOTATION = re.compile(r"\\.|\[[^\]]{1,200}\]|\(\?<[=!][^()]*\)|\{(?P<name>[a-z]\w*)\}|\((?!\?)| \??")


@dataclass(frozen=True)
class Phrases:
    """The lists of one file. `gap` is what matches the space between the words of a text."""

    words: Words
    gap: str = r"\s++"
    flags: re.RegexFlag = re.IGNORECASE

    def any_of(self, *keys: str) -> str:
        """A group that matches any entry of these lists, the first that fits, for use in a longer pattern."""
        return self._either([entry for key in keys for entry in self.words.words(key)])

    def whole(self, *keys: str) -> re.Pattern[str]:
        """Finds an entry of these lists that is neither part of a longer word at its start nor at its end."""
        return self.compile(rf"\b{self.any_of(*keys)}\b")

    def anywhere(self, *keys: str) -> re.Pattern[str]:
        """Finds an entry of these lists, in the middle of a word too."""
        return self.compile(self.any_of(*keys))

    def table(self, name: str, *, whole: bool) -> dict[str, re.Pattern[str]]:
        """The lists of a [table], each as by `whole` or by `anywhere`."""
        edge = r"\b" if whole else ""
        lists = self.words.sentences(name)
        return {key: self.compile(f"{edge}{self._either(entries)}{edge}") for key, entries in lists.items()}

    def compile(self, pattern: str) -> re.Pattern[str]:
        """A pattern that takes capitals and small letters for the same, unless the file is for folded text."""
        return re.compile(pattern, self.flags)

    def _either(self, entries: Sequence[str]) -> str:
        return f"(?:{_NOTATION.sub(self._written_out, '|'.join(entries))})"

    def _written_out(self, found: re.Match[str]) -> str:
        if found["name"]:
            return self.any_of(found["name"])
        written = {" ": self.gap, "(": "(?:", " ?": f"(?:{self.gap})?"}
        return written.get(found[0], found[0])


def phrases(beside: str, name: str, gap: str = r"\s++") -> Phrases:
    """The phrases of words/`name`.toml in the folder of the module `beside`, for texts as people write them."""
    return Phrases(read_words(beside, name), gap)


def folded_phrases(beside: str, name: str) -> Phrases:
    """The same for texts that have been folded: small letters and single spaces only."""
    return Phrases(read_words(beside, name), gap=" ", flags=re.NOFLAG)
