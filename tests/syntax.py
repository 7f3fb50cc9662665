"""The syntax trees of the project's files, read once in each process: many tests look at the code."""

import ast
import re
from functools import cache
from pathlib import Path

LITERAL_OR_COMMENT = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"""|'
    r"'''(?:[^'\\]|\\.|'(?!''))*+'''|"
    r'"(?:[^"\\\n]|\\.)*+"|'
    r"'(?:[^'\\\n]|\\.)*+'|"
    r"(#[^\n]*)",
    re.DOTALL,
)
"""A string of Python, or a comment as its group: ten times quicker than the tokenizer."""


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a Python file. Nobody changes it."""
    return ast.parse(path.read_text(), str(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of the syntax tree of a Python file."""
    return tuple(ast.walk(tree_of(path)))


def comments(source: str) -> list[str]:
    """The comments of Python source, each from its sign to the end of the line."""
    return [found[1] for found in LITERAL_OR_COMMENT.finditer(source) if found[1]]


@cache
def sentences(path: Path) -> tuple[str, ...]:
    """The docstrings and the comments of a Python file. Strings below an assignment are docstrings too."""
    strings = [
        str(node.value.value)
        for node in nodes_of(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]
    return (*strings, *comments(path.read_text()))


@cache
def names_of_tests(path: Path) -> tuple[str, ...]:
    """The names of the test functions of a Python file."""
    return tuple(
        node.name
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    )
