"""Risks and drawbacks that are named, or told without the word, and left there.

Looks for sentences that state a risk ("the risk is that", "poses a risk"), that tell what may be lost, leaked or
broken, what a fault takes down, what rests on one person or can't be taken back; for items under "Drawbacks" or
"Known issues" and rows of a table of risks; and in runbooks for steps that destroy and for calls on a single person.
Leaves alone what has an answer in its own words, in those that follow, in a list below, in its row or in a sentence
elsewhere that shares its words; what is accepted or does not exist; and sections that tell why the text was written.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case, quick_test
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.document_kind import DocumentKind, document_kind
from reviews.language.reading.outline import Table, outline_of
from reviews.language.reading.parts import is_nothing
from reviews.language.reading.signals import is_prose
from reviews.offline.finding import Finding, few_words, finding_about, make_finding

_WORDS = phrases(offline.__file__, "risks")
_STATES = _WORDS.anywhere("states")
_NO_RISK = any_case(rf"\b{_WORDS.any_of('no_risk')}\b[^.]{{0,30}}\b(?:risks?|dangers?|threats?|drawbacks?)\b")
MITIGATION = _WORDS.whole("mitigation")
_ELSEWHERE = _WORDS.whole("elsewhere")
_ANSWERS = _WORDS.whole("answers")
_PERHAPS = rf"(?:\s+{_WORDS.any_of('perhaps')})*"
_HARM_WORDS = (
    rf"\b{_WORDS.any_of('maybe')}{_PERHAPS}\s+{_WORDS.any_of('harms')}\b"
    rf"|\b{_WORDS.any_of('will')}{_PERHAPS}\s+{_WORDS.any_of('ends')}\b"
    rf"|\b{_WORDS.any_of('unmeant')}{_PERHAPS}\s+{_WORDS.any_of('deletes')}\b"
    rf"|\b(?:an?|any|one)\s+(?:\w+\s+){{0,2}}{_WORDS.any_of('fault')}\b[^.;:]{{0,60}}\s{_WORDS.any_of('breaks')}\b"
    rf"|\b{_WORDS.any_of('effects', 'costs', 'lacks', 'lone', 'no_way_back')}\b"
)
_HARM, _may_harm = any_case(_HARM_WORDS), quick_test(_HARM_WORDS)
_DESTROYS = _WORDS.whole("destroys")
_TURNS_TO_ONE = any_case(rf"\b{_WORDS.any_of('turn_to')}\s+@[a-z][\w.-]+")
_STAND_IN = _WORDS.whole("stand_in")
_DANGERS, _ADMITTED, _TOLD, _ANSWER_COLUMN = (
    any_case(rf"\W{{0,200}}(?:\d[\d.]{{0,20}}\W{{1,200}})?{_WORDS.any_of(name)}\W{{0,200}}(?:\(.*)?")
    for name in ("dangers", "admitted", "told", "answer_column")
)
# "A box could fill up; it reports at 150": the answer stands behind the mark.
_ANSWERED_BEHIND = any_case(r"(?:[;:]|\s[–—-])\s+(?:\w+\W{1,200}){2}\w+")
_NEGATED = any_case(rf"\b{_WORDS.any_of('negated')}\b[^,.;:]{{0,40}}$")
_REASON = any_case(rf"\W{{0,200}}{_WORDS.any_of('reason')}\b")
_LABEL = any_case(r"\W{0,200}(?:\w+ ){0,2}(?:risks?|threats?|dangers?|worry)\s*(?:\d+\s*)?[:–—-]")
_OF_OTHERS, _CHOSEN = _WORDS.whole("of_others"), _WORDS.whole("chosen")
_PROPOSES_NOTHING = (
    DocumentKind.POST_MORTEM,
    DocumentKind.MINUTES,
    DocumentKind.RUNBOOK,
    DocumentKind.RECORD,
    DocumentKind.REFERENCE,
)
_FEWEST_OF_ITEM = 4
_FEWEST_OF_ADMITTED, _MOST_OF_ADMITTED = 5, 45
_FEWEST_SHARED = 3
_FEWEST_LETTERS = 5


def find(document: Document) -> Iterator[Finding]:
    """One finding per risk without a countermeasure."""
    outline = outline_of(document)
    runbook = document_kind(outline) == DocumentKind.RUNBOOK
    later = {one.index for items in outline.lists for item in items.items for one in item.sentences[1:]}
    later.update(b.index for a, b in pairwise(document.sentences) if a.block is b.block)
    cells = {s.line: s for s in reversed(document.sentences) if s.kind == "table_cell" and len(s.words) > 1}
    for table in outline.tables:
        yield from _find_in_table(table, cells)
    if runbook:
        yield from _find_in_code(document)
    for sentence in document.sentences:
        if not is_prose(sentence, least=3) or sentence.kind == "table_cell":
            continue
        case, span = _risk_case(sentence, first=sentence.index not in later, runbook=runbook)
        if case and not _is_countered(document, sentence, span):
            yield finding_about("risk_no_mitigation", sentence, _SURE.get(case, 0.6), case=case)


def admitted_drawbacks(document: Document) -> list[Sentence]:
    """What a document names itself, below a title or words that say so, as a drawback or a limit of what it proposes,
    and says nothing more of. Unlike `find` this claims nothing about the text: sessions ask about it."""
    outline = outline_of(document)
    if document_kind(outline) in _PROPOSES_NOTHING:
        return []
    led = {
        block.index: bool(_ADMITTED.fullmatch(one.lead.plain))
        for one in outline.lists
        if one.lead
        for item in one.items
        for block in item.blocks[:1]
    }
    starts = {sentence.block.index: sentence for sentence in reversed(document.sentences)}
    return [
        sentence
        for sentence in sorted(starts.values(), key=lambda one: one.start)
        if _FEWEST_OF_ADMITTED <= len(sentence.words) <= _MOST_OF_ADMITTED
        and sentence.kind in ("paragraph", "list_item")
        and is_prose(sentence, least=3)
        and _is_admitted(sentence.section.path, led.get(sentence.block.index))
        and not _is_taken_back(sentence.plain)
        and not _is_countered(document, sentence, slice(0, 0))
    ]


def _is_admitted(titles: tuple[str, ...], led: bool | None) -> bool:
    """Whether what stands there is said against what the text proposes. led: whether the words before the list say so,
    None when there are none."""
    others = any(map(_OF_OTHERS.search, titles)) and not any(map(_CHOSEN.search, titles[-1:]))
    told = any(map(_ADMITTED.fullmatch, titles[-1:])) if led is None else led
    return told and not others


def _is_taken_back(plain: str) -> bool:
    return (
        "?" in plain
        or plain.rstrip(" *_").endswith(":")
        or bool(_NO_RISK.search(plain) or _REASON.match(plain))
    )


_SURE = {"risk_no_mitigation": 0.75, "risk_drawback": 0.65}


def _risk_case(sentence: Sentence, *, first: bool, runbook: bool) -> tuple[str, slice]:
    """How a sentence tells of a risk, the name of what a finding says, "" for none; and the words that tell it."""
    plain, titles, nowhere = sentence.plain, sentence.section.path, slice(0, 0)
    if _is_taken_back(plain):
        return "", nowhere
    if match := _STATES.search(plain):
        return "risk_no_mitigation", slice(*match.span())
    if runbook and _TURNS_TO_ONE.search(sentence.text) and not _STAND_IN.search(plain):
        return "risk_lone", slice(0, len(plain))
    if _is_told_under(titles):
        return "", nowhere
    match = (_may_harm(plain) and _HARM.search(plain)) or (_DESTROYS.search(plain) if runbook else None)
    if match and not _NEGATED.search(plain[: match.start()]):
        return "risk_harm", slice(*match.span())
    dangers = first and any(map(_DANGERS.fullmatch, titles[-1:]))
    # Where answers stand in paragraphs of their own, a paragraph may be one.
    dangers = dangers and (sentence.kind == "list_item" or not MITIGATION.search(titles[-1]))
    return "risk_drawback" if dangers and len(sentence.words) > _FEWEST_OF_ITEM else "", nowhere


@lru_cache(maxsize=256)
def _is_told_under(titles: tuple[str, ...]) -> bool:
    """Whether one of the headings is one below which what happened is told, and not what may."""
    return any(map(_TOLD.fullmatch, titles))


def _find_in_table(table: Table, cells: dict[int, Sentence]) -> Iterator[Finding]:
    """Rows of a table of risks whose answer is empty; its first row when there is no column for answers. cells: the
    first cell with words of each line."""
    if not any(map(_DANGERS.fullmatch, table.heads[:2])):
        return
    answers = [number for number, head in enumerate(table.heads) if _ANSWER_COLUMN.fullmatch(head)]
    for row in table.rows:
        if row.line not in cells:
            continue
        if not answers and not MITIGATION.search(row.text):
            yield finding_about("risk_no_mitigation", cells[row.line], 0.7, case="risk_table")
            return
        if answers and all(number >= len(row.cells) or is_nothing(row.cells[number]) for number in answers):
            yield finding_about("risk_no_mitigation", cells[row.line], 0.9)


def _find_in_code(document: Document) -> Iterator[Finding]:
    """Lines of the code of a runbook that say that they destroy something."""
    for block in document.blocks:
        for number in range(block.line, block.end_line + 1) if block.kind == "code" else ():
            line = document.index.lines[number - 1].strip()
            if _DESTROYS.search(line) and not MITIGATION.search(line):
                yield make_finding(
                    "risk_no_mitigation", line, (number, 1), 0.6, case="risk_harm", sentence=few_words(line)
                )


def _is_countered(document: Document, sentence: Sentence, span: slice) -> bool:
    plain = sentence.plain
    if MITIGATION.search(f"{plain[: span.start]} {plain[span.stop :]}") or _ANSWERED_BEHIND.search(
        plain[span.stop :]
    ):
        return True
    label = _LABEL.match(plain)
    for other in document.nearby(sentence, after=4):
        same = other.block is sentence.block
        beside = same or other.block.list_depth > sentence.block.list_depth
        if (MITIGATION if beside else _ELSEWHERE).search(other.plain):
            return True
        answers = _ANSWERS.search(other.plain) or (label and not _HARM.search(other.plain))
        if same and answers and other.index <= sentence.index + 2:
            return True
    return _is_answered_elsewhere(document, sentence)


def _is_answered_elsewhere(document: Document, sentence: Sentence) -> bool:
    answers = _answering_words(document)
    shared: Counter[int] = Counter()
    for word in _telling_words(sentence):
        shared.update(number for number in answers.get(word, ()) if number != sentence.index)
    return any(count >= _FEWEST_SHARED for count in shared.values())


@lru_cache(maxsize=16)
def _answering_words(document: Document) -> dict[str, tuple[int, ...]]:
    """Which sentences that speak of a countermeasure have a word; words that most of them have are left out."""
    places: dict[str, list[int]] = {}
    for sentence in document.sentences:
        if _ELSEWHERE.search(sentence.plain):
            for word in _telling_words(sentence):
                places.setdefault(word, []).append(sentence.index)
    return {word: tuple(numbers) for word, numbers in places.items() if len(numbers) <= _MOST_PLACES}


_MOST_PLACES = 40


def _telling_words(sentence: Sentence) -> frozenset[str]:
    return frozenset(word.casefold()[:7] for word in sentence.words if len(word) >= _FEWEST_LETTERS)
