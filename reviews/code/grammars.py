"""Source code read by tree-sitter. A grammar is loaded when a text in its language is read first; parsers are made for
each text, so that threads share none."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import accumulate, pairwise

from tree_sitter import Language, Node, Parser, Point

from reviews.language.line_index import LineIndex

CHUNK = 1024
"""Bytes that the parser is handed at once."""
READ_AGAIN = 32
"""How many times over a text may be read: what is written by people is read three to six times. Some grammars look
ahead to the end of a text at each of its places; the work for such a text would grow with its square."""
SPARE = 64
"""Chunks more than that, for short texts."""

_LONE_RETURN = re.compile(r"\r(?!\n)")
_GRAMMARS = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "java": ("tree_sitter_java", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "sql": ("tree_sitter_sql", "language"),
    "shell": ("tree_sitter_bash", "language"),
}
LANGUAGES = frozenset(_GRAMMARS)


@cache
def _grammar(language: str) -> Language:
    module, function = _GRAMMARS[language]
    return Language(getattr(import_module(module), function)())


@dataclass(frozen=True)
class Syntax:
    """A text as a tree. Lines count from 0 here, and end where those of LineIndex do."""

    root: Node
    language: str
    data: bytes
    starts: tuple[int, ...]  # the byte at which each line starts

    def first(self, node: Node) -> int:
        """The line in which a node begins."""
        return bisect_right(self.starts, node.start_byte) - 1

    def last(self, node: Node) -> int:
        """The line in which a node ends. An end of line that belongs to it begins no other line."""
        return bisect_right(self.starts, max(node.start_byte, node.end_byte - 1)) - 1

    def column(self, node: Node) -> int:
        """How many bytes stand in the line before a node."""
        return node.start_byte - self.starts[self.first(node)]

    def words(self, node: Node, most: int) -> str:
        """The beginning of a node on one line, `most` characters of it."""
        found = self.data[node.start_byte : min(node.end_byte, node.start_byte + 4 * most)]
        return " ".join(found.decode("utf-8", "ignore").split())[:most]


def read_syntax(index: LineIndex, language: str) -> Syntax | None:
    """The tree of a text in one of LANGUAGES, with errors where it does not fit the grammar. None when reading it would
    take more than linear time, which is counted and not measured: the same text gives the same on every machine."""
    # Grammars know no line that ends with a carriage return alone; the length must stay.
    text = _LONE_RETURN.sub("\n", index.text) if "\r" in index.text else index.text
    data = text.encode("utf-8", "replace")
    limit = SPARE + READ_AGAIN * len(data) // CHUNK
    reads = 0

    def read(offset: int, _: Point) -> bytes:
        nonlocal reads
        reads += 1
        return data[offset : offset + CHUNK] if reads <= limit else b""

    try:
        parser = Parser(_grammar(language))
        tree = parser.parse(read, progress_callback=lambda _offset, _has_error: reads > limit)
    except ValueError:  # the parser was stopped
        return None
    return Syntax(tree.root_node, language, data, _byte_starts(index)) if reads <= limit else None


def _byte_starts(index: LineIndex) -> tuple[int, ...]:
    if index.text.isascii():
        return index.starts
    edges = pairwise(index.starts)
    lengths = (len(index.text[start:end].encode("utf-8", "replace")) for start, end in edges)
    return tuple(accumulate(lengths, initial=0))
