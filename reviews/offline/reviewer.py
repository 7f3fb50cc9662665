"""The offline reviewer: every skill over one reading of a text, in the order in which a person should read
it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reviews.language.reading.document import Document, read_document
from reviews.language.reading.document_language import ENGLISH, document_language
from reviews.offline.finding import Finding
from reviews.offline.rules import (
    acronyms,
    claims,
    counts,
    dates,
    decisions,
    injections,
    jargon,
    long_sentences,
    missing,
    numbers,
    open_points,
    passives,
    placeholders,
    pointers,
    references,
    risks,
    scopes,
    statements,
    statuses,
    timelines,
    unowned_actions,
)
from reviews.providers.base import LABELS

LABEL = LABELS["offline"]

# How many findings of a kind are worth a reader's time: at least so many a document, or so many per 1,000 words.
ALLOWANCE = {
    "acronym": (2, 1.7),
    "vague_claim": (2, 1.0),
    "hedge": (1, 0.9),
    "passive": (2, 0.9),
    "long_sentence": (1, 0.6),
    "jargon": (1, 0.7),
}

SKILLS = (
    injections, missing, numbers, dates, timelines, counts, statements, statuses, scopes, risks, unowned_actions,
    decisions, claims, placeholders, open_points, references, pointers, acronyms, passives, jargon, long_sentences,
)  # fmt: skip
IN_ANY_LANGUAGE = (injections, placeholders, references)
"""Those that need no English: they look at marks, links and headings."""


def review_text(text: str, name: str = "") -> list[Finding]:
    """Everything the rules find in a text: findings before hints, worst first, then by place."""
    return review_document(read_document(text, name))


def review_document(document: Document) -> list[Finding]:
    """As `review_text`, for a document that has been read."""
    return worth_listing(all_findings(document), document.prose_words)


def find_in_text(text: str, name: str) -> tuple[list[Finding], int]:
    """As `all_findings`, for a text that has not been read, and how many words its sentences have."""
    document = read_document(text, name)
    return all_findings(document), document.prose_words


def all_findings(document: Document) -> list[Finding]:
    """All that the rules find, however much of a kind, in no order; only the structure of what is not English."""
    skills = IN_ANY_LANGUAGE if unreviewed_language(document) else SKILLS
    return _distinct_findings(finding for skill in skills for finding in skill.find(document))


def unreviewed_language(document: Document) -> str | None:
    """The language of a text that the rules can't read, such as "German"; None when it is English."""
    found = document_language(document)
    return None if found == ENGLISH else found


def worth_listing(findings: Iterable[Finding], words: int) -> list[Finding]:
    """Those that are worth a reader's time in a text of so many words, in the order of `review_text`."""
    return in_order(_thin_crowds(findings, words))


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """All of them, however much of a kind: findings, worst first, then hints, the more useful ones first, each by
    place."""
    return sorted(findings, key=_finding_order)


def _thin_crowds(findings: Iterable[Finding], words: int) -> Iterator[Finding]:
    """Of kinds that come in crowds only the surest; the last one kept says how many more there are."""
    by_kind: dict[str, list[Finding]] = {}
    for finding in findings:
        by_kind.setdefault(finding.kind, []).append(finding)
    for kind, crowd in by_kind.items():
        least, rate = ALLOWANCE.get(kind, (len(crowd), 0))
        most = max(least, round(rate * words / 1000))
        kept = sorted(crowd, key=lambda f: (-f.confidence, f.line, f.column))[:most]
        left = len(crowd) - len(kept)
        if left and kept:
            kept[-1] = replace(
                kept[-1], message=f"{kept[-1].message} {left} more of this kind are not listed."
            )
        yield from kept


def _distinct_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Without the same finding twice at one place."""
    kept = {(f.kind, f.line, f.column, f.quote): f for f in findings}
    return list(kept.values())


def _finding_order(finding: Finding) -> tuple[bool, int, float, int, int, str]:
    use = finding.use if finding.is_hint else 1.0
    return (finding.is_hint, -finding.severity.rank, -use, finding.line, finding.column, finding.kind)


def askable_findings(findings: Sequence[Finding], most: int = 10) -> list[Finding]:
    """The findings most worth asking about, at most `most`: grave and certain ones, of many kinds, in order.

    Every kind gives its best one before any gives a second, and none gives more than three.
    """
    rounds: list[list[Finding]] = [[], [], []]
    counts: dict[str, int] = {}
    for finding in sorted(findings, key=_asking_worth):
        turn = counts.get(finding.kind, 0)
        counts[finding.kind] = turn + 1
        if turn < len(rounds):
            rounds[turn].append(finding)
    return [finding for turn in rounds for finding in turn][:most]


def _asking_worth(finding: Finding) -> tuple[bool, float, int, int]:
    weight = (finding.severity.rank + 1) * finding.confidence
    return (finding.is_hint, -weight, finding.line, finding.column)
