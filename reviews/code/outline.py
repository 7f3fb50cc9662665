"""The table of contents of a text: headings, or classes and functions."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from tree_sitter import Node

from reviews.code.constructs import body_of, definition_in, group_in, name_of
from reviews.code.grammars import LANGUAGES, Syntax, read_syntax
from reviews.code.languages import MARKDOWN
from reviews.code.pieces import MOST_NESTED
from reviews.code.prose import title_of
from reviews.documents.headings import read_outline
from reviews.language.line_index import LineIndex

MOST_ENTRIES = 2_000


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A heading or a definition on a line (from 1). `depth` is 0 at the top."""

    line: int
    depth: int
    kind: str
    name: str


def outline(text: str, language: str) -> list[OutlineEntry]:
    """The headings of Markdown; the classes, functions and namespaces of code, in order, those inside of functions
    left out. MOST_ENTRIES at most; none for other texts and for what can't be read in linear time."""
    index = LineIndex(text)
    if language == MARKDOWN:
        return list(islice(_headings(index), MOST_ENTRIES))
    syntax = read_syntax(index, language) if language in LANGUAGES else None
    return list(islice(_definitions(syntax, syntax.root, 0), MOST_ENTRIES)) if syntax else []


def _headings(index: LineIndex) -> Iterator[OutlineEntry]:
    for heading in read_outline(index.text).headings:
        line = index.place(heading.start)[0]
        yield OutlineEntry(line, heading.level - 1, "section", title_of(heading.title))


def _definitions(syntax: Syntax, node: Node, depth: int, *, in_class: bool = False) -> Iterator[OutlineEntry]:
    if depth > MOST_NESTED:
        return
    for child in node.children:
        line = syntax.first(child) + 1
        if found := definition_in(child, syntax):
            kind = "method" if found.kind == "function" and in_class else found.kind
            yield OutlineEntry(line, depth, kind, found.name)
            if found.kind == "class" and (body := body_of(found.node)):
                yield from _definitions(syntax, body, depth + 1, in_class=True)
        elif group := group_in(child, syntax):
            if name := name_of(group, syntax):
                yield OutlineEntry(line, depth, "namespace", name)
            yield from _definitions(syntax, body_of(group) or group, depth + (1 if name else 0))
        elif child.type == "ERROR":
            yield from _definitions(syntax, child, depth, in_class=in_class)
