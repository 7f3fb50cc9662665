"""A text cut into pieces, which are never cut further: definitions, statements, comments, blocks of Markdown.

Pieces are in order; two of them may share a line. Lines count from 0, first and last included.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from tree_sitter import Node

from reviews.code.constructs import Definition, body_of, constructs_of, definition_in, group_in, name_of
from reviews.code.grammars import Syntax

LONGEST = 60
"""Lines that loose statements have together at most, and a class that is one unit."""
MOST_NESTED = 20
"""Classes and namespaces inside each other that are cut; deeper ones stay whole."""

type Role = Literal["definition", "head", "loose", "leader", "end"]
"""A definition is a unit. The head of a class goes on with the loose members behind it. Loose pieces come together. A
leader belongs to what follows, an end to what stands before."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of lines. `owner` is the class or the section around it, "" without one."""

    first: int
    last: int
    role: Role
    kind: str = ""
    name: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around members: the names of classes and namespaces, whether a class is the innermost of them, how
    many there are, and whether the parser made no sense of it."""

    owner: str = ""
    in_class: bool = False
    depth: int = 0
    is_broken: bool = False

    def inside(self, name: str, *, in_class: bool = False, is_broken: bool = False) -> "_Around":
        return _Around(qualified(self.owner, name), in_class, self.depth + 1, is_broken)


def qualified(owner: str, name: str) -> str:
    """ "Ledger.post" """
    return ".".join(part for part in (owner, name) if part)


def code_pieces(syntax: Syntax) -> Iterator[Piece]:
    """The definitions of a file of source code, those in classes longer than LONGEST one by one, and what stands
    between them."""
    yield from _members(syntax, syntax.root.children, _Around(is_broken=syntax.root.type == "ERROR"))


def _members(syntax: Syntax, nodes: Sequence[Node], around: _Around) -> Iterator[Piece]:
    leaders = constructs_of(syntax.language).leader
    behind = _columns_behind(syntax, nodes, leaders)
    for node, column in zip(nodes, behind, strict=True):
        if node.type in leaders:
            belongs_to_next = column is not None and syntax.column(node) <= column
            yield _piece(syntax, node, "leader" if belongs_to_next else "end", around)
        elif node.type == "ERROR" and around.depth < MOST_NESTED:
            yield from _members(syntax, node.children, around.inside("", is_broken=True))
        elif (group := group_in(node, syntax)) and around.depth < MOST_NESTED:
            yield from _group(syntax, node, group, around)
        elif definition := definition_in(node, syntax):
            yield from _definition(syntax, node, definition, around)
        else:
            yield from _whole(syntax, node, _piece(syntax, node, _role(syntax, node, around), around), around)


def _columns_behind(syntax: Syntax, nodes: Sequence[Node], leaders: frozenset[str]) -> list[int | None]:
    """For each node the column of the next one that is neither a comment nor a sign; None when there is none."""
    columns: list[int | None] = []
    column: int | None = None
    for node in reversed(nodes):
        columns.append(column)
        if node.is_named and node.type not in leaders:
            column = syntax.column(node)
    return columns[::-1]


def _role(syntax: Syntax, node: Node, around: _Around) -> Role:
    if around.is_broken:
        return "end" if syntax.column(node) else "loose"
    return "loose" if node.is_named and node.type != "heredoc_body" else "end"


def _piece(syntax: Syntax, node: Node, role: Role, around: _Around, kind: str = "", name: str = "") -> Piece:
    return Piece(syntax.first(node), syntax.last(node), role, kind, name, around.owner)


def _definition(syntax: Syntax, node: Node, found: Definition, around: _Around) -> Iterator[Piece]:
    name = qualified(around.owner, found.name)
    kind = "method" if found.kind == "function" and around.in_class else found.kind
    is_long = _is_long(syntax, node)
    body = body_of(found.node) if kind == "class" and is_long and around.depth < MOST_NESTED else None
    if body is None or not any(definition_in(member, syntax) for member in body.named_children):
        yield from _whole(syntax, node, _piece(syntax, node, "definition", around, kind, name), around)
        return
    members, opened = _opened(syntax, found.node, body)
    yield Piece(syntax.first(node), opened, "head", kind, name, name)
    yield from _members(syntax, members, around.inside(found.name, in_class=True))
    last = syntax.last(node)
    yield Piece(last, last, "end")


def _whole(syntax: Syntax, node: Node, piece: Piece, around: _Around) -> Iterator[Piece]:
    """A piece that is not cut, unless it is long and has an error: what begins at the margin is likely to be the next
    statement then."""
    if not (node.has_error and _is_long(syntax, node) and around.depth < MOST_NESTED):
        yield piece
        return
    yield replace(piece, last=piece.first)
    inside = around.inside("")
    for at_margin, run in groupby(node.children, lambda child: child.is_named and not syntax.column(child)):
        if at_margin:
            yield from _members(syntax, list(run), inside)
            continue
        for child in run:
            yield from _whole(syntax, child, _piece(syntax, child, "end", inside), inside)


def _is_long(syntax: Syntax, node: Node) -> bool:
    return syntax.last(node) - syntax.first(node) >= LONGEST


def _group(syntax: Syntax, node: Node, group: Node, around: _Around) -> Iterator[Piece]:
    """What only groups definitions: its first lines lead to the first of them."""
    body = body_of(group)
    first, last = syntax.first(node), syntax.last(node)
    if body is not None:
        members, opened = _opened(syntax, group, body)
        inside = around.inside(name_of(group, syntax))
    else:
        members = [one for one in group.children if syntax.first(one) > first]
        opened, inside = first, around.inside("")
    yield Piece(first, opened, "leader" if members else "loose", owner=around.owner)
    yield from _members(syntax, members, inside)
    yield Piece(last, last, "end")


def _opened(syntax: Syntax, node: Node, body: Node) -> tuple[list[Node], int]:
    """The members in the body of a node, and the line in which what stands before them ends."""
    members = body.children
    if members and not members[0].is_named:
        return members[1:], syntax.first(members[0])
    before = [child for child in node.children if child.start_byte < body.start_byte]
    return members, max((syntax.last(child) for child in before), default=syntax.first(node))
