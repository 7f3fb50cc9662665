"""Markdown read line by line, as far as it takes to know its headings: which lines are headings that stand at
the top level, and whether a code block or an HTML block is never closed. Pure, one pass, linear in the text.

What is read: CommonMark's containers (block quotes, list items, with lazy paragraph lines), fenced and indented
code, HTML blocks and comments, tables and front matter. A line ends at "\\n", "\\r\\n" or a lone "\\r".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from reviews.documents.lines import split_lines

MOST_NESTED = 50
"""Containers inside each other that are still told apart; deeper ones read as text."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_SPECIAL = frozenset(" \t\r\n#`~<>-+*_=|:[0123456789")
BLANK_LINES = frozenset({"\n", "\r\n", "\r"})
_RAWS = frozenset({"fence", "html"})
_STARTS = frozenset("#`~<=-_*|:[")
_ATX = re.compile(r"#{1,6}(?= |$)")
_FENCE = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_UNDERLINE = re.compile(r"(?:=+|-+) *$")
_MARKER = re.compile(r"(?:[-+*]|(?P<number>\d{1,9})[.)])(?= |$)")
_DELIMITERS = re.compile(r"(?:[|:][-:| ]|-[-:|])[-:| ]*$")
_COLUMN = re.compile(r":?-+:?")
_REFERENCE = re.compile(
    r"""\[(?:[^\[\]\\]|\\.)+\]: *(?:<[^<>]*>|[^\s<]\S*)(?: +(?:"[^"]*"|'[^']*'|\([^()]*\)))? *$"""
)
_PIPE = re.compile(r"(?<!\\)\|")

