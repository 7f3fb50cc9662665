"""What the author still owes: TODO marks, placeholders, sections left empty.

Looks for the marks that people leave (TODO, FIXME, TBD, ???, XX), for phrases that put work off ("to be
decided", "remains to be named"), for brackets that ask for an insertion, for filler text, and for
sections with nothing in them. Leaves alone code, HTML comments, tick boxes, and text that talks about
such marks in quotation marks.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest

from reviews import offline
from reviews.language.kept import keep_latest
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, ReadSection, Sentence
from reviews.offline.finding import Finding, few_words, finding_about, make_finding

_WORDS = phrases(offline.__file__, "placeholders")
_MARK = re.compile(
    r"(?<![\w/.¤-])(?:TODO|FIXME|TBD|TBC|TBA|TKTK|XXX+)(?![\w/-]|\.\w)|(?<![\w?])\?{3,}"
    r"|(?<![\w.-])X{2,}(?=\s+\w)|[$€£]X{1,3}\b|\bN{2,}(?=\s+\w)"
)
_PHRASE = _WORDS.anywhere("phrase")
_ASKS = any_case(
    rf"[<\[{{]{{1,2}}\s*(?:please\s+)?{_WORDS.any_of('asks')}\b[^<>\[\]{{}}`]{{0,120}}[>\]}}](?![(\[:])"
)
# "[region name]": a bracket that names what belongs in it, no link and no tick box.
_NAMED_GAP = re.compile(rf"\[(?:the\s+|your\s+)?(?:[a-z]+\s+){{0,3}}{_WORDS.any_of('gap')}s?\](?![(\[:])")
_QUOTED = re.compile(r"[\"'“‘`]\s*$")


def find(document: Document) -> Iterator[Finding]:
    """Marks and phrases sentence by sentence, then empty sections."""
    for sentence in document.sentences:
        if owed := _find_deferral(sentence):
            yield _open_point(sentence.from_line_of(owed.start()), owed.group())
    yield from _bare_brackets(document)
    yield from (_empty_section(document, section) for section in _empty_sections(document))


def _find_deferral(sentence: Sentence) -> re.Match[str] | None:
    """The words that put something off, None when there are none."""
    asks = _find_request(sentence.text)
    if asks and "¤" not in sentence.plain[asks.start() : asks.end()]:
        return asks
    return _find_mark(sentence.plain)


@keep_latest
def _find_request(text: str) -> re.Match[str] | None:
    return _ASKS.search(text) or _NAMED_GAP.search(text)


@keep_latest
def _find_mark(plain: str) -> re.Match[str] | None:
    match = _MARK.search(plain) or _PHRASE.search(plain)
    return match if match and not _QUOTED.search(plain[: match.start()]) else None


def _open_point(sentence: Sentence, owed: str) -> Finding:
    title = sentence.section.title
    shown = few_words(sentence.text)
    if len(sentence.words) < 4 and title:
        shown = f"{few_words(title, 8)}: {shown}"
    return finding_about("todo", sentence, 0.85, owed=few_words(owed), point=shown)


def _bare_brackets(document: Document) -> Iterator[Finding]:
    """`<add the figures here>` on a line of its own is read as HTML, so it is in no sentence."""
    for block in document.blocks:
        if (
            block.kind == "html"
            and (match := _ASKS.search(block.text))
            and match.group()[1:5].lower() != "link"
        ):
            place = document.index.place(block.start + match.start())
            yield make_finding(
                "todo", match.group(), place, 0.85, case="gap", insertion=few_words(match.group())
            )


def _empty_sections(document: Document) -> Iterator[ReadSection]:
    """Sections with nothing but comments and link targets in them and no sections below; optional ones may be."""
    filled = {block.section.index for block in document.blocks if block.kind not in ("heading", "comment")}
    for section, following in zip_longest(document.sections, document.sections[1:]):
        has_parts = following is not None and following.level > section.level
        optional = not section.level or "optional" in section.title.lower()
        if section.index not in filled and not has_parts and not optional:
            yield section


def _empty_section(document: Document, section: ReadSection) -> Finding:
    quote = document.index.lines[section.line - 1].strip()
    column = document.index.lines[section.line - 1].find(quote) + 1
    place = (section.line, column)
    return make_finding("todo", quote, place, 0.6, case="empty_section", title=few_words(section.title))
