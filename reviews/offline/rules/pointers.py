"""Pointers in words that lead to nothing.

Looks for "the table below" with no table below, for things said to stand at the end of the document or in an appendix
that is not there, for titles in quotation marks that no part has, for papers and rules that are neither named nor
linked ("the tracking sheet", "organisational policies"), for lines that only say "see above", and for initials of
nobody who was there. Leaves alone whatever has a link or a name, and what is linked or a heading elsewhere in the text.
Figures and sections with numbers are in references.py.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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
_BARE_TITLE = re.compile(
    rf"\b{_WORDS.any_of('in_part')}\s+(?P<title>[A-Z][a-z]{{3,30}})(?P<after>[^.;]{{0,40}})"
)
_OTHER_TEXT = any_case(rf"\W{{0,200}}(?:in|of|from|on)\s+{_WORDS.any_of('other_text')}")
_PAPER = any_case(
    rf"\b{_WORDS.any_of('points')}\s+(?:(?:the|our|this|its|an?|their|that)\s+)?(?P<what>{_WORDS.any_of('papers')})\b"
)
_RULES = any_case(
    rf"\b{_WORDS.any_of('bound')}\s+(?P<what>{_WORDS.any_of('rules')})\b(?!\s*(?:[(:]|such as|like|in|of|for)\b)"
)
_ELSEWHERE = _WORDS.whole("elsewhere_told")
_LINK = re.compile(r"\]\(|\]\[|https?://|\[\d+\]|\[\^")
_ONLY_POINTS = any_case(rf"\W{{0,200}}{_WORDS.any_of('only_points')}\W{{0,200}}")
_INITIALS = any_case(rf"\W{{0,200}}{_WORDS.any_of('initials')}\W{{0,200}}")
_SPEAKER = re.compile(r"(?:\[[ xX]\]\s*)?(?P<who>[A-Z]{2,4}):\s")
_WORD = re.compile(r"[^\W\d_]{5,}")
_FEWEST_LETTERS_ALIKE = 6
_MOST_TEXT = 50_000
"""Characters of titles and of sentences with links: what is searched for every pointer stays bounded."""


@dataclass(frozen=True)
class _Places:
    """What a pointer may lead to. titles: of all parts, comparable; linked: sentences with links, and headings; last:
    the first letters of the words of the last section; first_line, last_line: of each shape, where it stands."""

    titles: str
    linked: str
    last: frozenset[str]
    first_line: dict[str, int]
    last_line: dict[str, int]


def find(document: Document) -> Iterator[Finding]:
    """At most one finding a sentence, in the order of the text, and the initials of strangers."""
    places = _read_places(document)
    for sentence in document.sentences:
        if _ONLY_POINTS.fullmatch(sentence.plain):
            yield _finding(sentence, sentence.plain.strip(" ."), "ref_bare", 0)
        elif is_prose(sentence, least=4):
            yield from _find_pointer(document, sentence, places)
    yield from _find_strangers(document)


def _read_places(document: Document) -> _Places:
    outline = outline_of(document)
    named = [section.title for section in document.sections] + [field.name for field in outline.fields]
    named += [head for table in outline.tables for head in table.heads]
    linked = (s.plain for s in document.sentences if s.kind == "heading" or _LINK.search(s.text))
    first_line: dict[str, int] = {}
    last_line: dict[str, int] = {}
    for block in document.blocks:
        for shape in _SHAPES:
            if _HAS_SHAPE[shape](block):
                first_line.setdefault(shape, block.line)
                last_line[shape] = block.end_line
    return _Places(
        "\n".join(map(_comparable, named))[:_MOST_TEXT],
        "\n".join(linked).casefold()[:_MOST_TEXT],
        frozenset(_word_starts(document.sections[-1].text)),
        first_line,
        last_line,
    )


def _find_pointer(document: Document, sentence: Sentence, places: _Places) -> Iterator[Finding]:
    """The first pointer of a sentence that leads to nothing."""
    plain = sentence.plain
    for near in _NEAR.finditer(plain):
        if _is_near_missing(sentence, near, places):
            yield _finding(sentence, near.group(), "ref_near", near.start())
            return
    if match := _AT_THE_END.search(plain):
        if sentence.section is not document.sections[-1] and places.last.isdisjoint(
            _word_starts(_AT_THE_END.sub(" ", plain))
        ):
            yield _finding(sentence, match.group(), "ref_end", match.start())
    elif (match := _APPENDED.search(plain)) and not _APPENDIX.search(places.titles):
        yield _finding(sentence, match.group(), "ref_paper", match.start())
    elif not _LINK.search(sentence.text):
        yield from _find_unlinked(sentence, places)


def _find_unlinked(sentence: Sentence, places: _Places) -> Iterator[Finding]:
    """A title, a paper or rules that a link would have led to."""
    plain = sentence.plain
    if (match := _TITLE.search(plain) or _BARE_TITLE.search(plain)) and not _OTHER_TEXT.match(match["after"]):
        if _comparable(match["title"]) not in places.titles:
            yield _finding(sentence, match["title"], "ref_title", match.start())
    elif (match := _PAPER.search(plain)) and not _is_known(match["what"], places.linked):
        yield _finding(sentence, match["what"], "ref_paper", match.start())
    elif match := _RULES.search(plain):
        yield _finding(sentence, match["what"], "ref_rules", match.start())
    elif match := _ELSEWHERE.search(plain):
        yield _finding(sentence, match.group(), "ref_bare", match.start())


def _finding(sentence: Sentence, part: str, case: str, start: int) -> Finding:
    part, whole = " ".join(part.split()), few_words(sentence.text)
    return finding_about("dangling_ref", sentence.from_line_of(start), 0.7, case=case, part=part, whole=whole)


def _is_near_missing(sentence: Sentence, match: re.Match[str], places: _Places) -> bool:
    """Whether the table, picture or list that should stand before or after these words does not."""
    shape = next(name for name in _SHAPES if match[name])
    if match["above"]:
        return places.first_line.get(shape, sentence.line + 1) > sentence.line
    return bool(match["ahead"] or match["below"]) and places.last_line.get(shape, 0) < sentence.line


_HAS_SHAPE: dict[str, Callable[[Block], bool]] = {
    "tables": lambda block: (
        block.kind in ("table_cell", "html") or (block.kind == "code" and "|" in block.text)
    ),
    "pictures": lambda block: block.kind in ("code", "html") or bool(_PICTURE.search(block.text)),
    "listings": lambda block: block.kind in ("list_item", "table_cell", "html", "code"),
}


def _word_starts(text: str) -> Iterator[str]:
    return (word.casefold()[:_FEWEST_LETTERS_ALIKE] for word in _WORD.findall(text))


def _comparable(title: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", as_read(title).casefold()))


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
