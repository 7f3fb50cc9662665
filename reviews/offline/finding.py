"""What the offline reviewer says: one problem, the verbatim words that show it, the question it raises."""

import hashlib
import re
from dataclasses import dataclass, field
from typing import Literal

from reviews.language.reading.document import Sentence
from reviews.states import Severity

TITLES = {
    "acronym": "Acronym that is never spelled out",
    "jargon": "Specialist's word without an explanation",
    "vague_claim": "Claim without a figure",
    "no_evidence": "Claim without a source",
    "todo": "Open point or placeholder",
    "number_conflict": "Figures that contradict each other",
    "date_conflict": "Dates that contradict each other",
    "hedge": "Statement taken half back",
    "passive": "Passive that hides who acts",
    "long_sentence": "Overlong sentence",
    "dangling_ref": "Reference to a part that is not there",
    "broken_anchor": "Link that leads nowhere",
    "decision_no_rationale": "Decision without a reason",
    "untestable": "Requirement that cannot be tested",
    "risk_no_mitigation": "Risk without a countermeasure",
    "missing_risks": "Nothing about risks",
    "missing_alternatives": "Nothing about alternatives",
    "missing_why": "Nothing about why",
    "missing_metric": "Nothing about how success is measured",
    "missing_impact": "Nothing about who is affected",
    "missing_owner": "No owner",
    "missing_date": "No date",
}
KINDS = tuple(TITLES)

Rank = Literal["structure", "wording"]

# Wording may be a matter of taste. The others are gaps that a reader runs into.
WORDING = frozenset({"hedge", "jargon", "long_sentence", "passive", "vague_claim"})

SEVERITIES = {
    "number_conflict": Severity.HIGH,
    "date_conflict": Severity.HIGH,
    "risk_no_mitigation": Severity.HIGH,
    "missing_why": Severity.HIGH,
    "missing_risks": Severity.HIGH,
    "hedge": Severity.LOW,
    "jargon": Severity.LOW,
    "passive": Severity.LOW,
    "long_sentence": Severity.LOW,
}


@dataclass(frozen=True)
class Finding:
    """One problem of one document.

    quote: the words of the document, verbatim, or "" when something is missing from the whole document.
    line, column: where the quote starts, counted from 1; both 0 when the finding is about the whole document.
    message: what is wrong, in a sentence. question: what a sceptical executive would ask about exactly this.
    confidence: 0 to 1. fingerprint: the same for the same kind and quote, wherever the quote moves to.
    """

    kind: str
    quote: str
    line: int
    column: int
    message: str
    question: str
    confidence: float = 0.7
    severity: Severity = field(default=Severity.MEDIUM)
    rank: Rank = "structure"
    fingerprint: str = ""


def fingerprint(kind: str, quote: str) -> str:
    """A stable hash of a kind and its quote; case and spacing of the quote do not count."""
    normal = " ".join(quote.lower().split())
    return hashlib.sha256(f"{kind}\n{normal}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def make(
    kind: str, quote: str, place: tuple[int, int], message: str, question: str, confidence: float = 0.7
) -> Finding:
    """A Finding with the severity and the rank of its kind. `place` is (line, column), or (0, 0)."""
    line, column = place
    return Finding(
        kind=kind,
        quote=quote,
        line=line,
        column=column,
        message=message,
        question=question,
        confidence=confidence,
        severity=SEVERITIES.get(kind, Severity.MEDIUM),
        rank="wording" if kind in WORDING else "structure",
        fingerprint=fingerprint(kind, quote or kind),
    )


def few_words(text: str, most: int = 12) -> str:
    """The first words of a quote for use inside a question: one line, no markup, at most `most` words."""
    words = re.sub(r"[*_`]+|\]\([^)\s]{0,300}\)|[\[\]]", "", text).split()
    return " ".join(words[:most]).rstrip(" .,;:") + (" …" if len(words) > most else "")


def about(kind: str, sentence: Sentence, message: str, question: str, confidence: float = 0.7) -> Finding:
    """A Finding that quotes a whole sentence, or the part of one that `Sentence.from_line_of` gives."""
    place = (sentence.line, sentence.column)
    return make(kind, sentence.text, place, message, question, confidence)
