"""Pointers in words that lead to nothing.

Looks for "the table below" with no table below, for things said to stand at the end of the document or in an appendix
that is not there, for titles in quotation marks that no part has, for papers and rules that are neither named nor
linked ("the tracking sheet", "organisational policies"), for lines that only say "see above", and for initials of
nobody who was there. Leaves alone whatever has a link or a name, and what is linked or a heading elsewhere in the text.
Figures and sections with numbers are in references.py.
"""

import re
from collections.abc import Callable, Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Block, Document, Sentence
from reviews.language.reading.outline import as_read, outline_of
from reviews.language.reading.signals import is_prose
from reviews.offline.finding import Finding, few_words, finding_about

_WORDS = phrases(offline.__file__, "references")
_SHAPES = ("tables", "pictures", "listings")
_NEAR = any_case(
    rf"\b(?:(?P<ahead>{_WORDS.any_of('follows')})\s+|the\s+|this\s+)"
    rf"(?:{'|'.join(f'(?P<{shape}>{_WORDS.any_of(shape)})' for shape in _SHAPES)})"
    rf"(?:\s+(?:(?P<below>{_WORDS.any_of('below')})|(?P<above>{_WORDS.any_of('above')})))?\b"
)
_PICTURE = re.compile(r"!\[|<img|<svg|<figure|\.(?:png|svg|jpe?g|gif)\b", re.IGNORECASE)
_AT_THE_END = _WORDS.whole("at_the_end")
_APPENDED = any_case(rf"\b{_WORDS.any_of('appended')}\b(?!\s+(?:\d|[A-Z]\b|of\b|to\b))")
_APPENDIX = any_case(r"append|annex|attach")
_TITLE = re.compile(
    rf"\b(?i:{_WORDS.any_of('see_title')})\s+(?:(?:the|section|chapter|part|heading)\s+){{0,2}}"
    r"[\"“‘'](?P<title>[A-Z][^\"”“\n]{2,70}?)[\"”’'](?P<after>[^.;]{0,40})"
)
_OTHER_TEXT = any_case(rf"\W*(?:in|of|from|on)\s+{_WORDS.any_of('other_text')}")
_PAPER = any_case(
    rf"\b{_WORDS.any_of('points')}\s+(?:(?:the|our|this|its|an?|their|that)\s+)?(?P<what>{_WORDS.any_of('papers')})\b"
)
_RULES = any_case(rf"\b{_WORDS.any_of('bound')}\s+(?P<what>{_WORDS.any_of('rules')})\b(?!\s*(?:[(:]|such as|like|in|of|for)\b)")
_LINK = re.compile(r"\]\(|\]\[|https?://|\[\d+\]|\[\^")
_ONLY_POINTS = any_case(rf"\W*{_WORDS.any_of('only_points')}\W*")
_INITIALS = any_case(rf"\W*{_WORDS.any_of('initials')}\W*")
_SPEAKER = re.compile(r"(?:\[[ xX]\]\s*)?(?P<who>[A-Z]{2,4}):\s")
_WORD = re.compile(r"[^\W\d_]{5,}")
_FEWEST_LETTERS_ALIKE = 6


def find(document: Document) -> Iterator[Finding]:
    """At most one finding a sentence, in the order of the text."""
    linked = " \n".join(as_read(s.text).casefold() for s in document.sentences if s.kind == "heading" or _LINK.search(s.text))
    titles = _titles(document)
    for sentence in document.sentences:
        if _ONLY_POINTS.fullmatch(sentence.plain):
            yield _finding(sentence, sentence.plain.strip(), "ref_bare", 0)
        elif sentence.kind != "heading" and is_prose(sentence, least=4):
            yield from _find_pointer(document, sentence, titles, linked)
    yield from _find_strangers(document)


