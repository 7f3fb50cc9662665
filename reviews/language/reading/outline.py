"""What a document is made of besides sentences: tables with their columns, lists with the words that lead into them,
and fields with their values. Rules ask here, so that none of them reads Markdown itself."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Literal

from reviews.language.reading.document import Block, Document, ReadSection, Sentence
from reviews.language.reading.sentences import blank_markup

FieldForm = Literal["front matter", "label", "table", "heading"]

_OF_DELIMITERS = frozenset(" \t\r>|:-")
_CELL_END = re.compile(r"(?<!\\)\|")
_BULLET = re.compile(r"[\s>]*(?:[-*+]|(?P<number>\d{1,9})[.)])(?:\s|$)")
# "Owner: Ana", "**Start date** - …", "- *Status*:": a short label, marked off by a colon or a dash.
_LABEL = re.compile(
    r"[\s>*_•+-]*+(?P<name>[^\W\d_][^\n:|*_]{0,38}?)\s*+(?:[*_]++\s*+)?(?::(?!//)|(?<=\s)[–—-]\s)[*_]*(?P<value>.*)"
)
_FRONT_MATTER = re.compile(r"(?P<name>[^\s:#-][^:\n]{0,38}?)\s*:(?P<value>.*)")
_LONGEST_NAME = 5
"""Words of a field's name; what is longer is a sentence with a colon."""
_LONGEST_VALUE = 12
"""Words of what stands alone below a heading and is the value of that heading."""


@dataclass(frozen=True)
class Row:
    """A row of a table. cells: as people read them, one per column, "" for an empty one; text: its line, verbatim."""

    line: int
    text: str
    cells: tuple[str, ...]

    @property
    def words(self) -> int:
        """How many words its cells have."""
        return sum(len(cell.split()) for cell in self.cells)


@dataclass(frozen=True)
class Table:
    """A table. heads: the titles of the columns; rows: without that of the heads."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    section: ReadSection

    def column(self, number: int) -> tuple[str, ...]:
        """The cells of one column, from 0; "" where a row is shorter."""
        return tuple(row.cells[number] if number < len(row.cells) else "" for row in self.rows)


@dataclass(frozen=True)
class ListItem:
    """An item of a list with everything below it. sentences: its own first, then those of the lists inside."""

    blocks: tuple[Block, ...]
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class ItemList:
    """A list. lead: the sentence right before it, None when a heading or nothing is; mixed: some items
    have numbers and others don't, so it is several lists in a row."""

    lead: Sentence | None
    items: tuple[ListItem, ...]
    mixed: bool
    section: ReadSection


@dataclass(frozen=True)
class Field:
    """A name and what it is given: "Owner: Ana", a line of the front matter, a row of a table of two columns, or a
    heading with a few words below. value: as people read it, "" when it is empty; text: where it stands, verbatim."""

    name: str
    value: str
    line: int
    text: str
    form: FieldForm


@dataclass(frozen=True, eq=False)
class Outline:
    """The parts of one document, each found when it is first asked for, in the order of the text."""

    document: Document

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables."""
        return tuple(_find_tables(self.document))

    @cached_property
    def lists(self) -> tuple[ItemList, ...]:
        """The lists; one inside of another belongs to the item above it."""
        return tuple(_find_lists(self.document))

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields, also those whose value is missing."""
        found = [*_front_matter_fields(self.document), *_label_fields(self.document)]
        found += [*_table_fields(self.tables), *_heading_fields(self.document)]
        return tuple(sorted(found, key=lambda field: field.line))

    def values(self, *names: str) -> list[Field]:
        """The fields with one of these names, in small letters, that have a value."""
        return [field for field in self.fields if field.name.lower() in names and field.value]


@lru_cache(maxsize=16)
def outline_of(document: Document) -> Outline:
    """The outline of `document`; the same one as long as the document stays among the latest sixteen."""
    return Outline(document)


def as_read(text: str) -> str:
    """`text` on one line without markup; code and addresses stay words."""
    plain = blank_markup(text)
    kept = plain
    if "¤" in plain:
        kept = "".join(old if new == "¤" else new for old, new in zip(text, plain, strict=True))
    return " ".join(kept.replace("`", " ").replace("\\|", "|").split())


