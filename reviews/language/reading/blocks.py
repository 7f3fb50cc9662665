"""Markdown cut into pieces that know their place in the source. Nothing is rendered."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from reviews.language.line_index import LineIndex
from reviews.language.reading.sentences import blank_markup

BlockKind = Literal[
    "paragraph", "heading", "list_item", "table_cell", "code", "html", "comment", "front_matter", "definition"
]

_HTML_ID = re.compile(r"<[^<>]{0,200}?\b(?:id|name)\s*=\s*[\"']?([^\"'\s<>]{1,200})")
_CUSTOM_ID = re.compile(r"\{#([\w.:-]{1,200})[^{}]{0,100}\}")


# More of a row than this tells no reader what a cell is about, and every cell carries its row.
_LONGEST_ROW = 500


@dataclass(frozen=True)
class Piece:
    """A part of the text that holds together. `text` is verbatim; `plain` is as long and without markup.

    `row` is the source of the whole table row for a cell; `list_depth` and `quoted` tell where it stands.
    """

    kind: BlockKind
    text: str
    plain: str
    start: int
    line: int
    end_line: int
    level: int = 0
    list_depth: int = 0
    quoted: bool = False
    row: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass
class Parsed:
    pieces: list[Piece] = field(default_factory=list)
    front_matter: str = ""
    anchors: frozenset[str] = frozenset()
    references: frozenset[str] = frozenset()


def _block_parser(plain: bool) -> MarkdownIt:
    """Block rules only: inline text is blanked by our own linear pass, which keeps positions."""
    parser = MarkdownIt("commonmark").enable("table").use(front_matter_plugin)
    parser.core.ruler.enableOnly(["normalize", "block"])
    if plain:
        parser.disable(["code", "html_block"])
    return parser


_ONE_PARAGRAPH = re.compile(r"(?:[^\W\d_][^\n\r\0]*+(?:\n|\Z))++")
"""Lines that begin with a letter: no block but a paragraph does, and nothing ends it."""
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,500}>")
_TAGS_BEFORE = re.compile(rf"\A\s{{0,200}}(?:{_TAG.pattern}\s{{0,200}})*+")
_MOST_TAGS = 20
"""Tags at the end of a line that are left out."""
_TAG_NAME = re.compile(r"</?([a-zA-Z][\w-]{0,30})")
_BOXES = frozenset(
    ["aside", "p", "div", "section", "article", "details", "summary", "center", "span"]
) | frozenset(["b", "i", "em", "strong", "br"])
"""Tags between which prose stands, as exports of wikis have it."""
_TOML_MATTER = re.compile(r"\A\+\+\+(\r?\n(?s:.*?)\n)\+\+\+(?=\r?\n|\Z)")
"""Front matter as Hugo and Zola have it, which is read like that between dashes."""
_PARSERS = {plain: _block_parser(plain) for plain in (False, True)}


def parse(source: LineIndex, plain: bool = False) -> Parsed:
    """Cut a text into pieces. `plain` reads indented lines and tags as prose, as in .txt and .rst files."""
    env: dict[str, dict[str, object]] = {}
    walk = _Walk(source)
    for token in _read_tokens(source.text, plain, env):
        walk.take(token)
    parsed = walk.parsed
    parsed.anchors = _link_anchors(source.text, parsed.pieces)
    parsed.references = frozenset(" ".join(key.lower().split()) for key in env.get("references", {}))
    return parsed


def _read_tokens(text: str, plain: bool, env: dict[str, dict[str, object]]) -> list[Token]:
    """The tokens of a text. One paragraph, as most messages are, needs no parser."""
    if _ONE_PARAGRAPH.fullmatch(text):
        lines = text.removesuffix("\n").count("\n") + 1
        return [Token("inline", "", 0, content=text.strip(), map=[0, lines])]
    return _PARSERS[plain].parse(_TOML_MATTER.sub(r"---\1---", text, count=1), env)


class _Walk:
    """The tokens from top to bottom, with what is open at each."""

    def __init__(self, source: LineIndex) -> None:
        self.source = source
        self.parsed = Parsed()
        self.lists = self.quotes = self.heading = 0
        self.in_table = False
        self.cursor = 0

    def take(self, token: Token) -> None:
        if token.type in ("fence", "code_block", "html_block"):
            self._verbatim(token)
        elif token.type == "front_matter":
            self._verbatim(token)
            self.parsed.front_matter = token.content
        elif token.type == "inline":
            self._prose(token)
        else:
            self._open_or_close(token)

    def _open_or_close(self, token: Token) -> None:
        if token.type.startswith("list_item"):
            self.lists += token.nesting
        elif token.type.startswith("blockquote"):
            self.quotes += token.nesting
        elif token.type.startswith("heading"):
            self.heading = int(token.tag[1:]) if token.nesting > 0 else 0
        elif token.type.startswith("table"):
            self.in_table = token.nesting > 0
        elif token.type == "tr_open" and token.map:
            self.cursor = self.source.start_of(token.map[0] + 1)

    def _verbatim(self, token: Token) -> None:
        first, last = token.map or (0, 0)
        start, end = self.source.start_of(first + 1), self.source.start_of(last + 1)
        text = self.source.text[start:end].rstrip("\r\n")
        kind: BlockKind = "front_matter" if token.type == "front_matter" else "code"
        if token.type == "html_block":
            kind = "comment" if text.lstrip().startswith("<!--") else "html"
            if _holds_prose(text) and (placed := list(self._between_tags(first, last))):
                self._add(self._piece("paragraph", placed[0][0], placed[-1][1], placed, ""))
                return
        plain = " " * len(text)
        self._add(Piece(kind, text, plain, start, first + 1, max(first + 1, last)))

    def _between_tags(self, first: int, last: int) -> Iterable[tuple[int, int]]:
        """Where the words of the lines of a block of HTML stand, without the tags around them, as (start, end)."""
        for number in range(first + 1, min(last, len(self.source.lines)) + 1):
            line, base = self.source.lines[number - 1], self.source.start_of(number)
            words = _TAGS_BEFORE.sub("", line)
            kept = _without_last_tags(words.rstrip())
            if kept:
                start = base + len(line) - len(words)
                yield start, start + len(kept)

    def _prose(self, token: Token) -> None:
        if not token.map or not token.content.strip():
            return
        if self.in_table:
            self._cell(token.content, token.map[0])
            return
        placed = list(self._place(token.content.split("\n"), token.map[0]))
        if placed:
            start, end = placed[0][0], placed[-1][1]
            kind: BlockKind = "heading" if self.heading else "list_item" if self.lists else "paragraph"
            self._add(self._piece(kind, start, end, placed, ""))

    def _place(self, lines: list[str], first: int) -> Iterable[tuple[int, int]]:
        """Where the lines of a block's content stand in the source, as (start, end)."""
        for number, content in enumerate(lines, first + 1):
            if number > len(self.source.lines) or not content.strip():
                continue
            line, base = self.source.lines[number - 1], self.source.start_of(number)
            wanted = content.strip()
            at = line.find(wanted)
            if at < 0:
                wanted = line.strip()
                at = len(line) - len(line.lstrip())
            if wanted:
                yield base + at, base + at + len(wanted)

    def _cell(self, content: str, line: int) -> None:
        row_start = self.source.start_of(line + 1)
        row = self.source.lines[line]
        wanted = content.strip().replace("|", "\\|") if "|" in content else content.strip()
        at = self.source.text.find(wanted, self.cursor, row_start + len(row))
        if at < 0:
            return
        self.cursor = at + len(wanted)
        self._add(self._piece("table_cell", at, self.cursor, [(at, self.cursor)], row[:_LONGEST_ROW]))

    def _piece(self, kind: BlockKind, start: int, end: int, placed: list[tuple[int, int]], row: str) -> Piece:
        text = self.source.text[start:end]
        line, last = self.source.place(start)[0], self.source.place(max(start, end - 1))[0]
        plain = blank_markup(_without_margins(text, start, placed))
        return Piece(kind, text, plain, start, line, last, self.heading, self.lists, self.quotes > 0, row)

    def _add(self, piece: Piece) -> None:
        self.parsed.pieces.append(piece)


