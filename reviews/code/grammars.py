"""Source code read by tree-sitter. A grammar is loaded when a text in its language is read first; parsers are made for
each text, so that threads share none."""

import re
import time
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
STEPS = 128
"""Hundreds of steps that a parser may take for each CHUNK: people's texts take about 15. Texts with very many errors
are tried in more and more ways."""
SECONDS = 0.05
"""Seconds of computing for each CHUNK, for steps that become longer and longer: people's texts take a thousandth."""
SPARE = 64
"""Chunks more than the text has, for short texts: of reading and of steps."""
SPARE_SECONDS = 0.5

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


class _Bounded:
    """Bytes for a parser, and when it has to stop."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        chunks = len(data) / CHUNK
        self.reads = SPARE + READ_AGAIN * chunks
        self.steps = STEPS * (SPARE + chunks)
        self.until = time.thread_time() + SPARE_SECONDS + SECONDS * chunks

    def read(self, offset: int, _: Point) -> bytes:
        self.reads -= 1
        return self.data[offset : offset + CHUNK] if self.reads >= 0 else b""

    def is_over(self, _offset: int = 0, _has_error: bool = False) -> bool:
        """Asked after each hundred steps."""
        self.steps -= 1
        return self.reads < 0 or self.steps < 0 or time.thread_time() > self.until


def read_syntax(index: LineIndex, language: str) -> Syntax | None:
    """The tree of a text in one of LANGUAGES, with errors where it does not fit the grammar. None when reading it would
    take more than linear time: that is counted as far as it can be, so that every machine decides the same."""
    # Grammars know no line that ends with a carriage return alone; the length must stay.
    text = _LONE_RETURN.sub("\n", index.text) if "\r" in index.text else index.text
    data = text.encode("utf-8", "replace")
    bounded = _Bounded(data)
    try:
        tree = Parser(_grammar(language)).parse(bounded.read, progress_callback=bounded.is_over)
    except ValueError:  # the parser was stopped
        return None
    return None if bounded.reads < 0 else Syntax(tree.root_node, language, data, _byte_starts(index))


def _byte_starts(index: LineIndex) -> tuple[int, ...]:
    if index.text.isascii():
        return index.starts
    edges = pairwise(index.starts)
    lengths = (len(index.text[start:end].encode("utf-8", "replace")) for start, end in edges)
    return tuple(accumulate(lengths, initial=0))
