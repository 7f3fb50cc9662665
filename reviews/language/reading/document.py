"""One reading of a text that all skills share: blocks, sections and sentences, each with its place.

Positions are counted from 1 for people (line, column in characters) and from 0 for slices (start, end).
Every `text` is `document.text[start:end]`, so a quote taken from it is verbatim.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from reviews.language.reading import blocks as markdown
from reviews.language.reading import sentences

_LINE_END = re.compile(r"\r\n?|\n")

BlockKind = Literal[
    "paragraph", "heading", "list_item", "table_cell", "code", "html", "comment", "front_matter", "definition"
]


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it up to the next heading.

    What stands before the first heading is a section too, with title "" and level 0. `line` is the heading's
    and `path` holds the titles from the top down to this one.
    """

    index: int
    title: str
    level: int
    line: int
    end_line: int
    text: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """A part of the text that holds together. `text` is verbatim; `plain` is as long and without markup.

    `row` is the source of the whole table row for a cell; `list_depth` and `quoted` tell where it stands.
    """

    index: int
    kind: BlockKind
    text: str
    plain: str
    start: int
    line: int
    end_line: int
    section: Section
    level: int = 0
    list_depth: int = 0
    quoted: bool = False
    row: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class Sentence:
    """A sentence, verbatim in `text`; `plain` is as long, without markup, code and addresses."""

    index: int
    text: str
    plain: str
    start: int
    line: int
    column: int
    block: Block

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def section(self) -> Section:
        return self.block.section

    @property
    def kind(self) -> BlockKind:
        return self.block.kind

    def from_line_of(self, offset: int) -> "Sentence":
        """The sentence, or, when one of its characters stands two lines below its start or more, the part from that
        line on: a finding should point at the line that shows it."""
        before = _LINE_END.split(self.text[:offset])
        if len(before) <= 2:
            return self
        first = offset - len(before[-1])
        first += len(self.plain[first:offset]) - len(self.plain[first:offset].lstrip())
        return replace(
            self,
            text=self.text[first:],
            plain=self.plain[first:],
            start=self.start + first,
            line=self.line + len(before) - 1,
            column=first - (offset - len(before[-1])) + 1,
        )

    @cached_property
    def words(self) -> list[str]:
        """The words of the plain text, in order; code and addresses are no words."""
        return sentences.WORD.findall(self.plain)


@dataclass(frozen=True)
class Document:
    """A text, read. Make one with `read`."""

    name: str
    text: str
    lines: tuple[str, ...]
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]
    sentences: tuple[Sentence, ...]
    front_matter: str
    anchors: frozenset[str]
    references: frozenset[str]
    line_starts: tuple[int, ...] = field(repr=False)

    def place(self, offset: int) -> tuple[int, int]:
        """The (line, column) of a character of `text`, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    @cached_property
    def prose_words(self) -> int:
        """How many words stand in sentences, headings and code left out."""
        return sum(len(s.words) for s in self.sentences if s.kind != "heading")

    def nearby(self, sentence: Sentence, before: int = 0, after: int = 0) -> tuple[Sentence, ...]:
        """The neighbours of a sentence inside its section, without itself, in order."""
        low, high = max(0, sentence.index - before), sentence.index + after + 1
        around = self.sentences[low:high]
        return tuple(s for s in around if s.section is sentence.section and s is not sentence)


def read(text: str, name: str = "") -> Document:
    """Read Markdown, or plain text when `name` ends in .txt or .rst. Any text can be read."""
    source = markdown.Source(text)
    parsed = markdown.parse(source, plain=name.lower().endswith((".txt", ".rst")))
    sections = _sections(source, parsed.pieces)
    blocks = _blocks(parsed.pieces, sections)
    return Document(
        name=name,
        text=text,
        lines=source.lines,
        blocks=blocks,
        sections=sections,
        sentences=_sentences(source, blocks),
        front_matter=parsed.front_matter,
        anchors=parsed.anchors,
        references=parsed.references,
        line_starts=source.starts,
    )


def _sections(source: markdown.Source, pieces: list[markdown.Piece]) -> tuple[Section, ...]:
    """One section per heading, after the one for what stands before the first."""
    headings = [piece for piece in pieces if piece.kind == "heading"]
    edges = [(1, 0, "")] + [(h.line, h.level, markdown.title(h.text)) for h in headings]
    ends = [line for line, _, _ in edges[1:]] + [len(source.lines) + 1]
    found: list[Section] = []
    path: list[tuple[int, str]] = []
    for index, ((line, level, title), end) in enumerate(zip(edges, ends, strict=True)):
        path = [step for step in path if step[0] < level]
        if level:
            path.append((level, title))
        text = source.text[source.starts[line - 1] : source.start_of(end)]
        titles = tuple(t for _, t in path)
        found.append(Section(index, title, level, line, max(line, end - 1), text, titles))
    return tuple(found)


def _blocks(pieces: list[markdown.Piece], sections: tuple[Section, ...]) -> tuple[Block, ...]:
    current = 0
    found: list[Block] = []
    for piece in pieces:
        if piece.kind == "heading":
            current += 1
        found.append(
            Block(
                index=len(found),
                kind=piece.kind,
                text=piece.text,
                plain=piece.plain,
                start=piece.start,
                line=piece.line,
                end_line=piece.end_line,
                section=sections[current],
                level=piece.level,
                list_depth=piece.list_depth,
                quoted=piece.quoted,
                row=piece.row,
            )
        )
    return tuple(found)


def _sentences(source: markdown.Source, blocks: tuple[Block, ...]) -> tuple[Sentence, ...]:
    found: list[Sentence] = []
    for block in blocks:
        if block.kind not in ("paragraph", "heading", "list_item", "table_cell"):
            continue
        whole = block.kind in ("heading", "table_cell")
        for start, end in [(0, len(block.plain))] if whole else sentences.spans(block.plain, block.text):
            line, column = source.place(block.start + start)
            text, plain = block.text[start:end], block.plain[start:end]
            found.append(Sentence(len(found), text, plain, block.start + start, line, column, block))
    return tuple(found)
