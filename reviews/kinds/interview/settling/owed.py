"""Which topics a kind of text does not owe: decided by what it is, so that they are neither asked nor waived. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from reviews.kinds.interview.state import InterviewState
from reviews.kinds.notes import Note
from reviews.language.phrases import phrases
from reviews.language.reading.document import Document, read_document
from reviews.language.reading.document_kind import DocumentKind, document_kind, shows_kind
from reviews.language.reading.outline import Outline, outline_of
from reviews.language.reading.titles import document_title, kind_of_title
from reviews.language.scorecard import TOPICS, exempt_topics
from reviews.language.sourcing.facts import find_facts_in

_WORDS = phrases(__file__, "owed")
_REASONS = _WORDS.words.texts("reasons")
_PROPOSES = _WORDS.table("proposes", whole=True)
_BODY = _WORDS.table("body", whole=True)
_LONGEST_HEAD = 20_000
"""Characters by which the kind of a text is told."""
_LEAST_OF_KIND = 0.25
"""The share of its sentences that does what a text of a kind does when no heading or field is of that kind."""

_OF_DECISIONS = frozenset({"inaction", "why_now", "ask"})
NOT_OWED: Mapping[str, frozenset[str]] = {
    "record": frozenset({"problem", "how", "inaction", "why_now", "tradeoffs"}),
    "reference": _OF_DECISIONS | {"tradeoffs"},
    DocumentKind.DECISION_RECORD: _OF_DECISIONS | {"affected", "evidence"},
    DocumentKind.POST_MORTEM: _OF_DECISIONS | {"why", "how", "tradeoffs", "risks", "evidence"},
    DocumentKind.RUNBOOK: frozenset(TOPICS) - {"how", "risks"},
    DocumentKind.MINUTES: frozenset(TOPICS) - {"ask"},
}


def topics_not_owed(notes: Sequence[Note]) -> dict[str, str]:
    """The keys of the topics that notes of this kind do not owe, each with a sentence that says why; none when the
    notes are of several kinds or of the usual one, which proposes something."""
    kind = kind_of_notes(notes)
    if not kind:
        return {}
    title, _ = _title_and_kind(notes[0].name, notes[0].authored[:_LONGEST_HEAD])
    return dict.fromkeys(sorted(NOT_OWED[kind]), _REASONS[kind].format(title=title))


def kind_of_notes(notes: Sequence[Note]) -> str:
    """Which of the kinds that owe less all the notes are, "" for none or several."""
    kinds = {_title_and_kind(note.name, note.authored[:_LONGEST_HEAD])[1] for note in notes}
    return kinds.pop() if len(kinds) == 1 else ""


@lru_cache(maxsize=64)
def _title_and_kind(name: str, head: str) -> tuple[str, str]:
    """What a text is called and which of the kinds that owe less it is, "" for none of them: its title alone makes it
    none, nor is one that asks for something."""
    document = read_document(head, name)
    outline = outline_of(document)
    title, kind = document_title(document), document_kind(outline)
    called = kind if kind in NOT_OWED else kind_of_title(title)
    return title, called if called and _has_body_of(called, outline) and not _proposes(document) else ""


def _has_body_of(kind: str, outline: Outline) -> bool:
    """Whether the headings, the fields or the sentences of a text are of this kind."""
    if kind in DocumentKind and shows_kind(outline, DocumentKind(kind)):
        return True
    said = [one for one in outline.document.sentences if one.kind != "heading"]
    return sum(bool(_BODY[kind].search(one.plain)) for one in said) >= max(1, _LEAST_OF_KIND * len(said))


def _proposes(document: Document) -> bool:
    """Whether a text asks for something: for a decision, or to spend a sum."""
    return any(
        _PROPOSES["any"].search(one.plain) or (_PROPOSES["sums"].search(one.plain) and _tells_sum(one.plain))
        for one in document.sentences
    )


@lru_cache(maxsize=1024)
def _tells_sum(plain: str) -> bool:
    return any(fact.kind == "amount" for fact in find_facts_in(plain, "", (), plain, 0))


def with_not_owed(state: InterviewState) -> InterviewState:
    """The state with the topics set aside that its notes do not owe; logs say so from ELM's next message on."""
    reasons = topics_not_owed(state.setup.notes)
    return replace(state, scorecard=exempt_topics(state.scorecard, reasons)) if reasons else state
