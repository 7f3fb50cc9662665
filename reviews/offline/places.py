"""Where findings stand: the passage of each, the second passage of a contradiction, and which are worth a question."""

import re
from bisect import bisect_right
from collections.abc import Iterable

from reviews.language.quotation_marks import find_quoted
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.passages import Passage, is_beside_the_point, is_open_points, passage, shown
from reviews.language.reading.topics import content_stems, stem_overlap
from reviews.offline.finding import Finding

_ELSEWHERE = re.compile(r"\bin line (\d+): “([^”…]+)")
_FEWEST_STEMS, _SAME = 2, 0.99
_FEWEST_WORDS = 3
"""Words of a quote that tells something."""
_FIGURES = re.compile(r"(.{1,40}?) here, but (.{1,40}?) in line")


def usable_findings(document: Document, findings: Iterable[Finding]) -> list[tuple[Finding, Passage | None]]:
    """The findings worth a person's time, surest first, each with its passage; None when nothing can be quoted."""
    located = [(finding, sentence_of(document, finding)) for finding in findings]
    ranked = sorted(located, key=lambda pair: (-pair[0].confidence, pair[0].line))
    return [
        (f, passage(document, s) if s and _is_quotable(s) else None)
        for f, s in ranked
        if s is None or not (is_open_points(s.section) or is_beside_the_point(s.section))
    ]


def sentence_of(document: Document, finding: Finding) -> Sentence | None:
    """The sentence in which a finding stands; None for one about the whole document."""
    if not finding.line:
        return None
    offset = document.index.start_of(finding.line) + finding.column - 1
    position = bisect_right(document.sentences, offset, key=lambda s: s.start) - 1
    sentence = document.sentences[position] if position >= 0 else None
    return sentence if sentence and offset < sentence.end else None


def is_same_but_for_a_figure(document: Document, finding: Finding) -> bool:
    """Whether a contradiction is one of two figures or dates in what is otherwise the same statement."""
    here, there = sentence_of(document, finding), elsewhere(document, finding)
    if here is None or there is None or finding.kind not in ("number_conflict", "date_conflict"):
        return False
    one, other = content_stems(here.plain), content_stems(there.shown(200))
    return min(len(one), len(other)) >= _FEWEST_STEMS and stem_overlap(one, other) >= _SAME


def _is_quotable(sentence: Sentence) -> bool:
    return sentence.kind != "heading" and len(sentence.words) >= _FEWEST_WORDS


def elsewhere(document: Document, finding: Finding) -> Passage | None:
    """The other passage of a contradiction."""
    match = _ELSEWHERE.search(finding.message)
    if not match:
        return None
    words = shown(match.group(2)).strip()
    for sentence in document.sentences:
        if sentence.line == int(match.group(1)) and shown(sentence.text).startswith(words):
            return passage(document, sentence)
    return None


def conflicting_figures(finding: Finding) -> tuple[str, ...]:
    """The two figures of a contradiction: the one here, the other one."""
    match = _FIGURES.match(finding.message)
    return match.groups() if match else ()


def terms(finding: Finding) -> list[str]:
    """The terms that a finding is about, several when one sentence has several."""
    return find_quoted(finding.message, 2, 40) or [" ".join(finding.quote.split())]
