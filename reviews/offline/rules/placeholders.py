"""What the author still owes: TODO marks, placeholders, sections left empty.

Looks for the marks that people leave (TODO, FIXME, TBD, ???, XX), for phrases that put work off ("to be
decided", "remains to be named"), for brackets that ask for an insertion, for filler text, and for
sections with nothing in them. Leaves alone code, HTML comments, tick boxes, and text that talks about
such marks in quotation marks.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest

from reviews.language.prose import any_case
from reviews.language.reading.document import Document, ReadSection, Sentence
from reviews.offline.finding import Finding, about, few_words, make

_OPEN = (
    r"(?:determined|decided|confirmed|agreed|clarified|announced|identified|discussed|finali[sz]ed|settled"
    r"|resolved|worked\s+out|fleshed\s+out|figured\s+out|investigated|estimated|named|assigned|scheduled)"
)
_ANY = (
    rf"(?:{_OPEN}|defined|specified|done|written|completed|chosen|documented|measured|seen|added"
    r"|filled(?:\s+in)?)"
)

_MARK = re.compile(
    r"(?<![\w/.¤-])(?:TODO|FIXME|TBD|TBC|TBA|TKTK|XXX+)(?![\w/-]|\.\w)|(?<![\w?])\?{3,}"
    r"|(?<![\w.-])X{2,}(?=\s+\w)|[$€£]X{1,3}\b|\bN{2,}(?=\s+\w)"
)
_PHRASE = any_case(
    rf"\b(?:remains?|left)\s+(?:still\s+)?to\s+be\s+{_ANY}\b|\bto\s+be\s+{_OPEN}\b(?!\s+by\b)"
    rf"|\b(?:yet|still)\s+to\s+be\s+(?:{_ANY}|\w+ed)\b|\bnot\s+yet\s+(?:been\s+)?{_OPEN}\b"
    r"|\b(?:coming\s+soon|lorem\s+ipsum|fill\s+(?:this|me|it)\s+in|work\s+in\s+progress"
    r"|under\s+construction)\b"
    r"|\b(?:will|to)\s+be\s+(?:added|provided|written|filled\s+in|supplied)\s+(?:later|soon|here|shortly"
    r"|in\s+due\s+course)\b"
    r"|\b(?:will|shall)\s+be\s+\w+\s+(?:later\b(?!\s+(?:by|in\s+the|on))|at\s+a\s+later|in\s+a\s+later"
    r"|separately)"
    r"|\b(?:(?:we|i|(?:the|our)\s+team)\s+still|someone|somebody)\s+(?:need|have)s?\s+to\s+\w+"
    r"|\bsomeone\s+has\s+to\b|\bneeds?\s+to\s+(?:decide"
    r"|figure\s+out|find\s+out|agree\s+on)\b"
    r"|^\W*(?:insert|attach|paste|add)\s+(?:an?\s+|the\s+)?(?:\w+\s+)?(?:diagram|figure|picture|image"
    r"|screenshot|table|link|text|numbers?|chart"
    r"|example|reference|citation|logo|name|date|details|quote)s?\s+(?:here|below|later)\b"
    rf"|(?<!need )(?<!needs )(?<!has )(?<!have )(?<!had )(?<!ought )(?<!going )(?<!\bis )(?<!\bare )"
    rf"\bto\s+be\s+{_ANY}\W*$"
    r"|\b(?:placeholder|(?:dummy|draft|sample|filler)\s+text)\b(?!\s+(?:syntax|name|variable|token"
    r"|attribute|character))"
    r"|\bplaceholder\s+(?:text|section|for\s+now|value)\b|^\W*(?:todo|fixme)\b"
    r"|(?<![\w/.-])tb[dc](?![\w/-]|\.\w)|\bnot\s+yet\s+(?:known|clear|certain|final|available)\b"
    r"|\bwill\s+be\s+\w+(?:ed|en)\s+(?:soon|shortly)\b"
    r"|\bdetails\s+to\s+follow\b"
)
_ASKS = any_case(
    r"[<\[{]{1,2}\s*(?:please\s+)?(?:insert|add|fill(?:\s+in)?|enter|put|describe|specify|replace|your"
    r"|todo|tbd|link\s+to"
    r"|name\s+of|date\s+of|placeholder|write|provide|explain|ticket"
    r"|owner)\b[^<>\[\]{}`]{0,120}[>\]}](?![(\[:])"
)
# "[region name]": a bracket that names what belongs in it, no link and no tick box.
_NAMED_GAP = re.compile(
    r"\[(?:the\s+|your\s+)?(?:[a-z]+\s+){0,3}(?:name|date|number|link|url|owner|amount|value|team|company"
    r"|address|version|ticket|here|email"
    r"|phone|title|price|region|country|customer)s?\](?![(\[:])"
)
_QUOTED = re.compile(r"[\"'“‘`]\s*$")


def find(document: Document) -> Iterator[Finding]:
    """Marks and phrases sentence by sentence, then empty sections."""
    for sentence in document.sentences:
        if owed := _owed(sentence):
            yield _open_point(sentence.from_line_of(owed.start()), owed.group())
    yield from _bare_brackets(document)
    yield from (_empty(document, section) for section in _empty_sections(document))


def _owed(sentence: Sentence) -> re.Match[str] | None:
    """The words that put something off, None when there are none."""
    asks = _ASKS.search(sentence.text) or _NAMED_GAP.search(sentence.text)
    if asks and "¤" not in sentence.plain[asks.start() : asks.end()]:
        return asks
    match = _MARK.search(sentence.plain) or _PHRASE.search(sentence.plain)
    if match and not _QUOTED.search(sentence.plain[: match.start()]):
        return match
    return None


def _open_point(sentence: Sentence, owed: str) -> Finding:
    title = sentence.section.title
    shown = few_words(sentence.text)
    if len(sentence.words) < 4 and title:
        shown = f"{few_words(title, 8)}: {shown}"
    return about(
        "todo",
        sentence,
        f"“{few_words(owed)}” leaves something open.",
        f"Who settles “{shown}”, and by when?",
        0.85,
    )


def _bare_brackets(document: Document) -> Iterator[Finding]:
    """`<add the figures here>` on a line of its own is read as HTML, so it is in no sentence."""
    for block in document.blocks:
        if (
            block.kind == "html"
            and (match := _ASKS.search(block.text))
            and match.group()[1:5].lower() != "link"
        ):
            place = document.index.place(block.start + match.start())
            quote = match.group()
            question = f"Who fills in “{few_words(quote)}”, and by when?"
            yield make("todo", quote, place, f"“{few_words(quote)}” leaves something open.", question, 0.85)


def _empty_sections(document: Document) -> Iterator[ReadSection]:
    """Sections with nothing but comments and link targets in them and no sections below; optional ones may be."""
    filled = {block.section.index for block in document.blocks if block.kind not in ("heading", "comment")}
    for section, following in zip_longest(document.sections, document.sections[1:]):
        has_parts = following is not None and following.level > section.level
        optional = not section.level or "optional" in section.title.lower()
        if section.index not in filled and not has_parts and not optional:
            yield section


def _empty(document: Document, section: ReadSection) -> Finding:
    quote = document.index.lines[section.line - 1].strip()
    column = document.index.lines[section.line - 1].find(quote) + 1
    return make(
        "todo",
        quote,
        (section.line, column),
        f"The section “{few_words(section.title)}” is empty.",
        f"What belongs under “{few_words(section.title)}”, or can the heading go?",
        0.6,
    )
