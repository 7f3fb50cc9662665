"""What a session found becomes rows that people decide on, as what checks find does."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from reviews.changes.findings import DECIDED, LONGEST_SECTION, PLACE, dismissed_elsewhere, inherit_dismissal
from reviews.log.values import FoundIssue
from reviews.models import Artifact, Finding, Item, Session
from reviews.models.finding import FindingStatus

UPDATED = (
    *PLACE,
    *DECIDED,
    "session",
    "severity",
    "description",
    "suggestion",
    "confidence",
    "pass_number",
    "agreed",
)


@dataclass(frozen=True)
class KeptFindings:
    """How many findings wait for people, and how many were dismissed before and stay so."""

    waiting: int
    dismissed: int

    @property
    def words(self) -> str:
        count = "1 finding waits" if self.waiting == 1 else f"{self.waiting} findings wait"
        before = f" {self.dismissed} more were dismissed before." if self.dismissed else ""
        return f"{count} for you to decide on.{before}" if self.waiting else f"No finding waits.{before}"


def store_session_findings(session: Session, found: Sequence[FoundIssue]) -> KeptFindings:
    """Store them against the revisions that the session is pinned to; one that an artifact has already is updated, and
    one that was dismissed stays dismissed. To be called in a transaction."""
    Item.objects.hold(session.item_id)
    by_artifact: dict[str, list[FoundIssue]] = defaultdict(list)
    for one in found:
        by_artifact[one.artifact].append(one)
    rows = []
    for pin in session.pins.select_related("artifact__item"):
        issues = by_artifact.get(str(pin.artifact_id), [])
        rows += _store_in(pin.artifact, session, pin.revision_id, issues)
    dismissed = sum(row.status == FindingStatus.DISMISSED for row in rows)
    return KeptFindings(len(rows) - dismissed, dismissed)


def _store_in(
    artifact: Artifact, session: Session, revision: int, issues: Sequence[FoundIssue]
) -> list[Finding]:
    """The rows of one artifact, stored."""
    if not issues:
        return []
    elsewhere = dismissed_elsewhere(artifact)
    known = {row.fingerprint: row for row in artifact.findings.all()}
    rows = []
    for issue in {one.fingerprint: one for one in issues}.values():
        row = known.get(issue.fingerprint) or Finding(artifact=artifact, fingerprint=issue.fingerprint)
        row.by, row.claim = issue.angle, issue.claim[:80]
        _update_row(row, issue, session, revision)
        inherit_dismissal(row, elsewhere.get(issue.fingerprint))
        rows.append(row)
    Finding.objects.bulk_create(row for row in rows if row.fingerprint not in known)
    Finding.objects.bulk_update([row for row in rows if row.fingerprint in known], UPDATED)
    return rows


def _update_row(row: Finding, issue: FoundIssue, session: Session, revision: int) -> None:
    """Take over what the session says. What had been fixed is open again."""
    if row.status == FindingStatus.FIXED:
        row.status, row.decision_reason, row.decided_by, row.decided = FindingStatus.OPEN, "", None, None
    row.session, row.revision_id, row.unplaced = session, revision, ""
    row.quote, row.section = issue.quote, issue.section[:LONGEST_SECTION]
    row.line, row.column = (issue.line, issue.column) if issue.quote else (0, 0)
    row.severity, row.confidence = issue.severity, issue.confidence
    row.description, row.suggestion = issue.description, issue.fix
    row.pass_number, row.agreed = issue.pass_number, list(issue.agreed)
