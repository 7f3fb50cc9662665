"""Where lines of a text may be cut from each other, so that statements, strings, tables and lists stay whole. Lines
count from 0."""

from collections.abc import Iterator
from itertools import pairwise

from tree_sitter import Node

from reviews.code.constructs import Constructs, constructs_of
from reviews.code.grammars import Syntax
from reviews.code.pieces import Piece
from reviews.language.line_index import LineIndex


def code_lines(syntax: Syntax, index: LineIndex) -> Iterator[Piece]:
    """The lines of source code. Several make one piece where a statement, the head of a function or a string takes
    them, or where those behind the first have no word."""
    constructs = constructs_of(syntax.language)
    cuts = {0}
    waiting = [syntax.root]
    while waiting:
        node = waiting.pop()
        children = node.children
        if len(children) > 1:
            is_body = node is syntax.root or _is_body(node, constructs)
            for before, behind in pairwise(children):
                line = syntax.first(behind)
                if syntax.last(before) < line and (is_body or _may_part(before, behind, constructs)):
                    cuts.add(line)
        waiting += [child for child in children if syntax.last(child) > syntax.first(child)]
    wordy = (line for line in sorted(cuts) if any(map(str.isalnum, index.lines[line])))
    yield from pieces_between([0, *wordy], len(index.lines))


def pieces_between(starts: list[int], count: int) -> Iterator[Piece]:
    """Loose pieces from each of the lines, in order, to the next or to the last of `count` lines."""
    edges = sorted({*starts, count})
    for first, end in pairwise(edges):
        yield Piece(first, end - 1, "loose")


def _is_body(node: Node, constructs: Constructs) -> bool:
    return node.type in constructs.body or node.type in constructs.through or node.type == "ERROR"


def _may_part(before: Node, behind: Node, constructs: Constructs) -> bool:
    """Whether lines may be cut between two neighbours in a statement: behind a body and before one without a brace."""
    if behind.type == "heredoc_body":
        return False
    if before.type in constructs.body:
        return True
    return behind.type in constructs.body and not (behind.children and not behind.children[0].is_named)
