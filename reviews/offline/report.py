"""What the offline reviewer found, as text for people, JSON for scripts and SARIF 2.1.0 for code hosts."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote as percent_encoded

from reviews.language.line_index import LINE_END
from reviews.offline.finding import KINDS, SEVERITIES, TITLES, Finding
from reviews.offline.reviewer import LABEL, askable_findings
from reviews.states import Severity

FORMATS = ("text", "json", "sarif")
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {
    Severity.LOW: "note",
    Severity.MEDIUM: "warning",
    Severity.HIGH: "error",
    Severity.CRITICAL: "error",
}


@dataclass(frozen=True)
class Reviewed:
    """One file and what was found in it, in the reviewer's order.

    dismissed: why people have dismissed findings, by fingerprint; None where nobody could.
    """

    path: str
    findings: tuple[Finding, ...]
    dismissed: Mapping[str, str] | None = None


def render_report(files: Sequence[Reviewed], form: str, failures: Sequence[str] = ()) -> str:
    """The report in one of FORMATS. `failures` are sentences about files that could not be read."""
    return {"text": as_text, "json": as_json, "sarif": as_sarif}[form](files, failures)


def as_text(files: Sequence[Reviewed], failures: Sequence[str] = ()) -> str:
    """Grouped by file: structure, wording to check, then the questions to ask first."""
    parts = [_file_as_text(file) for file in files]
    return "\n\n".join([*parts, _summary_line(files)])


def as_json(files: Sequence[Reviewed], failures: Sequence[str] = ()) -> str:
    """A flat list of findings; those about a whole document have line 0."""
    rows = [_json_row(file.path, finding) for file in files for finding in file.findings]
    return json.dumps(rows, ensure_ascii=False, indent=2)


def as_sarif(files: Sequence[Reviewed], failures: Sequence[str] = ()) -> str:
    """A SARIF 2.1.0 log with one run."""
    run = {
        "tool": {
            "driver": {"name": "elm-offline-reviewer", "fullName": LABEL, "rules": [_rule(k) for k in KINDS]}
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not failures,
                "toolExecutionNotifications": [{"level": "error", "message": {"text": f}} for f in failures],
            }
        ],
        "results": [_sarif_result(file, finding) for file in files for finding in file.findings],
    }
    return json.dumps(
        {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2
    )


def _file_as_text(file: Reviewed) -> str:
    lines = [f"{_printable_text(file.path)} ({LABEL})"]
    for rank, title in (("structure", "Structure"), ("wording", "Wording to check")):
        found = [finding for finding in file.findings if finding.rank == rank]
        if found:
            lines += ["", f"  {title}", *(_finding_line(finding) for finding in found)]
    asked = askable_findings(file.findings)
    if asked:
        lines += ["", "  Questions to ask first"]
        lines += [f"    {number}. {_printable_text(f.question)}" for number, f in enumerate(asked, 1)]
    if not file.findings:
        lines.append("  Nothing found.")
    return "\n".join(lines)


def _finding_line(finding: Finding) -> str:
    place = f"{finding.line}:{finding.column}" if finding.line else "whole text"
    return f"    {place:<11}{finding.severity:<9}{finding.kind:<22} {_printable_text(finding.message)}"


def _summary_line(files: Sequence[Reviewed]) -> str:
    counts = Counter(finding.severity for file in files for finding in file.findings)
    total = sum(counts.values())
    shares = ", ".join(f"{counts[s]} {s}" for s in reversed(Severity) if counts[s])
    return f"{_plural(len(files), 'file')}, {_plural(total, 'finding')}{f': {shares}' if shares else ''}."


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _printable_text(text: str) -> str:
    """Without control characters: a document must not steer the reader's terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def _json_row(path: str, finding: Finding) -> dict[str, Any]:
    return {
        "path": path,
        "line": finding.line,
        "column": finding.column,
        "kind": finding.kind,
        "severity": str(finding.severity),
        "quote": finding.quote,
        "message": finding.message,
        "question": finding.question,
    }


def _rule(kind: str) -> dict[str, Any]:
    level = _LEVELS[SEVERITIES.get(kind, Severity.MEDIUM)]
    return {
        "id": kind,
        "shortDescription": {"text": TITLES[kind]},
        "defaultConfiguration": {"level": level},
    }


def _sarif_result(file: Reviewed, finding: Finding) -> dict[str, Any]:
    # Paths of repositories may have bytes that are no UTF-8: these are encoded as they are.
    uri = percent_encoded(file.path.replace("\\", "/"), errors="surrogateescape")
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if finding.line:
        place["region"] = _sarif_region(finding)
    return {
        "ruleId": finding.kind,
        "ruleIndex": KINDS.index(finding.kind),
        "level": _LEVELS[finding.severity],
        "rank": round(100 * finding.confidence, 1),
        "message": {"text": f"{finding.message} {finding.question}"},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"kindAndQuote/v1": finding.fingerprint},
        **_sarif_suppressions(file, finding),
    }


def _sarif_suppressions(file: Reviewed, finding: Finding) -> dict[str, Any]:
    """Who reads the log takes a result with a suppression for settled; all results of a run must have them, if only
    an empty list, or none may."""
    if file.dismissed is None:
        return {}
    why = file.dismissed.get(finding.fingerprint)
    return {"suppressions": [] if why is None else [{"kind": "external", "justification": why}]}


def _sarif_region(finding: Finding) -> dict[str, Any]:
    """Where the quote stands; SARIF's end column is the one behind the last character."""
    lines = LINE_END.split(finding.quote)
    start = finding.column if len(lines) == 1 else 1
    return {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.line + len(lines) - 1,
        "endColumn": start + len(lines[-1]),
        "snippet": {"text": finding.quote},
    }