def _find_tables(document: Document) -> Iterator[Table]:
    heads: Row | None = None
    rows: list[Row] = []
    section, heads_end = document.sections[0], 0
    lines = document.index.lines
    for number, cells in groupby(
        (b for b in document.blocks if b.kind == "table_cell"), key=lambda b: b.line
    ):
        row = _make_row(lines[number - 1], number)
        is_head = number < len(lines) and _delimits(lines[number])
        # A table whose heads are all empty begins with what stands below them.
        has_no_heads = number > 2 and _delimits(lines[number - 2]) and heads_end != number - 2
        if is_head or has_no_heads:
            if heads:
                yield Table(heads.cells, tuple(rows), section)
            heads = row if is_head else Row(number - 2, lines[number - 3].strip(), ("",) * len(row.cells))
            rows, section, heads_end = [] if is_head else [row], next(cells).section, number if is_head else 0
        else:
            rows.append(row)
    if heads:
        yield Table(heads.cells, tuple(rows), section)


def _delimits(line: str) -> bool:
    """Whether a line is the rule below the heads of a table."""
    return "-" in line and _OF_DELIMITERS.issuperset(line)


def split_row(line: str) -> tuple[str, ...]:
    """The cells of a row's line, as people read them."""
    cells = _CELL_END.split(line.strip().lstrip("> \t").removeprefix("|"))
    if len(cells) > 1 and not cells[-1].strip():
        cells.pop()
    return tuple(as_read(cell) for cell in cells)


def _make_row(line: str, number: int) -> Row:
    return Row(number, line.strip(), split_row(line))


def _find_lists(document: Document) -> Iterator[ItemList]:
    sentences: dict[int, list[Sentence]] = {}
    for sentence in document.sentences:
        sentences.setdefault(sentence.block.index, []).append(sentence)
    before: Block | None = None
    # Code between the items of a list belongs to it.
    blocks = (block for block in document.blocks if block.kind not in ("code", "comment", "html"))
    for in_list, run in groupby(blocks, key=lambda block: block.kind == "list_item"):
        members = list(run)
        if in_list:
            lead = sentences.get(before.index, []) if before and before.kind == "paragraph" else []
            yield from _make_lists(document, members, lead[-1] if lead else None, sentences)
        before = members[-1]


def _make_lists(
    document: Document, blocks: Sequence[Block], lead: Sentence | None, sentences: dict[int, list[Sentence]]
) -> Iterator[ItemList]:
    items: list[list[Block]] = []
    top, marks = blocks[0].list_depth, set[bool]()
    for block in blocks:
        bullet = _BULLET.match(document.index.lines[block.line - 1])
        if bullet and block.list_depth <= top:
            items.append([block])
            marks.add(bool(bullet["number"]))
        elif items:
            items[-1].append(block)
    if items:
        parts = (tuple(s for block in item for s in sentences.get(block.index, ())) for item in items)
        made = tuple(ListItem(tuple(item), part) for item, part in zip(items, parts, strict=True))
        yield ItemList(lead, made, len(marks) > 1, blocks[0].section)


def _front_matter_fields(document: Document) -> Iterator[Field]:
    block = next((block for block in document.blocks if block.kind == "front_matter"), None)
    for number in range(block.line + 1, block.end_line) if block else ():
        line = document.index.lines[number - 1]
        if match := _FRONT_MATTER.fullmatch(line):
            yield Field(as_read(match["name"]), match["value"].strip(" \t\"'"), number, line, "front matter")


def _label_fields(document: Document) -> Iterator[Field]:
    for block in document.blocks:
        if block.kind not in ("paragraph", "list_item"):
            continue
        for number in range(block.line, block.end_line + 1):
            line = document.index.lines[number - 1]
            if (match := _LABEL.match(line)) and len(match["name"].split()) <= _LONGEST_NAME:
                yield Field(as_read(match["name"]), as_read(match["value"]), number, line.strip(), "label")


def _table_fields(tables: Sequence[Table]) -> Iterator[Field]:
    """Rows of two columns, and the only row of a table with its heads."""
    for table in tables:
        if len(table.heads) == 2:
            for row in table.rows:
                name, value = (*row.cells, "", "")[:2]
                yield Field(name, value, row.line, row.text, "table")
        elif len(table.rows) == 1:
            row = table.rows[0]
            for name, value in zip(table.heads, row.cells, strict=False):
                yield Field(name, value, row.line, row.text, "table")


def _heading_fields(document: Document) -> Iterator[Field]:
    """Headings with nothing but a few words below: "## Status", "Accepted"."""
    below: dict[int, list[Block]] = {}
    for block in document.blocks:
        if block.kind not in ("heading", "comment"):
            below.setdefault(block.section.index, []).append(block)
    for section in document.sections:
        blocks = below.get(section.index, [])
        if not section.level or len(blocks) != 1 or len(section.title.split()) > _LONGEST_NAME:
            continue
        value = as_read(blocks[0].text) if blocks[0].kind in ("paragraph", "list_item") else ""
        if value and len(value.split()) <= _LONGEST_VALUE:
            yield Field(section.title, value, blocks[0].line, blocks[0].text, "heading")
