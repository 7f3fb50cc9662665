"""What the nodes of a tree are: definitions with their names, what stands around them, and bodies."""

from dataclasses import dataclass, field
from functools import cache

from tree_sitter import Node

from reviews.code.grammars import Syntax
from reviews.language.wordlists import read_words

LONGEST_NAME = 120
"""Characters of a name."""
MOST_WRAPPED = 6
"""Wrappers around each other that are looked through."""

_WORDS = read_words(__file__, "constructs")
_DEFINITIONS = ("function", "class", "method", "block")
_NAMED_BY = ("name", "left", "property", "pattern")
_NAMES_INSIDE = ("type_spec", "object_reference")
_NEEDS_BODY = frozenset(
    {"struct_specifier", "union_specifier", "enum_specifier", "class_specifier", "type_definition"}
)


@dataclass(frozen=True)
class Constructs:
    """The types of nodes of a language, by what they are."""

    definitions: dict[str, str] = field(default_factory=dict)
    wrapper: frozenset[str] = frozenset()
    through: frozenset[str] = frozenset()
    body: frozenset[str] = frozenset()
    leader: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Definition:
    """A definition: its kind, its name, and the node that has its body."""

    kind: str
    name: str
    node: Node


@cache
def constructs_of(language: str) -> Constructs:
    """What words/constructs.toml says of a language. TypeScript with JSX has the same constructs as without."""
    table = _WORDS.sentences("typescript" if language == "tsx" else language)
    definitions = {word: kind for kind in _DEFINITIONS for word in table.get(kind, ())}
    others = (frozenset(table.get(part, ())) for part in ("wrapper", "through", "body", "leader"))
    return Constructs(definitions, *others)


def definition_in(node: Node, syntax: Syntax) -> Definition | None:
    """The definition that a statement or a member is, or None."""
    constructs = constructs_of(syntax.language)
    name = ""
    found: Node | None = node
    for _ in range(MOST_WRAPPED):
        if found is None or (found.type in _NEEDS_BODY and not _has_own_body(found)):
            return None
        if kind := constructs.definitions.get(found.type):
            return Definition(kind, name_of(found, syntax) or name, found)
        if found.type not in constructs.wrapper:
            return None
        name = _field_words(found, syntax, *_NAMED_BY) or name
        looked_for = constructs.wrapper | constructs.definitions.keys()
        found = next((one for one in found.named_children if one.type in looked_for), None)
    return None


def group_in(node: Node, syntax: Syntax) -> Node | None:
    """The node of a statement that only groups definitions, such as a namespace, or None."""
    constructs = constructs_of(syntax.language)
    if node.type in constructs.wrapper:
        node = next((one for one in node.named_children if one.type in constructs.through), node)
    body = body_of(node)
    is_group = node.type in constructs.through and (body is None or body.type in constructs.body)
    return node if is_group else None


def body_of(node: Node) -> Node | None:
    """The part of a definition in which its members stand, or None."""
    return node.child_by_field_name("body")


def name_of(node: Node, syntax: Syntax) -> str:
    """The name that a definition or a namespace has, "" without one."""
    if node.type.startswith("preproc"):  # what is named there is a condition
        return ""
    name = _field_words(node, syntax, "name")
    if node.type == "method_declaration" and (receiver := node.child_by_field_name("receiver")):
        return f"{_receiver_type(syntax.words(receiver, LONGEST_NAME))}.{name}"
    if node.type == "impl_item":
        trait, implementor = (_field_words(node, syntax, one) for one in ("trait", "type"))
        return f"{trait} for {implementor}" if trait else implementor
    if node.type == "singleton_method":
        return f"self.{name}"
    if name:
        return name
    if node.child_by_field_name("declarator"):
        return _declared_name(node, syntax)
    inner = next((one for one in node.named_children if one.type in _NAMES_INSIDE), None)
    return "" if inner is None else _field_words(inner, syntax, "name") or syntax.words(inner, LONGEST_NAME)


def _declared_name(node: Node, syntax: Syntax) -> str:
    """The name in a declaration of C, which stands inside of what is said of it."""
    found = node
    for _ in range(MOST_WRAPPED):
        inner = found.child_by_field_name("declarator")
        if inner is None and found.type == "reference_declarator":
            inner = next(iter(found.named_children), None)
        if inner is None:
            break
        found = inner
    return syntax.words(found, LONGEST_NAME)


def _receiver_type(receiver: str) -> str:
    """The type that a method of Go belongs to: "Ledger" of "(l *Ledger[T])"."""
    words = receiver.strip("() ").split()
    return words[-1].lstrip("*").partition("[")[0] if words else ""


def _has_own_body(node: Node) -> bool:
    """Whether a type of C is defined here, and not only used."""
    inner = node.child_by_field_name("type") if node.type == "type_definition" else node
    return inner is not None and body_of(inner) is not None


def _field_words(node: Node, syntax: Syntax, *fields: str) -> str:
    found = (node.child_by_field_name(one) for one in fields)
    return next((syntax.words(one, LONGEST_NAME) for one in found if one is not None), "")