def _without_last_tags(line: str) -> str:
    for _ in range(_MOST_TAGS):
        start = line.rfind("<")
        if start < 0 or not _TAG.fullmatch(line, start):
            break
        line = line[:start].rstrip()
    return line


def _holds_prose(html: str) -> bool:
    """Whether a block of HTML is a box or a paragraph around words: no code, list, table or picture."""
    names = {found[1].lower() for found in _TAG_NAME.finditer(html)}
    return bool(names) and names <= _BOXES


def _without_margins(text: str, start: int, placed: list[tuple[int, int]]) -> str:
    """`text` with what stands between the content of its lines (ends of line, indents, `>`) blanked."""
    parts: list[str] = []
    cursor = start
    for a, b in placed:
        parts.append(" " * (a - cursor))
        parts.append(text[a - start : b - start])
        cursor = b
    return "".join(parts)


def heading_slug(title: str) -> str:
    """The anchor that code hosts give a heading."""
    kept = re.sub(r"[^\w\- ]", "", title.strip().lower())
    return kept.replace(" ", "-")


def heading_title(heading: str) -> str:
    """A heading's source as people read it: the words of links, code and emphasis without their marks."""
    text = re.sub(r"!?\[([^\[\]]{0,500})\](?:\([^()]{0,500}\)|\[[^\[\]]{0,200}\])?", r"\1", heading)
    text = re.sub(r"</?[a-zA-Z][^<>]{0,200}>|<!--.{0,500}?-->|\{#[^{}]{0,200}\}|[`*]", "", text)
    # An underscore alone belongs to a name: "_include".
    text = re.sub(r"(?<!\w)_{1,2}([^_]{1,200})_{1,2}(?!\w)", r"\1", text)
    return " ".join(text.split())


def _link_anchors(text: str, pieces: list[Piece]) -> frozenset[str]:
    """Every name that a link inside the document can point at: headings, HTML ids, `{#ids}`."""
    names = {name.lower() for name in _HTML_ID.findall(text)} | {
        name.lower() for name in _CUSTOM_ID.findall(text)
    }
    seen: dict[str, int] = {}
    for piece in pieces:
        if piece.kind == "heading":
            base = heading_slug(heading_title(piece.text))
            names.add(f"{base}-{seen[base]}" if base in seen else base)
            seen[base] = seen.get(base, 0) + 1
    return frozenset(names)


def top_blocks(source: LineIndex) -> list[tuple[str, int, int]]:
    """The blocks of a Markdown text that stand in no other: the name of its token without "_open", its first line
    and the one behind its last, counted from 0."""
    tokens = _PARSERS[False].parse(source.text)
    return [
        (token.type.removesuffix("_open"), token.map[0], token.map[1])
        for token in tokens
        if token.level == 0 and token.map and token.nesting >= 0
    ]
