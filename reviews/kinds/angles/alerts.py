"""What kept analysers say of source code and the offline reviewer of documents, as the alerts of angles; of code also
the fixes that they call safe."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from reviews.code.analysers.alert import ANGLES, Alert
from reviews.code.analysers.analysis import analyse
from reviews.code.analysers.fixes import apply_safe_fixes
from reviews.kinds.angles.state import Unit
from reviews.language.wordlists import read_words
from reviews.workers.lanes import RULES

CONFIDENCE = 0.8
CHECKED = "The analysers were run again and found nothing new."
BROKE = "The analysers were run again and found something new."

KINDS = read_words(__file__, "document_angles").texts("angles")
"""The angle of each kind of finding."""


def code_analysis(name: str, text: str, language: str, angles: Sequence[str]) -> dict[str, Any]:
    """Alerts and receipts of source code, as `tools.run_tool` gives them."""
    found = analyse(name, text, language, [angle for angle in ANGLES if angle in angles])
    read = {str(angle): {"status": one.state, "why": one.why} for angle, one in found.read.items()}
    for angle in set(angles) - set(ANGLES):
        read[angle] = {"status": "skipped", "why": "There are no analysers for this angle."}
    return {"alerts": [plain_alert(one) for one in found.alerts], "read": read, "found": found.alerts}


def plain_alert(alert: Alert) -> dict[str, Any]:
    return {
        "rule": alert.rule,
        "angle": alert.angle,
        "severity": alert.severity,
        "message": alert.message,
        "advice": alert.advice,
        "line": alert.line,
        "column": alert.column,
        "quote": alert.quote,
        "confidence": CONFIDENCE,
    }


def safe_modifications(
    name: str, language: str, units: Sequence[Unit], alerts: Sequence[Alert]
) -> list[dict[str, Any]]:
    """One modification for each open unit that has safe fixes, checked by running every analyser again on the whole
    text: what brings a new alert to its unit is not approved. `alerts` are those of the units' texts, joined."""
    made = {}
    for place, own in _alerts_by_unit(units, alerts).items():
        after, applied = apply_safe_fixes(units[place].current, own)
        if applied and after != units[place].current:
            made[place] = (after, applied)
    if not made:
        return []
    after_all = "".join(made[place][0] if place in made else unit.current for place, unit in enumerate(units))
    broken = _new_rules(alerts, analyse(name, after_all, language).alerts)
    return [_modification(units[place], after, applied, broken) for place, (after, applied) in made.items()]


def _alerts_by_unit(units: Sequence[Unit], alerts: Sequence[Alert]) -> dict[int, list[Alert]]:
    """By the place of an open unit, the alerts whose safe fixes lie within it, their edits counted from its start."""
    starts = [0, *accumulate(len(unit.current) for unit in units)]
    found: dict[int, list[Alert]] = {}
    for alert in alerts:
        fix = alert.fix
        if not fix or not fix.safe or not fix.edits:
            continue
        edits = fix.edits
        place = bisect_right(starts, min(edit.start for edit in edits)) - 1
        if place >= len(units) or not units[place].is_open:
            continue
        start, end = starts[place], starts[place + 1]
        if all(edit.end <= end for edit in edits):
            own = tuple(replace(edit, start=edit.start - start, end=edit.end - start) for edit in edits)
            found.setdefault(place, []).append(replace(alert, fix=replace(fix, edits=own)))
    return dict(sorted(found.items()))


def _new_rules(before: Sequence[Alert], after: Sequence[Alert]) -> Mapping[str, int]:
    """The rules that have more alerts than before."""
    return Counter(one.rule for one in after) - Counter(one.rule for one in before)


def _modification(
    unit: Unit, after: str, applied: Sequence[Alert], broken: Mapping[str, int]
) -> dict[str, Any]:
    rules = ", ".join(dict.fromkeys(one.rule for one in applied))
    return {
        "unit": unit.id,
        "angle": applied[0].angle,
        "before": unit.current,
        "after": after,
        "reason": f"A fix that its analyser calls safe ({rules}).",
        "approved": not broken,
        "why": f"{BROKE} ({', '.join(broken)})" if broken else CHECKED,
    }


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
