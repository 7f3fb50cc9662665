"""Requirements that nobody could test.

Looks for duties (must, shall, should, needs to) and goals (provide, ensure, make) whose measure is a
matter of taste: robust, intuitive, in a timely manner, easy to maintain, as soon as possible. Leaves
alone duties with a figure, with a condition that can be checked, and such words when they are not what is
required.
"""

import re
from collections.abc import Iterator

from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import is_prose, measured
from reviews.offline.finding import Finding, about, few_words

_TASTE = (
    r"(?:robust(?:ly)?|snappy|flexibl[ey]|intuitiv(?:e|ely)|user[- ]friendly|easy|easily|simple|simply"
    r"|efficient(?:ly)?|fast|quick(?:ly)?|timely|prompt(?:ly)?"
    r"|responsive|scalable|scale\s+well|maintainable|extensible|modular|modern|seamless(?:ly)?"
    r"|smooth(?:ly)?|reliabl[ey]|stable|secure(?:ly)?|safe(?:ly)?"
    r"|performant|lightweight|appropriate(?:ly)?|adequate(?:ly)?|sufficient(?:ly)?|reasonabl[ey]"
    r"|acceptabl[ey]|suitabl[ey]|proper(?:ly)?|correct(?:ly)?\s+behaviou?r"
    r"|good|nice|clean|elegant|attractive|convenient(?:ly)?|effective(?:ly)?|optimal(?:ly)?|optimi[sz]ed"
    r"|minimal|minimi[sz]ed|maximi[sz]ed|high[- ]quality"
    r"|state[- ]of[- ]the[- ]art|best[- ]in[- ]class|future[- ]proof|(?:accessible|usable)(?!\s+(?:from"
    r"|by|via|in|only|with|without))|readable"
    r"|understandable|transparent|graceful(?:ly)?|resilient"
    r"|well[- ](?:documented|tested|designed|structured)|comprehensive|clear(?:ly)?|satisf(?:y|ied|ying)"
    r"|happy|pleasant|cost[- ]effective|economical(?:ly)?"
    r"|as\s+\w+\s+as\s+(?:possible|feasible|practical)|where\s+(?:possible|appropriate|necessary)"
    r"|when\s+appropriate|to\s+a\s+minimum|in\s+a\s+\w+\s+(?:manner|way|fashion)"
    r"|within\s+(?:a\s+)?reasonable\s+\w+|without\s+(?:undue|noticeable|significant)\s+\w+"
    r"|high(?:ly)?\s+(?:available|performance|quality|availability))"
)
_MANNER = (
    r"(?:efficiently|quickly|promptly|seamlessly|smoothly|reliably|securely|appropriately|adequately"
    r"|sufficiently"
    r"|reasonably|properly|effectively|optimally|gracefully|conveniently|robustly|intuitively|easily|well"
    r"|fast"
    r"|as\s+\w+\s+as\s+(?:possible|feasible|practical)|to\s+a\s+minimum|within\s+(?:a\s+)?reasonable\s+\w+"
    r"|without\s+(?:undue|noticeable|significant)\s+\w+|in\s+an?\s+\w+\s+(?:manner|way|fashion))"
)
_FILL = r"(?:\s+(?:also|both|always|still|very|highly|as|more|\w+ly|and|,|generally))*\s+"
_MODAL = (
    r"\b(?:must|shall|should|needs?\s+to|ha(?:s|ve)\s+to|(?:is|are)\s+(?:required|expected|supposed)\s+to"
    r"|ought\s+to)"
)
_DUTY = any_case(
    rf"{_MODAL}{_FILL}(?:not\s+)?(?:"
    rf"(?:be|remain|stay|become|feel|look){_FILL}(?:\w+\s*(?:,|and|,\s*and)\s+)?{_TASTE}\b"
    rf"|(?:\w+\s+){{1,5}}?{_MANNER}(?!\w)"
    rf"|(?:have|provide|offer|ensure|give|deliver|show)\s+(?:an?\s+|the\s+)?{_TASTE}\b"
    r"|(?:support|handle|serve|cope\s+with|sustain)\s+(?:an?\s+)?(?:large|high|heavy|many|lots"
    r"|significant|huge|growing)\b"
    r"|(?:scale|grow)\s+(?:to\s+meet|with|well|easily)\b)"
)
_GOAL = any_case(
    rf"^\W*(?:provide|ensure|make|deliver|offer|enable|guarantee|achieve|create|build"
    rf"|have)\b[^.]{{0,40}}?\b{_TASTE}\s*(?:,|and|or)\s*(?:and\s+)?{_TASTE}\b"
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per duty without a measure."""
    for sentence in document.sentences:
        if not is_prose(sentence) or measured(sentence.plain):
            continue
        if match := _DUTY.search(sentence.plain) or _GOAL.search(sentence.plain):
            yield _finding(sentence.from_line_of(match.start()), match)


def _finding(sentence: Sentence, match: re.Match[str]) -> Finding:
    shown = few_words(" ".join(match.group().split()), 8)
    return about(
        "untestable",
        sentence,
        f"“{shown}” can be argued about but not tested.",
        f"What test would show that “{few_words(sentence.text)}” is met?",
        0.7,
    )
