"""What the offline reviewer found, as text for people, JSON for scripts and SARIF 2.1.0 for code hosts."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from reviews.language.wording import counted
from reviews.offline.ci.kinds import NOT_REVIEWED
from reviews.offline.ci.team_sarif import as_team_sarif
from reviews.offline.finding import TITLES, Finding
from reviews.offline.reviewed import Reviewed, Run
from reviews.offline.reviewer import LABEL, askable_findings
from reviews.states import Severity

HINTS = "Hints: rules that are often wrong"
FORMATS = ("text", "json", "sarif")
_COLOURS = {Severity.LOW: "36", Severity.MEDIUM: "33", Severity.HIGH: "31", Severity.CRITICAL: "1;31"}
_BOLD, _DIM = "1", "2"

type _Painter = Callable[[str, str], str]


def render_report(run: Run, form: str, *, in_colour: bool = False) -> str:
    """The report in one of FORMATS; every character of it can be encoded."""
    if form == "json":
        text = as_json(run.files)
    elif form == "sarif":
        text = as_team_sarif(run.files, run.failures)
    else:
        text = as_text(run, in_colour=in_colour)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def as_json(files: Sequence[Reviewed]) -> str:
    """A flat list of findings; those about a whole document have line 0, and so has the row of kind "language" that
    says of a file that it was not reviewed."""
    rows = [row for file in files for row in _json_rows(file)]
    return json.dumps(rows, ensure_ascii=False, indent=2)


def as_text(run: Run, *, in_colour: bool = False) -> str:
    """Grouped by file: findings, the questions to ask first, then hints; a line that sums up at the end. Of several
    files those without a finding are only counted."""
    paint = _paint if in_colour else _leave_plain
    told = [file for file in run.files if _is_told(file, run)]
    parts = [_file_as_text(file, paint, with_hints=run.with_hints) for file in told]
    if run.files and not told:
        parts = [f"Nothing found. ({LABEL})"]
    parts += [f"{_printable_text(path)}: excluded by the configuration." for path in run.excluded]
    return "\n\n".join([*parts, _summary_line(run)])


def _is_told(file: Reviewed, run: Run) -> bool:
    has_any = file.findings if run.with_hints else _part_hints(file)[0]
    return bool(has_any) or file.other_language or len(run.files) == 1


def _part_hints(file: Reviewed) -> tuple[list[Finding], list[Finding]]:
    """The findings of a file, and the hints."""
    findings = [one for one in file.findings if not one.is_hint]
    return findings, [one for one in file.findings if one.is_hint]


def _file_as_text(file: Reviewed, paint: _Painter, *, with_hints: bool) -> str:
    path = _printable_text(file.path)
    findings, hints = _part_hints(file)
    lines = [f"{paint(path, _BOLD)} ({LABEL})"]
    if file.other_language:
        lines += ["", f"  {NOT_REVIEWED}"]
    elif not findings:
        lines.append("  Nothing found.")
    lines += [_finding_line(path, finding, paint) for finding in findings]
    asked = askable_findings([finding for finding in findings if finding.kind in TITLES])
    if asked:
        lines += ["", "  Questions to ask first"]
        lines += [f"    {number}. {_printable_text(f.question)}" for number, f in enumerate(asked, 1)]
    if hints and with_hints:
        lines += ["", f"  {HINTS}", *(paint(_finding_line(path, hint, _leave_plain), _DIM) for hint in hints)]
    elif hints:
        lines += ["", paint(f"  {counted(len(hints), 'hint')} by rules that are often wrong: --hints", _DIM)]
    return "\n".join(lines)


def _finding_line(path: str, finding: Finding, paint: _Painter) -> str:
    place = f"{path}:{finding.line}:{finding.column}" if finding.line else f"{path} whole text"
    severity = paint(f"{finding.severity:<9}", _COLOURS[finding.severity])
    kind = paint(f"{finding.kind:<22}", _DIM)
    return f"    {place:<{len(path) + 12}}{severity}{kind} {_printable_text(finding.message)}"


def _summary_line(run: Run) -> str:
    """Such as "2 files, 3 findings: 1 high, 2 low. 9 hints. 4 known, 1 of the baseline gone. 2 suppressed."."""
    apart = [_part_hints(file) for file in run.files]
    counts = Counter(finding.severity for findings, _ in apart for finding in findings)
    total = sum(counts.values())
    shares = ", ".join(f"{counts[s]} {s}" for s in reversed(Severity) if counts[s])
    noun = "finding" if run.gone is None else "new finding"
    parts = [f"{counted(len(run.files), 'file')}, {counted(total, noun)}{f': {shares}' if shares else ''}."]
    if hints := sum(len(hints) for _, hints in apart):
        parts.append(f"{counted(hints, 'hint')}.")
    if run.gone is not None:
        known = sum(len(file.known or ()) for file in run.files)
        parts.append(f"{known} known from the baseline, {run.gone} of the baseline gone.")
    if suppressed := sum(len(file.suppressed or ()) for file in run.files):
        parts.append(f"{suppressed} suppressed.")
    if other := sum(file.other_language for file in run.files):
        parts.append(f"{counted(other, 'file')} not reviewed: language.")
    if run.failures:
        parts.append(f"{counted(len(run.failures), 'path')} not reviewed: see the errors.")
    return " ".join(parts)


def _paint(text: str, colour: str) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m"


def _leave_plain(text: str, colour: str) -> str:
    return text


def _printable_text(text: str) -> str:
    """Without control characters: a document must not steer the reader's terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def _json_rows(file: Reviewed) -> Iterator[dict[str, Any]]:
    if file.other_language:
        place = {"path": file.path, "line": 0, "column": 0}
        yield {
            **place,
            "kind": "language",
            "severity": str(Severity.LOW),
            "hint": False,
            "quote": "",
            "message": NOT_REVIEWED,
            "question": "",
        }
    for finding in file.findings:
        yield {
            "path": file.path,
            "line": finding.line,
            "column": finding.column,
            "kind": finding.kind,
            "severity": str(finding.severity),
            "hint": finding.is_hint,
            "quote": finding.quote,
            "message": finding.message,
            "question": finding.question,
        }
