"""Words to quote: verbatim for the record, readable for a person.

A `Passage` keeps the exact slice of the notes, which code can look up again, and knows how to show it on one line
without Markdown's marks, cut at a word and never in the middle of one.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import zip_longest

from reviews import language
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, ReadSection, Sentence
from reviews.language.reading.outline import Row, Table, outline_of, split_row
from reviews.language.reading.sentences import blank_markup

_WORDS = phrases(language.__file__, "passages", gap=" ")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_MARKS = re.compile(
    r"\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|~~|</?[a-zA-Z][^<>]{0,200}>|\[\^?[\w-]{1,20}\](?!\()"
)
_ITEM = re.compile(r"</?(?:li|ul|ol|p|br)\b[^<>]{0,200}>", re.IGNORECASE)
"""Tags between which words stand apart."""
_BESIDE_THE_POINT = _WORDS.anywhere("beside_the_point")
_OPEN_POINTS = _WORDS.whole("open_points")
_PLACEHOLDER = any_case(rf"^\W{{0,200}}{_WORDS.any_of('placeholder')}\b")
_TEMPLATE_TAGS = ("{{", "<%")
"""What begins something that a template fills in later."""
_FORMULA = "$$"
_ONLY_A_LINK = re.compile(r"\[[^\[\]]+\]\([^()]+\)")
_FINITE = _WORDS.whole("finite")


@dataclass(frozen=True)
class RowStatement(Sentence):
    """A row of a table, read as one statement. heads: the titles of its columns, and the question that it answers when
    its first cell is one."""

    heads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Passage:
    """A slice of one document: `quote` is verbatim, `section` the title above it, "" before the first heading; heads:
    the titles of the columns when it is a row of a table."""

    quote: str
    section: str = ""
    artifact: str = ""
    heads: tuple[str, ...] = ()

    def shown(self, most: int = 45) -> str:
        """The quote on one line as a reader would see it, at most `most` words, without the last full stop."""
        words = shown(self._row_in_words() if self.heads else self.quote).split()
        if len(words) > most:
            return " ".join(words[:most]).rstrip(",;:–—-") + " …"
        return " ".join(words).rstrip(".:;, ")

    def _row_in_words(self) -> str:
        """The cells that have something in them, each behind the title of its column."""
        cells = zip_longest(self.heads, split_row(self.quote), fillvalue="")
        return "; ".join(f"{head.rstrip(':')}: {cell}" if head else cell for head, cell in cells if cell)


def shown(text: str) -> str:
    """`text` on one line, links and emphasis as a reader sees them, inner double quotes made single."""
    line = _MARKS.sub("", _ITEM.sub(" ", _LINK.sub(r"\1", text)))
    line = re.sub(r"[“”„«»\"]", "'", " ".join(unescape(line).split()))
    return line.strip()


def passage(document: Document, sentence: Sentence) -> Passage:
    """The passage that is one whole sentence of `document`."""
    heads = sentence.heads if isinstance(sentence, RowStatement) else ()
    return Passage(sentence.text, title_of(sentence.section), document.name, heads)


def is_filled_in_later(text: str) -> bool:
    """Whether a template fills something of a text in later."""
    return any(tag in text for tag in _TEMPLATE_TAGS)


def title_of(section: ReadSection) -> str:
    """A section's title as a person would say it, "" for one that a template fills in."""
    if is_filled_in_later(section.title):
        return ""
    title = re.sub(r"^\s*(?:\d+[.)]\s*)+", "", shown(section.title))
    title = re.sub(r"\s*[(\[]?\b(?:optional|if applicable)[)\]]?\s*$", "", title, flags=re.IGNORECASE).strip(
        "` :"
    )
    words = title.split()
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")


def is_open_points(section: ReadSection) -> bool:
    """Whether the section lists what nobody has answered yet."""
    return _lists_open_points(section.path)


def is_beside_the_point(section: ReadSection) -> bool:
    """Whether the section is about the document, or about what it leaves out, rather than about the matter."""
    return _are_beside_the_point(section.path)


# Each sentence asks for the titles above it.
@lru_cache(maxsize=256)
def _lists_open_points(titles: tuple[str, ...]) -> bool:
    return any(map(_OPEN_POINTS.search, titles))


@lru_cache(maxsize=256)
def _are_beside_the_point(titles: tuple[str, ...]) -> bool:
    return any(map(_BESIDE_THE_POINT.search, titles))


def is_statement(sentence: Sentence, least: int = 5) -> bool:
    """Whether this sentence says something that can be quoted as an answer."""
    if sentence.kind not in ("paragraph", "list_item") or len(sentence.words) < least:
        return False
    plain = sentence.plain.strip()
    if (
        plain.endswith(("?", ":"))
        or is_filled_in_later(plain)
        or _FORMULA in plain
        or _PLACEHOLDER.match(plain)
        or re.match(r"\[[ xX]\]", sentence.text)
    ):
        return False
    code = sentence.plain.count("¤") + (len(plain) if _ONLY_A_LINK.fullmatch(sentence.text.strip()) else 0)
    return code * 2 < len(sentence.plain) and bool(_FINITE.search(plain)) and plain.count("|") < 3


def statements(document: Document, least: int = 5) -> tuple[Sentence, ...]:
    """The sentences that may answer something: not headings, code, lists of links, open points or other scopes."""
    return tuple(one for one in _all_statements(document) if len(one.words) >= least)


@lru_cache(maxsize=16)
def _all_statements(document: Document) -> tuple[Sentence, ...]:
    """The statements of any length; every topic and every question asks for them."""
    unfit = _unfit_sections(document)
    return tuple(s for s in document.sentences if s.section.index not in unfit and is_statement(s, 0))


def _unfit_sections(document: Document) -> frozenset[int]:
    return frozenset(s.index for s in document.sections if is_open_points(s) or is_beside_the_point(s))


def row_statements(document: Document, least: int = 5) -> list[RowStatement]:
    """The rows of tables that may answer something, in the order of the text."""
    return [one for one, words in _all_row_statements(document) if words >= least]


@lru_cache(maxsize=16)
def _all_row_statements(document: Document) -> tuple[tuple[RowStatement, int], ...]:
    """The rows of any length, each with how many words its cells have."""
    unfit = _unfit_sections(document)
    first_cells: dict[int, Sentence] = {}
    for sentence in document.sentences:
        if sentence.kind == "table_cell":
            first_cells.setdefault(sentence.line, sentence)
    return tuple(
        (_row_statement(document, table, row, first_cells[row.line]), row.words)
        for table in outline_of(document).tables
        for row in table.rows
        if table.section.index not in unfit and row.line in first_cells
    )


def _row_statement(document: Document, table: Table, row: Row, cell: Sentence) -> RowStatement:
    line = document.index.lines[row.line - 1]
    indent = len(line) - len(line.lstrip())
    plain = blank_markup(row.text).replace("|", " ")
    start = document.index.start_of(row.line) + indent
    asked = tuple(one for one in row.cells[:1] if len(row.cells) > 1 and one.rstrip(" *_").endswith("?"))
    heads = (*table.heads, *asked)
    return RowStatement(cell.index, row.text, plain, start, row.line, indent + 1, cell.block, heads)
