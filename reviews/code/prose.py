"""Markdown and plain text cut into pieces. Lines count from 0."""

from collections.abc import Iterator
from itertools import pairwise

from reviews.code.constructs import LONGEST_NAME
from reviews.code.lines import pieces_between
from reviews.code.pieces import Piece
from reviews.documents.headings import read_outline
from reviews.language.line_index import LineIndex
from reviews.language.reading.blocks import heading_title, top_blocks

BLANK = " \t\r\n\v\f\ufeff"


def title_of(heading: str) -> str:
    """The words of a heading, as many as a name may have."""
    return heading_title(heading[: 4 * LONGEST_NAME])[:LONGEST_NAME]


def markdown_sections(index: LineIndex) -> Iterator[Piece]:
    """A piece for each heading with what stands below it, and one for what stands before the first. A heading with
    nothing below it belongs to the next. Nothing when there is no heading."""
    headings = read_outline(index.text).headings
    count = len(index.lines)
    firsts = [index.place(heading.start)[0] - 1 for heading in headings]
    if not firsts:
        return
    if any(line.strip(BLANK) for line in index.lines[: firsts[0]]):
        yield Piece(0, firsts[0] - 1, "definition")
    above: int | None = None
    for heading, (first, end) in zip(headings, pairwise([*firsts, count]), strict=True):
        start = first if above is None else above
        below = index.lines[index.place(heading.body)[0] - 1 : end] if heading.body < len(index.text) else ()
        if end < count and not any(line.strip(BLANK) for line in below):
            above = start
            continue
        above = None
        yield Piece(start, end - 1, "definition", "section", title_of(heading.title))


def markdown_blocks(index: LineIndex) -> Iterator[Piece]:
    """The blocks of Markdown; a heading is the first of those below it."""
    owner = ""
    for name, first, end in top_blocks(index):
        if name == "heading":
            owner = title_of(" ".join(line.strip("#= \t") for line in index.lines[first:end]))
            yield Piece(first, end - 1, "leader", owner=owner)
        else:
            yield Piece(first, end - 1, "loose", owner=owner)


def markdown_lines(index: LineIndex) -> Iterator[Piece]:
    """The lines of Markdown; what is no paragraph is one piece."""
    starts = [0]
    for name, first, end in top_blocks(index):
        starts += range(first, end) if name == "paragraph" else [first]
    worded = (start for start in starts if index.lines[start].strip(BLANK))
    yield from pieces_between([0, *worded], len(index.lines))


def text_blocks(index: LineIndex) -> Iterator[Piece]:
    """The stretches of a text between blank lines that begin at the margin."""
    blank = True
    starts = [0]
    for number, line in enumerate(index.lines):
        if blank and line and line[0] not in BLANK:
            starts.append(number)
        blank = not line.strip(BLANK)
    yield from pieces_between(starts, len(index.lines))


def text_lines(index: LineIndex) -> Iterator[Piece]:
    """The lines of a text; blank ones belong to the one before."""
    starts = [number for number, line in enumerate(index.lines) if line.strip(BLANK)]
    yield from pieces_between([0, *starts[1:]], len(index.lines))