def _find_pointer(document: Document, sentence: Sentence, titles: str, linked: str) -> Iterator[Finding]:
    """The first pointer of a sentence that leads to nothing."""
    plain = sentence.plain
    for match in _NEAR.finditer(plain):
        if _is_near_missing(document, sentence, match):
            yield _finding(sentence, match.group(), "ref_near", match.start())
            return
    if (match := _AT_THE_END.search(plain)) and not _stands_at_the_end(document, sentence):
        yield _finding(sentence, match.group(), "ref_end", match.start())
    elif (match := _APPENDED.search(plain)) and not _APPENDIX.search(titles):
        yield _finding(sentence, match.group(), "ref_paper", match.start())
    elif _LINK.search(sentence.text):
        return
    elif (match := _TITLE.search(plain)) and not _OTHER_TEXT.match(match["after"]) and not _is_title(match["title"], titles):
        yield _finding(sentence, match["title"], "ref_title", match.start())
    elif (match := _PAPER.search(plain)) and not _is_known(match["what"], linked):
        yield _finding(sentence, match["what"], "ref_paper", match.start())
    elif match := _RULES.search(plain):
        yield _finding(sentence, match["what"], "ref_rules", match.start())


def _finding(sentence: Sentence, part: str, case: str, start: int) -> Finding:
    part, whole = " ".join(part.split()), few_words(sentence.text)
    return finding_about("dangling_ref", sentence.from_line_of(start), 0.7, case=case, part=part, whole=whole)


def _is_near_missing(document: Document, sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the table, picture or list that should stand before or after these words does not."""
    if not (match["ahead"] or match["below"] or match["above"]):
        return False
    shape = next(name for name in _SHAPES if match[name])
    before = bool(match["above"])
    return not any(
        _HAS_SHAPE[shape](block)
        for block in document.blocks
        if (block.line <= sentence.line if before else block.end_line >= sentence.line)
    )


_HAS_SHAPE: dict[str, Callable[[Block], bool]] = {
    "tables": lambda block: block.kind in ("table_cell", "html") or (block.kind == "code" and "|" in block.text),
    "pictures": lambda block: block.kind in ("code", "html") or bool(_PICTURE.search(block.text)),
    "listings": lambda block: block.kind in ("list_item", "table_cell", "html", "code"),
}


def _stands_at_the_end(document: Document, sentence: Sentence) -> bool:
    """Whether the last section speaks of what the sentence says is listed there."""
    last = document.sections[-1]
    if last is sentence.section:
        return True
    there = {word.casefold()[:_FEWEST_LETTERS_ALIKE] for word in _WORD.findall(last.text)}
    said = _AT_THE_END.sub(" ", sentence.plain)
    return any(word.casefold()[:_FEWEST_LETTERS_ALIKE] in there for word in _WORD.findall(said))


def _titles(document: Document) -> str:
    """Headings, labels and columns in one text, as people read them, a line each."""
    outline = outline_of(document)
    named = [section.title for section in document.sections] + [field.name for field in outline.fields]
    named += [head for table in outline.tables for head in table.heads]
    return "\n".join(_comparable(title) for title in named)


def _comparable(title: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", as_read(title).casefold()))


def _is_title(title: str, titles: str) -> bool:
    name = _comparable(title)
    return not name or name in titles or any(line and line in name for line in titles.splitlines() if " " in line)


def _is_known(what: str, linked: str) -> bool:
    """Whether a paper is linked or a heading somewhere, by its last word, or bears a name of its own."""
    return what.split()[-1].casefold() in linked or bool(re.search(r"[A-Z]\w+ [A-Z]", what))


def _find_strangers(document: Document) -> Iterator[Finding]:
    """Initials of speakers that the table of those present does not have, each once."""
    known = {
        cell.upper()
        for table in outline_of(document).tables
        for number, head in enumerate(table.heads)
        if _INITIALS.fullmatch(head)
        for cell in table.column(number)
    }
    for sentence in document.sentences if known else ():
        match = _SPEAKER.match(sentence.text)
        if match and match["who"] not in known:
            known.add(match["who"])
            yield _finding(sentence, match["who"], "ref_initials", 0)
