"""Risks that are named and left there.

Looks for sentences that state a risk (a label "Risk:", "the risk is that", "poses a risk", "may leak … a
high risk") with no countermeasure in the same block, in the next sentences of the section, in the same
table row, or in a list below. Leaves alone the word in compounds and headings (risk register, low risk),
and text that says that a risk is accepted or does not exist.
"""

from collections.abc import Iterator

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import is_prose
from reviews.offline.finding import Finding, finding_about

_WORDS = phrases(offline.__file__, "risks")
_STATES = _WORDS.anywhere("states")
_NO_RISK = any_case(rf"\b{_WORDS.any_of('no_risk')}\b[^.]{{0,30}}\b(?:risks?|danger|threat)\b")
MITIGATION = _WORDS.whole("mitigation")
_ELSEWHERE = _WORDS.whole("elsewhere")


def find(document: Document) -> Iterator[Finding]:
    """One finding per risk without a countermeasure."""
    for sentence in document.sentences:
        if not is_prose(sentence, least=3) or sentence.kind == "table_cell":
            continue
        states = _STATES.search(sentence.plain) and not _NO_RISK.search(sentence.plain)
        if states and not _is_countered(document, sentence):
            yield finding_about("risk_no_mitigation", sentence)


def _is_countered(document: Document, sentence: Sentence) -> bool:
    if MITIGATION.search(sentence.plain):
        return True
    for other in document.nearby(sentence, after=4):
        beside = other.block is sentence.block or other.block.list_depth > sentence.block.list_depth
        if (MITIGATION if beside else _ELSEWHERE).search(other.plain):
            return True
    return False
