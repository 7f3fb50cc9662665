"""Forbidden patterns in words, for prompts: a model that has to avoid them need not read regular expressions. Pure.

What may be left out is left out, one of several stays one of several ("fonts/icons"), and "…" stands for any words. A
pattern that uses more than groups, sets and repeats is given as it is.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

MORE = "…"
_TOKEN = re.compile(
    r"\\(?P<escape>.)|\[(?P<set>\^?\]?(?:\\.|[^\]\\]){0,300}+)\]|(?P<open>\((?:\?:)?)|(?P<close>\))|(?P<or>\|)"
    r"|(?P<repeat>[?*+]|\{\d{0,9},?\d{0,9}\})[?+]?|(?P<any>[.^$])|(?P<letter>[^\\])",
    re.DOTALL,
)
_ESCAPES = {"b": " ", "A": "", "Z": "", "s": " ", "w": MORE, "W": MORE, "d": "1", "S": MORE}
_FLAGS = re.compile(r"^\(\?[aiLmsu]{1,6}\)")
_BEHIND = re.compile(r"^\(\?<(?P<sign>[=!])(?P<inner>[^()]{1,80})\)")
_BEFORE = re.compile(r"\(\?(?P<sign>[=!])(?P<inner>[^()]{1,80})\)$")
_OPTIONAL = re.compile(r"\?|\*|\{0?,\d*\}")


class _Unreadable(ValueError):
    """The pattern says something that has no short form in words."""


@dataclass(frozen=True)
class _PatternPart:
    """A piece of a pattern: the words for each of its alternatives, and whether it is anything at all (`wild`)."""

    ways: tuple[str, ...]
    wild: bool = False


def forbidden_lines(patterns: Iterable[str]) -> list[str]:
    """Each pattern as a line that a model can read: phrases as they stand, expressions between slashes in words."""
    return [pattern_in_words(pattern) for pattern in patterns]


@lru_cache(maxsize=1024)
def pattern_in_words(pattern: str) -> str:
    """A pattern of a persona in words: "what problem/pain/need" for /what (problem|pain|need)s?/."""
    if not (len(pattern) > 2 and pattern.startswith("/") and pattern.endswith("/")):
        return pattern
    expression = _FLAGS.sub("", pattern[1:-1])
    try:
        words, beside = _with_beside(expression)
    except (_Unreadable, RecursionError):
        words, beside = "", ""
    if not words.strip(f"{MORE}, "):
        return f"whatever the regular expression {pattern} finds"
    whole = expression.startswith(r"\A") and expression.endswith(r"\Z")
    return f"{words} (as all that you say)" if whole else f"{words}{beside}"


def _with_beside(expression: str) -> tuple[str, str]:
    """An expression in words, and what has to stand beside it. Raises _Unreadable."""
    if "|" in expression and (_BEHIND.search(expression) or _BEFORE.search(expression)):
        raise _Unreadable  # It holds for one way only.
    told = []
    for pattern, behind in ((_BEHIND, True), (_BEFORE, False)):
        if found := pattern.search(expression):
            expression = expression[: found.start()] + expression[found.end() :]
            denied, inner = "not " if found["sign"] == "!" else "", _in_words(found["inner"])
            if not inner.strip(f"{MORE}, "):
                raise _Unreadable
            told.append(f" ({denied}{'after' if behind else 'before'} “{inner}”)")
    return _in_words(expression), "".join(told)


def _in_words(expression: str) -> str:
    return ", ".join(dict.fromkeys(filter(None, map(_tidied, _Reader(expression).ways()))))


def _tidied(text: str) -> str:
    """Without doubled blanks and ellipses, and without an ellipsis at the end, where anything may follow anyway."""
    return re.sub(rf"(?: {MORE})+$", "", " ".join(re.sub(rf"{MORE}+", MORE, text).split()))


class _Reader:
    """Reads one expression from left to right; groups by calling itself."""

    def __init__(self, expression: str) -> None:
        self.tokens = [(str(found.lastgroup), found[0], found) for found in _TOKEN.finditer(expression)]
        is_whole = sum(len(text) for _, text, _ in self.tokens) == len(expression)
        if not is_whole or re.search(r"\(\?(?!:)", expression):
            raise _Unreadable
        self.at = 0

    def ways(self) -> tuple[str, ...]:
        """The alternatives of the expression, each as words. Raises _Unreadable."""
        found = self._alternatives()
        if self.at < len(self.tokens):
            raise _Unreadable
        return found

    def _alternatives(self) -> tuple[str, ...]:
        found = [self._sequence()]
        while self._next() == "or":
            self.at += 1
            found.append(self._sequence())
        return tuple(way for ways in found for way in ways)

    def _sequence(self) -> tuple[str, ...]:
        """The words of one alternative; several only when it is nothing but a group."""
        parts: list[_PatternPart] = []
        while self._next() not in ("", "or", "close"):
            before = "".join(_joined(part.ways) for part in parts)
            parts.append(self._part(in_word=before[-1:].isalnum()))
        said = [part for part in parts if any(map(str.strip, part.ways))]
        return said[0].ways if len(said) == 1 else ("".join(_joined(part.ways) for part in parts),)

    def _part(self, *, in_word: bool) -> _PatternPart:
        part = self._atom()
        if self._next() != "repeat":
            return _first(part) if in_word else part
        repeat = self.tokens[self.at][1].rstrip("+") or "+"
        self.at += 1
        if part.wild and repeat != "?":
            return _PatternPart((MORE,))
        if _OPTIONAL.match(repeat):
            return _PatternPart((" " if part.ways == (" ",) else "",))
        return _first(part) if in_word else part

    def _atom(self) -> _PatternPart:
        kind, text, found = self.tokens[self.at]
        self.at += 1
        if kind == "open":
            ways = self._alternatives()
            if self._next() != "close":
                raise _Unreadable
            self.at += 1
            return _PatternPart(ways)
        if kind == "escape":
            return _escaped(found["escape"])
        if kind == "set":
            return _one_of(found["set"])
        if kind == "any":
            return _PatternPart(("",) if text in "^$" else (MORE,), wild=text == ".")
        if kind == "letter":
            return _PatternPart((text,))
        raise _Unreadable

    def _next(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""


def _first(part: _PatternPart) -> _PatternPart:
    """In the middle of a word one way is enough: "criterion" for criteri(on|a)."""
    return _PatternPart(part.ways[:1], part.wild)


def _joined(ways: tuple[str, ...]) -> str:
    """Several ways inside a sentence, with the blank that all of them end with."""
    if len(ways) == 1:
        return ways[0]
    end = " " if all(way.endswith(" ") for way in ways) else ""
    plain = [way.strip() for way in ways if way.strip()]
    return ("/" if all(way.isalpha() for way in plain) else " / ").join(dict.fromkeys(plain)) + end


def _escaped(letter: str) -> _PatternPart:
    if letter in _ESCAPES:
        return _PatternPart((_ESCAPES[letter],), wild=letter in "wWS")
    if letter.isalnum():
        raise _Unreadable
    return _PatternPart((letter,))


def _one_of(members: str) -> _PatternPart:
    """A set of characters: a few of them as they are, anything else as anything."""
    plain = members.replace("\\", "")
    if members.startswith("^") or "-" in plain[1:-1] or len(plain) > len("''’"):
        return _PatternPart((MORE,), wild=True)
    return _PatternPart(tuple(plain))
