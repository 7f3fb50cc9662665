"""One reading of a text that all skills share: blocks, sections and sentences, each with its place.

Positions are counted from 1 for people (line, column in characters) and from 0 for slices (start, end).
Every `text` is `document.text[start:end]`, so a quote taken from it is verbatim.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from reviews.language.line_index import LINE_END, LineIndex
from reviews.language.reading import blocks as markdown
from reviews.language.reading import sentences


@dataclass(frozen=True)
class ReadSection:
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
class Block(markdown.Piece):
    """A part of the text in its section. It is the part number `index`, from 0."""

    index: int = field(kw_only=True)
    section: ReadSection = field(kw_only=True)


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
    def section(self) -> ReadSection:
        return self.block.section

    @property
    def kind(self) -> markdown.BlockKind:
        return self.block.kind

    def from_line_of(self, offset: int) -> "Sentence":
        """The sentence, or, when one of its characters stands two lines below its start or more, the part from that
        line on: a finding should point at the line that shows it."""
        before = LINE_END.split(self.text[:offset])
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


@dataclass(frozen=True, eq=False)
class Document:
    """A text, read. Make one with `read_document`."""

    name: str
    text: str
    blocks: tuple[Block, ...]
    sections: tuple[ReadSection, ...]
    sentences: tuple[Sentence, ...]
    front_matter: str
    anchors: frozenset[str]
    references: frozenset[str]
    index: LineIndex = field(repr=False, compare=False)

    @cached_property
    def prose_words(self) -> int:
        """How many words stand in sentences, headings and code left out."""
        return sum(len(s.words) for s in self.sentences if s.kind != "heading")

    def nearby(self, sentence: Sentence, before: int = 0, after: int = 0) -> tuple[Sentence, ...]:
        """The neighbours of a sentence inside its section, without itself, in order."""
        low, high = max(0, sentence.index - before), sentence.index + after + 1
        around = self.sentences[low:high]
        return tuple(s for s in around if s.section is sentence.section and s is not sentence)


def read_document(text: str, name: str = "") -> Document:
    """Read Markdown, or plain text when `name` ends in .txt or .rst. Any text can be read."""
    source = LineIndex(text)
    parsed = markdown.parse(source, plain=name.lower().endswith((".txt", ".rst")))
    sections = _make_sections(source, parsed.pieces)
    blocks = _make_blocks(parsed.pieces, sections)
    return Document(
        name=name,
        text=text,
        blocks=blocks,
        sections=sections,
        sentences=_make_sentences(source, blocks),
        front_matter=parsed.front_matter,
        anchors=parsed.anchors,
        references=parsed.references,
        index=source,
    )


@lru_cache(maxsize=16)
def read_once(text: str, name: str = "") -> Document:
    """As `read_document`; the same text is read once per process as long as it stays among the latest sixteen."""
    return read_document(text, name)


def _make_sections(source: LineIndex, pieces: list[markdown.Piece]) -> tuple[ReadSection, ...]:
    """One section per heading, after the one for what stands before the first."""
    headings = [piece for piece in pieces if piece.kind == "heading"]
    edges = [(1, 0, "")] + [(h.line, h.level, markdown.heading_title(h.text)) for h in headings]
    ends = [line for line, _, _ in edges[1:]] + [len(source.lines) + 1]
    found: list[ReadSection] = []
    path: list[tuple[int, str]] = []
    for index, ((line, level, title), end) in enumerate(zip(edges, ends, strict=True)):
        path = [step for step in path if step[0] < level]
        if level:
            path.append((level, title))
        text = source.text[source.starts[line - 1] : source.start_of(end)]
        titles = tuple(t for _, t in path)
        found.append(ReadSection(index, title, level, line, max(line, end - 1), text, titles))
    return tuple(found)


def _make_blocks(pieces: list[markdown.Piece], sections: tuple[ReadSection, ...]) -> tuple[Block, ...]:
    current = 0
    found: list[Block] = []
    for piece in pieces:
        if piece.kind == "heading":
            current += 1
        found.append(Block(**vars(piece), index=len(found), section=sections[current]))
    return tuple(found)


def _make_sentences(source: LineIndex, blocks: tuple[Block, ...]) -> tuple[Sentence, ...]:
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
