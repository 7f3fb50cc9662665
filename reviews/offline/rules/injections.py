"""Text that addresses whoever reviews the document instead of its readers: orders, forged markers, hidden words.

Looks for what `language/injection.py` looks for. Leaves alone text that addresses people, joiners and marks that
scripts and emoji need, comments of templates and linters, and ELM's own transcripts and markers. A text about such
attempts is a low finding.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from reviews.language.injection import SAYS, Injection, find_in_document
from reviews.language.reading.document import Document
from reviews.offline.finding import Finding, few_words, make_finding

_CONFIDENCE = {"low": 0.5, "medium": 0.75, "high": 0.9}


def find(document: Document) -> Iterator[Finding]:
    return as_findings(find_in_document(document.text))


def as_findings(passages: Iterable[Injection]) -> Iterator[Finding]:
    """Each passage of a document or a message, with its own severity."""
    for one in passages:
        found = make_finding(
            "injection",
            one.quote,
            (one.line, one.column),
            _CONFIDENCE[one.severity],
            case="injection_spelled" if one.spells else "injection",
            says=SAYS[one.kind],
            spells=few_words(one.spells),
            words=few_words(one.quote),
        )
        yield replace(found, severity=one.severity)
