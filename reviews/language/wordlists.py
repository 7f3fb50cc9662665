"""Words and sentences out of TOML files, so that whoever edits them need not read Python. Standard library only.

A file stands in the folder "words" beside the module that reads it, once, when it is imported. What is missing, empty
or not made of text is an error then, and not in the middle of somebody's session.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Words:
    """The words of one file."""

    path: Path
    content: Mapping[str, object]

    def text(self, key: str) -> str:
        """key = "one text" """
        return self._text(self._found(key), key)

    def words(self, key: str) -> tuple[str, ...]:
        """key = ["several", "texts"]"""
        return self._list(self._found(key), key)

    def vocabulary(self, key: str) -> frozenset[str]:
        """The same without order, to look words up in."""
        return frozenset(self.words(key))

    def texts(self, table: str) -> dict[str, str]:
        """The lines `name = "one text"` of a [table], in order."""
        return {name: self._text(value, f"{table}.{name}") for name, value in self._table(table).items()}

    def sentences(self, table: str) -> dict[str, tuple[str, ...]]:
        """The lines `name = ["several", "texts"]` of a [table], in order."""
        return {name: self._list(value, f"{table}.{name}") for name, value in self._table(table).items()}

    def numbers(self, table: str) -> dict[str, float]:
        """The lines `name = 0.5` of a [table], in order."""
        found = self._table(table)
        if not all(isinstance(value, float) for value in found.values()):
            raise ValueError(f"{self.path}: [{table}] has to be of numbers such as 0.5.")
        return {name: value for name, value in found.items() if isinstance(value, float)}

    def _found(self, key: str) -> object:
        if key not in self.content:
            raise ValueError(f"{self.path}: “{key}” is missing.")
        return self.content[key]

    def _table(self, table: str) -> Mapping[str, object]:
        found = self._found(table)
        if not isinstance(found, dict) or not found:
            raise ValueError(f"{self.path}: [{table}] has to be a table with something in it.")
        return found

    def _list(self, value: object, key: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not value:
            raise ValueError(f"{self.path}: “{key}” has to be a list of texts.")
        return tuple(self._text(one, key) for one in value)

    def _text(self, value: object, key: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{self.path}: “{key}” has to be text, and not empty.")
        return value


def any_word(words: Iterable[str]) -> str:
    """A pattern for any of the words or phrases, as they stand, with no letter or figure on either side."""
    return rf"(?<![^\W_])(?:{'|'.join(map(re.escape, words))})(?![^\W_])"


def read_words(beside: str, name: str) -> Words:
    """The words of words/`name`.toml in the folder of the module `beside` (its `__file__`)."""
    return _read(Path(beside).parent / "words" / f"{name}.toml")


@cache
def _read(path: Path) -> Words:
    return Words(path, tomllib.loads(path.read_text(encoding="utf-8")))
