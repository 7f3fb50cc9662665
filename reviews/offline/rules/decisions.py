"""Decisions that stand there bare.

Looks for sentences that pick one way (we chose, will adopt, is going to be written in, will be removed) or turn one
down (will not be published, was ruled out, "[DECIDED] no ...") where neither the sentence nor the next one says why,
and for a status "rejected" without a reason below. Leaves alone decisions with a reason, an aim, a figure or a
comparison, what other documents or users decide, conditions and instructions, and plans in sections on rationale,
alternatives or history.
"""

import re
from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.outline import outline_of
from reviews.language.reading.signals import has_reason, is_aside, is_prose
from reviews.offline.finding import Finding, few_words, finding_about, make_finding
from reviews.offline.signs import is_measured

_WORDS = phrases(offline.__file__, "decisions")
_CHOSE = _WORDS.whole("chose")
_WILL = _WORDS.anywhere("will")
_TURNS = _WORDS.anywhere("turns")
_EXCUSED = _WORDS.anywhere("excused")
_DECLINES = any_case(rf"\b{_WORDS.any_of('declines')}\b")
_MARKED = any_case(rf"\W{{0,200}}{_WORDS.any_of('marked')}\W{{1,200}}")
_EXPLAINS = any_case(rf"\b{_WORDS.any_of('explains')}\b|[:;]\s+\w|\s[–—-]\s+\w|\((?!s\))[^)]{{12,600}}\)")
_ARGUED = _WORDS.anywhere("argued")
_TURNED_DOWN = any_case(rf"\W{{0,200}}{_WORDS.any_of('turned_down')}\b\W{{0,200}}")
_BELOW = 4
"""Lines below a status in which a reason is looked for."""
_TURNED = _WORDS.whole("turned_down")
_STATUS = ("status", "state", "decision", "outcome", "resolution")
_TAKES_UP = any_case(rf"\W{{0,200}}{_WORDS.any_of('takes_up')}\b")
_AIM = any_case(r"\buses?\s+(?:\S+\s+){1,12}?to\s+[a-z]{3,}")
_NOT_OURS = any_case(rf"\b{_WORDS.any_of('not_ours')}\b|^\W{{0,200}}so\b")


def find(document: Document) -> Iterator[Finding]:
    """One finding per bare decision."""
    for sentence in document.sentences:
        if not is_prose(sentence):
            continue
        if match := _bare_choice(document, sentence) or _bare_refusal(document, sentence):
            part = sentence.from_line_of(match.start())
            yield finding_about("decision_no_rationale", part, 0.65, words=few_words(match.group()))
    yield from _bare_statuses(document)


def _bare_choice(document: Document, sentence: Sentence) -> re.Match[str] | None:
    match = _decides(sentence)
    return match if match and not _explained(document, sentence) else None


def _bare_refusal(document: Document, sentence: Sentence) -> re.Match[str] | None:
    match = _declines(sentence)
    return match if match and not _excused_refusal(document, sentence, match) else None


def _declines(sentence: Sentence) -> re.Match[str] | None:
    """The words that turn something down or mark what was decided, None for questions, conditions and code."""
    match = _MARKED.match(sentence.text) or _DECLINES.search(sentence.plain)
    if match is None or _ARGUED.search(sentence.section.title):
        return None
    before = sentence.plain[: match.start()]
    return None if _NOT_OURS.search(before) or is_aside(sentence.plain, match.start()) else match


def _excused_refusal(document: Document, sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether a refusal says why, in its sentence or in one beside it."""
    plain = sentence.plain
    if has_reason(plain) or _EXPLAINS.search(plain, match.end()) or is_measured(plain):
        return True
    following = document.nearby(sentence, after=1)
    return any(
        _TAKES_UP.match(s.plain) and (has_reason(s.plain) or _EXPLAINS.search(s.plain)) for s in following
    )


def _bare_statuses(document: Document) -> Iterator[Finding]:
    """A status that turns the whole down, when nothing near it says why."""
    for field in outline_of(document).values(*_STATUS):
        if not _TURNED_DOWN.fullmatch(field.value):
            continue
        below = [
            s
            for s in document.sentences
            if field.line < s.line <= field.line + _BELOW
            or (s.line != field.line and _TURNED.search(s.plain))
        ]
        if not any(has_reason(s.plain) or _EXPLAINS.search(s.plain) for s in below):
            column = document.index.lines[field.line - 1].find(field.value) + 1
            words = {"words": field.value, "sentence": f"{field.name}: {field.value}"}
            yield make_finding(
                "decision_no_rationale", field.value, (field.line, max(1, column)), 0.75, **words
            )


def _decides(sentence: Sentence) -> re.Match[str] | None:
    excused = _EXCUSED.search(" ".join(sentence.section.path))
    match = _CHOSE.search(sentence.plain) or (
        None if excused else _WILL.search(sentence.plain) or _TURNS.search(sentence.plain)
    )
    if match and (
        _NOT_OURS.search(sentence.plain[: match.start()]) or is_aside(sentence.plain, match.start())
    ):
        return None
    return match


def _explained(document: Document, sentence: Sentence) -> bool:
    """Whether the sentence gives a reason, or the next one takes it up and does."""
    if _AIM.search(sentence.plain):
        return True
    following = document.nearby(sentence, after=1)
    return has_reason(sentence.plain) or any(
        _TAKES_UP.match(s.plain) and has_reason(s.plain) for s in following
    )
