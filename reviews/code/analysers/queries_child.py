"""Looks for what queries of tree-sitter match in files: a native parser, which may end its process.

Run as a program of its own: `python queries_child.py MODULE RULES FILE…`, where MODULE is that of the grammar and RULES
a JSON object with, by name, a `query` of one pattern and perhaps `without`. The query captures the place as @found; it
does not count when the node captured as @in has a child of a type in `without`. Prints a line of JSON for each place,
as ast-grep does, and at last END.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

try:
    from tree_sitter import Language, Node, Parser, Query, QueryCursor
except ImportError as missing:
    sys.stderr.write(str(missing))
    sys.exit(3)

END = "end\n"
"""Printed last: without it nobody could tell whoever came to a bad end from whoever found nothing."""


def matches(query: Query, rules: dict[str, dict[str, Any]], root: Node) -> Iterator[tuple[str, Node]]:
    """The rules that match, each with the place."""
    names = list(rules)
    for number, captured in QueryCursor(query).matches(root):
        without = rules[names[number]].get("without", ())
        if not any(child.type in without for node in captured.get("in", []) for child in node.children):
            yield names[number], captured["found"][0]


def describe_match(name: str, rule: str, found: Node) -> dict[str, Any]:
    span = {"start": found.start_byte, "end": found.end_byte}
    return {"file": name, "ruleId": rule, "range": {"byteOffset": span}}


def main(module: str, rules: dict[str, dict[str, Any]], names: list[str]) -> None:
    grammar = Language(import_module(module).language())
    # All rules as one query of many patterns: to make a query of a large grammar takes longer than to ask it.
    query = Query(grammar, "\n".join(each["query"] for each in rules.values()))
    for name in names:
        root = Parser(grammar).parse(Path(name).read_bytes()).root_node
        for rule, found in matches(query, rules, root):
            sys.stdout.write(json.dumps(describe_match(name, rule, found)) + "\n")
    sys.stdout.write(END)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3:])
