"""Claims that a decision could rest on and that are vague, unproven, half taken back or out of reach of any test.

What makes a claim is said in rules/vague.py, rules/evidence.py, rules/requirements.py and rules/hedges.py. Here they
are weighed against each other, so that one passage is not told four times: each sentence gives its heaviest claim, and
of weak ones in touching lines of a paragraph the heaviest is told.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.document_kind import DocumentKind, document_kind
from reviews.language.reading.outline import outline_of
from reviews.language.reading.signals import is_prose
from reviews.offline.finding import Finding, few_words, finding_about
from reviews.offline.rules import evidence, hedges, requirements, vague
from reviews.offline.setting import Setting

_COSTS = {"vague_claim": 0.1, "no_evidence": 0.25, "hedge": 0.15}
"""What a kind gives away to one that asks for more when both fit."""
_BAR = 0.7
_STRONG = 1.0
_MOST_SURE = 0.9
_ARGUES_FOR_NOTHING = (DocumentKind.MINUTES, DocumentKind.CHARTER, DocumentKind.REFERENCE)
"""What people said at a meeting, what somebody stands for, and what is there to be looked up."""


class _Rule(Protocol):
    """A module that weighs one kind of claim."""

    def weigh_claim(self, setting: Setting, sentence: Sentence) -> vague.Weighed: ...


_RULES: dict[str, _Rule] = {
    "untestable": requirements,
    "no_evidence": evidence,
    "vague_claim": vague,
    "hedge": hedges,
}


@dataclass(frozen=True)
class Claim:
    """A claim. sentence: from the line on that shows it; weight: what speaks for it; shown: its words."""

    kind: str
    case: str
    sentence: Sentence
    weight: float
    shown: str


def find(document: Document) -> Iterator[Finding]:
    """One finding per claim, in the order of the text, where it argues for something."""
    for claim in _drop_neighbours(_find_claims(document)):
        surety = min(_MOST_SURE, claim.weight / 1.6)
        shown = {"claim": few_words(claim.shown), "duty": few_words(claim.shown, 8)}
        yield finding_about(claim.kind, claim.sentence, surety, case=claim.case, **shown)


def _find_claims(document: Document) -> Iterator[Claim]:
    if document_kind(outline_of(document)) in _ARGUES_FOR_NOTHING:
        return
    setting = Setting(document)
    for sentence in document.sentences:
        if is_prose(sentence) and (claim := _weigh_sentence(setting, sentence)):
            yield claim


def _weigh_sentence(setting: Setting, sentence: Sentence) -> Claim | None:
    """The heaviest claim of a sentence, None when there is none that counts."""
    weighed = {name: rule.weigh_claim(setting, sentence) for name, rule in _RULES.items()}
    kind, found = max(weighed.items(), key=lambda each: each[1].weight - _COSTS.get(each[0], 0.0))
    if found.weight < _BAR:
        return None
    case = {"vague_claim": vague.case_of, "no_evidence": evidence.case_of}.get(kind, lambda _: kind)(
        found.name
    )
    shown = found.shown if kind == "hedge" else sentence.text[found.start : found.end]
    return Claim(kind, case, sentence.from_line_of(found.start), found.weight, shown)


def _drop_neighbours(claims: Iterable[Claim]) -> list[Claim]:
    """Of claims in lines of one paragraph that touch the heaviest, or all when each is strong enough alone."""
    kept: list[Claim] = []
    for claim in claims:
        last = kept[-1] if kept else None
        if (
            last
            and last.sentence.block is claim.sentence.block
            and claim.sentence.line - last.sentence.line <= 1
        ):
            if min(claim.weight, last.weight) >= _STRONG:
                kept.append(claim)
            elif claim.weight > last.weight:
                kept[-1] = claim
        else:
            kept.append(claim)
    return kept
