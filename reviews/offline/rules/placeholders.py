"""What the author still owes: TODO marks, placeholders, blank fields, leftovers of templates, sections left empty.

Looks for the marks that people leave (TODO, FIXME, TBD, ???, XX, #NNNN) in the text, in tables and in front matter, for
phrases that put work off ("to be decided", "remains to be named"), for brackets and italics that tell the author what
to write, for filler text, for labels without a value, and for sections with nothing in them. Words that tell of what is
to be done, and all in minutes, are a case of their own, "put_off". Leaves alone code, HTML comments, tick boxes with
words, text that talks about such marks in quotation marks, and what is called so ("the TODO app", "placeholder pods").
"""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from reviews import offline
from reviews.language.kept import keep_latest
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Block, Document, ReadSection, Sentence
from reviews.language.reading.document_kind import DocumentKind, document_kind
from reviews.language.reading.outline import Field, outline_of
from reviews.language.reading.parts import has_date
from reviews.offline.finding import Finding, few_words, finding_about, make_finding

_WORDS = phrases(offline.__file__, "placeholders")
_MARK = re.compile(
    r"(?<![\w/.¤-])(?<!where )(?:TODO|FIXME|TBD|TBC|TBA|TKTK|XXX+)"
    r"(?![\w/-]|\.\w|\s+(?:app|list|item|comment|note|mark|checkbox)(?:e?s)?\b)"
    r"|(?<![\w?])\?{3,}|(?<![\w.-])X{2,}(?=\s+\w)|[$€£]X{2,3}\b|\bN{2,}(?=\s+\w)|#(?:N{2,}|X{2,})\b"
    r"|\bnn(?= (?:in|of|per|%|percent|euros?|dollars?|days?)\b)|^\W*--:--\W*$"
)
_PHRASE = _WORDS.anywhere("phrase")
_ALWAYS_OWED = _WORDS.anywhere("always_owed")
_MOST_WORDS_OF_A_BLANK, _MOST_WORDS_OF_A_TITLE = 6, 8
_ASKS = any_case(
    rf"[<\[{{(]{{1,2}}\s*(?:please\s+)?{_WORDS.any_of('asks')}\b[^<>\[\]{{}}`]{{0,120}}[>\]}})](?![(\[:])"
)
# In round brackets people also write "(add two for each)": only these tell the author something there.
_ROUND = any_case(
    r"\((?:please\s+)?(?:leave (?:this|it)|fill (?:this )?in|(?:\w+\s+)?to be (?:pasted|filled|added|inserted|written)"
    r"|delete as|(?:add|insert|put|paste)\b[^()]{0,60}\b(?:here|below)\b)[^()]{0,80}\)"
)
_ADD_HERE = any_case(
    r"[<\[{][^<>\[\]{}`]{0,60}\b(?:add|insert|put|fill)\b[^<>\[\]{}`]{0,40}\b(?:here|in)\b\W{0,200}[>\]}](?![(\[:])"
)
# "[region name]": a bracket that names what belongs in it, no link and no tick box.
_NAMED_GAP = re.compile(
    rf"\[(?:the\s+|your\s+)?(?:[a-z]+\s+){{0,3}}{_WORDS.any_of('gap')}s?\](?![(\[:])"
    r"|\[[^\[\]]{0,40}\b[Yy]our\s+[^\[\]]{1,40}\](?![(\[:])|(?<=\w )_{3,}(?= \w)"
)
_QUOTED = re.compile(r"[\"'“‘`]\s*$")
# "Believing the issue to be resolved", "nothing is left to be decided", "had to be figured out": nobody owes anything.
_NOT_OWED = any_case(
    r"\b(?:believ|think|assum|consider|expect|appear|seem|suppos|claim)\w*\b[^.;,]{0,60}$"
    r"|\b(?:nothing|none|nobody|no\s+\w+|never)\b[^.;,]{0,40}$|\bhad\s+$|\bcan be\b[^.;,]{0,60}$"
)
_INSTRUCTION = any_case(
    rf"(?P<mark>[*_])(?![*_\s])(?:please\s+)?{_WORDS.any_of('instructs')}\b[^*_]{{8,600}}[.?!:](?P=mark)"
)
_TEMPLATE_TITLE = any_case(rf"\W{{0,200}}{_WORDS.any_of('template_title')}\W{{0,200}}")
_NO_VALUE = any_case(rf"[\W_]*?{_WORDS.any_of('no_value')}\W{{0,200}}")
_MAY_BE_BLANK = any_case(rf"\W{{0,20}}(?:[\w./-]+\s+)?{_WORDS.any_of('may_be_blank')}\W{{0,20}}")
_FILLS_LATER = any_case(rf"\W{{0,20}}{_WORDS.any_of('fills_later')}\W{{0,20}}")
# "Status: approved" says it all, and front matter that does not stand in front is read as a heading.
_LABELLED = re.compile(r"\W{0,20}[a-zA-Z]{2,20}: ")
_FEWEST_LABELS = 3
_POINT = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s")
_NO_WORDS = re.compile(r"[\W_]*(?:\[[ xX]?\])?[\W_]*")


