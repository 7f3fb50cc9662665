"""The passages that quotes stand in: whole sentences, rows of tables and lines with a label, each with its headings.
Pure, and linear in the texts."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from reviews.language.matching import MatchedSpan, find_places
from reviews.language.reading.document import Block, Document, Sentence, read_document, read_once
from reviews.language.reading.passages import is_open_points
from reviews.language.reading.sentences import blank_markup
from reviews.language.reading.settled import headings_above

_LABEL = re.compile(
    r"[ \t>]*(?:[-+*•][ \t]+|\d{1,2}[.)][ \t]+)?[*_]{0,3}"
    r"(?P<label>[^\W_][^:|\n*_]{1,38})(?::[*_]{0,3}|[*_]{1,3}:)[ \t]+(?=\S)"
)
_TITLE_LINE = re.compile(
    r"[ \t]*(?:(?P<open>\*\*|__)(?P<bold>[^*_\n]{2,60})(?P=open):?|(?P<lead>[^\W_][^:|\n*_]{1,38}):)[ \t\r]*"
)
"""A line that stands for a heading: all of it bold, or ending with a colon."""
_RUN_IN = re.compile(
    r"[ \t>]*(?:[-+*•][ \t]+|\d{1,2}[.)][ \t]+)?"
    r"(?P<open>\*\*|__|[*_])(?P<title>[^\W_][^*_\n|]{1,58}[.?!:])(?P=open)[ \t\n]"
)
"""A heading that begins its paragraph: in bold or italics, up to a full stop or another mark."""
_MOST_ABOVE = 40
"""Lines that are looked at for the one that stands for a heading."""
_MOST_PLACES, _MOST_PASSAGES = 20, 12
_MOST_LABEL_WORDS = 5
_BULLETS = ("- ", "+ ", "* ", "• ")
_LONGEST_LABELLED = 600


@dataclass(frozen=True)
class SettlingPassage:
    """A part of the text number `source` from character `start` on.

    `names` are what stands over it or before it: headings, the label of its line, the first cell and the columns of its
    row. `value` is the plain text without its label; `named` whether it is a labelled line or a row; `place` the share
    of the text that stands before it, from 0 to 1.
    """

    source: int
    start: int
    place: float
    text: str
    plain: str
    value: str
    names: tuple[str, ...]
    named: bool
    sentence: Sentence

    @property
    def key(self) -> str:
        """What tells passages apart: the same words are one, wherever they are said again."""
        return " ".join(self.plain.casefold().split())


def read_source(text: str, name: str = "") -> Document:
    """`text` as a document; the same text is read once as long as it is among the latest: notes have a name and are
    kept with those that the rules study, messages have none."""
    return read_once(text, name) if name else _read_message(text)


@lru_cache(maxsize=64)
def _read_message(text: str) -> Document:
    return read_document(text)


def passages_of(quote: str, source: int, document: Document) -> list[SettlingPassage]:
    """The passages of `document` that the quote stands in or goes over, in order, without headings, heads of tables and
    lists of open points; of front matter the line. Empty when it stands nowhere."""
    found: dict[str, SettlingPassage] = {}
    for place in find_places(document.text, quote)[:_MOST_PLACES]:
        if line := _front_matter_line(source, document, place.start):
            found.setdefault(line.key, line)
        for sentence in islice(_sentences_at(document, place), _MOST_PASSAGES):
            passage = _widen(source, document, sentence, max(sentence.start, place.start))
            if passage is not None:
                found.setdefault(passage.key, passage)
    return list(found.values())


def _front_matter_line(source: int, document: Document, at: int) -> SettlingPassage | None:
    """The labelled line of the front matter that has the character `at`."""
    block = document.blocks[0] if document.blocks else None
    if block is None or block.kind != "front_matter" or not block.start <= at < block.end:
        return None
    start = document.text.rfind("\n", 0, at) + 1
    label = _label_at(document.text, start)
    if not label:
        return None
    text = document.text[start : _line_end(document.text, start)]
    plain = blank_markup(text)
    line = Sentence(0, text, plain, start, *document.index.place(start), block)
    return SettlingPassage(source, start, 0.0, text, plain, plain.partition(":")[2], (label,), True, line)


def all_passages(source: int, document: Document, most: int) -> Iterator[SettlingPassage]:
    """The passages of the first `most` sentences of `document`, a row of a table once for each cell."""
    for sentence in islice(document.sentences, most):
        passage = _widen(source, document, sentence, sentence.start)
        if passage is not None:
            yield passage


def _sentences_at(document: Document, place: MatchedSpan) -> Iterator[Sentence]:
    sentences = document.sentences
    first = max(0, bisect_left(sentences, place.start, key=lambda s: s.start) - 1)
    for sentence in islice(sentences, first, None):
        if sentence.start >= place.end:
            return
        if sentence.end > place.start:
            yield sentence


def _widen(source: int, document: Document, sentence: Sentence, at: int) -> SettlingPassage | None:
    """The passage of the sentence, or of the labelled line in it that has the character `at`."""
    if sentence.kind == "heading" or is_open_points(sentence.section):
        return None
    above = headings_above(document, sentence)
    if sentence.kind == "table_cell":
        return _row_passage(source, document, sentence, above)
    labelled = _labelled_line(document, sentence, at)
    inner = _label_at(document.text, sentence.start)
    if labelled is None or (inner and labelled[0] != sentence.start):
        names = (*above, *_title_above(document, sentence), *([inner] if inner else []))
        return _sentence_passage(source, document, sentence, names)
    start, label, text = labelled
    if start < sentence.start and _goes_on(document, start, sentence):
        names = (*above, *_title_above(document, sentence, start), label)
        return _sentence_passage(source, document, sentence, names)
    plain = blank_markup(text)
    value = plain.partition(":")[2]
    names = (*above, *_title_above(document, sentence, start), label)
    return SettlingPassage(source, start, _place(document, start), text, plain, value, names, True, sentence)


def _sentence_passage(
    source: int, document: Document, sentence: Sentence, names: tuple[str, ...]
) -> SettlingPassage:
    """A sentence that stands for itself."""
    place, text, plain = _place(document, sentence.start), sentence.text, sentence.plain
    return SettlingPassage(source, sentence.start, place, text, plain, plain, names, False, sentence)


def _place(document: Document, start: int) -> float:
    return start / max(1, len(document.text))


def _labelled_line(document: Document, sentence: Sentence, at: int) -> tuple[int, str, str] | None:
    """Where the labelled line begins that has the character `at`, its label and its text, which may go on below."""
    text, block = document.text, sentence.block
    start = text.rfind("\n", 0, at) + 1
    while not (found := _label_at(text, start)):
        if start <= block.start or at - start > _LONGEST_LABELLED:
            return None
        start = text.rfind("\n", 0, start - 1) + 1
    end = _line_end(text, start)
    while end < block.end and end - start < _LONGEST_LABELLED and not _label_at(text, end + 1):
        end = _line_end(text, end + 1)
    return start, found, text[start : min(end, max(block.end, start))]


def _goes_on(document: Document, start: int, sentence: Sentence) -> bool:
    """Whether the sentence is a further one of the line with a label at `start`: then it stands for itself."""
    before = document.text[start : sentence.start]
    return "\n" not in before and before.rstrip().endswith((".", "!", "?"))


def _title_above(document: Document, sentence: Sentence, start: int = -1) -> tuple[str, ...]:
    """What the paragraph of a sentence begins with as its heading, or else the nearest line above `start` that stands
    for one, none behind a heading or a labelled line outside of a list."""
    text = document.text
    block = text.rfind("\n", 0, sentence.block.start) + 1
    run_in = _RUN_IN.match(text, block)
    own = (run_in["title"].strip(" :"),) if run_in else ()
    if own and sentence.kind != "list_item":
        return own
    end = text.rfind("\n", 0, sentence.start if start < 0 else start)
    for _ in range(_MOST_ABOVE):
        if end <= 0:
            break
        begin = text.rfind("\n", 0, end) + 1
        line = text[begin:end]
        if found := _TITLE_LINE.fullmatch(line):
            return (str(found["bold"] or found["lead"]).strip(" :"), *own)
        if line.startswith("#") or (_label_at(text, begin) and not line.lstrip().startswith(_BULLETS)):
            break
        end = begin - 1
    return own


def _label_at(text: str, start: int) -> str:
    found = _LABEL.match(text, start)
    label = found["label"].strip() if found else ""
    return label if len(label.split()) <= _MOST_LABEL_WORDS else ""


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return end if end >= 0 else len(text)


def _row_passage(
    source: int, document: Document, sentence: Sentence, above: tuple[str, ...]
) -> SettlingPassage | None:
    """The whole row; the head of the table names it and is no passage itself."""
    block = sentence.block
    head = _table_head(document, block)
    if head.line == block.line:
        return None
    plain = blank_markup(block.row)
    first = plain.strip().strip("|").partition("|")[0].strip()
    columns = [cell.strip() for cell in blank_markup(head.row).strip().strip("|").split("|")]
    start = document.text.rfind("\n", 0, block.start) + 1
    names = (*above, *columns, first)
    return SettlingPassage(
        source,
        start,
        _place(document, start),
        block.row,
        plain,
        plain.replace("|", " "),
        names,
        True,
        sentence,
    )


def _table_head(document: Document, block: Block) -> Block:
    """The first cell of the table that has this one."""
    index = block.index
    while index and document.blocks[index - 1].kind == "table_cell":
        before, here = document.blocks[index - 1], document.blocks[index]
        # The line of dashes stands between the head and the first row.
        if before.section is not here.section or here.line - before.line > 2:
            break
        index -= 1
    return document.blocks[index]
