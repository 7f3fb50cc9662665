"""What there is to say about the notes: every point that somebody at a table could raise, with its words and place.

A point is a finding of the reviewer, a part that the notes lack, or a passage worth another look. Quotes are verbatim.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from reviews.kinds.roundtable.offline.asking import holds_part
from reviews.kinds.roundtable.offline.remark import NOWHERE, PARTS, WEIGHTS, WORDINGS, Remark
from reviews.kinds.roundtable.offline.tension import exclusion_remarks
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Sentence
from reviews.language.reading.document_kind import DocumentKind, document_kind
from reviews.language.reading.outline import outline_of
from reviews.language.reading.passages import Passage, is_open_points, passage, statements
from reviews.language.reading.signals import is_promise
from reviews.offline import places
from reviews.offline.finding import Finding
from reviews.offline.study import Study, is_english, study_text

_KINDS = {finding: kind for kind, wording in WORDINGS.items() for finding in wording.found.split()}
_UNSETTLED = {
    "why": "why", "risks": "risks", "tradeoffs": "alternatives", "affected": "impact", "problem": "problem",
    "how": "how", "inaction": "inaction",
}  # fmt: skip
# An unsettled topic that no skill reports weighs less: the notes may say it in words that no rule knows.
_ONLY_UNSETTLED = 2.4
_SAFE_ELSEWHERE = frozenset({"todo", "dangling"})
_WORDS = phrases(__file__, "notes", gap=" ")
_PEOPLE, _FAILS, _SPECIFIES = (_WORDS.whole(name) for name in ("people", "fails", "specifies"))
_ACTS = any_case(rf"(?<!\bto )\b{_WORDS.any_of('acts')}\b(?= {_WORDS.any_of('acted_on')})")
_LABEL = re.compile(r"\W{0,200}[\w ]{2,20}:\s")
_RISKY = any_case(r"\b(?:risk|drawback|downside)s?\b")
_WATCHED = _WORDS.whole("watched")
_CLAIMS = frozenset({"source", "vague", "load", "untestable", "decision"})
_TELLS_ACTIONS = (DocumentKind.POST_MORTEM, DocumentKind.MINUTES)
"""Kinds that owe who does what and by when; elsewhere work without a name is the plan itself."""
_OF_PLANS = frozenset({"owner", "date"})
_PROPOSES_NOTHING = frozenset(
    {
        DocumentKind.DECISION_RECORD, DocumentKind.MINUTES, DocumentKind.POST_MORTEM, DocumentKind.RUNBOOK,
        DocumentKind.RECORD, DocumentKind.REFERENCE,
    }
)  # fmt: skip
"""Kinds of documents that tell what was decided, what happened or what to do: they promise and argue for nothing."""
_MOST_OF_READING = 2
_FEW = 6
"""Sentences of a text that is so short that what no rule knows in it is not there."""


@lru_cache(maxsize=16)
def gather_remarks(notes: tuple[tuple[str, str], ...]) -> tuple[Remark, ...]:
    """Every point about these notes (names and texts), in the order of the notes; none twice."""
    studies = tuple(study_text(text, name) for name, text in notes)
    english = is_english(studies)
    found = [remark for one in studies for remark in _of_findings(one, english)]
    if english:
        weighed = holds_part(notes, "options")
        found = [
            remark
            for remark in found
            if not (remark.kind == "decision" and weighed)
            and (remark.quote or not _stands_there(remark.kind, studies, notes))
        ]
        found += [remark for one in studies for remark in exclusion_remarks(one)]
        if sum(len(one.index.entries) for one in studies) <= _FEW:
            found += _missing_topics(studies, {remark.kind for remark in found})
        found += [remark for one in studies for remark in _reading_remarks(one)]
    promise = next((remark.place for remark in found if remark.kind == "vague"), NOWHERE)
    placed = (replace(one, place=promise) if one.kind == "metric" and not one.quote else one for one in found)
    return tuple(_distinct_remarks(placed))


def _of_findings(one: Study, english: bool) -> Iterator[Remark]:
    dated = {f.quote for f in one.findings if f.kind == "date_conflict"}
    for finding, place in one.usable:
        if kind := _KINDS.get(finding.kind, ""):
            repeated = finding.kind == "number_conflict" and finding.quote in dated
            told = kind != "task" or document_kind(outline_of(one.document)) in _TELLS_ACTIONS
            claims = (kind in _CLAIMS or (kind in _OF_PLANS and not place)) and _proposes_nothing(one)
            if told and not repeated and not claims and (english or kind in _SAFE_ELSEWHERE):
                yield from _of_finding(one, kind, finding, place)
    yield from _open_points(one)


def _proposes_nothing(one: Study) -> bool:
    return document_kind(outline_of(one.document)) in _PROPOSES_NOTHING


def _of_finding(one: Study, kind: str, finding: Finding, place: Passage | None) -> Iterator[Remark]:
    if kind == "vague" and place:
        if not is_promise(place.quote):
            return
        kind = "vague" if _PEOPLE.search(place.quote) else "load"
    other = places.elsewhere(one.document, finding) if kind == "conflict" else None
    if (kind == "conflict" and other is None) or (place and place.quote.rstrip().endswith(":")):
        return
    named = places.conflicting_figures(finding) if other else tuple(places.terms(finding)[:1])
    yield Remark(kind, place or NOWHERE, WEIGHTS[kind] + (finding.confidence - 0.7), other, terms=named)


def _open_points(one: Study) -> Iterator[Remark]:
    """What the notes themselves list as open."""
    listed = [s for s in one.document.sentences if is_open_points(s.section) and s.kind != "heading"]
    for sentence in [s for s in listed if len(s.words) >= 4][:_MOST_OF_READING]:
        yield Remark("todo", passage(one.document, sentence), WEIGHTS["todo"])


def _missing_topics(studies: tuple[Study, ...], found: set[str]) -> Iterator[Remark]:
    """The topics that no note settles, but for those that are reported as missing anyway."""
    if any(map(_proposes_nothing, studies)):
        return
    settled = {topic for one in studies for topic in one.settled}
    for topic, kind in _UNSETTLED.items():
        if topic not in settled and kind not in found:
            yield Remark(kind, NOWHERE, WEIGHTS[kind] - _ONLY_UNSETTLED)


def _stands_there(kind: str, studies: tuple[Study, ...], notes: tuple[tuple[str, str], ...]) -> bool:
    """Whether a part that a rule misses stands in the notes all the same, in a table or in words of its own."""
    topics = [topic for topic, missed in _UNSETTLED.items() if missed == kind]
    return any(topic in one.settled for topic in topics for one in studies) or holds_part(
        notes, PARTS.get(kind, "")
    )


def _reading_remarks(one: Study) -> Iterator[Remark]:
    """Passages that are no defect and worth a closer look: a risk nobody watches, actions without an error path."""
    risk = one.settled.get("risks")
    if (
        risk
        and _RISKY.search(risk.section)
        and not (_LABEL.match(risk.quote) or _WATCHED.search(risk.shown(60)))
    ):
        yield Remark("answered_risk", risk, WEIGHTS["answered_risk"])
    if _proposes_nothing(one):
        return
    said = statements(one.document, least=6)[:2000]
    yield from _first_remarks("error_path", (s for s in said if _lacks_an_error_path(s)), one)


def _first_remarks(kind: str, sentences: Iterable[Sentence], one: Study) -> Iterator[Remark]:
    """The first fitting sentence of each section, of the first few."""
    by_section: dict[int, Sentence] = {}
    for sentence in sentences:
        if len(sentence.words) <= 40:
            by_section.setdefault(sentence.section.index, sentence)
    for sentence in list(by_section.values())[:_MOST_OF_READING]:
        yield Remark(kind, passage(one.document, sentence), WEIGHTS[kind])


def _lacks_an_error_path(sentence: Sentence) -> bool:
    specified = any(map(_SPECIFIES.search, sentence.section.path))
    return specified and bool(_ACTS.search(sentence.plain)) and not _FAILS.search(sentence.section.text)


def _distinct_remarks(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """The gravest point of each passage; a point without one stands for itself."""
    by_quote: dict[str, Remark] = {}
    for remark in remarks:
        key = remark.quote or f"\0{remark.kind}"
        if key not in by_quote or remark.weight > by_quote[key].weight:
            by_quote[key] = remark
    return iter(by_quote.values())
