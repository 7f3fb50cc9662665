"""What the offline reviewer says of a document, as the alerts of angles."""

from collections.abc import Sequence
from typing import Any

from reviews.language.wordlists import read_words
from reviews.workers.lanes import RULES

KINDS = read_words(__file__, "document_angles").texts("angles")
"""The angle of each kind of finding."""


def document_analysis(name: str, text: str, angles: Sequence[str]) -> dict[str, Any]:
    """Alerts and receipts of a document, as `tools.run_tool` gives them. Raises WorkEnded."""
    # Word lists take a second to load: only who asks pays for it.
    from reviews.offline.reviewer import find_in_text, worth_listing

    found, words = RULES.run(find_in_text, text, name, size=len(text))
    alerts = [
        {
            "rule": one.kind,
            "angle": KINDS[one.kind],
            "severity": one.severity.value,
            "message": one.message,
            "advice": one.question,
            "line": one.line or 1,
            "column": one.column or 1,
            "quote": one.quote,
            "confidence": one.confidence,
        }
        for one in worth_listing(found, words)
        if KINDS.get(one.kind) in angles
    ]
    known = set(KINDS.values())
    read = {
        angle: {"status": "read", "why": ""}
        if angle in known
        else {"status": "skipped", "why": "There are no rules for this angle in documents."}
        for angle in angles
    }
    return {"alerts": sorted(alerts, key=lambda one: (one["line"], one["column"])), "read": read}
