"""Where findings stand: the passage of each, the second passage of a contradiction, and which are worth a question."""

import re
from bisect import bisect_right
from collections.abc import Iterable

from reviews.language.quotation_marks import find_quoted
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.passages import Passage, is_beside_the_point, is_open_points, passage, shown
from reviews.offline.finding import Finding

_ELSEWHERE = re.compile(r"\bin line (\d+): “([^”…]+)")
_FIGURES = re.compile(r"(.{1,40}?) here, but (.{1,40}?) in line")


def usable_findings(document: Document, findings: Iterable[Finding]) -> list[tuple[Finding, Passage | None]]:
    """The findings worth a person's time, surest first, each with its passage; None when nothing can be quoted."""
    located = [(finding, sentence_of(document, finding)) for finding in findings]
    ranked = sorted(located, key=lambda pair: (-pair[0].confidence, pair[0].line))
    return [(f, passage(document, s) if s else None) for f, s in ranked if _is_worthwhile(f, s)]


def sentence_of(document: Document, finding: Finding) -> Sentence | None:
    """The sentence in which a finding stands; None for one about the whole document."""
    if not finding.line:
        return None
    offset = document.index.start_of(finding.line) + finding.column - 1
    position = bisect_right(document.sentences, offset, key=lambda s: s.start) - 1
    sentence = document.sentences[position] if position >= 0 else None
    return sentence if sentence and offset < sentence.end else None


def _is_worthwhile(finding: Finding, sentence: Sentence | None) -> bool:
    """Leaves out what stands in lists of links, sign-offs and open points, and findings that nothing shows."""
    if not finding.line:
        return True
    if sentence is None or sentence.kind == "heading" or len(sentence.words) < 3:
        return False
    return not is_open_points(sentence.section) and not is_beside_the_point(sentence.section)


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