_NAMES = (
    "address|article|aside|basefont|base|blockquote|body|caption|center|colgroup|col|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frameset|frame|h[1-6]|header|head|hr|html|iframe|legend|link|li|main|"
    "menuitem|menu|nav|noframes|ol|optgroup|option|param|p|search|section|summary|table|tbody|td|tfoot|thead|th|"
    "title|track|tr|ul"
)
_VALUE = r"""(?:[^"'=<>`\x00-\x20]+|'[^']*'|"[^"]*")"""
_ATTRIBUTE = rf"\s+[A-Za-z_:][A-Za-z0-9:._-]*(?:\s*=\s*{_VALUE})?"
_TAG = rf"<[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE})*\s*/?>|</[A-Za-z][A-Za-z0-9-]*\s*>"
_RAW = "script|pre|style|textarea"
_BLANK_LINE = None
_HTML: tuple[tuple[re.Pattern[str], re.Pattern[str] | None], ...] = (
    (re.compile(rf"<(?:{_RAW})(?=[\s>]|$)", re.I | re.A), re.compile(rf"</(?:{_RAW})>", re.I | re.A)),
    (re.compile("<!--"), re.compile("-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile("<![A-Za-z]"), re.compile(">")),
    (re.compile(r"<!\[CDATA\["), re.compile("]]>")),
    (re.compile(rf"</?(?:{_NAMES})(?=\s|/?>|$)", re.I | re.A), _BLANK_LINE),
)
"""How the six kinds of HTML blocks that may interrupt a paragraph begin, and what ends them."""
_LONE_TAG = re.compile(rf"(?:{_TAG})\s*$")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading at the top level: its line begins at character `start`, what is under it at `body`.

    `indent` counts the spaces before it (0 to 3).
    """

    level: int
    title: str
    start: int
    body: int
    indent: int


@dataclass(frozen=True)
class Outline:
    """What `read_outline` found. `open_from` is the character at which a block begins that nothing closes, or None;
    `open_indent` counts the spaces before it."""

    headings: tuple[Heading, ...]
    open_from: int | None = None
    open_indent: int = 0


@dataclass(slots=True)
class _Frame:
    """An open container: a block quote (`need` is 0), or a list item whose content is indented by `need`.
    `empty` says that nothing stood behind the item's mark yet."""

    need: int = 0
    empty: bool = False


type _Leaf = Literal["", "paragraph", "table", "fence", "html"]


def every_line(text: str) -> list[str]:
    """The lines of `text` with their ends, whichever of the three they are. Joined they are `text` again."""
    return _LINE.findall(text) if "\r" in text else split_lines(text)


def read_outline(text: str) -> Outline:
    """The headings of `text` at the top level, and the block that is left open at its end, if any."""
    lines = every_line(text.removeprefix("\ufeff"))
    offset = len(text) - len(text.removeprefix("\ufeff"))
    skipped = _front_matter(lines)
    offset += sum(map(len, lines[:skipped]))
    scanner = _Scanner()
    for line in lines[skipped:]:
        if scanner.frames or scanner.leaf in _RAWS:
            scanner.read(line, offset)
        elif line[0] not in _SPECIAL:
            scanner.words(line, offset)
        elif line in BLANK_LINES:
            scanner.leaf = ""
        else:
            scanner.read(line, offset)
        offset += len(line)
    return scanner.outline()


def _front_matter(lines: Sequence[str]) -> int:
    """How many lines the front matter takes, its two rules included; 0 without one."""
    if not lines or not lines[0].startswith("---"):
        return 0
    opening = len(lines[0]) - len(lines[0].lstrip("-"))
    for number, line in enumerate(lines[1:], 2):
        mark = line.strip(" \t\r\n")
        indent = len(line) - len(line.lstrip(" "))
        if mark == "..." or (len(mark) >= opening and not mark.strip("-") and indent < 4):
            return number
    return 0


@dataclass
class _Scanner:
    """The blocks that are open after the lines read so far."""

    frames: list[_Frame] = field(default_factory=list)
    leaf: _Leaf = ""
    leaf_end: re.Pattern[str] | None = None
    opened: int = 0
    opened_indent: int = 0
    above: str = ""  # the line above, which may be the head of a table
    headings: list[Heading] = field(default_factory=list)

    def outline(self) -> Outline:
        left_open = not self.frames and self.leaf in _RAWS and self.leaf_end is not _BLANK_LINE
        if not left_open:
            return Outline(tuple(self.headings))
        return Outline(tuple(self.headings), self.opened, self.opened_indent)

    def words(self, line: str, offset: int) -> None:
        """Take a line of ordinary words at the top level."""
        if not self.leaf:
            self.leaf, self.opened, self.opened_indent = "paragraph", offset, 0
        self.above = line

    def read(self, line: str, offset: int) -> None:
        """Take any line; `offset` is the character that it begins at."""
        plain = line.rstrip("\r\n")
        if "\t" in plain:
            plain = plain.expandtabs(4)
        at, matched = self._inside(plain)
        if matched == len(self.frames) and self.leaf in _RAWS:
            self._raw(plain[at:])
        else:
            self._blocks(plain, at, matched, offset, len(line))

    def _inside(self, plain: str) -> tuple[int, int]:
        """How many of the open containers the line goes on with, and the column where what is in them begins."""
        at = 0
        for number, frame in enumerate(self.frames):
            rest = plain[at:].lstrip(" ")
            indent = len(plain) - at - len(rest)
            if not frame.need:
                if indent > 3 or not rest.startswith(">"):
                    return at, number
                at = _behind_quote(plain, at + indent)
            elif not rest:
                if frame.empty:
                    return at, number
            elif indent >= frame.need:
                at, frame.empty = at + frame.need, False
            else:
                return at, number
        return at, len(self.frames)

    def _raw(self, rest: str) -> None:
        """A line within fenced code or HTML: does it end there?"""
        if self.leaf_end is _BLANK_LINE:
            ends = not rest.strip(" ")
        elif self.leaf == "fence":
            ends = bool(self.leaf_end.match(rest))
        else:
            ends = bool(self.leaf_end.search(rest))
        if ends:
            self.leaf = ""

    def _blocks(self, plain: str, at: int, matched: int, offset: int, length: int) -> None:
        """Open the containers that begin in the line, then the block in them."""
        while True:
            rest = plain[at:].lstrip(" ")
            indent = len(plain) - at - len(rest)
            if not rest:
                return self._close(matched)
            if indent > 3 and self.leaf != "paragraph":
                return self._close(matched)
            if indent > 3 or rest[0] not in _SPECIAL:
                return self._words(rest, matched, offset, indent)
            if rest[0] == ">" and len(self.frames) < MOST_NESTED:
                at = _behind_quote(plain, at + indent)
                matched = self._nest(matched, _Frame())
                continue
            if self._leaf(rest, indent, matched, offset, length):
                return None
            item = self._item(rest, indent, matched)
            if item is None:
                return self._words(rest, matched, offset, indent)
            at += item.need
            matched = self._nest(matched, item)

    def _close(self, matched: int) -> None:
        """End every block that the line does not go on with."""
        del self.frames[matched:]
        self.leaf = ""

    def _nest(self, matched: int, frame: _Frame) -> int:
        self._close(matched)
        self.frames.append(frame)
        return len(self.frames)

    def _leaf(self, rest: str, indent: int, matched: int, offset: int, length: int) -> bool:
        """Begin the block that holds no other, or end the paragraph by its underline, if the line does."""
        mark = rest[0]
        if mark not in _STARTS:
            return False
        if (
            self.leaf == "paragraph"
            and matched == len(self.frames)
            and self._ends_paragraph(rest, offset + length)
        ):
            return True
        if mark == "#" and (atx := _ATX.match(rest)):
            self._close(matched)
            if not self.frames:
                title = _without_hashes(rest[atx.end() :])
                self.headings.append(Heading(atx.end(), title, offset, offset + length, indent))
        elif mark in "`~" and (fence := _FENCE.match(rest)):
            self._begin(
                "fence", re.compile(rf" {{0,3}}{mark}{{{len(fence[0])},}} *$"), matched, offset, indent
            )
        elif mark == "<" and (html := _html_end(rest, self.leaf in ("paragraph", "table"))) is not None:
            self._begin("html", html[0], matched, offset, indent)
            self._raw(rest)
        elif _is_rule(rest) or (mark == "[" and self._may_define(matched) and _REFERENCE.match(rest)):
            self._close(matched)
        else:
            return False
        return True

    def _may_define(self, matched: int) -> bool:
        """Whether a reference may be defined here: not within a paragraph, and a table takes the line for a row."""
        return self.leaf != "paragraph" and not (self.leaf == "table" and matched == len(self.frames))

    def _ends_paragraph(self, rest: str, body: int) -> bool:
        """Whether the line makes the paragraph a heading, or its last line the head of a table."""
        if _is_table(self.above, rest):
            self.leaf = "table"
            return True
        if not _UNDERLINE.match(rest):
            return False
        if not self.frames:
            level = 1 if rest[0] == "=" else 2
            self.headings.append(Heading(level, self.above.strip(), self.opened, body, self.opened_indent))
        self.leaf = ""
        return True

    def _begin(
        self, leaf: _Leaf, end: re.Pattern[str] | None, matched: int, offset: int, indent: int
    ) -> None:
        self._close(matched)
        self.leaf, self.leaf_end, self.opened, self.opened_indent = leaf, end, offset, indent

    def _item(self, rest: str, indent: int, matched: int) -> _Frame | None:
        """The list item that the line begins, or None."""
        mark = _MARKER.match(rest) if len(self.frames) < MOST_NESTED else None
        if not mark:
            return None
        content = rest[mark.end() :].lstrip(" ")
        interrupts = self.leaf == "paragraph" and matched == len(self.frames)
        if interrupts and (not content or int(mark["number"] or 1) != 1):
            return None
        spaces = len(rest) - mark.end() - len(content)
        return _Frame(indent + mark.end() + (spaces if content and spaces < 5 else 1), not content)

    def _words(self, rest: str, matched: int, offset: int, indent: int) -> None:
        """A line that begins nothing: it goes on with the paragraph or the table, or begins a paragraph."""
        table_goes_on = self.leaf == "table" and matched == len(self.frames)
        if self.leaf != "paragraph" and not table_goes_on:
            self._close(matched)
            self.leaf, self.opened, self.opened_indent = "paragraph", offset, indent
        self.above = rest


def _behind_quote(plain: str, at: int) -> int:
    """The column behind a quote mark at `at` and the space that may follow it."""
    return at + 2 if plain[at + 1 : at + 2] == " " else at + 1


def _without_hashes(title: str) -> str:
    """An ATX heading's words without the hashes that may close it."""
    bare = title.strip()
    shorter = bare.rstrip("#")
    return shorter.rstrip() if not shorter or shorter[-1] in " \t" else bare


def _is_rule(rest: str) -> bool:
    """Whether the line is a thematic break."""
    if rest[0] not in "-_*":
        return False
    marks = rest.replace(" ", "")
    return len(marks) > 2 and not marks.strip(rest[0])


def _html_end(rest: str, in_paragraph: bool) -> tuple[re.Pattern[str] | None] | None:
    """What ends the HTML block that the line begins, in a tuple; None when it begins none."""
    for begin, end in _HTML:
        if begin.match(rest):
            return (end,)
    return (_BLANK_LINE,) if not in_paragraph and _LONE_TAG.match(rest) else None


def _is_table(head: str, rest: str) -> bool:
    """Whether `rest` is the second line of a table whose first is `head`."""
    if "|" not in head or not _DELIMITERS.match(rest):
        return False
    marks = list(_inner_cells([cell.strip() for cell in rest.split("|")]))
    cells = list(_inner_cells(_PIPE.split(head.strip())))
    return len(marks) == len(cells) > 0 and all(_COLUMN.fullmatch(mark) for mark in marks)


def _inner_cells(cells: list[str]) -> Iterator[str]:
    """The cells without the empty ones that the outer pipes make."""
    for number, cell in enumerate(cells):
        if cell or number not in (0, len(cells) - 1):
            yield cell
