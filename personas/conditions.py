"""When a step leaves itself out: expressions such as `scope === 'small' && file_count < 5`. Pure.

A name compared with a text or a number, joined by && and ||, turned round by !, grouped by brackets. Nothing is ever
evaluated as code: the text is read into a tree, and only these shapes of the tree have a meaning.
"""

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

VALUES: dict[str, tuple[str, ...]] = {
    "scope": ("small", "medium", "large", "unknown"),
    "complexity": ("low", "medium", "high"),
    "depth": ("brief", "standard", "deep"),
    "file_count": (),
}
"""What can be asked about, with the texts that it can be; a number where there are none."""

_TOKEN = re.compile(r"'[^'\\]*'|\"[^\"\\]*\"|===?|!==?|&&|\|\||<=|>=|[<>!()]|\d+(?:\.\d+)?|[A-Za-z_]\w*|\s+")
_PYTHON = {"===": "==", "!==": "!=", "&&": "and", "||": "or", "!": "not"}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
LONGEST = 300
"""Characters: what is nested deeper than so many allow takes more room than Python has for it."""
_RULE = "write for instance: scope === 'small' && file_count < 5"
Known = Mapping[str, str | float]


def check_condition(text: str) -> str:
    """The text. Raises ValueError with a sentence when it is neither empty nor a condition."""
    if text.strip():
        _check_node(_parse_condition(text))
    return text


def condition_holds(text: str, known: Known) -> bool:
    """Whether the condition holds for what is `known`. An empty or unusable one never does (ERR-STEP-009), and
    neither does one that asks for something that is not known."""
    if not text.strip():
        return False
    try:
        tree = _parse_condition(text)
        _check_node(tree)
    except ValueError:
        return False
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names <= known.keys() and _evaluate_node(tree, known)


def _parse_condition(text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise ValueError(f"has {len(text)} characters; {LONGEST} fit")
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != text:
        raise ValueError(f"is not a condition; {_RULE}")
    source = " ".join(_PYTHON.get(token, token) for token in tokens if not token.isspace())
    try:
        return ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"is not a condition; {_RULE}") from error


def _check_node(node: ast.expr) -> None:
    match node:
        case ast.BoolOp(values=parts):
            for part in parts:
                _check_node(part)
        case ast.UnaryOp(op=ast.Not(), operand=part):
            _check_node(part)
        case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[ast.Constant(value=value)]):
            _check_comparison(name, op, value)
        case _:
            raise ValueError(f"holds “{ast.unparse(node)}”, which is no comparison; {_RULE}")


def _check_comparison(name: str, op: ast.cmpop, value: Any) -> None:
    if name not in VALUES:
        raise ValueError(f"asks for “{name}”; only {', '.join(VALUES)} are known")
    allowed = VALUES[name]
    if not allowed:
        if type(value) not in (int, float):
            raise ValueError(f"compares {name} with {value!r}; it is a number")
    elif value not in allowed:
        raise ValueError(f"compares {name} with {value!r}; it is one of {', '.join(allowed)}")
    elif not isinstance(op, ast.Eq | ast.NotEq):
        raise ValueError(f"asks which {name} is larger; only === and !== make sense there")
    if type(op) not in _COMPARE:
        raise ValueError(f"compares {name} in an unknown way; {_RULE}")


def _evaluate_node(node: ast.expr, known: Known) -> bool:
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_evaluate_node(part, known) for part in parts)
        case ast.BoolOp(values=parts):
            return any(_evaluate_node(part, known) for part in parts)
        case ast.UnaryOp(operand=part):
            return not _evaluate_node(part, known)
        case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[ast.Constant(value=value)]):
            return _COMPARE[type(op)](known[name], value)
    raise AssertionError(f"unchecked: {ast.dump(node)}")
