"""Texts that somebody wrote to keep a program busy: runs of one thing, and what a pattern itself is slowest at.

A `Unit` is a head and a body that is repeated; `worst_of` reads them off a pattern's own syntax tree.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from re import _constants as names  # type: ignore[attr-defined]
from re import _parser as syntax  # type: ignore[attr-defined]
from typing import Any


@dataclass(frozen=True)
class Unit:
    """A text of any length: the head, then the body again and again, then the tail."""

    head: str
    body: str
    tail: str = ""

    def text(self, size: int) -> str:
        return self.head + self.body * max(1, (size - len(self.head)) // len(self.body)) + self.tail


RUNS = (
    *".,;:!?*_`~<>[](){}|#-+=/\\@&%$'\"",
    *(" ", "\t", "\n", "\r", "\r\n", "\0", "\x85", "\u00ad", "\u200d", "\u202e", "\u2028", "\u3000", "🙂"),
    *("a", "A", "1", "“", "a\u0301"),
)
WORDS = (
    *(
        "?!",
        "1,",
        "1.",
        "1 ",
        "- ",
        "- -",
        "*a ",
        "_a",
        "`a ",
        "![",
        "[a](",
        "[a]",
        "[[",
        "](",
        "<a ",
        "<!--",
        "<!-- -->",
    ),
    *(
        "&amp",
        "@a",
        "a@a.",
        "http://a.",
        "www.",
        "$1",
        "1 € ",
        "1% ",
        "word ",
        "ABC ",
        "Abc ",
        "(ABC) ",
        "a'",
        "“a” ",
    ),
    *(
        "we will ",
        "not ",
        "because ",
        "may fail ",
        "a and ",
        "if it is ",
        "could be ",
        "is described in ",
        "owner: ",
    ),
    *(
        "3 May 2027, ",
        "2027-05-03 ",
        "13:45 ",
        "[^1]",
        "TODO ",
        "TBD: ",
        "{{",
        "see section 1. ",
        "1 million ",
    ),
    *("two hundred ", "why? ", "Mia will ", "Ana: ", "** **", "a, b or ", "2 of 3 "),
)
LINES = (
    *(
        "- [ ] a\n",
        "|a|b|\n",
        "> ",
        ">a\n",
        "# a\n",
        "a\n===\n",
        "Owner: a\n",
        "|a|\n|-|\n",
        "[a]: b\n",
        "---\na: b\n",
    ),
    *(
        "1. a\n",
        "  - a\n",
        "<b>a</b>\n",
        "```\n",
        "    a\n",
        "Ana: a\n\n",
        "**Turn 1**\n",
        "+a\n-b\n",
        "@@ -1 +1 @@\n",
        "* * *\n",
    ),
)
GENERIC = tuple(Unit("", body) for body in (*RUNS, *WORDS, *LINES))
SHARES = 2
"""Each pattern and each function is fed with one of so many shares of the generic texts, by its place: all are tried,
and one run takes minutes and no hours."""
_CATEGORIES = {
    names.CATEGORY_SPACE: str.isspace,
    names.CATEGORY_NOT_SPACE: lambda sign: not sign.isspace(),
    names.CATEGORY_DIGIT: str.isdecimal,
    names.CATEGORY_NOT_DIGIT: lambda sign: not sign.isdecimal(),
    names.CATEGORY_WORD: lambda sign: sign.isalnum() or sign == "_",
    names.CATEGORY_NOT_WORD: lambda sign: not (sign.isalnum() or sign == "_"),
}
_SIGNS = "a 1.A-_,\n\t*'\"“(:é"
_REPEATS = (names.MAX_REPEAT, names.MIN_REPEAT, names.POSSESSIVE_REPEAT)
_LONG = 20
"""From so many repetitions on something is worth repeating."""


def generic_share(number: int) -> tuple[Unit, ...]:
    """One share of the generic texts. Which of them come first differs from number to number, lines before words:
    what is done for each line is done over and over."""
    share = GENERIC[number % SHARES :: SHARES]
    lines = [unit for unit in share if unit.body in LINES]
    rest = [unit for unit in share if unit.body not in LINES]
    turned = [*lines[number % len(lines) :], *lines[: number % len(lines)]]
    return (*turned, *rest[number % len(rest) :], *rest[: number % len(rest)])


def worst_of(pattern: re.Pattern[str], most: int = 10) -> list[Unit]:
    """What the pattern is slowest at, as far as its syntax says: what leads to each repeat, and what is repeated."""
    tree = syntax.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    pairs = dict.fromkeys(_pumps(tree, ""))
    units = (Unit(*pair) for head, body in pairs for pair in ((head, body), ("", head + body), ("", body)))
    return list(islice(dict.fromkeys(unit for unit in units if unit.body), most))


def _pumps(tree: Iterable[tuple[Any, Any]], head: str) -> Iterator[tuple[str, str]]:
    """For each repeat in the tree: a text that leads to it, and texts that it takes once."""
    for operation, value in tree:
        for inner in _inner_trees(operation, value):
            yield from _pumps(inner, head)
        if operation in _REPEATS and value[1] > _LONG:
            yield from ((head, body) for body in _samples(value[2]))
        head += _sample(((operation, value),))


def _inner_trees(operation: Any, value: Any) -> list[Any]:
    if operation in _REPEATS:
        return [value[2]]
    if operation is names.SUBPATTERN:
        return [value[3]]
    if operation is names.BRANCH:
        return list(value[1])
    if operation is names.ATOMIC_GROUP:
        return [value]
    return [value[1]] if operation in (names.ASSERT, names.ASSERT_NOT) and value[0] > 0 else []


def _samples(tree: Any) -> list[str]:
    """Texts that the tree takes: one for each of the signs, where it takes one sign."""
    if len(tree) == 1 and tree[0][0] is names.IN:
        return _members(tree[0][1])[:3]
    if len(tree) == 1 and tree[0][0] is names.SUBPATTERN:
        return _samples(tree[0][1][3])
    if len(tree) == 1 and tree[0][0] is names.BRANCH:
        return [_sample(one) for one in tree[0][1][1]][:3]
    return [_sample(tree)]


def _sample(tree: Iterable[tuple[Any, Any]]) -> str:
    """A short text that the tree takes."""
    return "".join(_text_of(operation, value) for operation, value in tree)


def _text_of(operation: Any, value: Any) -> str:
    if operation is names.LITERAL:
        return chr(value)
    if operation is names.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    if operation is names.ANY:
        return "a"
    if operation is names.IN:
        return (_members(value) or [""])[0]
    if operation in _REPEATS:
        return _sample(value[2]) * max(value[0], min(1, value[1]))
    if operation in (names.ASSERT, names.ASSERT_NOT):
        return ""
    inner = _inner_trees(operation, value)
    return _sample(inner[0]) if inner else ""


def _members(members: Any) -> list[str]:
    """Signs that a set has: those that it names, else some that everybody writes."""
    named = [chr(value) for what, value in members if what is names.LITERAL]
    named += [chr(value[0]) for what, value in members if what is names.RANGE]
    is_negated = members[0][0] is names.NEGATE
    usual = [sign for sign in _SIGNS if _has(members, sign) != is_negated]
    return usual if is_negated else list(dict.fromkeys([*usual[:2], *named, *usual]))


def _has(members: Any, sign: str) -> bool:
    return any(
        (what is names.LITERAL and value == ord(sign))
        or (what is names.RANGE and value[0] <= ord(sign) <= value[1])
        or (what is names.CATEGORY and value in _CATEGORIES and _CATEGORIES[value](sign))
        for what, value in members
    )
