"""What the offline reviewer found, as SARIF 2.1.0 for code hosts and editors."""

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote as percent_encoded

from reviews.language.line_index import LINE_END
from reviews.offline.ci.kinds import kind_severity
from reviews.offline.finding import KINDS, TITLES, Finding
from reviews.offline.reviewed import Reviewed
from reviews.offline.reviewer import LABEL
from reviews.states import Severity

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {
    Severity.LOW: "note",
    Severity.MEDIUM: "warning",
    Severity.HIGH: "error",
    Severity.CRITICAL: "error",
}

type Sarif = dict[str, Any]


def as_sarif(
    files: Sequence[Reviewed], failures: Sequence[str] = (), said: Sequence[tuple[str, Finding]] = ()
) -> str:
    """A SARIF 2.1.0 log with one run. said: what was found in messages of people, each with what the message is called:
    they are no files, so it is told as a notification."""
    results = [
        {**sarif_result(file, finding, KINDS), **_dismissals(file, finding)}
        for file in files
        for finding in file.findings
    ]
    told = [_said_notification(called, finding) for called, finding in said]
    return sarif_log([_rule(kind) for kind in KINDS], results, failures, told)


def sarif_log(
    rules: Sequence[Sarif],
    results: Sequence[Sarif],
    failures: Sequence[str],
    told: Sequence[Sarif] = (),
    tool: tuple[str, str] = ("elm-offline-reviewer", LABEL),
) -> str:
    """A log with one run. failures: sentences about files that could not be read; told: other notifications; tool: the
    name and the full name of who has found it."""
    broken = [{"level": "error", "message": {"text": failure}} for failure in failures]
    run = {
        "tool": {"driver": {"name": tool[0], "fullName": tool[1], "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {"executionSuccessful": not failures, "toolExecutionNotifications": [*broken, *told]}
        ],
        "results": results,
    }
    return json.dumps(
        {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2
    )


def sarif_result(file: Reviewed, finding: Finding, kinds: Sequence[str]) -> Sarif:
    """A finding; `kinds` are those of the run's rules, in order."""
    place = sarif_place(file)
    if finding.line:
        place["region"] = _sarif_region(finding)
    return {
        "ruleId": finding.kind,
        "ruleIndex": kinds.index(finding.kind),
        "level": LEVELS[finding.severity],
        "rank": round(100 * finding.use, 1),
        "message": {"text": f"{finding.message} {finding.question}"},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"kindAndQuote/v1": finding.fingerprint},
    }


def _said_notification(called: str, finding: Finding) -> Sarif:
    text = f"In {called}: {finding.message} {finding.question}"
    return {"level": LEVELS[finding.severity], "message": {"text": text}}


def sarif_place(file: Reviewed) -> Sarif:
    """The place of a whole file."""
    return {"artifactLocation": {"uri": sarif_uri(file.path)}}


def sarif_uri(path: str) -> str:
    """The path of a file as a relative address."""
    # Paths of repositories may have bytes that are no UTF-8: these are encoded as they are.
    return percent_encoded(path.replace("\\", "/"), errors="surrogateescape")


def _rule(kind: str) -> Sarif:
    level = LEVELS[kind_severity(kind)]
    return {
        "id": kind,
        "shortDescription": {"text": TITLES[kind]},
        "defaultConfiguration": {"level": level},
    }


def _dismissals(file: Reviewed, finding: Finding) -> Sarif:
    """Who reads the log takes a result with a suppression for settled; all results of a run must have them, if only
    an empty list, or none may."""
    if file.dismissed is None:
        return {}
    why = file.dismissed.get(finding.fingerprint)
    return {"suppressions": [] if why is None else [{"kind": "external", "justification": why}]}


def _sarif_region(finding: Finding) -> Sarif:
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