def find(document: Document) -> Iterator[Finding]:
    """Marks and phrases sentence by sentence, then fields without a value, leftovers and empty sections."""
    leftovers = {block.index for block in document.blocks if _is_leftover(block)}
    # Minutes tell what somebody still has to do, and their slots stay empty when there is nothing to tell.
    minutes = document_kind(outline_of(document)) in (DocumentKind.MINUTES, DocumentKind.RECORD)
    row = 0
    for sentence in document.sentences:
        if sentence.block.index not in leftovers and (owed := _find_deferral(sentence)):
            # Two blanks of a row are one person who is missing, or one thing that is not done.
            is_told = sentence.kind == "table_cell" and sentence.line == row
            row = sentence.line if sentence.kind == "table_cell" else 0
            if is_told:
                continue
            case = "todo" if not minutes and _is_blank(sentence, owed) else "put_off"
            case = "gap" if owed.group()[0] in "[<{(" else case
            yield _open_point(sentence.from_line_of(owed.start()), owed.group(), case)
    yield from (_leftover(document, document.blocks[index]) for index in sorted(leftovers))
    yield from _bare_brackets(document)
    if not minutes:
        yield from _fields_without_value(document)
        yield from (_empty_section(document, section) for section in _empty_sections(document))


def _find_deferral(sentence: Sentence) -> re.Match[str] | None:
    """The words that put something off, None when there are none."""
    asks = _find_request(sentence.text)
    if asks and "¤" not in sentence.plain[asks.start() : asks.end()]:
        return asks
    is_question = sentence.plain.rstrip(" *_").endswith("?")
    return None if is_question and sentence.kind == "heading" else _find_mark(sentence.plain)


def _is_blank(sentence: Sentence, owed: re.Match[str]) -> bool:
    """Whether the words stand where something else belongs, as "TBD" and "Process to be added" do: what ends a longer
    sentence ("which needs to be decided") tells of the work."""
    if sentence.kind == "heading" and len(sentence.words) < 2:
        return False  # over a list of what is to do
    if _MARK.match(owed.group()) or _ALWAYS_OWED.search(owed.group()):
        return True
    is_last = not sentence.plain[owed.end() :].strip(" .!)]*_")
    return is_last and sentence.kind != "heading" and len(sentence.words) <= _MOST_WORDS_OF_A_BLANK


@keep_latest
def _find_request(text: str) -> re.Match[str] | None:
    asks = _ASKS.search(text)
    if asks and asks.group().startswith("("):
        asks = None
    return asks or _ROUND.search(text) or _ADD_HERE.search(text) or _NAMED_GAP.search(text)


@keep_latest
def _find_mark(plain: str) -> re.Match[str] | None:
    if (mark := _MARK.search(plain)) and not _QUOTED.search(plain[: mark.start()]):
        return mark
    put_off = _PHRASE.search(plain)
    if not put_off or has_date(plain):
        return None
    before = plain[: put_off.start()]
    return None if _QUOTED.search(before) or _NOT_OWED.search(before) else put_off


def _open_point(sentence: Sentence, owed: str, case: str) -> Finding:
    title = sentence.section.title
    shown = few_words(sentence.text)
    if len(sentence.words) < 4 and title:
        shown = f"{few_words(title, 8)}: {shown}"
    words = few_words(owed)
    return finding_about("todo", sentence, 0.85, case=case, owed=words, insertion=words, point=shown)


def _is_leftover(block: Block) -> bool:
    """Whether a whole block is what a template says to its author, or a title that it came with."""
    if block.kind == "heading":
        return bool(_TEMPLATE_TITLE.fullmatch(block.text.strip("# \n")))
    if block.kind not in ("paragraph", "list_item") or block.quoted:
        return False
    text = " ".join(block.text.split())
    return bool(_INSTRUCTION.fullmatch(text))


