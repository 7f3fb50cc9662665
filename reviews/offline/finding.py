"""What the offline reviewer says: one problem, the verbatim words that show it, the question it raises."""

import hashlib
import re
from dataclasses import dataclass, field
from typing import Literal

from reviews.language.reading.document import Sentence
from reviews.language.wordlists import read_words
from reviews.states import Severity

_WORDS = read_words(__file__, "findings")
TITLES = _WORDS.texts("titles")
KINDS = tuple(TITLES)
_SAID = {case: _WORDS.texts(case) for case in _WORDS.content if case != "titles"}

Rank = Literal["structure", "wording"]

# Wording may be a matter of taste. The others are gaps that a reader runs into.
WORDING = frozenset({"hedge", "jargon", "long_sentence", "passive", "vague_claim"})

SEVERITIES = {
    "number_conflict": Severity.HIGH,
    "date_conflict": Severity.HIGH,
    "count_conflict": Severity.HIGH,
    "statement_conflict": Severity.HIGH,
    "status_conflict": Severity.HIGH,
    "scope_conflict": Severity.HIGH,
    "missing_why": Severity.HIGH,
    "acronym": Severity.LOW,
    "hedge": Severity.LOW,
    "jargon": Severity.LOW,
    "passive": Severity.LOW,
    "long_sentence": Severity.LOW,
    "vague_claim": Severity.LOW,
}
"""As useful as readers found them who did not know the rules; the others are medium."""


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


def finding_fingerprint(kind: str, quote: str) -> str:
    """A stable hash of a kind and its quote; case and spacing of the quote do not count."""
    normal = " ".join(quote.lower().split())
    return hashlib.sha256(f"{kind}\n{normal}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def make_finding(
    kind: str, quote: str, place: tuple[int, int], confidence: float = 0.7, *, case: str = "", **words: object
) -> Finding:
    """A Finding with the severity and the rank of its kind. `place` is (line, column), or (0, 0).

    It says and asks what words/findings.toml has for its kind, or for this case of it, with `words` filled in.
    """
    line, column = place
    said = _SAID[case or kind]
    return Finding(
        kind=kind,
        quote=quote,
        line=line,
        column=column,
        message=said["says"].format(**words),
        question=said["asks"].format(**words),
        confidence=confidence,
        severity=SEVERITIES.get(kind, Severity.MEDIUM),
        rank="wording" if kind in WORDING else "structure",
        fingerprint=finding_fingerprint(kind, quote or kind),
    )


def finding_about(
    kind: str, sentence: Sentence, confidence: float = 0.7, *, case: str = "", **words: object
) -> Finding:
    """A Finding that quotes a whole sentence, or the part of one that `Sentence.from_line_of` gives."""
    start = few_words(sentence.text)
    place = (sentence.line, sentence.column)
    return make_finding(kind, sentence.text, place, confidence, case=case, sentence=start, **words)


def few_words(text: str, most: int = 12) -> str:
    """The first words of a quote for use inside a question: one line, no markup, at most `most` words."""
    words = re.sub(r"[*_`]+|\]\([^)\s]{0,300}\)|[\[\]]", "", text).split()
    return " ".join(words[:most]).rstrip(" .,;:") + (" …" if len(words) > most else "")


def contradiction(kind: str, here: str, sentence: Sentence, there: str, earlier: Sentence) -> Finding:
    """A Finding that says `here` in one sentence but `there` in an earlier one, which it quotes with its line."""
    other = few_words(earlier.text)
    return finding_about(kind, sentence, 0.75, here=here, there=there, line=earlier.line, other=other)


def same_words_again(more: int) -> str:
    """That the same words come in more places, "" when they don't."""
    return f" The same words come in {more} more place{'s' if more > 1 else ''}." if more else ""
