"""Markdown texts for property tests, and how a renderer reads them apart from the code under test."""

import re

from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

RENDERER = MarkdownIt("gfm-like", {"html": True, "linkify": False}).use(front_matter_plugin)

PIECES = [
    "# A",
    "## B",
    "### User Journeys",
    "## 3. User Journeys",
    "   ## Indented",
    " # One",
    "# Closed #",
    "#no",
    "Title\n===",
    "Two\nlines\n---",
    "===",
    "text",
    "more text",
    "words  ",
    "    # code",
    "\t# tab",
    "- item",
    "  - nested",
    "    - deep",
    "-",
    "* x",
    "1. one",
    "2) two",
    "   going on",
    "- # h in item",
    "> quote",
    "> # q",
    "> - list",
    ">",
    "1. > - x",
    "lazy",
    "```",
    "````",
    "```py",
    "~~~",
    "   ```",
    "- ```",
    "> ```",
    "<div>",
    "</div>",
    "<!-- c",
    "-->",
    "<!-- one -->",
    "<b>hi</b>",
    "<pre>",
    "</pre>",
    "<?php",
    "?>",
    "<x-y>",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "a|b",
    "-|-",
    "***",
    "[ref]: /url",
    "\\# no",
    "",
    "",
    "",
    "",
]
ODD = [
    " ",
    "  ",
    "\t",
    "   \t",
    "\x0c",
    "form\x0cfeed",
    "next\x85line",
    "\u2028",
    "line\u2028# no",
    "\u2029## no",
    "\x0bx",
    "no\u00a0break",
    "mark\ufeff",
    "# A\x0c",
    "# A ",
    "### User Journeys  ",
    "trailing\t",
]
"""Lines that Python's str methods split or strip where Markdown does not, or that have nothing but spaces."""
LAST = ["", "", "", " ", "  ", "\t", "\n ", "\r  ", "\r\n\t", "\n\n  "]
"""What a text may end with behind its last line, when that has no line end."""
ENDS = st.sampled_from([["\n"], ["\r\n"], ["\n", "\r\n"], ["\r"], ["\n", "\r", "\r\n"]])
FRONT = st.sampled_from(["", "", "", "---\ntitle: x\n# no: heading\n---\n"])


@st.composite
def documents(draw: st.DrawFn, largest: int = 12) -> str:
    """Any mixture of blocks, whole or torn, with any line ends, with and without a final newline."""
    ends = draw(ENDS)
    lines = "\n".join(draw(st.lists(st.sampled_from(PIECES), max_size=largest))).split("\n")
    text = "".join(line + draw(st.sampled_from(ends)) for line in lines)
    front = draw(FRONT).replace("\n", draw(st.sampled_from(ends)))
    return front + (text if draw(st.booleans()) else text.rstrip("\r\n"))


@st.composite
def rough_documents(draw: st.DrawFn, largest: int = 8) -> str:
    """As `documents`, with headings, odd and blank lines in plenty, and lone carriage returns beside others."""
    ends = draw(st.sampled_from([["\r", "\n"], ["\r", "\r", "\r\n"], ["\n", "\r", "\r\n"], ["\r"], ["\n"]]))
    pieces = st.sampled_from([piece for piece in PIECES if "#" in piece or "=" in piece] * 2 + PIECES + ODD)
    lines = "\n".join(draw(st.lists(pieces, max_size=largest))).split("\n")
    text = "".join(line + draw(st.sampled_from(ends)) for line in lines)
    return text if draw(st.booleans()) else text.rstrip("\r\n") + draw(st.sampled_from(LAST))


def line_of(text: str, position: int) -> int:
    """The number of the line that the character is in, counted from 0."""
    return len(re.findall(r"\r\n|\r|\n", text[:position]))


def headings(text: str) -> list[tuple[int, int]]:
    """Level and line of every heading at the top level, as the renderer finds them."""
    found = (token for token in RENDERER.parse(text) if token.type == "heading_open" and token.level == 0)
    return [(int(token.tag[1]), token.map[0]) for token in found]


def blocks(text: str, without: range = range(0)) -> list[tuple]:
    """What the renderer makes of the text; without the blocks that begin in the lines `without`."""
    kept, skipping = [], False
    for token in RENDERER.parse(text):
        if token.level == 0 and token.nesting >= 0:
            skipping = token.map is not None and token.map[0] in without
        if not skipping:
            kept.append(values(token))
    return kept


def values(token: Token) -> tuple:
    """What of a token is seen; blank lines at the end of code are not."""
    raw = token.type in ("fence", "html_block", "code_block")
    words = token.content.rstrip() if raw else token.content
    return token.type, token.tag, token.level, words, token.markup, token.info, token.hidden