def _leftover(document: Document, block: Block) -> Finding:
    place = document.index.place(block.start)
    return make_finding("todo", block.text, place, 0.8, case="template", insertion=few_words(block.text))


def _bare_brackets(document: Document) -> Iterator[Finding]:
    """`<add the figures here>` on a line of its own is read as HTML, so it is in no sentence."""
    for block in document.blocks:
        if (
            block.kind == "html"
            and (match := _ASKS.search(block.text) or _ADD_HERE.search(block.text))
            and match.group()[1:5].lower() != "link"
        ):
            place = document.index.place(block.start + match.start())
            yield make_finding(
                "todo", match.group(), place, 0.85, case="gap", insertion=few_words(match.group())
            )


def _fields_without_value(document: Document) -> Iterator[Finding]:
    """Values such as TBD in the front matter, and labels with nothing behind them among labels that have something."""
    fields = outline_of(document).fields
    for field in fields:
        if field.form == "front matter" and field.value and _NO_VALUE.fullmatch(field.value):
            yield _blank_field(document, field)
    for run in _runs_of_labels(fields):
        if len(run) >= _FEWEST_LABELS and any(label.value for label in run):
            blank = (label for label in run if _is_blank_label(document, label))
            yield from (_blank_field(document, label) for label in blank)


def _is_blank_label(document: Document, label: Field) -> bool:
    """Whether a label has no value, and is none that most texts leave blank ("Supersedes:")."""
    return not (label.value or _MAY_BE_BLANK.fullmatch(label.name)) and _is_last_of(document, label)


def _runs_of_labels(fields: Sequence[Field]) -> Iterator[list[Field]]:
    """Labels on lines one after the other."""
    run: list[Field] = []
    for field in fields:
        if field.form != "label":
            continue
        if run and field.line > run[-1].line + 1:
            yield run
            run = []
        run.append(field)
    yield run


def _is_last_of(document: Document, field: Field) -> bool:
    """Whether nothing that belongs to a label follows in the next lines: no list, no text, no code."""
    lines = document.index.lines
    here = lines[field.line - 1]
    following = next((line for line in lines[field.line : field.line + 2] if line.strip()), "")
    if not following or following.lstrip().startswith("#"):
        return True
    indent = len(here) - len(here.lstrip())
    deeper = len(following) - len(following.lstrip()) > indent
    deeper |= bool(_POINT.match(following)) and not _POINT.match(here)
    return not deeper and bool(re.match(r"[\s>*_•+-]*[^\W\d_][^\n:|]{0,38}:", following))


def _blank_field(document: Document, field: Field) -> Finding:
    line = document.index.lines[field.line - 1]
    quote = line.strip()
    place = (field.line, line.find(quote) + 1)
    return make_finding("todo", quote, place, 0.75, case="blank_field", field=few_words(field.name))


def _empty_sections(document: Document) -> Iterator[ReadSection]:
    """Sections with nothing but comments and link targets in them and no sections below. Optional ones may be empty and
    those that fill later ("History"), so may the title of a text whose parts have headings of the same level, a heading
    with the next one right below it, which is a label, and one that is a whole sentence. What begins with "#" is no
    heading in reStructuredText."""
    if document.name.endswith(".rst"):
        return
    filled = {block.section.index for block in document.blocks if _says_something(block)}
    titled = [section for section in document.sections if section.level]
    for section, following in zip_longest(titled, titled[1:]):
        has_parts = following is not None and following.level > section.level
        is_title = section is titled[0] and following is not None
        is_label = following is not None and following.line == section.line + 1
        is_sentence = len(section.title.split()) > _MOST_WORDS_OF_A_TITLE
        optional = "optional" in document.index.lines[section.line - 1].lower()
        optional |= bool(_FILLS_LATER.fullmatch(section.title) or _LABELLED.match(section.title))
        if section.index not in filled and not (has_parts or is_title or is_label or is_sentence or optional):
            yield section


def _says_something(block: Block) -> bool:
    """Whether a block is more than a heading, a comment or an empty point of a list."""
    if block.kind == "list_item":
        return not _NO_WORDS.fullmatch(block.text)
    return block.kind not in ("heading", "comment")


def _empty_section(document: Document, section: ReadSection) -> Finding:
    quote = document.index.lines[section.line - 1].strip()
    column = document.index.lines[section.line - 1].find(quote) + 1
    place = (section.line, column)
    return make_finding("todo", quote, place, 0.6, case="empty_section", title=few_words(section.title))
