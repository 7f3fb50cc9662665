"""The findings of a review to take away: JSON, SARIF 2.1.0 and Markdown. Pure."""

import json
from typing import Any

from reviews.kinds.angles.state import AnglesState, Issue
from reviews.kinds.angles.transcript import findings_list
from reviews.language.line_index import LINE_END
from reviews.offline.sarif import LEVELS, sarif_log, sarif_uri

FORMAT, VERSION = "elm.angle-findings", 1

type Values = dict[str, Any]


def findings_json(state: AnglesState) -> str:
    """What stands and what was refuted, with the figures of each pass."""
    values = {
        "format": FORMAT,
        "version": VERSION,
        "session": state.setup.session,
        "angles": [
            {"id": one.id, "name": one.name, "weight": round(one.weight, 4)} for one in state.setup.angles
        ],
        "end": state.reason,
        "passes": [
            {
                "number": one.number,
                "open": one.open,
                "new": one.new,
                "gone": one.gone,
                "modified": one.modified,
            }
            for one in state.closed
        ],
        "findings": [_issue_values(state, one) for one in state.findings],
        "refuted": [_issue_values(state, one) for one in state.issues.values() if one.refuted],
    }
    return json.dumps(values, ensure_ascii=False, indent=2)


def _issue_values(state: AnglesState, issue: Issue) -> Values:
    unit = state.unit(issue.unit)
    return {
        "fingerprint": issue.fingerprint,
        "artifact": unit.artifact,
        "file": state.note(unit.artifact).name,
        "unit": {"key": unit.key, "name": unit.name, "kind": unit.kind},
        "angle": issue.angle,
        "agreed": list(issue.agreed),
        "severity": issue.severity.value,
        "line": issue.line,
        "column": issue.column,
        "in_pinned_text": issue.pinned,
        "quote": issue.quote,
        "description": issue.description,
        "fix": issue.fix,
        "confidence": issue.confidence,
        "rule": issue.rule,
        "passes": list(issue.passes),
        "checked": issue.checked,
        "refuted": issue.refuted,
    }


def findings_sarif(state: AnglesState) -> str:
    """A SARIF 2.1.0 log with one run: an angle, or a rule of an analyser, is a rule. What was refuted is suppressed.
    What has its words only in the working copy is told without a line."""
    standing = list(state.findings)
    refuted = [one for one in state.issues.values() if one.refuted]
    rules = list(dict.fromkeys(_rule_id(one) for one in (*standing, *refuted)))
    results = [_sarif_result(state, one, rules) for one in (*standing, *refuted)]
    names = {angle.id: angle.name for angle in state.setup.angles}
    described = [{"id": rule, "shortDescription": {"text": names.get(rule, rule)}} for rule in rules]
    failed = [
        f"{unit.name} in {state.note(unit.artifact).name} {unit.why}."
        for unit in state.units
        if unit.outcome == "error"
    ]
    return sarif_log(described, results, failed, tool=("elm-angle-review", "ELM angle review"))


def _rule_id(issue: Issue) -> str:
    return issue.rule or issue.angle


def _sarif_result(state: AnglesState, issue: Issue, rules: list[str]) -> Values:
    unit = state.unit(issue.unit)
    uri = sarif_uri(state.note(unit.artifact).name)
    place: Values = {"artifactLocation": {"uri": uri}}
    if issue.pinned:
        place["region"] = _region(issue)
    because = [{"kind": "external", "justification": issue.refuted}] if issue.refuted else []
    return {
        "ruleId": _rule_id(issue),
        "ruleIndex": rules.index(_rule_id(issue)),
        "level": LEVELS[issue.severity],
        "rank": round(100 * issue.confidence, 1),
        "message": {"text": f"{issue.description} {issue.fix}".strip() or _rule_id(issue)},
        "locations": [{"physicalLocation": place, "logicalLocations": [{"name": unit.name}]}],
        "partialFingerprints": {"unitAndQuote/v1": issue.fingerprint},
        "suppressions": because,
        "properties": {"angle": issue.angle, "agreed": list(issue.agreed), "severity": issue.severity.value},
    }


def _region(issue: Issue) -> Values:
    """Where the quote stands; SARIF's end column is the one behind the last character."""
    if not issue.quote:
        return {"startLine": issue.line}
    lines = LINE_END.split(issue.quote)
    start = issue.column if len(lines) == 1 else 1
    return {
        "startLine": issue.line,
        "startColumn": issue.column,
        "endLine": issue.line + len(lines) - 1,
        "endColumn": start + len(lines[-1]),
        "snippet": {"text": issue.quote},
    }


def findings_markdown(state: AnglesState) -> str:
    return "\n".join(["# Findings", "", *findings_list(state), ""])
