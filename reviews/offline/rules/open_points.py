"""Points that the text leaves open, with nobody and no day to settle them.

Looks for what is said to be undecided, unknown or provisional now, for questions after which nothing comes, and for
lists of open questions. Leaves alone headings, quotations, questions that are answered at once, what a condition or a
denial takes back ("nothing is left to decide"), what was open once, and what has a date.
"""

import re
from collections.abc import Collection, Iterator

from reviews import offline
from reviews.language.kept import keep_latest
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.document_kind import DocumentKind, document_kind
from reviews.language.reading.outline import Outline, outline_of
from reviews.language.reading.parts import has_date
from reviews.language.reading.passages import is_open_points
from reviews.offline.finding import Finding, few_words, finding_about

_WORDS = phrases(offline.__file__, "open_points", gap=" ")
_LEFT_OPEN, _UNFINISHED = _WORDS.anywhere("left_open"), _WORDS.anywhere("unfinished")
_NO_ANSWER, _HUNG = _WORDS.anywhere("no_answer"), _WORDS.anywhere("hung")
_TAKES_BACK = _WORDS.anywhere("takes_back")
_TO_SETTLE = any_case(rf"^\W{{0,200}}{_WORDS.any_of('to_settle')}")
_OWN_QUESTION = any_case(rf"^\W{{0,200}}{_WORDS.any_of('own_question')}")
_ASIDE = any_case(rf"\({_WORDS.any_of('own_question')}[^()?]{{3,80}}\?\)")
_QUOTED = re.compile(r"[\"“][^\"”]{0,200}$")
_FEWEST_WORDS, _MOST_QUESTIONS = 3, 5
_FEWEST_OF_A_CHECKLIST = 3
_INSTRUCTS = (DocumentKind.RUNBOOK, DocumentKind.REFERENCE, DocumentKind.RECORD)
"""Kinds that talk to somebody who has the question."""


def find(document: Document) -> Iterator[Finding]:
    """A finding per sentence that leaves something open."""
    outline = outline_of(document)
    kind, checklists = document_kind(outline), _checklist_questions(outline)
    for sentence in document.sentences:
        if found := _find_open(sentence, kind):
            yield _open_point(sentence, found)
        elif kind not in _INSTRUCTS and _asks(document, sentence, kind, checklists):
            yield finding_about(
                "open_point", sentence, 0.65, case="open_question", point=few_words(sentence.text)
            )


def _open_point(sentence: Sentence, found: re.Match[str]) -> Finding:
    part = sentence.from_line_of(found.start())
    return finding_about("open_point", part, 0.75, owed=few_words(found.group()), point=few_words(part.text))


def _find_open(sentence: Sentence, kind: DocumentKind) -> re.Match[str] | None:
    """The words that leave something open, None when there are none. What somebody at a meeting does not know is said
    by the way; what the meeting did not settle is not."""
    if mark := _UNFINISHED.search(sentence.plain):
        return mark
    if sentence.kind == "heading" or sentence.block.quoted:
        return None
    if kind == DocumentKind.MINUTES and not is_open_points(sentence.section):
        return _kept_open(_HUNG.search(sentence.plain), sentence.plain)
    return _find_left_open(sentence.plain)


def is_left_open(plain: str) -> bool:
    """Whether a sentence says that something is undecided or unknown."""
    return _find_left_open(plain) is not None


@keep_latest
def _find_left_open(plain: str) -> re.Match[str] | None:
    return _kept_open(_LEFT_OPEN.search(plain) or _TO_SETTLE.match(plain), plain)


def _kept_open(found: re.Match[str] | None, plain: str) -> re.Match[str] | None:
    """What was found, unless the sentence asks, has a date, or takes it back before."""
    if not found or plain.rstrip().endswith("?") or has_date(plain):
        return None
    before = plain[: found.start()]
    return None if _TAKES_BACK.search(before) or _QUOTED.search(before) else found


def _checklist_questions(outline: Outline) -> frozenset[int]:
    """The sentences of lists of nothing but questions: what somebody is to ask, not what the text leaves open."""
    lists = (found.items for found in outline.lists if len(found.items) >= _FEWEST_OF_A_CHECKLIST)
    firsts = ([item.sentences[0] for item in items if item.sentences] for items in lists)
    return frozenset(
        one.index
        for questions in firsts
        if all(each.plain.rstrip(" *_").endswith("?") for each in questions)
        for one in questions
    )


def _asks(document: Document, sentence: Sentence, kind: DocumentKind, checklists: Collection[int]) -> bool:
    """Whether a sentence is a question that stays without an answer. What people ask in minutes is answered by whoever
    speaks next."""
    if sentence.kind in ("heading", "table_cell") or sentence.block.quoted:
        return False
    if _ASIDE.search(sentence.plain):
        return True
    plain = sentence.plain.strip(" *_")
    if not plain.endswith("?") or len(sentence.words) < _FEWEST_WORDS or _QUOTED.search(plain):
        return False
    if is_open_points(sentence.section):
        return True
    if sentence.index in checklists:
        return False
    if kind == DocumentKind.MINUTES:
        return any(_NO_ANSWER.search(one.plain) for one in document.nearby(sentence, after=1))
    return bool(_OWN_QUESTION.match(plain)) and not _is_answered(document, sentence)


def _is_answered(document: Document, sentence: Sentence) -> bool:
    """Whether a statement follows: in the same paragraph or point, in the points inside of it, or in the next paragraph
    when nothing is a list."""
    after = (one for one in document.nearby(sentence, after=_MOST_QUESTIONS) if one.index > sentence.index)
    following = next((one for one in after if not one.plain.rstrip(" *_)").endswith("?")), None)
    if following is None or _NO_ANSWER.search(following.plain):
        return False
    if following.block is sentence.block or following.block.list_depth > sentence.block.list_depth:
        return True
    return sentence.kind == "paragraph"
